"""Faces of the French pack."""

import pytest

from qipai.cards.french import RANKS, SUITS, Face, format_face, parse_face


def test_every_face_is_read_back() -> None:
    faces = [Face(rank, suit) for rank in RANKS for suit in SUITS] + [Face("B", ""), Face("R", "")]
    assert len(set(map(format_face, faces))) == 54
    assert [parse_face(format_face(face)) for face in faces] == faces


@pytest.mark.parametrize(("text", "face"), [("10h", ("10", "H")), (" as ", ("A", "S")), ("jb", ("B", "")), ("JR", ("R", ""))])
def test_kind_reading(text: str, face: tuple[str, str]) -> None:
    assert parse_face(text) == face


@pytest.mark.parametrize("text", ["", "H", "1H", "10", "11S", "SA", "XX"])
def test_what_is_no_face(text: str) -> None:
    assert parse_face(text) is None
