"""The browser client reads the wire's structures from a file that is written from them."""

from pathlib import Path

import pytest

from qipai.server import typescript

WRITTEN = Path(__file__).parents[2] / "frontend" / "src" / "protocol.ts"


def test_the_client_has_the_types_of_this_server():
    assert WRITTEN.read_text(encoding="utf-8") == typescript.module(), "write it again: just protocol"


@pytest.mark.parametrize(
    ("annotation", "spelling"),
    [
        (list[str | None], "(string | null)[]"),
        (dict[str, dict[str, str]], "Record<string, Record<string, string>>"),
        (list[list[int]], "number[][]"),
    ],
)
def test_types_are_spelled_as_typescript_does(annotation, spelling):
    assert typescript.spell(annotation) == spelling


def test_a_type_without_a_spelling_is_refused_by_name():
    with pytest.raises(TypeError, match="bytes"):
        typescript.spell(bytes)
