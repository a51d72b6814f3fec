"""Codes of tables, as people type them."""

import pytest

from qipai.server.codes import new_code, read_code


@pytest.mark.parametrize("typed", ["galley-987", "GALLEY 987", " galley  987 ", "galley987", "Galley - 987"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "galley-987"


def test_a_new_code_is_read_as_it_is() -> None:
    code = new_code(0)
    assert read_code(code) == code


@pytest.mark.parametrize("typed", ["", "galley", "987", "98-galley7", "gal-ley-987"])
def test_another_text_stays_another(typed: str) -> None:
    assert read_code(typed) != "galley-987"
