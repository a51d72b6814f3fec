"""What the rule books say pays is what was measured, with the same figures in the three languages."""

import json
import re

import pytest

from docs.making import pays
from docs.making.links import LANGUAGES, ROOMS, book

KEPT = json.loads(pays.KEPT.read_text(encoding="utf-8"))
TITLES = {"en": "What pays.", "zh-Hans": "怎么打合算。", "zh-Hant": "怎麼打划算。"}
SHARE = re.compile(r"(\d+) ?%")
MEAN = re.compile(r"(\d+\.\d)")


def said(room: str, language: str) -> str:
    """The paragraph and the list below it, up to the sources."""
    text = book(room, language).read_text(encoding="utf-8")
    return re.split(r"\n\n(?:\*\*|## )", text.split(f"**{TITLES[language]}**")[1])[0]


@pytest.mark.parametrize("room", ROOMS)
def test_the_languages_say_the_same_figures(room: str) -> None:
    figures = {language: re.findall(r"\d+(?:[.,]\d+)*", said(room, language)) for language in LANGUAGES}
    # English spells small numbers out, so only what was measured is compared with it.
    shares = {language: SHARE.findall(said(room, language)) for language in LANGUAGES}
    points = {language: re.findall(r"^\d+\. ", said(room, language), re.MULTILINE) for language in LANGUAGES}
    assert shares["zh-Hans"] == shares["zh-Hant"] == shares["en"]
    assert points["zh-Hans"] == points["zh-Hant"] == points["en"]
    assert 3 <= len(points["en"]) <= 5
    assert figures["zh-Hans"] == figures["zh-Hant"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_figure_was_measured(room: str) -> None:
    text = said(room, "en")
    mine = [game for game in KEPT.values() if pays.GAMES[game["game"]].room == room]
    even = {f"{100 / game['players']:.0f}" for game in mine} | {"33"}  # three play Luk Fu while the fourth dreams
    figures = [figure for game in mine for figure in game["figures"].items()]
    shares = {f"{100 * value:.0f}" for name, (value, _) in figures if pays.UNIT not in name}
    reach = {str(number) for number in range(1, 5)}  # how good they are, which the next test holds
    assert set(SHARE.findall(text)) - shares - even - reach == set()
    means = {f"{abs(value) / of:.1f}" for name, (value, _) in figures if pays.UNIT in name for of in (1, 3)}
    assert set(MEAN.findall(re.sub(r"§\S+", "", text))) - means - {"0.2"} == set()
    assert {f"{game['deals']:,}" for game in mine} == set(re.findall(r"\d+,\d{3}", text))


def test_a_figure_is_as_good_as_the_books_say() -> None:
    worst = {"gan_deng_yan": 0.011, "dou_dizhu": 0.041, "giog": 0.021, "luk_fu": 0.041, "gou_ji": 0.024}
    for game in KEPT.values():
        shares = [reach for name, (_, reach) in game["figures"].items() if pays.UNIT not in name]
        assert max(shares) <= worst[pays.GAMES[game["game"]].room], game["game"]


def test_a_deal_is_counted_by_what_happened() -> None:
    """Figures of few deals of a game can be counted by hand: every deal has one winner, four seats and one dealer."""
    game = pays.GAMES["gan_deng_yan"]
    played = list(pays.play(game, 4, 3))
    assert [sum(deal.won) for deal in played] == [1.0, 1.0, 1.0]
    assert [sorted(sum(hand.values()) for hand in deal.held) for deal in played] == [[5, 5, 5, 6]] * 3
    assert all(sum(deal.points) == 0 for deal in played)
    assert pays.ratio([(1, 2), (0, 2)]) == [0.25, pytest.approx(1.96 * 0.5**0.5 / 4, abs=1e-4)]
