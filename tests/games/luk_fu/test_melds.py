"""§5  What is a meld, what is superior, and that the engine finds every meld there is: counted by hand and from the definition."""

import random
from itertools import combinations
from math import comb

import pytest

from qipai.games.luk_fu.rules.melds import TYPE_NAMES, can_beat, is_superior, superior_in, type_of
from tests.games.luk_fu.definitions import ALL_MELDS, beats, is_meld
from tests.games.luk_fu.situations import CARDS, Line, cards_in, lines_of, mask, parts, playing, spell

RUNS = {length: 4 * (10 - length) for length in range(3, 10)}  # §5.4 in each suit as many as there are highest cards
TRIPLES, FOURS = 9 * comb(4, 3), 9  # §5.3


@pytest.mark.parametrize("line", list(lines_of("melds.txt")), ids=lambda line: line.place)
def test_melds(line: Line) -> None:
    cards, _, name = line.words
    kind = TYPE_NAMES[type_of(mask(cards))]
    count = len(cards_in(cards))
    assert (f"{kind}{count}" if kind in ("gok", "run") else kind or "nothing") == name


@pytest.mark.parametrize("line", list(lines_of("superior.txt")), ids=lambda line: line.place)
def test_superior(line: Line) -> None:
    play, verb, over = line.words
    assert bool(is_superior(mask(play), mask(over))) == (verb == "beats")


def test_the_number_of_melds() -> None:
    """§5.1, §5.3, §5.4  37 single cards, 36 triples, 9 fours, and 28, 24, 20, 16, 12, 8 and 4 runs of three to nine."""
    assert len(ALL_MELDS) == len(set(ALL_MELDS)) == 37 + TRIPLES + FOURS + sum(RUNS.values()) == 37 + 36 + 9 + 112
    kinds = [TYPE_NAMES[type_of(mask("-".join(cards)))] for cards in ALL_MELDS]
    assert (kinds.count("single"), kinds.count("gok"), kinds.count("run")) == (37, 45, 112)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_nothing_else_is_a_meld(count: int) -> None:
    """§5.3, §5.4  Of all choices of so many of the 37 cards exactly those: none of two, 36 + 28 of three, 9 + 24 of four."""
    found = {cards for cards in combinations(CARDS, count) if type_of(mask("-".join(cards)))}
    assert found == {cards for cards in map(tuple, ALL_MELDS) if len(cards) == count}
    assert len(found) == {2: 0, 3: TRIPLES + RUNS[3], 4: FOURS + RUNS[4]}[count]


def test_superior_is_as_defined() -> None:
    """§5.5  Every meld against every other of its size."""
    for best in ALL_MELDS:
        for cards in ALL_MELDS:
            if len(cards) != len(best):
                continue
            assert bool(is_superior(mask("-".join(cards)), mask("-".join(best)))) == beats(cards, best), (cards, best)


def test_no_two_melds_are_equal() -> None:
    """§5.5  Two goks of one number overlap, so that nobody can hold one against the other; nor the same run."""
    goks = [set(cards) for cards in ALL_MELDS if is_meld(cards) == "gok"]
    equal = [(one, other) for one, other in combinations(goks, 2) if len(one) == len(other) and min(one)[0] == min(other)[0]]
    assert equal
    assert all(one & other for one, other in equal)


def test_the_melds_of_a_hand() -> None:
    """§5.6  Parts of more: three of four eights, three neighbours of four, a card out of a gok."""
    situation = playing({0: "8S-8G-8K-8C-9K-7K-6K-L"}, caller=0)
    melds = {
        text
        for text in situation.legal()
        if len(cards_in(text)) > 1 and set(cards_in(text)) <= {*"9K 8K 7K 6K 8S 8G 8C".split()}
    }
    assert melds == {
        *parts("8S-8G-8K-8C", 3),
        "8S-8G-8K-8C",
        "9K-8K-7K",
        "8K-7K-6K",
        "9K-8K-7K-6K",
    }
    assert "8S" in situation.singles()


def test_every_meld_of_a_hand_may_be_led_or_beats() -> None:
    """§5.6, §6.2  Of random hands every meld and none twice; what beats is what is superior."""
    chance = random.Random(5)
    for _ in range(40):
        hand = chance.sample(CARDS, 12)
        made = [cards for cards in ALL_MELDS if set(cards) <= set(hand)]
        situation = playing({0: "-".join(sorted(hand, key=CARDS.index))}, spare="S G K C")
        legal = [text for text in situation.legal() if len(cards_in(text)) > 1]
        assert len(legal) == len(set(legal))
        assert {mask(text) for text in legal} == {mask("-".join(cards)) for cards in made if len(cards) > 1}


def test_can_beat_is_complete() -> None:
    """§6.3  Whether some cards contain a superior meld, and one that they contain, against all melds."""
    chance = random.Random(6)
    for _ in range(400):
        best = chance.choice(ALL_MELDS)
        hand = set(chance.sample(CARDS, chance.randrange(3, 13)))
        superior = [cards for cards in ALL_MELDS if set(cards) <= hand and beats(cards, best)]
        cards = mask("-".join(hand))
        assert bool(can_beat(cards, mask("-".join(best)))) == bool(superior)
        found = set(cards_in(spell(superior_in(cards, mask("-".join(best))))))
        assert found <= hand
        assert not superior or any(set(meld) <= found for meld in superior)
