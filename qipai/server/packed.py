"""Answers that are sent compressed: the client's files, and what is told to everybody alike.

Nothing that depends on who asks, or on what they send, is ever compressed: the length of such an answer would tell what is in it
(docs/security.md).
"""

import gzip
import hashlib
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

ENDINGS = {
    "br": ".br",
    "gzip": ".gz",
}  # of the compressed files that the build of the client leaves beside each, the shortest first


def accepted(request: Request) -> tuple[str, ...]:
    """Return the encodings that a request accepts by name, of those that we have, the shortest first."""
    named = (part.partition(";") for part in request.headers.get("accept-encoding", "").lower().split(","))
    taken = {name.strip() for name, _, weight in named if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")}
    return tuple(encoding for encoding in ENDINGS if encoding in taken)


def packed(file: Path, request: Request) -> tuple[Path, dict[str, str]]:
    """Return the file to send in place of one of the client's, and the headers that say how it is compressed."""
    if not file.with_name(file.name + ENDINGS["gzip"]).is_file():
        return file, {}
    for encoding in accepted(request):
        if (other := file.with_name(file.name + ENDINGS[encoding])).is_file():
            return other, {"content-encoding": encoding, "vary": "accept-encoding"}
    return file, {"vary": "accept-encoding"}


class ToAll:
    """JSON that everybody is told alike, as long as the server runs."""

    def __init__(self, content: Any) -> None:
        self.plain = msgspec.json.encode(content)
        self.zipped = gzip.compress(self.plain, mtime=0)
        self.tag = hashlib.sha256(self.plain).hexdigest()[:16]

    def answer(self, request: Request) -> Response:
        """Return it, compressed for those who accept that; 304 without it for those who have it already."""
        zipped = "gzip" in accepted(request)
        tag = f'"{self.tag}-gzip"' if zipped else f'"{self.tag}"'
        headers = {"cache-control": "no-cache", "vary": "accept-encoding", "etag": tag}
        if tag in (one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=headers)
        if zipped:
            headers["content-encoding"] = "gzip"
        return Response(self.zipped if zipped else self.plain, headers=headers, media_type="application/json")
