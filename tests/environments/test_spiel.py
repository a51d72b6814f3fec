"""What comes from outside is checked: numbers that are no action, and draws that chance cannot make."""

import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.environments.spiel import SEED_DIGITS, SpielDeal, SpielGame
from qipai.games import GAN_DENG_YAN


def test_a_number_that_is_no_action_or_no_draw_is_refused_and_changes_nothing() -> None:
    play = SpielDeal(SpielGame(GAN_DENG_YAN, "default", 2, {}))
    for wrong in (-1, 16):
        with pytest.raises(QipaiError, match=rf"^Chance cannot draw {wrong} now, only one of 0, 1, "):
            play.draw(wrong)
    assert play.drawn == []
    for _ in range(SEED_DIGITS):
        play.draw(3)
    seat, before = play.to_act(), records.to_bytes(play.state)
    count = len(play.legal(seat))
    for wrong in (-1, count):
        for attempt in (
            lambda w: play.decide(seat, w),
            lambda w: play.decide_together({seat: w}),
            lambda w: play.name_action(seat, w),
        ):
            with pytest.raises(
                QipaiError, match=rf"^Action {wrong} is not legal for seat {seat}: it has {count}, numbered from 0\."
            ):
                attempt(wrong)
    assert records.to_bytes(play.state) == before
