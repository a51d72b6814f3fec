#!/usr/bin/env python3
"""Make a release of a clean clone: build both archives, check them, sign their checksums and verify the signature.

python release.py [--key KEY] [--out FOLDER]

`KEY` is a name of a key of gpg, its usual one unless given.  The folder, `dist` unless given, holds nothing else afterwards: the wheel,
the source archive, SHA256SUMS and SHA256SUMS.asc.  docs/releasing.md has what comes before and after.
"""

import argparse
import base64
import csv
import hashlib
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.asc"
BOTH = ("qipai/version.py", "qipai/static/index.html", "qipai/static/licences.txt", "LICENSE")  # by the end of their paths
SOURCE = ("pyproject.toml", "run.py", "hatch_build.py", "frontend/package-lock.json", "README.md", "CHANGELOG.md")
NEVER = re.compile(r"/(?:node_modules|__pycache__|\.venv|\.git)/|\.(?:pyc|sqlite3|key)$")


class Wrong(Exception):
    """Why there is no release."""


def version() -> str:
    """Return the version of the sources."""
    return re.search(r'__version__ = "([^"]+)"', (ROOT / "qipai" / "version.py").read_text(encoding="utf-8"))[1]  # type: ignore[index]


def ask(*words: str) -> str:
    """Run a program and return what it prints.  Raises `Wrong` with its complaint."""
    try:
        ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Wrong(f"{words[0]} is not installed.") from None
    if ran.returncode:
        raise Wrong(f"{' '.join(words[:3])} failed:\n{ran.stderr or ran.stdout}")
    return ran.stdout


def check_sources() -> None:
    """Raise `Wrong` unless the sources are those of a commit and say one version, which the changelog has."""
    if ask("git", "status", "--porcelain"):
        raise Wrong("The clone has changes that no commit has; a release is made of a commit.")
    now = version()
    if f"version: {now}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        raise Wrong(f"CITATION.cff has another version than {now}.")
    if not re.search(rf"^## {re.escape(now)}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE):
        raise Wrong(f"CHANGELOG.md has no chapter for {now}: give Unreleased its number and date.")


def check_archives(folder: Path, wanted: str) -> list[Path]:
    """Return the two archives of a folder.  Raises `Wrong` where something is missing, too much, damaged, or of another version."""
    archives = sorted(path for path in folder.iterdir() if path.name not in (SUMS, SIGNATURE))
    if [path.name for path in archives] != [f"qipai-{wanted}-py3-none-any.whl", f"qipai-{wanted}.tar.gz"]:
        raise Wrong(
            f"{folder} should hold a wheel and a source archive of {wanted}; it holds {[path.name for path in archives]}."
        )
    wheel, source = archives
    with zipfile.ZipFile(wheel) as opened:
        check_wheel(opened, wanted)
        check_names(wheel.name, opened.namelist(), BOTH)
    with tarfile.open(source) as packed:
        check_names(source.name, packed.getnames(), BOTH + SOURCE)
    return archives


def check_names(archive: str, names: list[str], wanted: tuple[str, ...]) -> None:
    """Raise `Wrong` if an archive lacks a file, or holds one that it should not."""
    missing = [end for end in wanted if not any(f"/{name}".endswith(f"/{end}") for name in names)]
    strange = [name for name in names if NEVER.search(f"/{name}")]
    if missing or strange:
        raise Wrong(f"{archive} lacks {missing} and holds {strange} too much.")


def check_wheel(opened: zipfile.ZipFile, wanted: str) -> None:
    """Raise `Wrong` unless a wheel is of a version and each file is what its list of digests says."""
    about = f"qipai-{wanted}.dist-info"
    found = message_from_bytes(opened.read(f"{about}/METADATA"))["Version"]
    if found != wanted:
        raise Wrong(f"The wheel says that it is of version {found}, not {wanted}.")
    for name, told, _ in csv.reader(opened.read(f"{about}/RECORD").decode().splitlines()):
        made = base64.urlsafe_b64encode(hashlib.sha256(opened.read(name)).digest()).rstrip(b"=").decode()
        if told and told != f"sha256={made}":
            raise Wrong(f"{name} of the wheel is not what its RECORD says.")


def write_sums(archives: list[Path]) -> Path:
    """Write the checksums beside the archives, as `sha256sum --check` reads them."""
    sums = archives[0].parent / SUMS
    sums.write_text("".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in archives))
    return sums


def sign(sums: Path, key: str | None = None) -> Path:
    """Sign the checksums with gpg and return the signature."""
    signature = sums.with_name(SIGNATURE)
    chosen = ("--local-user", key) if key else ()
    ask("gpg", "--batch", "--yes", *chosen, "--armor", "--detach-sign", "--output", str(signature), str(sums))
    return signature


def verify(folder: Path) -> None:
    """Do what somebody does who has the release: raise `Wrong` unless signature and checksums fit."""
    ask("gpg", "--batch", "--verify", str(folder / SIGNATURE), str(folder / SUMS))
    for line in (folder / SUMS).read_text().splitlines():
        told, name = line.split("  ")
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != told:
            raise Wrong(f"{name} is not the file whose checksum was signed.")


def main() -> None:
    """Make the release, or say why not."""
    parser = argparse.ArgumentParser(description="Build, check, sign and verify both archives.")
    parser.add_argument("--key", help="a name of the gpg key to sign with")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="an empty or new folder")
    words = parser.parse_args()
    try:
        check_sources()
        if words.out.exists() and any(words.out.iterdir()):
            raise Wrong(f"{words.out} is not empty.")
        ask(sys.executable, "-m", "build", "--outdir", str(words.out))
        archives = check_archives(words.out, version())
        sign(write_sums(archives), words.key)
        verify(words.out)
    except Wrong as reason:
        sys.exit(f"No release: {reason}")
    print(f"{words.out}: qipai {version()}, built, checked, signed and verified.")


if __name__ == "__main__":
    main()
