"""The trees of mini packs, counted a second time by the references that were written from the rule books alone."""

from itertools import permutations
from typing import Any

import pytest

from qipai.environments.spiel import SpielDeal, SpielGame
from qipai.games import GAMES
from qipai.games.luk_fu.mini import LAID, LAST_SIX, RUNS
from qipai.games.luk_fu.notation.text import face_of
from tests.reference import gan_deng_yan, luk_fu

NINTH = 9  # one deal of so many: its reference is slow


def dealt(name: str, drawn: list[int]) -> SpielDeal:
    play = SpielDeal(SpielGame(GAMES[name], "default", 0, {}, mini=True))
    for outcome in drawn:
        if not play.is_dealt():
            play.draw(outcome)
    return play


def endings(play: SpielDeal) -> int:
    """How many ways there are from here to the end of the deal."""
    if play.is_over():
        return 1
    seat, found = play.to_act(), 0
    for number in range(len(play.legal(seat))):
        following = play.__deepcopy__({})
        following.decide(seat, number)
        found += endings(following)
    return found


def endings_of_the_reference(begin: Any, texts: tuple[str, ...] = ()) -> int:
    """The same by the reference, which is begun afresh for every way: it has no copies."""
    table = begin()
    for text in texts:
        play(table, text)
    if table.over:
        return 1
    return sum(endings_of_the_reference(begin, (*texts, text)) for text in asked(table))


def asked(table: Any) -> set[str]:
    return set(table.legal()) if isinstance(table, gan_deng_yan.Table) else set(table.legal(table.pending()[0]))


def play(table: Any, text: str) -> None:
    if isinstance(table, gan_deng_yan.Table):
        table.play(text)
    else:
        table.play(table.pending()[0], text)


def test_the_mini_pack_of_gan_deng_yan_has_the_ways_that_its_reference_finds() -> None:
    """All ninety deals have 1330 ways."""
    found, expected = 0, 0
    for order in sorted(set(permutations("334455")))[::NINTH]:
        found += endings(dealt("gan_deng_yan", ["345".index(card) for card in order]))
        expected += endings_of_the_reference(lambda order=order: gan_deng_yan.Table(None, 2, 0, order, each=1))
    assert found == expected > 100


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (5, 3, 1, 0, 2, 4), (2, 5, 0, 4, 1, 3), (3, 4, 5, 2, 1, 0)])
def test_the_end_of_a_deal_of_luk_fu_has_the_ways_that_its_reference_finds(order: tuple[int, ...]) -> None:
    last = sorted(LAST_SIX)  # as chance numbers them
    cards = [face_of(card) for card in (*LAID, *(last[place] for place in order))]
    opening = ("not_play", "play", *RUNS)
    left: list[int] = list(order)
    assert endings(dealt("luk_fu", left)) == endings_of_the_reference(lambda: luk_fu.Table(3, 0, cards), opening) > 1
