"""What the page does with a view that it cannot draw, or not in whole."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person
from .playback import Playback
from .recorded_views import Moment, copy_of, play, seen

pytestmark = pytest.mark.browser


def with_a_hand() -> tuple[Moment, Moment]:
    """Two copies of a moment with cards in hand."""
    played = (moment for session, entry in play(GAMES["gan_deng_yan"], Random(0), 0) for moment in seen(session, entry))
    moment = next(moment for moment in played if moment.table.deal and len(moment.table.deal.hand) > 3)
    return copy_of(moment), copy_of(moment)


@pytest.mark.core
def test_a_view_that_cannot_be_drawn_keeps_no_later_one_back(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    playback = Playback(me)
    moment, wrong = with_a_hand()
    wrong.table.deal.to_act = None  # type: ignore[union-attr]
    playback.show(moment)
    expect(me.cards).not_to_have_count(0)
    playback.show(wrong)
    expect(me.page.get_by_text("Something went wrong on this page.")).to_be_visible()
    assert me.complaints
    me.complaints.clear()
    playback.show(moment)
    expect(me.cards).not_to_have_count(0)
    expect(me.page.get_by_role("toolbar")).to_be_visible()


@pytest.mark.parametrize("chip", [{"chip": "unheard_of"}, {"chip": "stake", "n": None}])
def test_a_chip_that_the_page_does_not_know_takes_nothing_away(
    house: Server, come: Callable[..., Person], chip: dict[str, Any]
) -> None:
    me = come(house)
    playback = Playback(me)
    moment, strange = with_a_hand()
    playback.show(moment)
    expect(me.cards).not_to_have_count(0)
    cards = me.cards.count()
    strange.table.seats[0].chips = [chip]
    playback.show(strange)
    expect(me.page.locator("[data-seat='0'] .chip").first).to_be_attached()
    expect(me.cards).to_have_count(cards)
    expect(me.page.get_by_role("toolbar")).to_be_visible()
    me.complaints[:] = [said for said in me.complaints if "nothing is said for" not in said]
