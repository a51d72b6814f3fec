"""The course of a deal in the reference of Dou Dizhu against the rule book, section by section."""

import random
from collections import Counter

import pytest

from tests.reference.dou_dizhu import Deal, pack_is_whole
from tests.reference.dou_dizhu_rules import CHOICES, ORDER, PACK, SEATS


def dealt(*hands, bottom="3", first=0, **options):
    """A deal with these hands, of equal numbers of cards, and bottom cards."""
    cards = [hand.split("-") for hand in hands]
    assert len({len(hand) for hand in cards}) == 1
    order = [hand[place] for place in range(len(cards[0])) for hand in cards] + bottom.split("-")
    return Deal(options, order, first, len(cards[0]))


def told(deal, *answers):
    """The deal after these answers, each of the seat whose turn it is."""
    for text in answers:
        (seat, *_) = deal.pending()
        assert text in deal.legal(seat), (text, sorted(deal.legal(seat)))
        deal.act(seat, text)
    return deal


def played(*hands, answers, bid=("call", "no", "no"), **options):
    """A deal in which seat 0 becomes landlord, nobody doubles unless the options ask, and the answers follow."""
    return told(dealt(*hands, **{"doubling": "none", **options}), *bid, *answers)


# -- §1 to §3


def test_the_pack_and_its_order():
    """§1.1, §1.2, §2.1"""
    assert Counter(PACK) == {**dict.fromkeys("3 4 5 6 7 8 9 10 J Q K A 2".split(), 4), "B": 1, "R": 1}
    assert "3 4 5 6 7 8 9 10 J Q K A 2 B R".split() == ORDER
    assert pack_is_whole(random.Random(1).sample(PACK, 54))
    assert not pack_is_whole(PACK[:-1])
    whole = Deal({}, PACK)
    assert [len(hand) for hand in whole.hands] == [17, 17, 17]
    assert len(whole.bottom) == 3
    assert whole.hands[1] == PACK[1:51:3]


def test_the_turn_passes_to_the_right_and_the_peasants_win_together():
    """§1.3, §1.4, §6.4"""
    deal = played("4-5", "6-7", "8-9", answers=("3", "6", "8", "pass", "pass", "9"))
    assert [seat for seat, _ in deal.laid] == [0, 1, 2, 0, 1, 2]
    assert deal.over
    assert deal.points()[0] < 0 < deal.points()[1] == deal.points()[2]


def test_who_is_asked_first():
    """§2.2, §8.3"""
    rotating = dealt("4", "5", "6", first=2)
    assert rotating.pending() == [2]
    assert rotating.next_first() == 0
    assert dealt("4", "5", "6", first_bidder="lot").next_first() is None
    void = told(dealt("4", "5", "6", first=1, first_bidder="winner"), "no", "no", "no")
    assert void.next_first() == 1
    won = played("4-5", "6-7", "8-9", answers=("3", "pass", "8", "pass", "pass", "9"), first_bidder="winner")
    assert won.next_first() == 2
    marked = Deal({"first_bidder": "face_up"}, PACK, face_up=16)
    assert marked.pending() == [1]
    assert marked.view(None)["face up"] == PACK[16]
    assert PACK[16] in marked.hands[1]


@pytest.mark.parametrize(
    ("answers", "landlord", "grabs"),
    [
        ("call no no", 0, 0),
        ("call grab no no", 1, 1),
        ("call grab no grab", 0, 2),
        ("call grab grab grab", 0, 3),
        ("call no grab no", 2, 1),
        ("no call no", 1, 0),
        ("no call grab no", 2, 1),
        ("no call grab grab", 1, 2),
        ("no no call", 2, 0),
    ],
)
def test_calling_and_grabbing(answers, landlord, grabs):
    """§3.1, §3.2, §3.3, §7.2"""
    deal = told(dealt("4", "5", "6", doubling="none"), *answers.split())
    assert deal.landlord == landlord
    assert deal.phase == "play"
    assert deal.pending() == [landlord]
    assert deal.multiplier() == 2**grabs


def test_nobody_calls():
    """§3.4, §8.2, §9.2"""
    void = told(dealt("4", "5", "6"), "no", "no", "no")
    assert void.over
    assert void.points() == [0, 0, 0]
    assert void.view(0)["hands"] == [("4",), 1, 1]
    assert void.view(0)["bottom"] is None
    forced = told(dealt("4", "5", "6", first=1, all_pass="first_bidder", doubling="none"), "no", "no", "no")
    assert (forced.landlord, forced.bid) == (1, 1)


def test_the_bottom_cards_go_to_the_landlord():
    """§3.5"""
    deal = told(Deal({"doubling": "none"}, PACK), "no", "call", "no")
    assert [len(hand) for hand in deal.hands] == [17, 20, 17]
    assert Counter(deal.hands[1]) == Counter(PACK[1:51:3] + PACK[51:])
    assert [deal.view(seat)["bottom"] for seat in (0, 1, 2, None)] == [("2", "B", "R")] * 4


def test_all_decide_together_about_doubling():
    """§3.6, §9.1"""
    deal = told(dealt("4", "5", "6"), "call", "no", "no")
    assert deal.pending() == [0, 1, 2]
    deal.act(2, "double")
    assert deal.pending() == [0, 1]
    assert [deal.view(seat)["doubled"] for seat in (0, 1, 2, None)] == [{}, {}, {2: True}, {}]
    deal.act(0, "no")
    deal.act(1, "no")
    assert deal.phase == "play"
    assert deal.view(None)["doubled"] == {0: False, 1: False, 2: True}


def test_a_trick():
    """§6.1, §6.2, §6.3"""
    deal = played("4-4", "6-7", "5-9", answers=())
    assert "pass" not in deal.legal(0)
    told(deal, "4")
    assert deal.legal(1) == {"pass", "6", "7"}
    told(deal, "pass", "5")
    assert deal.legal(0) == {"pass"}  # neither 3 nor 4 follows
    told(deal, "pass", "6", "pass")
    assert deal.legal(0) == {"pass"}
    told(deal, "pass")
    assert deal.legal(1) == {"7"}  # who laid last leads, and may not pass


def test_nobody_follows_the_rocket():
    """§5.4, §6.3"""
    deal = played("B-4-4", "6-6-6", "9-9-9", answers=("B-R",), bottom="R-9-6")
    assert deal.legal(1) == {"pass"}
    told(deal, "pass")
    assert deal.legal(2) == {"pass"}
    told(deal, "pass")
    assert deal.pending() == [0]
    assert "pass" not in deal.legal(0)


def test_a_pass_binds_for_the_moment_only():
    """§6.2"""
    deal = played("4-4", "7-J", "5-9", answers=("3", "pass", "5", "pass"))
    assert deal.legal(1) == {"pass", "7", "J"}


def test_the_clock():
    """§6.5"""
    deal = dealt("9-4", "7-J", "5-9", show_hand=True)
    assert deal.default(0) == "no"
    told(deal, "call", "no", "no")
    assert deal.default(0) == "no"
    told(deal, "no")
    assert [deal.default(seat) for seat in range(SEATS)] == ["no"] * 3
    told(deal, "no", "no", "no")
    assert deal.default(0) == "3"
    told(deal, "3")
    assert deal.default(1) == "pass"


# -- §7 and §8


def test_the_account():
    """§7.1, §7.3, §8.11, §8.14"""
    hands = ("4-4-4-4", "5-5-6-7", "8-8-9-9")
    line = ("3", "5", "8", "4-4-4-4")
    plain = played(*hands, answers=line)
    assert plain.points() == [4, -2, -2]
    assert played(*hands, answers=line, bomb_factor=1).points() == [2, -1, -1]
    assert played(*hands, answers=line, bomb_factor=3, base=5).points() == [30, -15, -15]
    rocket = ("4-B-R", "5-5-5", "6-6-6")
    assert played(*rocket, answers=("3", "5", "pass", "B-R", "pass", "pass", "4"), rocket_factor=4).points() == [8, -4, -4]


def test_spring_and_anti_spring():
    """§7.4, §7.5, §8.12"""
    spring = {"answers": ("3", "pass", "pass", "4")}
    assert played("4", "5", "6", **spring).points() == [4, -2, -2]
    assert played("4", "5", "6", **spring, spring_factor=1).points() == [2, -1, -1]
    anti = {"answers": ("3", "5", "pass", "pass", "6")}
    assert played("4-4", "5-6", "7-7", **anti).points() == [-4, 2, 2]
    assert played("4-4", "5-6", "7-7", **anti, anti_spring_factor=3).points() == [-6, 3, 3]
    assert played("4-9", "5-6", "7-7", answers=("3", "5", "pass", "9", "pass", "pass", "4")).points() == [2, -1, -1]
    assert played("3", "5", "6", answers=("3-3",)).points() == [4, -2, -2]  # with one play: spring, counted once


RECKONED = ("5-5-5-5-6-6-6-6-7", "3-3-3-3-4-4-4-4-9", "8-8-8-8-J-J-J-J-10")  # seat 1 will be landlord, with Q from the bottom


@pytest.mark.parametrize(
    ("answer", "options", "points"),
    [
        (("10", "pass", "4-4-4-4"), {}, [-16, 48, -32]),
        (("pass", "pass", "4-4-4-4"), {}, [-32, 96, -64]),  # by spring
        (("10", "pass", "4-4-4-4"), {"multiplier_cap": 16}, [-16, 32, -16]),
    ],
)
def test_the_deal_reckoned_in_the_book(answer, options, points):
    """§3.3, §7.6, §7.7, §8.13"""
    deal = told(dealt(*RECKONED, bottom="Q", **options), "call", "grab", "no", "no")
    for seat, text in ((1, "double"), (2, "double"), (0, "no")):
        deal.act(seat, text)
    assert told(deal, "Q", "pass", "pass", "3-3-3-3", "pass", "pass", "9", *answer).points() == points


def test_the_same_deal_won_by_the_peasants():
    """§7.7"""
    hands = ("4-4-4-4-10-B-R", "3-5-5-5-9-9-K", "6-6-7-7-8-J-Q")
    deal = told(dealt(*hands, bottom="5-Q-A", doubling="none"), "call", "grab", "no", "no")
    told(deal, "3", "J", "4-4-4-4", "5-5-5-5", "pass", "B-R", "pass", "pass", "10")
    assert deal.points() == [16, -32, 16]


def test_points_of_a_session_are_added_up():
    """§7.8: accounts add up to nothing, so do sessions"""
    total = [0, 0, 0]
    for seed in range(8):
        deal = random_deal(seed)
        total = [sum(pair) for pair in zip(total, deal.points(), strict=True)]
    assert sum(total) == 0
    assert any(total)


@pytest.mark.parametrize(
    ("form", "answers", "landlord", "bid"),
    [
        ("points", "1 no 2", 2, 2),
        ("points", "3", 0, 3),
        ("points", "no 1 no", 1, 1),
        ("points", "1 2 3", 2, 3),
        ("auction", "no 1 no 2 no no", 0, 2),
        ("auction", "1 no no", 0, 1),
        ("auction", "no no 1 no no", 2, 1),
        ("auction", "1 2 no 3", 0, 3),
        ("auction", "no 1 no 2 3", 1, 3),
        ("call", "no call", 1, 1),
        ("none", "", 0, 1),
    ],
)
def test_other_forms_of_bidding(form, answers, landlord, bid):
    """§8.1"""
    deal = told(dealt("4", "5", "6", bidding=form, doubling="none"), *answers.split())
    assert (deal.landlord, deal.bid, deal.phase) == (landlord, bid, "play")


def test_bids_only_rise():
    """§8.1"""
    deal = told(dealt("4", "5", "6", bidding="points"), "2")
    assert deal.legal(1) == {"no", "3"}
    assert told(dealt("4", "5", "6", bidding="auction"), "no", "no", "no").over


def test_a_hand_that_is_shown():
    """§8.4, §9.1, §9.4"""
    deal = told(dealt("4", "5", "6", show_hand=True), "call", "no", "no")
    assert deal.legal(0) == {"show", "no"}
    assert deal.view(None)["hands"] == [2, 1, 1]
    told(deal, "show")
    assert deal.pending() == [0, 1, 2]
    assert deal.view(None)["hands"] == [("3", "4"), 1, 1]
    assert deal.multiplier() == 2


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ("no no", [4, -2, -2]),
        ("double no no", [6, -4, -2]),
        ("no double double", [12, -4, -8]),
        ("double double no", [8, -4, -4]),
    ],
)
def test_peasants_double_first(answers, points):
    """§8.5"""
    deal = told(dealt("4", "5", "6", doubling="peasants_first"), "call", "no", "no", *answers.split())
    assert deal.pending() == [0]
    assert deal.phase == "play"
    assert told(deal, "3", "pass", "pass", "4").points() == points


def test_wins_instead_of_points():
    """§8.15"""
    assert played("4", "5", "6", answers=("3", "pass", "pass", "4"), scoring="winners_one", base=100).points() == [1, 0, 0]
    anti = played("4-4", "5-6", "7-7", answers=("3", "5", "pass", "pass", "6"), scoring="winners_one")
    assert anti.points() == [0, 1, 1]


@pytest.mark.parametrize(
    ("bottom", "factor"),
    [
        ("7-B-R", 4),
        ("9-9-9", 4),
        ("Q-K-A", 3),
        ("A-Q-K", 3),
        ("5-6-R", 2),
        ("4-4-8", 2),
        ("2-2-B", 2),
        ("3-8-J", 1),
        ("K-A-2", 1),
        ("A-2-3", 1),
    ],
)
def test_the_bottom_cards_multiply(bottom, factor):
    """§8.16"""
    deal = dealt("4", "5", "6", bottom=bottom, bottom_multiplies=True, doubling="none")
    assert deal.multiplier() == 1  # they lie face down
    assert told(deal, "no", "call", "no").multiplier() == factor
    assert told(dealt("4", "5", "6", bottom=bottom, doubling="none"), "no", "call", "no").multiplier() == 1


def test_the_bottom_cards_multiply_both_accounts_under_the_cap():
    """§8.16, §8.13"""
    hands = ("4-9", "5-6", "7-8")
    won = {"answers": ("4", "5", "pass", "9", "pass", "pass", "J-J"), "bottom": "J-J"}
    assert played(*hands, **won, bottom_multiplies=True).points() == [4, -2, -2]
    assert played(*hands, **won, bottom_multiplies=True, multiplier_cap=1).points() == [2, -1, -1]
    assert played(*hands, **won).points() == [2, -1, -1]
    lost = {"answers": ("4", "6", "7", "pass", "pass", "8"), "bottom": "Q-K-A"}
    assert played(*hands, **lost, bottom_multiplies=True, base=5).points() == [-60, 30, 30]  # §7.5


# -- §9


def test_what_is_seen():
    """§9.1, §9.2, §9.3, §9.4"""
    deal = dealt("4-9", "5-6", "7-8", doubling="none")
    assert deal.view(None)["hands"] == [2, 2, 2]
    assert deal.view(1)["hands"] == [2, ("5", "6"), 2]
    assert deal.view(1)["bottom"] is None
    told(deal, "call", "no", "no", "3", "5", "8")
    assert deal.view(None)["laid"] == [(0, "3"), (1, "5"), (2, "8")]
    assert deal.view(None)["hands"] == [2, 1, 1]
    told(deal, "9", "pass", "pass", "4")
    assert deal.view(None)["hands"] == [(), ("6",), ("7",)]


def random_deal(seed, **options):
    chance = random.Random(seed)
    deal = Deal(options, chance.sample(PACK, 54), chance.randrange(SEATS))
    while not deal.over:
        seat = chance.choice(deal.pending())
        assert deal.default(seat) in deal.legal(seat)
        deal.act(seat, chance.choice(sorted(deal.legal(seat))))
    return deal


@pytest.mark.parametrize("seed", range(25))
def test_whole_deals_under_random_rules(seed):
    """§6.4, §7.1: every deal ends, within its bounds, and its points add up to nothing or name the winners"""
    chance = random.Random(1000 + seed)
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    deal = random_deal(seed, **options)
    assert len(deal.laid) <= 154
    assert len(deal.bids) <= 7
    if options["scoring"] == "points":
        assert sum(deal.points()) == 0
    else:
        assert sum(deal.points()) == (0 if deal.winner is None else 1 if deal.winner == deal.landlord else 2)
