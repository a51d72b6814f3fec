"""What the diagrams of the rule books say, the engine says too."""

import itertools
from typing import Any

import pytest

from docs.making.books import page
from docs.making.links import LANGUAGES, ROOMS
from qipai.diagrams import dou_dizhu, figures, gan_deng_yan, giog, gou_ji, luk_fu
from qipai.diagrams.drawing import IMPRINTED
from qipai.engine.lessons import load_lesson
from qipai.engine.positions import players_in
from qipai.examples import check
from qipai.games import GAMES
from qipai.session.appendix import TITLES

LETTERS = dict(zip("帥仕相俥傌炮兵將士象車馬砲卒", (side + letter for side in "rb" for letter in "GAERHCP"), strict=True))


READINGS: dict[str, dict[str, int]] = {
    "4": {"rank": 4},
    "7-7": {"rank": 7},
    "4-5-6": {"rank": 4, "len": 3},
    "3-3-4-4": {"rank": 3, "len": 2},
    "5-5-5": {"rank": 5},
    "9-9-9-9": {"rank": 9},
}


def holds(game: str, kind: str, expect: Any, **situation: Any) -> None:
    check(GAMES[game], {"kind": kind, "expect": expect, **situation})


def cards(hand: str) -> list[str]:
    return hand.split("-")


def pieces(combination: str) -> list[str]:
    return [LETTERS[piece] for piece in combination]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_book_gets_its_diagrams_in_its_language(room: str, language: str) -> None:
    drawn = figures(room, language)
    text = page(room, language).partition(f"\n## {TITLES['deal'][language]}\n")[0]
    assert text.count('<svg class="diagram"') == len(drawn) >= 5
    assert all(f"({room}-{language}-{section})=" in text for section in drawn)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_book_ends_with_whole_deals_and_the_words(room: str, language: str) -> None:
    """Each game's hands are drawn, and every word leads to its place."""
    _, title, closing = page(room, language).partition(f"\n## {TITLES['deal'][language]}\n")
    deals, words, rows = closing.partition(f"\n## {TITLES['words'][language]}\n")
    assert title
    assert words
    games = [game for game in GAMES.values() if game.book.parent.name == room]
    assert deals.count('<svg class="diagram"') == sum(players_in(game, load_lesson(game).setup) for game in games)
    assert [row for row in rows.split("\n- ")[1:] if f"(#{room}-{language}-" not in row] == []


def test_gan_deng_yan() -> None:
    for kind, play in gan_deng_yan.KINDS:
        holds("gan_deng_yan", "readings", [{"type": kind, **READINGS.get(play, {})}], cards=cards(play))
    for lies, good, bad in gan_deng_yan.FOLLOWS:
        for play in good + bad:
            holds("gan_deng_yan", "follows", play in good, over={"cards": cards(lies)}, play={"cards": cards(play)})
    for (_, lower), (_, higher) in itertools.combinations(gan_deng_yan.LADDER, 2):
        holds("gan_deng_yan", "follows", True, over={"cards": cards(lower)}, play={"cards": cards(higher)})
        holds("gan_deng_yan", "follows", False, over={"cards": cards(higher)}, play={"cards": cards(lower)})
    dealer, others, talon = gan_deng_yan.FOUR_PLAY
    assert dealer + 3 * others + talon == 54


def test_dou_dizhu() -> None:
    for _, play in dou_dizhu.KINDS:
        holds("dou_dizhu", "readings", [play], cards=play.replace("+", "-"))
    assert [kind for kind, _ in dou_dizhu.KINDS] == list(GAMES["dou_dizhu"].words["kinds"])[1:15]
    for lies, good, bad in dou_dizhu.FOLLOWS:
        for play in good + bad:
            holds("dou_dizhu", "follows", play in good, over=lies, play=play)
    for lower, higher in itertools.combinations(dou_dizhu.ORDER, 2):
        holds("dou_dizhu", "follows", True, over=lower, play=higher)
        holds("dou_dizhu", "follows", False, over=higher, play=lower)
    for end, runs in ((dou_dizhu.IN_RUNS, True), (dou_dizhu.IN_RUNS + 1, False)):
        run = "-".join(dou_dizhu.ORDER[end - 5 : end])
        holds("dou_dizhu", "readings", [run] if runs else [], cards=run)
    grabs, bombs, doubled, paid = dou_dizhu.RECKONED
    given = {"winner": 0, "grabs": grabs, "bombs": bombs}
    holds(
        "dou_dizhu", "score", {"points": [sum(paid), *(-points for points in paid)]}, given={**given, "doubled": list(doubled)}
    )
    holds("dou_dizhu", "score", {"multipliers": [0, *[dou_dizhu.BEFORE_DOUBLING] * 2]}, given=given)
    assert dou_dizhu.LANDLORD + 2 * dou_dizhu.PEASANT == 54
    assert dou_dizhu.LANDLORD - dou_dizhu.PEASANT == dou_dizhu.BOTTOM


def test_giog() -> None:
    holds("giog", "order", [LETTERS[piece] for piece, _ in giog.ORDER])
    holds("tamcuc", "order", pieces(giog.TAM_CUC))
    for game, kind, ranking in (
        ("giog", "noble", giog.NOBLES),
        ("jumapao", "noble", giog.FEWER_NOBLES),
        ("sangkrip", "noble", giog.FEWER_NOBLES),
        ("daqiluo1", "three", giog.SERIES),
        ("tamcuc", "three", giog.TRIPLES),
    ):
        holds(game, "ranking", [pieces(combination) for combination in ranking], type=kind)
    for kind, red, black in giog.PAWNS:
        holds("giog", "ranking", [pieces(red), pieces(black)], type=kind)
    lies, good, bad = giog.TWO_PAIRS
    for play in good + bad:
        holds("sangkrip", "beats", play in good, over=pieces(lies), play=pieces(play))
    for kind, combinations in (("set", giog.SETS), ("seq", giog.SEQUENCES)):
        for combination in combinations:
            holds("daqiluo2", "combo", {"type": kind}, pieces=pieces(combination))
    for plays, winner, kind in giog.TRICKS:
        laid = {name: pieces(play) for name, play in zip("ABCD", plays, strict=True)}
        given = {"priority": list("ABCD"), "leader": "A", "type": kind, "plays": laid}
        holds("giog", "trick", {"winner": "ABCD"[winner]}, given=given)


def test_the_directions_of_the_family() -> None:
    left = {name for name, game in GAMES.items() if game.room == GAMES["giog"].room and game.clockwise}
    assert left == {"jumapao", "jumapao_fujian3"}


def test_stacks_are_taken_as_the_book_says() -> None:
    taken = giog.stacks_taken()
    assert sorted(taken) == list(range(1, 17))
    assert [taken[stack] for stack in (8, 7, 6, 5, 4, 3)] == list("DBACDB")
    assert taken[16] == "D"


def test_luk_fu() -> None:
    holds("luk_fu", "red_imprints", {"cards": list(IMPRINTED), "count": 8})
    holds("luk_fu", "aged_at_start", {"cards": list(luk_fu.AGED_FROM_THE_START), "not": ["8S"]})
    for name, meld, good, bad in luk_fu.SUPERIOR:
        for lies in [meld] if name != "alone" else cards(meld):
            for play in good + bad:
                holds("luk_fu", "superior", play in good, over=cards(lies), play=cards(play))
    for tricks, value in luk_fu.VALUES:
        holds("luk_fu", "value", value, given={"n": tricks, "base": 6})


def test_gou_ji() -> None:
    holds("gou_ji", "rank_order", {"high_to_low": gou_ji.ORDER[::-1]})
    for lies, play in gou_ji.BEATS:
        holds("gou_ji", "beats", all(gou_ji.beats(lies, play)), over=cards(lies), play=cards(play))
    for at, below in gou_ji.LEVEL:
        holds("gou_ji", "level", {"level": True, "duel": True}, set=cards(at))
        if below:
            holds("gou_ji", "level", {"level": False, "duel": False}, set=cards(below))
    owed = [{"from": "ABCDEF"[giver - 1], "to": "ABCDEF"[taker - 1], "n": count} for giver, taker, count in gou_ji.TRIBUTE]
    holds("gou_ji", "tribute", {"obligations": owed}, given={"kind": "ORDINARY", "places": list("ABCDEF")})
    swept = [{"from": giver, "to": taker, "n": 1} for giver, taker in gou_ji.SWEEP]
    holds("gou_ji", "tribute", {"obligations": swept}, given={"kind": "FRESH", "places": list("ACEBDF")})
    for places in itertools.combinations(range(1, 7), 3):
        worth = sum(gou_ji.POINTS[place - 1] for place in places)
        if 1 + 2 + 3 < sum(places) < 4 + 5 + 6:
            holds("gou_ji", "score", {"team": worth, "other": -worth}, places_of_team=list(places))
