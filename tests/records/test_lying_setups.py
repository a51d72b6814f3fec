"""A pack that the rules do not have is refused, although the cards follow from what was sealed.

Once all numbers are known, a server that may still choose the pack or the size of the hands chooses among as many deals as there are packs.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from qipai.engine.errors import RecordError
from qipai.engine.fair_order import Added, Pledge, start_of
from qipai.games import GAN_DENG_YAN
from qipai.records import read_record, verify, write_record
from qipai.session.session import Session
from tests.session.live import Live


def record_with(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> str:
    """The record of a sealed deal of three whose setup a server has changed before the cards were drawn."""
    deal = Session._deal

    def dealing(self: Session, setup: Any, number: int, *rest: Any) -> Any:
        change(setup)
        return deal(self, setup, number, *rest)

    monkeypatch.setattr(Session, "_deal", dealing)

    def pledge(serial: int, head: dict[str, Any]) -> Pledge:
        return Pledge("ab12-1", "11" * 32, (Added(0, "", ""), Added(1, "", "")), start=start_of("11" * 32, head))

    live = Live(GAN_DENG_YAN, seats=3, deals=1).people("Ann", "Ben")
    live.session.pledging = pledge
    live.play_session(Random(1))
    return write_record(live.log)


def more_jokers(setup: Any) -> None:
    setup.pack[-2] = 6


def no_threes(setup: Any) -> None:
    setup.pack[3] = 0


def one_card_less(setup: Any) -> None:
    setup.pack[5] -= 1


def larger_hands(setup: Any) -> None:
    setup.hand_size = 9


def test_as_the_rules_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verify(read_record(record_with(monkeypatch, lambda setup: None)))


@pytest.mark.parametrize("change", [more_jokers, no_threes, one_card_less, larger_hands])
def test_another_setup_is_refused(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    text = record_with(monkeypatch, change)
    with pytest.raises(RecordError):
        verify(read_record(text))
