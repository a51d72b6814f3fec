"""What servers that lie leave in their records is refused, by the engine and by a second reading of the page.

The lies are in `tests/server/lying.py`.  They and the second reading were written from docs/fairness.md, without the engine.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="cryptography is not installed here (the extra `sealed`)")

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import check_pledge
from tests.reference.fair_record import refusal
from tests.server import lying
from tests.server.lying import BY_RULES, LIES, OPEN, REFUSED, RIGHT, Lie, honest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def engine(fact: dict[str, Any], players: list[dict[str, str]], head: dict[str, Any]) -> str | None:
    """Why the engine refuses a record, or None.  All that these tests know of how it is called."""
    public = {name: value for name, value in fact.items() if name not in ("event", "hidden")}
    try:
        bots = [seat for seat, player in enumerate(players) if player["player"] == "bot"]
        sealed = check_pledge(public, fact["hidden"], len(players), bots, head)
    except QipaiError as error:
        return str(error)
    return None if sealed else "no seal"


def second(fact: dict[str, Any], players: list[dict[str, str]], head: dict[str, Any]) -> str | None:
    """The same by the second reading, which knows who sat there by their names in the record's head."""
    return refusal(fact, {**head, "players": [player["name"] for player in players]})


CHECKERS = {"the engine": engine, "the second reading": second}
RECORDS = {name: lie for name, (_, lie) in LIES.items() if lie(0).record}


@pytest.fixture(params=CHECKERS)
def check(request: pytest.FixtureRequest) -> Callable[[dict[str, Any], list[dict[str, str]], dict[str, Any]], str | None]:
    return CHECKERS[request.param]


@pytest.mark.parametrize("seed", range(12))
def test_an_honest_record_is_right(check: Callable[..., str | None], seed: int) -> None:
    lie = honest(seed)
    assert lie.says == set()
    assert check(lie.record, lie.players, lie.head) is None


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_becomes_what_the_page_says(check: Callable[..., str | None], name: str) -> None:
    for seed in (0, 1):
        lie: Lie = RECORDS[name](seed)
        refused = check(lie.record, lie.players, lie.head)
        assert lie.becomes in {REFUSED, RIGHT, BY_RULES, OPEN}
        if lie.becomes == REFUSED:
            assert refused
        elif lie.becomes != OPEN:
            assert refused is None


@pytest.mark.parametrize("name", [name for name in RECORDS if RECORDS[name](0).becomes == OPEN])
def test_both_say_the_same_of_what_the_page_leaves_open(name: str) -> None:
    lie = RECORDS[name](0)
    assert lie.record
    assert {checker: bool(check(lie.record, lie.players, lie.head)) for checker, check in CHECKERS.items()} in (
        dict.fromkeys(CHECKERS, True),
        dict.fromkeys(CHECKERS, False),
    )


def test_every_line_of_the_page_has_a_lie() -> None:
    table = PAGE.partition("## What a server could try")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", table, re.MULTILINE)
    assert {row for row, _ in LIES.values()} - {""} == set(rows) - {"A server that", "---"}


@pytest.mark.parametrize("name", ["key_of_order_1", "key_that_is_written_otherwise", "key_of_zeros"])
def test_the_lies_about_keys_are_good_ones(name: str) -> None:
    """Who does not look at the key takes the signature."""
    assert any(is_taken(LIES[name][1](seed)) for seed in range(40))


def is_taken(lie: Lie) -> bool:
    assert lie.record
    added = lie.record["added"]
    one = added[2]
    promises = lying.list_of(lie.record["seal"], lie.record["start"], lying.pairs_of(added))
    message = lying.lines("qipai number 2", promises, one["seat"], one["number"])
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(one["key"])).verify(bytes.fromhex(one["signed"]), message)
    except InvalidSignature:
        return False
    return True
