"""The guided first deals: each is walked by the engine as a table would play it."""

import re
from pathlib import Path

import pytest

from qipai.engine import records
from qipai.engine.catalogue import CatalogueError
from qipai.engine.errors import LANGUAGES
from qipai.engine.lessons import Lesson, lesson_file, load_lesson, read_lesson
from qipai.engine.positions import players_in
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.session.deal import Answer, Deal, Terms

FEWEST, MOST = 6, 10  # stops of a lesson
LONGEST = {"en": 240, "zh-Hans": 90, "zh-Hant": 90}  # characters of a stop's text
ENDINGS = (".", "。", "?", "？", "!", "！")


@pytest.fixture(params=GAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return load_lesson(GAMES[request.param])


def begin(lesson: Lesson) -> Deal:
    """The deal as a table deals it, from the setup of a first deal and the cards of the lesson."""
    rules, players = lesson.game.rules(lesson.ruleset), players_in(lesson.game, lesson.setup)
    return Deal(Terms(lesson.game, lesson.ruleset, rules, players), lesson.game.setup(rules, players), lesson.order)


def test_a_lesson_can_be_played_at_a_table(lesson: Lesson) -> None:
    """Every decision of the line is asked for and allowed, and what a stop speaks of is in the learner's hand."""
    deal, format_card = begin(lesson), lesson.game.notation.format_card
    stops = {stop.at: stop for stop in lesson.stops}
    for at, (seat, action) in enumerate(lesson.line):
        if at in stops:
            held = [format_card(card) for card in deal.hand(lesson.seat)]
            assert seat == lesson.seat
            assert set(stops[at].told) <= set(held), (at, held)
            assert len(lesson.game.legal(deal.state, deal.terms.rules, seat)) > 1, f"nothing to decide at {at}"
        deal.check(seat, action)
        deal.play(seat, Answer(action, None))
    assert len(stops) == len(lesson.stops)


def test_answers_given_together_are_in_the_order_of_seats(lesson: Lesson) -> None:
    deal = begin(lesson)
    for seat, action in lesson.line:
        asked = deal.asked()
        if len(asked) > 1 and seat in asked:
            assert seat == asked[0], "the lowest of those who are still asked"
        deal.play(seat, Answer(action, None))


def test_a_lesson_has_six_to_ten_stops_in_order(lesson: Lesson) -> None:
    assert FEWEST <= len(lesson.stops) <= MOST
    assert [stop.at for stop in lesson.stops] == sorted({stop.at for stop in lesson.stops})


def test_the_learner_does_not_lose(lesson: Lesson) -> None:
    """Where the line goes on to the end of the deal."""
    deal = begin(lesson)
    for seat, action in lesson.line:
        deal.play(seat, Answer(action, None))
    if deal.over:
        assert records.to_plain(deal.result()).points[lesson.seat] >= 0


def test_the_texts_are_short_and_end_as_sentences_do(lesson: Lesson) -> None:
    for stop in lesson.stops:
        for language in LANGUAGES:
            assert len(stop.text[language]) <= LONGEST[language], stop.text[language]
            assert stop.text[language].endswith(ENDINGS)
            assert stop.otherwise[language].endswith(ENDINGS)


# What is changed in a good file, and what the refusal says of it.
WRONG = {
    "a language is missing": ('title.en = "What do you lead?"\n', "", "stops 1.title: en is missing"),
    "another § than the book's": ('section = "3.3"', 'section = "3.33"', "the book has no §3.33"),
    "a stop of another seat": ("seat = 0", "seat = 1", "it is not seat 1 that decides '4-5-6"),
    "a play that is not legal": ('line = "10 J pass"', 'line = "K J pass"', "Action 7, 'K', is not legal for seat 0"),
    "no first deal": ("lot=0", "lot=0 stakes=1", "deal is not the first deal of a session"),
    "an unknown key": ("seat = 0", "seat = 0\nchair = 1", "a lesson has deal, line, seat, stops"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_what_is_wrong(what: str, tmp_path: Path) -> None:
    before, after, said = WRONG[what]
    text = lesson_file(GAN_DENG_YAN).read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "lesson.toml"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(CatalogueError, match=re.escape(said)):
        read_lesson(GAN_DENG_YAN, file)
