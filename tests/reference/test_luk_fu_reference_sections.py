"""The reference of Luk Fu, section by section of the rule book."""

import random
from itertools import permutations

import pytest

from tests.reference.luk_fu import Ending, Table, order_for
from tests.reference.luk_fu_evidence import Act, Evidence, not_threatened
from tests.reference.luk_fu_proofs import is_minimal_proof, minimal_proof
from tests.reference.luk_fu_rules import CARDS, RED, Rules, most_together, pack, read, superior, type_of
from tests.reference.luk_fu_search import Search

DEALER, PLAYER2, DREAMER, PLAYER3 = range(4)
SEATS = (DEALER, PLAYER2, PLAYER3)
TIGERS = "1S-1G-1K-1C-L"


def table_with(first="", second="", third="", dreamt="", players=4, **options):
    """A table of four with these cards in the hands of dealer, player 2 and player 3, filled up with the lowest there are."""
    given = [list(read(hand)) if hand else [] for hand in (first, second, third)]
    used = {dreamt}.union(*given)
    rest = [card for card in sorted(pack(players), reverse=True) if card not in used]
    hands = [hand + [rest.pop() for _ in range(12 - len(hand))] for hand in given]
    dreamt = (dreamt or rest.pop()) if players == 4 else None
    return Table(players, DEALER, order_for(hands, dreamt), options)


def said(table, *texts):
    """Lets those who are asked say these, in turn."""
    for text in texts:
        seat = table.pending()[0]
        assert text in table.legal(seat), (text, seat)
        table.play(seat, text)
    return table


KEPT = ["keep"] * 3


def downs(table, seat):
    return {text.removeprefix("down ") for text in table.legal(seat) if text.startswith("down ")}


# -- §3, §4


def test_cards_go_round_and_the_dreamer_gets_the_third():  # §3.1
    table = Table(4, 3, CARDS)
    assert table.dreamt == CARDS[2]
    assert table.hands[3] == {CARDS[0], *CARDS[4::3]}
    assert table.hands[0] == {CARDS[1], *CARDS[5::3]}
    assert table.hands[2] == {CARDS[3], *CARDS[6::3]}
    assert Table(3, 1, CARDS[:36]).hands == {1: set(CARDS[0:36:3]), 2: set(CARDS[1:36:3]), 0: set(CARDS[2:36:3])}


@pytest.mark.parametrize("order", [*permutations([DEALER, PLAYER2, PLAYER3])])
def test_all_three_are_asked_together_for_the_five_tigers(order):  # §4.1
    table = table_with(second=TIGERS, dreamt="9C")
    assert table.pending() == [DEALER, PLAYER2, PLAYER3]
    assert [table.legal(seat) for seat in table.pending()] == [{"keep"}, {"claim", "keep"}, {"keep"}]
    for seat in order:
        table.play(seat, "claim" if seat == PLAYER2 else "keep")
    assert table.ending == Ending("claimed", PLAYER2, 8)
    assert table.points() == [-4, 8, 0, -4]


def test_who_keeps_silent_has_given_up_the_right():  # §4.1
    table = said(table_with(first=TIGERS), *KEPT)
    assert table.phase == "calling"
    said(table, "play")
    assert "1S-1G-1K-1C" in table.legal(DEALER)
    assert TIGERS not in table.legal(DEALER)


@pytest.mark.parametrize("call", ["play", "not_play"])
def test_a_late_claim_makes_the_call_void(call):  # §11.1
    table = said(table_with(third=TIGERS, ng_fu_late_claim=True), *KEPT, call)
    assert (table.phase, table.pending()) == ("claiming", [DEALER, PLAYER2, PLAYER3])
    said(table, "keep", "keep", "claim")
    assert (table.ending.how, table.caller, table.points()) == ("claimed", None, [-4, -4, 0, 8])


def test_after_the_second_question_the_right_is_gone():  # §11.1
    table = said(table_with(third=TIGERS, ng_fu_late_claim=True), *KEPT, "not_play", *KEPT)
    assert (table.phase, table.pending()) == ("calling", [PLAYER2])
    said(table, "not_play", "play")
    assert (table.phase, table.leader, table.privileged) == ("leading", DEALER, PLAYER3)


def test_three_players_are_not_asked_for_the_five_tigers():  # §2.2
    assert table_with(players=3, ng_fu_late_claim=True).phase == "calling"


def test_nobody_calls():  # §4.4
    for options in ({}, {"dealer_next": "winner"}):
        table = said(table_with(players=3, **options), "not_play", "not_play", "not_play")
        assert (table.ending.how, table.points(), table.next_dealer()) == ("abandoned", [0, 0, 0], 1)


# -- §5


def test_what_is_a_meld():  # §5.3, §5.4
    for text in ("7S-7K-7C", "2S-2G-2K-2C", "4C-3C-2C", "7S-6S-5S-4S-3S-2S-1S", "L"):
        assert type_of(read(text))
    for text in ("1S-1G-L", "9K-8K", "7S-7G", "2S-1S-9S", "3S-2S-1G", "L-1C", TIGERS):
        assert type_of(read(text)) is None


def test_what_is_superior():  # §5.2, §5.5
    higher = ["8S-8G-8K 6G-6K-6C", "9G-9K-9C 6G-6K-6C", "4G-3G-2G 9K-8K-7K", "7K-6K-5K 6K-5K-4K", "2S-2G-2K 1S-1K-1C", "2G 1G"]
    for text in higher:
        assert superior(*map(read, text.split())), text
    for text in ("8S-8G-8K-8C 6G-6K-6C", "9S-8S-7S 5C-4C-3C-2C", "9S 1S", "L 2C", "9S 8G", "3K-2K-1K 9K-9G-9C", "9C 1C"):
        assert not superior(*map(read, text.split())), text


# -- §6


def test_two_of_three_sevens_may_go():  # §6.3
    hand, best = read("7S-7G-7K-9C-7C-2C"), read("3S-3G-3C")
    allowed = Rules().surrenders(hand, best, best)
    assert read("7S-7K-2C") in allowed
    assert read("7S-9C-2C") not in allowed


def test_a_run_is_broken():  # §6.3
    hand, best = read("8G-7G-6G-5G-9C-2C"), read("4K-3K-2K")
    allowed = Rules().surrenders(hand, best, best)
    assert read("7G-9C-2C") in allowed
    assert read("8G-9C-2C") not in allowed


def test_with_one_higher_card_it_goes_and_with_two_it_beats():  # §6.3
    assert Rules().surrenders(read("8S-4S-9G"), read("5S"), read("5S")) == {read("8S")}
    assert not Rules().surrenders(read("8S-7S-9G"), read("5S"), read("5S"))
    for best in ("1S", "1C", "L"):
        assert len(Rules().surrenders(read("9S-8S-9C"), read(best), read(best))) == 3


def test_a_surrender_measured_by_the_lead_binds_who_could_beat_the_best():  # §11.2
    rules = Rules({"surrender_reference": "lead"})
    lead, best = read("3K"), read("6K")
    assert rules.surrenders(read("5K-4K-2C"), lead, best) == {read("5K"), read("4K"), read("2C")}
    assert rules.surrenders(read("8K-4K-2C"), lead, best) == set()
    assert rules.surrenders(read("8K-2K-2C"), lead, best) == {read("8K")}
    assert Rules().surrenders(read("8K-4K-2C"), lead, best) == {read("8K")}


def test_to_single_cards_anything_may_be_surrendered():  # §11.3
    rules = Rules({"surrender_singles_free": True})
    assert len(rules.surrenders(read("9K-8K-2C"), read("3K"), read("3K"))) == 3
    assert not rules.surrenders(read("9K-9S-9C-8C"), read("3K-3S-3C"), read("3K-3S-3C")) & {read("8C-9K-9S-9C")}
    hand, best = read("9K-9S-9C-9G-8C"), read("3K-3S-3C")
    assert all(len(away & read("9K-9S-9C-9G")) >= 2 for away in rules.surrenders(hand, best, best))


def test_a_round_goes_to_the_right_past_the_dreamer():  # §6.1, §6.2, §6.4
    table = table_with("5S-2C-2K-2G-3K-3G-4G-5G-5K-3C-4C-4K", "7S-9G-8G-7G-8K-9K-7K-9C-8C-7C-6C-6K", "8S-9S-6S-4S-3S-2S")
    said(table, *KEPT, "play", "5S")
    assert table.pending() == [PLAYER2]
    said(table, "7S")
    assert table.pending() == [PLAYER3]
    assert downs(table, PLAYER3) == set()
    said(table, "9S")
    assert (table.leader, table.tricks(PLAYER3), table.pending()) == (PLAYER3, 1, [PLAYER3])
    assert {len(hand) for hand in table.hands.values()} == {11}


# -- §7: rounds are written as `0:6S 1:8S 3:down=x`


def knowing(holder, hand, *rounds, privileged=None, cards=CARDS, **options):
    """What somebody knows; a card that they have not seen is an x."""

    def act(nth, text):
        seat, _, laid = text.partition(":")
        down, _, cards = laid.rpartition("=")
        seen = None if "x" in cards else read(cards)
        return Act(int(seat), "surrender" if down else "beat" if nth else "lead", cards.count("-") + 1, seen)

    acts = tuple(tuple(act(nth, text) for nth, text in enumerate(texts.split())) for texts in rounds)
    evidence = Evidence(Rules(options), frozenset(cards), SEATS, holder, read(hand), acts, privileged, dreamer=1)
    assert Search(evidence).agrees()
    assert evidence.size(holder) == len(evidence.hand)
    return evidence


def proved(evidence, level="exact"):
    return Search(evidence).aged() if level == "exact" else evidence.aged(level)


LOW_CHEN = "6C-5C-4C-3C-2C"


def test_what_was_seen():  # §7.3
    evidence = knowing(1, f"7S-6G-5G-4G-3G-{LOW_CHEN}", "0:9S 1:down=8S 3:down=x", "0:1S 1:down=2S 3:down=x")
    assert "7S" in evidence.aged("faceup")


def test_neither_opponent_kept_a_chen_above_6():  # §7.4
    evidence = knowing(0, "9C-7C-6K-5K-4K-3K-2K-6G-5G-4G-3G", "0:6C 1:down=x 3:down=x")
    assert "7C" in proved(evidence, "bounds")
    assert "7C" not in proved(evidence, "faceup")
    facts = evidence.facts()
    assert [(fact.seat, fact.did) for fact in facts] == [(1, "surrender"), (3, "surrender")]
    assert minimal_proof(evidence, "7C") == frozenset(facts)
    assert not is_minimal_proof(evidence, "9C", facts)


def test_player_2_has_surrendered_to_nothing():  # §7.4
    evidence = knowing(0, "9C-7C-6K-5K-4K-3K-2K-6G-5G-4G-3G", "0:4C 1:5C 3:down=x")
    assert [card in proved(evidence) for card in ("9C", "7C")] == [True, False]


@pytest.mark.parametrize(("led", "above", "aged"), [("1C", "2C", False), ("1K", "2K", True)])
def test_a_lead_of_one(led, above, aged):  # §7.4
    evidence = knowing(0, "9K-8K-7K-6K-2K-2C-7G-6G-5G-4G-3G", f"0:{led} 1:down=x 3:down=x")
    assert (above in proved(evidence, "bounds")) == (above in proved(evidence)) == aged


def test_a_surrender_that_is_free_shows_nothing():  # §11.3
    free = {"surrender_singles_free": True}
    evidence = knowing(0, "9C-7C-6K-5K-4K-3K-2K-6G-5G-4G-3G", "0:6C 1:down=x 3:down=x", **free)
    assert evidence.facts() == []
    assert not proved(evidence) & {"7C"}


SEVEN_SIP = "7S-8K-6K-5K-3K-2K-7C-5C-3C-2C"


def test_who_leads_a_gon_has_no_sip():  # §7.5
    evidence = knowing(0, SEVEN_SIP, "0:6S 1:8S 3:down=x", "1:7G 3:down=x 0:8G")
    assert "7S" in proved(evidence)
    assert "7S" not in proved(evidence, "bounds")
    assert minimal_proof(evidence, "7S") == {fact for fact in evidence.facts() if (fact.nth, fact.seat) in {(0, 3), (1, 1)}}
    young = knowing(0, SEVEN_SIP, "0:6S 1:8S 3:down=x", "1:9G 3:down=x 0:down=8C", privileged=1)
    assert "7S" not in proved(young)


def test_no_third_nine():  # §7.6
    rounds = [
        "0:8G-8K-8C 1:down=x-x-x 3:down=x-x-x",
        "0:6S 1:7S 3:down=x",
        "1:9G 3:down=x 0:down=2C",
        "1:9K 3:down=x 0:down=3C",
    ]
    evidence = knowing(0, "8S-6K-5K-3K-2K-5C", *rounds, privileged=1)
    assert "8S" in proved(evidence)
    assert "8S" not in proved(evidence, "bounds")
    assert {(fact.nth, fact.seat) for fact in minimal_proof(evidence, "8S")} == {(0, 1), (1, 3)}


def test_an_ordinary_lead_comes_from_the_highest_suit():  # §7.7
    late = {"cards": read("9G-8G-7G-9K-8K-7K-6K-9C-8C-7C-6C-5C-4C-3C-2C-L")}
    rounds = ["0:9G 1:down=x 3:down=7G", "0:8G 1:down=x 3:down=2C", "0:5C 1:6C 3:down=3C", "1:9C 3:down=4C 0:down=x"]
    assert proved(knowing(3, "6K", *rounds, **late)) == {"6K"}
    assert proved(knowing(3, "6K", *rounds, **late), "bounds") == set()
    assert proved(knowing(3, "6K", *rounds, **late, privileged=1)) == set()


def test_a_free_opening_shows_nothing():  # §11.5
    few = {"cards": read("9K-6K-9C-8C-7C-6C-5C-4C-3C-2C")}
    rounds = ["0:5C 1:6C 3:down=3C", "1:9C 3:down=4C 0:down=x"]
    assert proved(knowing(3, "6K", *rounds, **few)) == {"6K"}
    assert proved(knowing(3, "6K", *rounds, **few, dealer_caller_free_open=True)) == set()


def test_a_lead_that_could_have_been_beaten_was_not_aged():  # §7.7
    few = {"cards": read("9K-8K-7K-6K-5K-9C-8C-7C-6C-5C-4C-3C-2C"), "privileged": 3}
    assert proved(knowing(0, "6K-3C", "0:5K 1:down=x 3:7K", "3:7C 0:8C 1:down=x", **few)) == {"6K"}
    assert proved(knowing(0, "6K-3C", "0:5K 1:down=x 3:7K", "3:9C 0:down=8C 1:down=x", **few)) == set()


def test_a_card_that_was_always_aged_comes_after_the_young_ones():  # §7.7
    rounds = ["0:4G 1:5G 3:down=x", "1:9G 3:down=x 0:down=2C"]
    evidence = knowing(0, "8G-6G-9K-7K-6K-5K-3K-2K-5C-3C", *rounds)
    assert proved(evidence) >= {"8G", "6G"}
    assert "6G" not in proved(evidence, "bounds")
    assert "6G" not in proved(knowing(0, "8G-6G-9K-7K-6K-5K-3K-2K-5C-3C", *rounds, privileged=1))


def test_own_higher_cards_are_out_of_the_way():  # §7.2
    unseen = set(CARDS) - read("9G-8G-6G")
    assert not_threatened(read("9G-8G-6G"), unseen) == read("9G-8G")


# -- §8


def leadable(hand, privileged=False, out="."):
    held = read(hand)
    return Rules().leadable(held, not_threatened(held, set(CARDS) - held - read(out)), privileged)


def test_only_the_first_category_may_be_led():  # §8.2
    assert leadable("9S-4S-7G-1C") == {"4S"}
    assert leadable("9S-7G-1C") == {"9S"}
    assert leadable("7G-1C") == {"7G"}
    assert leadable("6S-5S-4S-8K") == {"6S", "5S", "4S"}
    assert leadable("9S-8S-1S") == {"9S", "8S", "1S"}
    assert leadable("1C-L") == {"1C"}
    assert leadable("L") == {"L"}


def test_the_privileged_player_may_bring_aged_cards_forward():  # §8.3
    assert leadable("9S-4S-7G-1C", privileged=True) == {"4S", "9S", "1C"}
    assert leadable("4S-L", privileged=True) == {"4S", "L"}


def test_runs_are_free():  # §8.4
    table = said(table_with("6S-5S-4S-8K-3K-2K-1K-2C-2G-3G-4G-5C", players=3), "play")
    assert "6S-5S-4S" in table.legal(DEALER)
    assert "8K" not in table.legal(DEALER)


def test_a_dealer_who_called_opens_freely():  # §11.5
    hand = "6S-5S-8K-3K-2K-1K-2C-2G-3G-4G-5C-7C"
    options = {"dealer_caller_free_open": True}
    called = said(table_with(hand, players=3, **options), "play")
    assert called.legal(DEALER) >= set(hand.split("-"))
    passed = said(table_with(hand, players=3, **options), "not_play", "play")
    assert passed.leadable(DEALER) == {"6S", "5S"}


# -- §9


def test_declaring_before_the_first_lead():  # §9.1
    table = said(table_with("9S-8S-7S-9G-8G-9K-2K-3K-4K-2C-3C-4C", players=3), "not_play", "play")
    assert "declare" in table.legal(DEALER)
    said(table, "declare")
    assert table.ending == Ending("won", DEALER, 6, read("9S-8S-7S-9G-8G-9K"))
    assert table.points() == [2, -2, 0]  # player 2, privileged, pays for both


def test_five_are_not_enough():  # §9.1
    table = said(table_with("9S-8S-7S-9G-8G-7K-2K-3K-4K-2C-3C-4C", players=3), "play")
    assert "declare" not in table.legal(DEALER)


def last_round(tricks, winner, **options):
    """A deal of three whose last round has just been won."""
    table = Table(3, DEALER, pack(3), options)
    cards = iter(pack(3))
    table.won = {seat: frozenset(next(cards) for _ in range(won)) for seat, won in enumerate(tricks)}
    table.leader = winner
    table._end_without_cards()
    return table.ending


def test_when_the_cards_are_gone():  # §9.2, §9.3, §11.6
    assert (last_round((7, 5, 0), 0).winner, last_round((7, 5, 0), 0).tricks) == (0, 7)
    assert last_round((7, 5, 0), 1).how == "drawn"
    assert last_round((6, 6, 0), 1).winner == 1
    assert last_round((5, 5, 2), 1).how == "drawn"
    assert last_round((7, 5, 0), 1, end_any_six=True).winner == 0
    assert last_round((6, 6, 0), 1, end_any_six=True).how == "drawn"
    assert last_round((5, 4, 3), 1, end_any_six=True).how == "drawn"


# -- §10


def test_what_tricks_are_worth():  # §10.1, §11.7
    assert [Rules().value(tricks) for tricks in range(6, 13)] == [1, 2, 4, 8, 16, 32, 128]
    assert [Rules({"base": "5"}).value(tricks) for tricks in range(6, 13)] == [2, 4, 8, 16, 32, 64, 256]


NINES = [*read("9G-8G-7G-4S-4K-4C-9S-L")]


def test_the_dreamer_is_paid():  # §10.2, §10.3
    assert Rules().payments(SEATS, DEALER, 8, NINES, None, DREAMER, "9C") == {0: 8, 1: -6, 2: 4, 3: -6}
    assert Rules().payments(SEATS, DEALER, 8, NINES, None, DREAMER, "1G") == {0: 8, 1: -5, 2: 2, 3: -5}
    assert Rules().payments(SEATS, DEALER, 8, NINES, None, DREAMER, "2G") == {0: 8, 1: -4, 2: 0, 3: -4}
    doubled = Rules({"base": "5"})
    assert doubled.payments(SEATS, DEALER, 8, NINES, None, DREAMER, "9C") == {0: 16, 1: -12, 2: 8, 3: -12}


def test_the_privileged_loser_pays_for_both():  # §10.4
    assert Rules().payments(SEATS, PLAYER3, 8, NINES, PLAYER2, DREAMER, "9C") == {0: 0, 1: -12, 2: 4, 3: 8}
    assert Rules().payments(SEATS, PLAYER2, 8, NINES, PLAYER2, DREAMER, "9C") == {0: -6, 1: 8, 2: 4, 3: -6}


def test_a_claim():  # §10.5, §11.7, §11.8
    assert Rules({"base": "5"}).claim_payments(SEATS, 1, DREAMER) == {0: -8, 1: 16, 2: 0, 3: -8}
    assert Rules({"scoring": "sung1996", "base": "5"}).claim_payments(SEATS, 1, DREAMER) == {0: -6, 1: 12, 2: 0, 3: -6}


def test_the_other_scale():  # §11.8
    rules = Rules({"scoring": "sung1996", "base": "5"})
    assert rules.payments(SEATS, DEALER, 8, NINES, None, DREAMER, "9C") == {0: 12, 1: -6, 2: 0, 3: -6}
    assert rules.payments(SEATS, DEALER, 8, NINES, PLAYER3, DREAMER, "9C") == {0: 12, 1: 0, 2: 0, 3: -12}
    assert rules.value_by_reds(12, 8) == 30
    assert rules.value_by_reds(12, 7) == 14
    assert len(RED) == 8


def test_payments_add_up_to_nothing():  # §10.6
    chance = random.Random(1)
    for _ in range(200):
        rules = Rules({"scoring": chance.choice(["exponential", "sung1996"]), "base": chance.choice("56")})
        cards = chance.sample(CARDS, 13)
        counting = cards[: chance.randint(6, 12)]
        privileged, winner = chance.choice([None, PLAYER2, PLAYER3]), chance.choice(SEATS)
        assert sum(rules.payments(SEATS, winner, len(counting), counting, privileged, DREAMER, cards[12]).values()) == 0


@pytest.mark.parametrize(
    ("ending", "rotate", "winner"),
    [
        (Ending("won", PLAYER3, 6), 1, 3),
        (Ending("claimed", PLAYER2, 8), 1, 1),
        (Ending("won", DEALER, 6), 1, 0),
        (Ending("drawn"), 1, 0),
        (Ending("abandoned"), 1, 1),
    ],
)
def test_who_deals_next(ending, rotate, winner):  # §10.7, §11.9
    for rule, expected in (("rotate", rotate), ("winner", winner)):
        table = table_with(dealer_next=rule)
        table.ending = ending
        assert table.next_dealer() == expected


STRONG = "9S-7S-5G-3G-8K-6K-2K-1S-5C-4C-3C-L"


@pytest.mark.parametrize(
    ("cards", "many"),
    [
        (STRONG, 6),
        (STRONG.replace("5C", "6C"), 3),
        ("9S-8S-5G-1S", 3),
        ("8S-7S-6S-6G-6K-9C", 4),
        (STRONG.replace("-3C", ""), 3),
    ],
)
def test_how_many_cards_are_spotted_together(cards, many):  # §11.10
    assert most_together(read(cards)) == many


def test_a_dealer_with_a_strong_hand_must_call():  # §11.10
    for evasion, calls in (("free", {"play", "not_play"}), ("unpaid", {"play", "not_play"}), ("forbid", {"play"})):
        assert said(table_with(STRONG, evasion=evasion), *KEPT).legal(DEALER) == calls
    assert said(table_with(STRONG, evasion="forbid", players=4), *KEPT).phase == "calling"


def test_a_dealer_who_evaded_is_not_paid():  # §11.10, §10.4
    rules = Rules()
    owed = rules.payments(SEATS, DEALER, 7, read("9S-1S-L-5C-4C-3C-9C"), PLAYER2, DREAMER, "9G", unpaid=True)
    assert owed == {DEALER: 0, PLAYER2: -4, PLAYER3: 0, DREAMER: 4}


# -- §12


def test_nobody_sees_what_others_surrendered():  # §12.2
    table = table_with("9S-2C-2K-2G-3K-3G-4G-5G-5K-3C-4C-4K", "7S-8G-7G-8K-9K-7K-9C-8C-7C-6C-6K-6G")
    said(table, *KEPT, "play", "9S")
    table.play(PLAYER2, "down 6C")
    table.play(PLAYER3, "down " + min(table.hands[PLAYER3]))
    for seat in (DEALER, PLAYER2, PLAYER3, DREAMER, None):
        evidence = table.evidence(seat)
        assert ("6C" in evidence.seen) == (seat == PLAYER2)
        assert (table.dreamt in evidence.seen) == (seat == DREAMER)
        assert "9S" in evidence.seen
