"""What the page says and shows of every question of every game, in every language: whole sentences, and one word for one thing."""

import re
from collections.abc import Callable

import pytest

from qipai.games import GAMES
from qipai.games.dou_dizhu.state import PHASES as DOU_DIZHU_PHASES
from qipai.games.giog.state import PHASES as GIOG_PHASES
from qipai.games.gou_ji.words import WORDS as GOU_JI_WORDS
from qipai.games.luk_fu.state import PHASES as LUK_FU_PHASES
from qipai.session.views import DealView
from tests.server.conftest import Server

from .people import LOCALES, Person
from .playback import Playback
from .recorded_views import moments, questions

pytestmark = pytest.mark.browser

# All that is written on the page or told by it, a line each.
SAID = """() => [
    ...[...document.querySelectorAll("[role=alert], [role=status], .vh, p, h1, h2, h3, button, li, span, small, b")]
        .filter((one) => !one.children.length || one.matches("p, button, [role=alert], [role=status]")).map((one) => one.textContent),
    ...[...document.querySelectorAll("[aria-label], [title]")].flatMap((one) => [one.ariaLabel, one.title]),
    document.title,
].filter(Boolean).map((text) => text.trim())"""

# Buttons that one can press now, by what they say: answers, and the row below the hand.
BUTTONS = """() => [...document.querySelectorAll(".acts button, #question .answers button")]
    .filter((one) => one.ariaDisabled !== "true" && one.checkVisibility())
    .map((one) => [...one.querySelectorAll("kbd")].reduce((text, key) => text.replace(key.textContent, ""), one.textContent).trim())"""

# A field that nothing was put into, or a gap where something is missing.
UNFINISHED = re.compile(r"[{}]|undefined|null|NaN|\[object|\s[.,?!，。？！]|[，、]{2}|\(\)")


def test_every_question_is_recorded() -> None:
    asked = {what for moment in moments("gou_ji") if (what := what_is_asked(moment.table.deal))}
    assert {f"board.{what}" for what in asked} == {key for key in GOU_JI_WORDS.sections if key.startswith("board.")}
    for room, phases in (("luk_fu", LUK_FU_PHASES), ("giog", GIOG_PHASES), ("dou_dizhu", DOU_DIZHU_PHASES)):
        games = [name for name, game in GAMES.items() if game.room == room]
        assert {moment.table.deal.board["phase"] for name in games for moment in moments(name) if moment.table.deal} == set(
            phases
        )


def what_is_asked(deal: DealView | None) -> str | None:
    """The key of a question of Gou Ji, seen by somebody who is asked it."""
    asks = deal.board["asks"] if deal and deal.choices else None
    return str(asks["what"]) if asks else None


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_whole_sentences_and_one_name_for_each_button(
    house: Server, come: Callable[..., Person], name: str, language: str
) -> None:
    me = come(house, language)
    playback = Playback(me)
    unfinished, doubled = [], []
    for moment in questions(name):
        playback.show(moment)
        for _ in range(2 if moment.table.you is not None else 1):
            unfinished += [f"{moment.kind}: {line}" for line in me.page.evaluate(SAID) if UNFINISHED.search(line)]
            buttons = me.page.evaluate(BUTTONS)
            doubled += [f"{moment.kind}: {buttons}"] * (len(set(buttons)) < len(buttons))
            me.page.keyboard.press("h")  # what is chosen is said on the buttons
        me.page.keyboard.press("Escape")
        assert not me.complaints, f"{moment.kind}: {me.complaints}"
    assert unfinished == []
    assert doubled == [], "two buttons of one name"
