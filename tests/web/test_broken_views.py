"""What the page does with a view that it cannot draw."""

from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person
from .playback import Playback
from .recorded_views import questions

pytestmark = pytest.mark.browser


def test_a_view_that_cannot_be_drawn_keeps_no_later_one_back(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    playback = Playback(me)
    moment = next(one for one in questions("gan_deng_yan") if one.table.deal and len(one.table.deal.hand) > 3)
    wrong = msgspec.json.decode(msgspec.json.encode(moment), type=type(moment))
    wrong.table.seats[0].chips = [{"chip": "unheard_of"}]
    playback.show(moment)
    expect(me.cards).not_to_have_count(0)
    playback.show(wrong)
    expect(me.page.get_by_text("Something went wrong on this page.")).to_be_visible()
    assert me.complaints
    me.complaints.clear()
    playback.show(moment)
    expect(me.cards).not_to_have_count(0)
    expect(me.page.get_by_role("toolbar")).to_be_visible()
