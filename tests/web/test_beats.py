"""What happens seldom at a table moves once: for less than a second, until somebody presses, and not at all where nothing may move."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person
from .playback import Playback
from .recorded_views import Moment, moments

pytestmark = pytest.mark.browser

SECOND = 1_000  # milliseconds

# Beats as they begin, by their names: when each of their parts ends.  They run so slowly that they are still there when somebody presses.
WATCH = """
window.beats = {};
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
    const animation = animate.call(this, frames, timing);
    if (/^(beat|deal)/.test(timing.id)) {
        (window.beats[timing.id.replace("beat ", "")] ??= []).push(timing.duration + timing.delay);
        animation.playbackRate = 1e-4;
    }
    return animation;
};
"""
RUNNING = "document.getAnimations().filter(({ id }) => /^(beat|deal)/.test(id)).length"


def moment_of(game: str, event: str) -> Moment:
    """A moment in a deal in which this happens, and nothing else that has a beat."""
    return next(
        one
        for one in moments(game)
        if one.table.phase == "playing"
        and {fact["event"] for fact in one.facts} & {"duel", "shao_declared", "went_out"} == {event}
    )


def dearer(moment: Moment, times: int) -> Moment:
    """The same with another number by which everything is multiplied."""
    other = msgspec.json.decode(msgspec.json.encode(moment), type=Moment)
    assert other.table.deal is not None
    other.table.deal.board["public"] = times
    return other


def beats_of(me: Person) -> dict[str, Any]:
    beats: dict[str, Any] = me.page.evaluate("window.beats")
    return beats


def watching(house: Server, come: Callable[..., Person], **more: Any) -> tuple[Person, Playback]:
    me = come(house, **more)
    me.page.add_init_script(WATCH)
    return me, Playback(me)


def test_a_beat_is_short_and_ends_with_a_press(house: Server, come: Callable[..., Person]) -> None:
    me, playback = watching(house, come)
    me.page.mouse.move(5, 400)  # nothing lies there
    for event, beat in (("duel", "duel"), ("shao_declared", "burn"), ("went_out", "out")):
        moment = moment_of("gou_ji", event)
        playback.show(moment)
        expect(me.page.locator(".board .seat")).to_have_count(len(moment.table.seats))
        me.page.evaluate("window.beats = {}")
        playback.go_on(moment)
        me.until("Object.keys(window.beats).length")
        parts = beats_of(me)
        assert set(parts) == {beat}
        assert max(parts[beat]) < SECOND
        assert me.page.evaluate(RUNNING) == len(parts[beat])
        me.page.mouse.down()
        me.page.mouse.up()
        me.until(f"{RUNNING} === 0")


def test_a_bomb_leaves_its_seal_with_motion_and_without(house: Server, come: Callable[..., Person]) -> None:
    bomb = dearer(next(one for one in moments("gan_deng_yan") if {fact["event"] for fact in one.facts} == {"laid"}), 4)
    for motion, beats in (("no-preference", {"bomb"}), ("reduce", set[str]())):
        me, playback = watching(house, come, reduced_motion=motion)
        playback.show(dearer(bomb, 2))
        expect(me.page.locator(".cloth .play .row")).to_be_visible()
        assert not beats_of(me)
        playback.go_on(bomb)
        expect(me.page.locator(".cloth .play .stamp")).to_have_text("炸")
        if beats:
            me.until("Object.keys(window.beats).length")
        assert set(beats_of(me)) == beats
        assert bool(me.page.evaluate(RUNNING)) == bool(beats)


def test_a_deal_is_dealt(house: Server, come: Callable[..., Person]) -> None:
    dealt = next(
        one
        for one in moments("gan_deng_yan")
        if one.table.deal and one.table.deal.hand and any(fact["event"] == "dealt" for fact in one.facts)
    )
    for motion, cards in (("no-preference", len(dealt.table.deal.hand if dealt.table.deal else ())), ("reduce", 0)):
        me, playback = watching(house, come, reduced_motion=motion)
        before = msgspec.structs.replace(dealt.table, phase="gathering", deal=None)
        playback.show(msgspec.structs.replace(dealt, table=before, facts=[]))
        expect(me.page.get_by_role("heading", name="Waiting for the others")).to_be_visible()
        playback.go_on(dealt)
        expect(me.cards).not_to_have_count(0)
        if cards:
            me.until("window.beats.deal")
        assert len(beats_of(me).get("deal", ())) == cards
        assert max(beats_of(me).get("deal", [0])) < SECOND
