"""Every refusal of the server is said in each language, can be raised, and fills in all it names."""

import re
from pathlib import Path
from string import Formatter

import pytest

from qipai import server
from qipai.engine.errors import LANGUAGES
from qipai.server.refusals import SENTENCES, STATUS

SOURCES = "".join(path.read_text() for path in Path(server.__file__).parent.glob("*.py") if path.name != "refusals.py")


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_in_each_language_and_no_field_that_english_lacks(code: str) -> None:
    sentences = SENTENCES[code]
    assert tuple(sentences) == LANGUAGES
    assert all(sentences.values())
    fields = [{name for _, name, _, _ in Formatter().parse(sentence) if name} for sentence in sentences.values()]
    assert fields[1] | fields[2] <= fields[0]


def test_every_code_is_used_and_every_status_belongs_to_one() -> None:
    assert {code for code in SENTENCES if not re.search(rf'"{code}"', SOURCES)} == set()
    assert STATUS.keys() <= SENTENCES.keys()
