"""At every supported size every button of every question is in view, and nothing that is to be read is cut."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from qipai.engine.errors import QipaiError
from qipai.games import GAMES
from qipai.session import refusal_of
from tests.server.conftest import Server

from .people import Person
from .playback import Playback
from .recorded_views import Moment, moments, play

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
# Phones both ways (where words and answers have least room), a tablet, desks, and a desk of 1440 × 900 at 200 %.
SIZES = ((360, 640), (390, 844), (750, 342), (844, 390), (720, 450), (768, 1024), (1280, 720), (1440, 900), (1920, 1080))
SMALLEST = 5  # the first of them
RULER = Path(__file__).parent / "ruler.js"
PARTS = 3  # of the windows: a test for each, so that none takes minutes
SHOWN = 4  # faults that are told

# Words of the house rules that do not fit their control, and a control whose words are in more than two lines.
CUT = """() => [...document.querySelectorAll("#form .house :is(.seg span, .btn, .label, .why), #form .house select")].flatMap((part) => {
    const said = (what) => [`"${(part.selectedOptions?.[0] ?? part).textContent.trim().slice(0, 40)}" ${what}`];
    if (part.scrollWidth > part.clientWidth) return said(`is ${part.scrollWidth} px wide in ${part.clientWidth}`);
    if (!part.matches(".seg span")) return [];
    const words = document.createRange();
    words.selectNodeContents(part);
    const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    const [text, box] = [words.getBoundingClientRect(), part.getBoundingClientRect()];
    return lines > 2 ? said(`has ${lines} lines`) : text.left < box.left || text.right > box.right ? said("leaves its box") : [];
})"""


@cache
def longest_refusal(name: str, language: str) -> dict[str, str]:
    """The longest sentence with which a game refuses cards that are chosen at random."""
    random, found = Random(0), [{language: ""}]
    for session, _ in play(GAMES[name], random, 3):
        for seat in session.waiting()[:1] if session.phase == "playing" else ():
            hand = session.view(seat).deal.hand  # type: ignore[union-attr]
            faces = [card.face for card in random.sample(hand, min(len(hand), random.randint(1, 7)))]
            try:
                refusal = session.explain(seat, faces).refusal
            except QipaiError as error:
                refusal = refusal_of(error)
            found.append(dict(refusal.text) if refusal else {language: ""})
    return max(found, key=lambda text: len(text[language]))


def question_of(moment: Moment) -> tuple[object, ...] | None:
    """What is asked of whoever sees this; None where nothing is."""
    table, deal = moment.table, moment.table.deal
    if deal is None or table.you not in deal.to_act:
        return None
    return (len(table.seats), deal.board.get("phase"), (deal.board.get("asks") or {}).get("what"), deal.owner is None)


@cache
def sample(name: str) -> list[tuple[str, int, Moment]]:
    """What is shown of a game, and where: the same in every run.

    A question that comes for the first time is shown in every window: in the smallest in each language, for one may need a line
    more than another; of the others each language has a third.
    Of the other moments every second is shown, once: language and window rotate from one moment to the next.
    """
    shown, known = [], set[object]()
    for place, moment in enumerate(moments(name)):
        question = question_of(moment)
        fresh = question is not None and question not in known
        share = len(LANGUAGES) if fresh else 2 * len(SIZES) * len(LANGUAGES)
        known.add(question)
        for turn, language in enumerate(LANGUAGES):
            shown += [
                (language, at, moment)
                for at in range(len(SIZES))
                if (fresh and at < SMALLEST) or (place + at + turn * (share // 3)) % share == 0
            ]
    return shown


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(GAMES))
def test_every_button_is_in_view_and_every_index_free(
    house: Server, come: Callable[..., Person], name: str, language: str, part: int
) -> None:
    """All windows and languages would be 29,000 views; `sample` keeps 2,600 of them, for minutes instead of an hour."""
    shown = sample(name)
    assert {window for _, window, _ in shown} == set(range(len(SIZES)))
    own = [(window, moment) for spoken, window, moment in shown if spoken == language and window % PARTS == part]
    assert own
    found = faults(come(house, language, reduced_motion="reduce"), own, name)
    assert not found, "\n".join(found)


def faults(me: Person, shown: list[tuple[int, Moment]], name: str) -> list[str]:
    """The first faults; nothing flies, for a card on its way covers others for a moment."""
    me.page.add_init_script(path=RULER)
    playback, found = Playback(me), list[str]()
    for window, moment in sorted(shown, key=lambda one: one[0]):
        width, height = SIZES[window]
        if me.page.viewport_size != {"width": width, "height": height}:
            me.page.set_viewport_size({"width": width, "height": height})
        playback.clear(moment)
        playback.show(moment)
        where = f"{me.language}, {width} × {height}, {moment.kind}"
        found += [f"{where}: {fault}" for fault in me.page.evaluate("window.faults()")]
        if question_of(moment) is not None:
            playback.be_refused(longest_refusal(name, me.language))
            found += [f"{where}, refused: {fault}" for fault in me.page.evaluate("window.faults()")]
        if len(found) >= SHOWN:
            me.shoot("faults")
            break
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_every_house_rule_fit(house: Server, come: Callable[..., Person], language: str) -> None:
    me = come(house, language)
    me.page.goto("/")
    found = []
    for name in GAMES:
        me.page.evaluate(
            "game => localStorage.setItem('qipai.settings', JSON.stringify({...JSON.parse(localStorage.getItem('qipai.settings')), game}))",
            name,
        )
        me.page.reload()
        me.page.locator("#form h2").wait_for()
        for more in me.page.locator("#form .house .more").all():
            more.click()
        assert me.page.locator("#form .opt").count() == len(GAMES[name].options)
        for width, height in SIZES:
            me.page.set_viewport_size({"width": width, "height": height})
            found += [f"{name}, {width} × {height}: {fault}" for fault in me.page.evaluate(CUT)]
    assert not found, "\n".join(found[:20])
