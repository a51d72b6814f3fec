"""The reference of Dou Dizhu: its plays against the rule book and a second definition of their own, its options against the books."""

import random
import re
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.reference import dou_dizhu_bound
from tests.reference.dou_dizhu_rules import CHOICES, DEFAULTS, ORDER, PACK, STRENGTH, VARIANTS, Rules, parse

BOOKS = Path(__file__).parents[2] / "qipai" / "games" / "dou_dizhu"
LANGUAGES = ("RULES.md", "RULES.zh-Hans.md", "RULES.zh-Hant.md")
OPTION = re.compile(r"`(\w+)`\s*[:：]\s*\*\*(\w+)\*\*")


def led(hand, **options):
    """What may be led from cards in the notation of plays."""
    return {play.text for play in Rules(options).plays(hand.split("-"))}


def follows(play, table, **options):
    return Rules(options).follows(parse(play), parse(table))


# -- the books


def leaves(book):
    return [number for number in re.findall(r"^#+ (\d+(?:\.\d+)?) ", book.read_text(encoding="utf-8"), re.M) if "." in number]


def test_the_books_have_the_same_numbers():
    english, *others = (leaves(BOOKS / book) for book in LANGUAGES)
    assert len(set(english)) == len(english)
    assert others == [english, english]


def test_every_section_is_tested():
    tests = sorted(Path(__file__).parent.glob("test_dou_dizhu_reference*.py"))
    cited = {number for path in tests for number in re.findall(r"§(\d+\.\d+)", path.read_text(encoding="utf-8"))}
    assert set(leaves(BOOKS / "RULES.md")) == cited


@pytest.mark.parametrize("book", LANGUAGES)
def test_the_book_has_the_options_and_their_defaults(book):
    named = dict(OPTION.findall((BOOKS / book).read_text(encoding="utf-8")))
    assert named == {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in DEFAULTS.items()}


@pytest.mark.parametrize("book", LANGUAGES)
def test_the_named_forms_are_those_of_the_book(book):
    """§10.1 to §10.4: §10.1, §10.2, §10.3, §10.4."""
    chapter = (BOOKS / book).read_text(encoding="utf-8").partition("\n## 10 ")[2]
    forms = {}
    for section in chapter.split("\n### ")[1:]:
        name = re.search(r"^`(\w+)`", section, re.M)
        assert name, section
        forms[name[1]] = dict(re.findall(r"`(\w+) = (\w+)`", section))
    assert forms == {name: {option: str(value) for option, value in form.items()} for name, form in VARIANTS.items()}


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("4-R", {"4", "R"}),  # §4.1
        ("7-7", {"7", "7-7"}),  # §4.2
        ("9-9-9", {"9", "9-9", "9-9-9"}),  # §4.3
        ("4-9-9-9", {"4", "9", "9-9", "9-9-9", "9-9-9+4"}),  # §4.4
        ("2-2-2-R", {"2", "2-2", "2-2-2", "R", "2-2-2+R"}),  # §4.4
        ("4-4-9-9-9", {"4", "4-4", "9", "9-9", "9-9-9", "9-9-9+4", "9-9-9+4-4"}),  # §4.5
        ("3-4-5-6-7", {"3", "4", "5", "6", "7", "3-4-5-6-7"}),  # §4.6
        ("J-Q-K-A-2", {"J", "Q", "K", "A", "2"}),  # §1.2
        ("5-5-6-6-7-7", {"5", "5-5", "6", "6-6", "7", "7-7", "5-5-6-6-7-7"}),  # §4.7
        ("8-8-8-8", {"8", "8-8", "8-8-8", "8-8-8-8"}),  # §4.13
        ("B-R", {"B", "R", "B-R"}),  # §4.14
    ],
)
def test_everything_that_may_be_led(hand, plays):
    assert led(hand) == plays


def test_the_longest_runs():
    """§4.6, §4.7, §4.8"""
    assert max(led("3-4-5-6-7-8-9-10-J-Q-K-A-2"), key=len) == "3-4-5-6-7-8-9-10-J-Q-K-A"
    assert "5-5-5-6-6-6" in led("5-5-5-6-6-6")
    assert not {"A-A-A-2-2-2", "A-A-2-2-B-R"} & led("A-A-A-2-2-2-B-R")


def test_airplanes_with_wings():
    """§4.9, §4.10, §4.12"""
    assert "5-5-5-6-6-6+3-J" in led("3-5-5-5-6-6-6-J")
    assert "5-5-5-6-6-6+3-3-J-J" in led("3-3-5-5-5-6-6-6-J-J")
    assert "5-5-5-6-6-6+3-3" in led("3-3-5-5-5-6-6-6")
    assert not any("+" in play and play.startswith("5-5-5-6-6-6") for play in led("5-5-5-6-6-6-B-R"))
    assert "5-5-5-6-6-6+2-B" in led("5-5-5-6-6-6-2-B")
    assert "5-5-5-6-6-6+3-3-J" not in led("3-3-5-5-5-6-6-6-J")
    assert not any(play.endswith("+9-9-9-9") for play in led("3-3-3-4-4-4-5-5-5-6-6-6-9-9-9-9"))


def test_four_with_two_is_no_bomb():
    """§4.11, §7.3"""
    assert {"6-6-6-6+3-J", "6-6-6-6+3-3-J-J", "6-6-6-6+3-3"} <= led("3-3-6-6-6-6-J-J")
    assert not follows("6-6-6-6+3-J", "A")
    assert follows("7-7-7-7+3-J", "6-6-6-6+3-J")
    assert not follows("7-7-7-7+3-J", "6-6-6-6+3-3-J-J")
    assert not follows("7-7-7-7+3-J", "3-3-3-3")
    assert follows("3-3-3-3", "6-6-6-6+3-J")
    assert Rules().factor_of(parse("6-6-6-6+3-J")) == 1


def test_the_same_cards_have_several_readings():
    """§4.15"""
    cards = "3-3-3-4-4-4-5-5-5-6-6-6"
    whole = {play for play in led(cards) if parse(play).cards.total() == 12}
    assert whole == {cards, "3-3-3-4-4-4-5-5-5+6-6-6", "4-4-4-5-5-5-6-6-6+3-3-3"}


def same(hand, **options):
    """The plays of a hand are those of the second definition."""
    return {(play.body, play.wings) for play in Rules(options).plays(hand)} == second_definition(hand, {**DEFAULTS, **options})


def second_definition(hand, options):
    """§4 once more: every way to take some cards as body and some others as wings, judged by text and counts."""
    ranks = sorted(set(hand), key=lambda card: STRENGTH[card])
    held = Counter(hand)
    found = set()
    for body in product(*(range(held[rank] + 1) for rank in ranks)):
        groups = groups_of([(rank, number) for rank, number in zip(ranks, body, strict=True) if number])
        if groups is None:
            continue
        most = [held[rank] - number for rank, number in zip(ranks, body, strict=True)]
        for wings in product(*(range(number + 1) for number in most)) if groups else [(0,) * len(ranks)]:
            chosen = {rank: number for rank, number in zip(ranks, wings, strict=True) if number}
            own = {rank for rank, number in zip(ranks, body, strict=True) if number}
            if not chosen or winged(chosen, own, groups, options):
                cards = [
                    tuple(rank for rank, number in zip(ranks, part, strict=True) for _ in range(number))
                    for part in (body, wings)
                ]
                found.add((cards[0], cards[1]))
    return found


def groups_of(counts):
    """None for cards that are no body, else how many wings may go with it: minus two for four equal cards, 0 for none."""
    numbers = {number for _, number in counts}
    text = "".join(rank.replace("10", "T") for rank, _ in counts)
    if text == "BR":
        return 0
    if len(counts) == 1:
        return {1: 0, 2: 0, 3: 1, 4: -2}[counts[0][1]]
    if len(numbers) != 1 or text not in "3456789TJQKA":
        return None
    (number,) = numbers
    if len(text) < {1: 5, 2: 3, 3: 2}.get(number, 99):
        return None
    return len(text) if number == 3 else 0


def winged(chosen, own, groups, options):
    number, four = abs(groups), groups < 0
    total = sum(chosen.values())
    jokers = {"B", "R"} & set(chosen)
    singles = (
        total == number and (options["rocket_wings"] or len(jokers) < 2) and not (four and options["four_with_two"] == "none")
    )
    if singles:
        largest = max(chosen.values())
        singles = {"different": largest == 1, "any": True}.get(options["single_wings"], largest < 4)
        if own & set(chosen):
            singles = singles and options["own_rank_wings"] and len(own) > 1
        text = "3456789TJQKA"
        places = [text.index(card.replace("10", "T")) for card in own if card != "2"]
        if options["single_wings"] == "no_trio_beside" and len(own) > 1:
            beside = [text[place] for place in (min(places) - 1, max(places) + 1) if 0 <= place < len(text)]
            singles = singles and not any(chosen.get(rank.replace("T", "10")) == 3 for rank in beside)
    pairs = total == 2 * number and all(count % 2 == 0 for count in chosen.values()) and not own & set(chosen) and not jokers
    if pairs:
        pairs = options["pair_wings"] == "any" or set(chosen.values()) == {2}
        pairs = pairs and (options["four_with_two"] == "both" if four else options["pair_wings"] != "none")
    return singles or pairs


SHAPING = ["single_wings", "own_rank_wings", "rocket_wings", "pair_wings", "four_with_two"]


@pytest.mark.parametrize("seed", range(60))
def test_the_plays_of_a_hand_are_those_of_a_second_definition(seed):
    """§4.1 to §4.15, §8.6 to §8.10, in hands of few ranks, which hold much"""
    chance = random.Random(seed)
    options = {name: chance.choice(CHOICES[name]) for name in SHAPING if chance.random() < 0.6}
    low = chance.randrange(11)
    some = [card for card in PACK if low <= STRENGTH[card] <= low + chance.randint(2, 5)] + ["B", "R"] * chance.randint(0, 1)
    hand = chance.sample(some, min(len(some), chance.randint(5, 12)))
    if Counter(hand)["B"] > 1 or Counter(hand)["R"] > 1:
        hand = [card for card in hand if card not in "BR"]
    assert same(hand, **options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_plays_of_one_hand_have_different_texts(variant):
    chance = random.Random(variant)
    for _ in range(30):
        plays = Rules(VARIANTS[variant]).plays(chance.sample(PACK, 20))
        assert len({play.text for play in plays}) == len(plays)
        assert {parse(play.text) for play in plays} == plays


@pytest.mark.parametrize(
    ("play", "table", "may"),
    [
        ("4-4-4+3", "3-3-3+A", True),  # §5.1
        ("4-5-6-7-8", "3-4-5-6-7", True),
        ("10-J-Q-K-A", "3-4-5-6-7", True),
        ("4-5-6-7-8-9", "3-4-5-6-7", False),
        ("4-4-4+5-5", "3-3-3+A", False),
        ("R", "B", True),
        ("4", "5", False),
        ("4-4-5-5-6-6", "3-3-3-4-4-4", False),
        ("4-4-4-5-5-5+3-3", "3-3-3-4-4-4+5-9", True),
        ("3-3-3-3", "2-2-2+R", True),  # §5.2
        ("3-3-3-3", "4-4-4-4", False),
        ("4-4-4-4", "3-3-3-3", True),
        ("B-R", "2-2-2-2", True),  # §5.3
        ("B-R", "3", True),
        ("2-2-2-2", "B-R", False),  # §5.4
    ],
)
def test_what_follows_what(play, table, may):
    assert follows(play, table) == may


def test_wings_by_house():
    """§8.6, §8.7, §8.8, §8.9, §8.10"""
    equal = "5-5-5-6-6-6+3-3"
    assert equal in led("3-3-5-5-5-6-6-6")
    assert equal not in led("3-3-5-5-5-6-6-6", single_wings="different")
    beside = "3-3-3-4-4-4-5-5-5+6-6-6"
    cards = beside.replace("+", "-")
    assert beside in led(cards)
    assert beside not in led(cards, single_wings="no_trio_beside")
    assert "3-3-3-4-4-4-5-5-5+7-7-7" in led("3-3-3-4-4-4-5-5-5-7-7-7", single_wings="no_trio_beside")
    assert "Q-Q-Q-K-K-K-A-A-A+2-2-2" in led("Q-Q-Q-K-K-K-A-A-A-2-2-2", single_wings="no_trio_beside")
    bomb = "3-3-3-4-4-4-5-5-5-6-6-6+9-9-9-9"
    assert bomb in led(bomb.replace("+", "-"), single_wings="any")
    assert "3-3-3-4-4-4+3-J" in led("3-3-3-3-4-4-4-J", own_rank_wings=True)
    assert "3-3-3-4-4-4+3-J" not in led("3-3-3-3-4-4-4-J")
    assert "3-3-3+3" not in led("3-3-3-3", own_rank_wings=True)
    assert "6-6-6-6+B-R" in led("6-6-6-6-B-R", rocket_wings=True)
    assert "6-6-6-6+B-R" not in led("6-6-6-6-B-R")
    fours = "5-5-5-6-6-6+9-9-9-9"
    assert fours in led(fours.replace("+", "-"), pair_wings="any")
    assert fours not in led(fours.replace("+", "-"))
    assert "9-9-9+4-4" not in led("4-4-9-9-9", pair_wings="none")
    assert "6-6-6-6+3-3-J-J" in led("3-3-6-6-6-6-J-J", pair_wings="none")
    assert {"6-6-6-6+3-J"} == {play for play in led("3-6-6-6-6-J", four_with_two="singles") if play.startswith("6-6-6-6+")}
    assert not any(play.startswith("6-6-6-6+") for play in led("3-3-6-6-6-6-J-J", four_with_two="none"))


def hand_of(counts):
    return [card for card, number in zip(ORDER, counts, strict=True) for _ in range(int(number))]


@pytest.mark.parametrize(("counts", "lenient", "most"), [("111111113333000", False, 521), ("001111113443000", True, 568)])
def test_the_hands_that_can_lead_the_most(counts, lenient, most):
    """Of all hands of 20 cards, as `python -m tests.reference.dou_dizhu_bound` finds."""
    hand = hand_of(counts)
    assert len(hand) == 20
    assert len(Rules(dou_dizhu_bound.LENIENT if lenient else {}).plays(hand)) == most


@pytest.mark.slow
@pytest.mark.parametrize("lenient", [False, True])
def test_the_formula_counts_the_plays_of_the_reference(lenient):
    """§4.1 to §4.14: two ways to count"""
    chance = random.Random(lenient)
    rules = Rules(dou_dizhu_bound.LENIENT if lenient else {})
    for _ in range(40):
        low = chance.randrange(11)
        some = [card for card in PACK if low <= STRENGTH[card] <= low + chance.randint(4, 12) or card in "BR"]
        hand = chance.sample(some, min(len(some), 20))
        counts = np.array([hand.count(card) for card in ORDER])
        assert dou_dizhu_bound.plays(counts, lenient) == len(rules.plays(hand))
