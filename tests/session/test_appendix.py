"""What stands at the end of the rule books: whole deals that the rules allow, and the words."""

import re

import pytest

from qipai.engine import records
from qipai.engine.errors import LANGUAGES
from qipai.engine.game import Game
from qipai.engine.lessons import Lesson, load_lesson
from qipai.engine.points import format_points
from qipai.games import GAMES
from qipai.server.book import CARDS
from qipai.session.appendix import appendix, sample_deal, word_list
from qipai.session.deal import Answer
from tests.games.test_lessons import begin

HAND = re.compile(r"^- \*\*([A-F])\*\* `([^`]+)`$", re.MULTILINE)
SECTION = re.compile(r"[(（]§([\d.]+)[)）]$")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def played(lesson: Lesson) -> list[int]:
    """The points of a lesson's deal, played decision by decision as a state of the game and nothing else."""
    game, rules = lesson.game, begin(lesson).terms.rules
    state = game.new_state()
    game.deal(state, rules, lesson.setup, lesson.order)
    for seat, action in lesson.line + lesson.rest:
        assert game.is_legal(state, rules, seat, action)
        game.apply_action(state, rules, seat, action)
    assert game.is_over(state)
    result = records.new(game.RESULT)
    game.returns(state, rules, result)
    return [int(points) for points in records.to_plain(result).points[: begin(lesson).terms.players]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deal_is_told_to_its_end(game: Game, language: str) -> None:
    lesson = load_lesson(game)
    told = sample_deal(game, language)
    last = told.splitlines()[-1]
    points = [format_points(part, game.unit) for part in played(lesson)]
    assert re.findall(r"[-+][\d½⅓⅔¼¾]+", last) == points
    for comment in (*lesson.stops, *lesson.remarks):
        assert comment.text[language] in told
        assert f"§{comment.section}" in told


def test_every_hand_is_shown(game: Game) -> None:
    """As many cards as were dealt, each in a way that the page can draw."""
    lesson, told = load_lesson(game), sample_deal(game, "en")
    deal = begin(lesson)
    seats = range(deal.terms.players)
    for seat, action in lesson.line:
        if all(deal.hand(seat) for seat in seats):
            break
        deal.play(seat, Answer(action, None))
    shown = dict(HAND.findall(told))
    assert list(shown) == list("ABCDEF"[: len(seats)])
    assert [len(cards.split("-") if "-" in cards else cards) for cards in shown.values()] == [
        len(deal.hand(seat)) for seat in seats
    ]
    assert [cards for cards in re.findall(r"`([^`]+)`", told) if not CARDS.fullmatch(cards)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_the_list_and_leads_to_its_section(game: Game, language: str) -> None:
    terms = game.words["terms"]
    rows = word_list(terms, language).splitlines()
    assert len(rows) == len(terms)
    for term in terms.values():
        row = next(row for row in rows if row.startswith(f"- **{term['name'][language]}**"))
        found = SECTION.search(row)
        assert found
        assert found[1] == term["section"]
        assert term["meaning"][language] in row


def test_a_game_without_words_has_no_list() -> None:
    assert word_list({}, "en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_have_an_address_and_a_title(game: Game, language: str) -> None:
    parts = appendix(game, language)
    assert [part.number for part in parts] == ["deal", "words"]
    assert all(part.title and part.text for part in parts)
