"""Links that lead out of the repository: `python -m tests.docs.links` asks each of them once, and prints those that do not answer.

No test asks the outside, for a page of others may be down on any day; run it before a release.  Places in our own pages are tests/test_documents.py's.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from tests.test_architecture import FILES, name

SHOWN = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((https?://[^)\s]+)\)|<(https?://[^>\s]+)>|(?:src|href)=\"(https?://[^\"]+)\"")
# Sites of others that have no TLS, or had none when a book was written from them.
BARE = {"dylansung.tripod.com", "joker128.com", "public.qipai007.com", "slackerblud.com", "www.gametea.com"}
OURS = {"localhost", "127.0.0.1", "cards.example"}
TIME = 20  # seconds that a site has
GONE = (404, 410)
BROWSER = "Mozilla/5.0 (compatible; a check of links)"  # some sites answer nothing else


def links_in(text: str) -> Iterator[str]:
    """The addresses that a page links to, as they are written."""
    for found in LINK.findall(SHOWN.sub("", text)):
        address = next(filter(None, found))
        if urlsplit(address).hostname not in OURS:
            yield address


def outside() -> dict[str, list[str]]:
    """Every address that pages lead to, with the pages."""
    found: dict[str, list[str]] = {}
    for path in FILES:
        if path.suffix == ".md":
            for address in set(links_in(path.read_text(encoding="utf-8"))):
                found.setdefault(address, []).append(name(path))
    return dict(sorted(found.items()))


def faults(address: str) -> Iterator[str]:
    """What is wrong with the form of an address."""
    parts = urlsplit(address)
    if parts.scheme != "https" and parts.hostname not in BARE:
        yield "no https"
    if "." not in (parts.hostname or "") or parts.netloc != parts.netloc.lower():
        yield "no host"
    if parts.username or parts.password or re.search(r"[?&](?:utm_\w+|fbclid|gclid)=", address):
        yield "it tells who came"
    if address.endswith((".", ",", ";")):
        yield "the end of a sentence"


def same_page(addresses: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of addresses that lead to one page, spelled in two ways."""
    first: dict[str, str] = {}
    pairs = []
    for address in sorted(addresses):
        parts = urlsplit(address)
        plain = f"{(parts.hostname or '').removeprefix('www.')}{parts.path.rstrip('/')}?{parts.query}#{parts.fragment}"
        if first.setdefault(plain, address) != address:
            pairs.append((first[plain], address))
    return pairs


def ask(address: str) -> str:
    """Return "" if a site has the page, else what it said."""
    request = Request(quote(address, safe=":/?#[]@!$&'()*+,;=%"), headers={"User-Agent": BROWSER})
    try:
        with urlopen(request, timeout=TIME) as answer:
            return "" if answer.status < 400 else str(answer.status)
    except HTTPError as error:
        return f"{error.code}" if error.code in GONE else f"{error.code}: look yourself"
    except (URLError, OSError) as error:
        return f"no answer: {error}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.docs.links", description=__doc__)
    parser.add_argument("addresses", nargs="*", help="ask these alone")
    asked = parser.parse_args(arguments).addresses
    places = {address: ["asked for"] for address in asked} if asked else outside()
    with ThreadPoolExecutor(4) as pool:
        answers = dict(zip(places, pool.map(ask, places), strict=True))
    for address, said in answers.items():
        if said:
            print(f"{said}  {address}  ({', '.join(places[address])})")
    lost = sum(1 for said in answers.values() if said)
    print(f"{len(answers)} asked, {lost} without an answer")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
