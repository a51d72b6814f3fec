"""`just release`: what it refuses to sign, and that what it signs can be verified."""

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import release

VERSION = "9.8.7"
ABOUT = f"qipai-{VERSION}.dist-info"
FILES = {name: name.encode() for name in release.BOTH}


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two small archives that are in order."""
    return made(tmp_path / "dist")


def made(folder: Path, version: str = VERSION, damaged: str = "", extra: str = "", missing: str = "") -> Path:
    folder.mkdir()
    files = {name: content for name, content in FILES.items() if name != missing} | ({extra: b""} if extra else {})
    files[f"{ABOUT}/METADATA"] = f"Metadata-Version: 2.4\nName: qipai\nVersion: {version}\n".encode()
    record = "".join(f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items())
    with zipfile.ZipFile(folder / f"qipai-{VERSION}-py3-none-any.whl", "w") as wheel:
        for name, content in files.items():
            wheel.writestr(name, content + b"!" if name == damaged else content)
        wheel.writestr(f"{ABOUT}/RECORD", f"{record}{ABOUT}/RECORD,,\n")
    with tarfile.open(folder / f"qipai-{VERSION}.tar.gz", "w:gz") as source:
        for name in (*FILES, *release.SOURCE):
            told = tarfile.TarInfo(f"qipai-{VERSION}/{name}")
            told.size = len(name)
            source.addfile(told, io.BytesIO(name.encode()))
    return folder


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"version": "9.8.6"}, "version 9.8.6"),
        ({"damaged": "LICENSE"}, "LICENSE of the wheel is not"),
        ({"extra": "qipai/__pycache__/a.pyc"}, "a.pyc"),
        ({"missing": "qipai/static/index.html"}, "index.html"),
    ],
)
def test_a_wrong_archive_is_refused(wrong: dict[str, str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(release.Wrong, match=reason):
        release.check_archives(made(tmp_path / "dist", **wrong), VERSION)


def test_a_file_too_many_is_refused(folder: Path) -> None:
    (folder / "qipai-9.8.6.tar.gz").touch()
    with pytest.raises(release.Wrong, match=r"qipai-9\.8\.6"):
        release.check_archives(folder, VERSION)


def test_uncommitted_changes_and_a_missing_chapter_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ask", lambda *words: " M README.md\n")
    with pytest.raises(release.Wrong, match="changes"):
        release.check_sources()
    monkeypatch.setattr(release, "ask", lambda *words: "")
    monkeypatch.setattr(release, "version", lambda: "0.0.0")
    with pytest.raises(release.Wrong, match="CITATION"):
        release.check_sources()


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A key for one test, in a home of gpg of its own; the path is short, since the agent's socket lies in it."""
    if not shutil.which("gpg"):
        pytest.skip("needs gpg")
    with tempfile.TemporaryDirectory(prefix="gpg") as home:
        Path(home).chmod(0o700)
        monkeypatch.setenv("GNUPGHOME", home)
        name = "release@cards.example"
        subprocess.run(
            ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", name, "ed25519", "sign", "1d"],
            check=True,
            capture_output=True,
        )
        yield name
        subprocess.run(
            ["gpgconf", "--kill", "gpg-agent"], check=False, capture_output=True, env={**os.environ, "GNUPGHOME": home}
        )


def test_what_is_signed_is_verified(folder: Path, key: str) -> None:
    sums = release.write_sums(release.check_archives(folder, VERSION))
    release.sign(sums, key)
    release.verify(folder)
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--check", "--strict", sums.name], cwd=folder, check=True, capture_output=True)
    assert release.check_archives(folder, VERSION)  # checksums and signature are no archives


def test_a_changed_archive_and_changed_checksums_are_noticed(folder: Path, key: str) -> None:
    sums = release.write_sums(release.check_archives(folder, VERSION))
    release.sign(sums, key)
    archive = folder / f"qipai-{VERSION}.tar.gz"
    archive.write_bytes(archive.read_bytes() + b"\0")
    with pytest.raises(release.Wrong, match=r"tar\.gz is not the file"):
        release.verify(folder)
    release.write_sums(release.check_archives(folder, VERSION))
    with pytest.raises(release.Wrong, match="gpg"):
        release.verify(folder)


def test_an_unknown_key_signs_nothing(folder: Path, key: str) -> None:
    sums = release.write_sums(release.check_archives(folder, VERSION))
    with pytest.raises(release.Wrong, match="gpg"):
        release.sign(sums, "nobody@cards.example")
    assert not (folder / release.SIGNATURE).exists()
