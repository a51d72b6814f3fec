"""Which sentence tells a fact to a reader, and what is sent so that a program finds it."""

from types import SimpleNamespace
from typing import Any

import pytest

from qipai.engine.lines import Teller, key_of, sentence_of

SENTENCES = {
    *("cleared", "cleared_none", "counted", "dealt", "dealt_fresh", "laid", "laid_under", "laid_up", "led", "led_up"),
    *("ordered", "paid", "paid_seen", "pleaded", "pleaded_not", "told", "told_more", "went_out"),
}


@pytest.mark.parametrize(
    ("fact", "key"),
    [
        ({"event": "went_out", "seat": 0}, "went_out"),
        ({"event": "dealt", "kind": "fresh"}, "dealt_fresh"),
        ({"event": "dealt", "kind": "ordinary"}, "dealt"),
        ({"event": "cleared", "winner": None}, "cleared_none"),
        ({"event": "cleared", "winner": 0}, "cleared"),
        ({"event": "told", "more": True}, "told_more"),
        ({"event": "told", "n": 1}, "told"),
        ({"event": "pleaded", "seat": 0, "pleads": False}, "pleaded_not"),
        ({"event": "pleaded", "seat": 1, "pleads": True}, "pleaded"),
        ({"event": "paid", "seat": 1, "n": 1}, "paid"),
        ({"event": "paid", "seat": 1, "n": 1, "pieces": ["R"]}, "paid_seen"),
        ({"event": "laid", "seat": 1}, "laid_up"),
        ({"event": "laid", "lead": False, "down": True, "kind": "pair"}, "laid"),
        ({"event": "laid", "lead": False, "under": True, "down": True}, "laid_under"),
        ({"event": "laid", "lead": True, "down": False}, "led_up"),
        ({"event": "laid", "lead": True, "down": True}, "led"),
        ({"event": "answered", "seat": 1}, None),
    ],
)
def test_a_fact_is_told_by_what_is_true_of_it(fact: dict[str, Any], key: str | None) -> None:
    assert key_of(fact, SENTENCES) == key


@pytest.mark.parametrize(
    ("fact", "fields"),
    [
        ({"event": "went_out", "seat": 0}, {}),
        ({"event": "laid", "seat": 1, "lead": True}, {"key": "led_up"}),
        ({"event": "dealt", "dealer": 2}, {"by": 2}),
        ({"event": "cleared", "leader": 1, "winner": None}, {"key": "cleared_none", "by": 1}),
        ({"event": "ordered", "order": [0, 2, 1]}, {"by": 0}),
        ({"event": "counted", "pieces": ["9S"]}, {}),
        ({"event": "sealed", "dealer": 2, "hidden": True}, {}),
    ],
)
def test_what_is_sent_beside_a_fact(fact: dict[str, Any], fields: dict[str, Any]) -> None:
    """Nothing where a program finds the sentence by the event and the seat, or where there is no sentence."""
    assert sentence_of(fact, SENTENCES) == fields


def test_a_line_may_say_one_card_and_several_cards() -> None:
    words = {"events": {"told": {"en": "{name}: {n} {n|card|cards} left"}}}
    teller: Any = Teller(SimpleNamespace(words=words, unit=1), ["Ann", "Bob"], "en")  # type: ignore[arg-type]
    told = [{"event": "told", "seat": seat, "n": n} for seat, n in ((0, 1), (1, 3))]
    assert [*teller.lines(told[0]), *teller.lines(told[1])] == ["Ann: 1 card left", "Bob: 3 cards left"]
