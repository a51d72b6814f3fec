"""The reference of Gan Deng Yan against the examples of the rule book, and against a second definition of its own."""

import random
from itertools import combinations_with_replacement

import pytest

from tests.reference.gan_deng_yan import Table
from tests.reference.gan_deng_yan_rules import CHOICES, TWO, VALUE, Reading, Rules, is_joker, refusal, submultisets
from tests.vectors import vectors

VECTORS = vectors("gan_deng_yan")


# -- the examples of the rule book


def cards_of(words):
    return [{"JR": "R", "JB": "B"}.get(word, word) for word in words]


def named(name):
    return Reading(name["type"], name.get("rank", 0), name.get("len", 1))


def readings_of(rules, words):
    return {name for name in rules.readings if rules.fits(cards_of(words), name)}


def answer_readings(rules, vector):
    found = readings_of(rules, vector["cards"])
    if "expect" in vector:
        assert found == {named(name) for name in vector["expect"]}
    else:
        assert found >= {named(name) for name in vector["expect_contains"]}


def answer_follows(rules, vector):
    def chosen(side):
        names = readings_of(rules, side["cards"])
        return {named(side["as"])} & names if "as" in side else names

    (table,) = chosen(vector["over"])
    assert any(rules.follows(play, table) for play in chosen(vector["play"])) == vector["expect"]


def answer_deal(rules, vector):
    facts, expected = vector["given"], vector["expect"]
    decks = {"decks": facts["decks"]}
    table = Table(decks, facts["players"], 0, Rules(decks).pack())
    assert [len(hand) for hand in table.hands] == [expected["dealer"]] + [expected["others"]] * (facts["players"] - 1)
    assert table.talon_left == expected["talon"]


def answer_draw(rules, vector):
    facts = vector["given"]
    drawers = rules.drawers(facts["players"], facts["last_player"], facts["talon"])
    assert drawers == vector["expect"]["drawers"]
    assert facts["talon"] - len(drawers) == vector["expect"]["talon"]


def answer_bare_joker(rules, vector):
    facts = vector["given"]
    hand = cards_of(facts["hand"])
    may_lead = facts["on_lead"] and bool(rules.leads(hand, facts["talon"]))
    assert may_lead == vector["expect"]["may_lead"]
    assert not rules.plays(hand)


def answer_go_out(rules, vector):
    assert vector["given"]["hand_after_play"] == 0
    assert rules.may_win(vector["given"]["talon"]) == vector["expect"]["hand_ends"]


def answer_announce(rules, vector):
    assert rules.must_announce(vector["given"]["cards"]) == vector["expect"]


def answer_pass_not_sticky(rules, vector):
    table = Table(rules.options, 3, 0, ["4", "6", "5", "Q", "6", "5", "K"], each=2)
    for action in vector["given"]["actions"]:
        if table.to_act == 0 and table.on_table is None:
            table.play("-".join(vector["given"]["lead"]["cards"]))
        assert table.to_act == action["by"]
        table.play("pass" if "pass" in action else "-".join(action["play"]))
    assert table.to_act == vector["expect"]["to_act"]
    assert (table.legal() == {"pass", "6"}) == vector["expect"]["may_play"]


def answer_score(rules, vector):
    facts = vector["given"]
    seats = [facts["winner"], *facts["left"]]
    public = rules.public_factor(facts.get("bombs_played", []), facts.get("dealer_first_play", False))
    payments = {seats.index(seat): rules.payment(cards_of(left), public) for seat, left in facts["left"].items()}
    points = rules.settle(0, payments, len(seats))
    assert dict(zip(seats, points, strict=True)) == vector["expect"]
    if "factors" in vector:
        (left,) = facts["left"].values()
        factors = {"public": public, "private": rules.private_factor(cards_of(left)), "cards": len(left)}
        assert factors == vector["factors"]


ANSWERS = {name.removeprefix("answer_"): answer for name, answer in list(globals().items()) if name.startswith("answer_")}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_an_example_of_the_rule_book(vector):
    ANSWERS[vector["kind"]](Rules(vector.get("option")), vector)


# -- §3 defined a second time


def represented(cards):
    """Every multiset of values that the cards may represent, with whether a joker is a 2 in it."""
    naturals = [VALUE[card] for card in cards if not is_joker(card)]
    for stood_for in combinations_with_replacement(range(3, TWO + 1), len(cards) - len(naturals)):
        yield sorted([*naturals, *stood_for]), TWO in stood_for


def name_of(values):
    """§3.1 to §3.6, §7.4  What kinds the values are when nothing is wild, as (kind, rank, length)."""
    kinds = sorted(set(values))
    copies = {values.count(value) for value in kinds}
    if len(copies) > 1 or (len(kinds) > 1 and (kinds[-1] == TWO or kinds[-1] - kinds[0] != len(kinds) - 1)):
        return None
    copy = copies.pop()
    if len(kinds) == 1:
        return {1: "single", 2: "pair", 3: "trip", 4: "quad"}.get(copy), kinds[0], 1
    return {1: "seq", 2: "dseq", 3: "tseq"}.get(copy), kinds[0], len(kinds)


def allowed(rules, name):
    kind, _, length = name
    runs = {"seq": 3, "dseq": rules["min_dseq_pairs"], "tseq": rules["tseq_min"]}
    if kind in runs:
        return runs[kind] <= length <= rules.limit("max_seq_ranks") and (kind != "tseq" or rules["triplet_seq"])
    return kind is not None


def named_plays(rules, hand):
    found = set()
    for cards in submultisets(hand):
        if cards and all(map(is_joker, cards)):
            if cards in (("X", "X"), ("B", "R")):
                found.add((cards, "djoker", 0, 1))
            continue
        for values, two in represented(cards) if cards else ():
            name = name_of(values)
            if name and allowed(rules, name) and (rules["joker_as_two"] or not two):
                found.add((cards, *name))
    return found


def random_options(chance, names=CHOICES):
    """Options that make a rule set, each at its default more often than not."""
    while True:
        options = {name: chance.choice(CHOICES[name]) for name in names if chance.random() < 0.4}
        if refusal(options) is None:
            return options


SHAPING = ["triplet_mode", "triplet_seq", "tseq_min", "max_seq_ranks", "min_dseq_pairs", "joker_as_two"]


def random_hand(chance, rules, largest):
    """Often of few ranks, so that it holds long sequences and large sets, and often with all the jokers."""
    low = chance.randint(3, TWO)
    pack = [card for card in rules.pack() if is_joker(card) or low <= VALUE[card] <= low + chance.randint(1, 12)]
    jokers = [card for card in pack if is_joker(card)][: chance.randint(0, 4)]
    naturals = [card for card in pack if not is_joker(card)]
    return jokers + chance.sample(naturals, min(len(naturals), chance.randint(1, largest - len(jokers))))


@pytest.mark.parametrize("seed", range(40))
def test_the_plays_of_a_hand_are_those_of_a_second_definition(seed):
    chance = random.Random(seed)
    rules = Rules(random_options(chance, SHAPING) | {"decks": chance.choice([1, 2])})
    hand = random_hand(chance, rules, 7)
    assert rules.plays(hand) == named_plays(rules, hand)


@pytest.mark.parametrize("seed", range(60))
def test_the_loops_turned_inside_out_find_the_same_plays(seed):
    chance = random.Random(seed)
    rules = Rules(random_options(chance, SHAPING) | {"decks": chance.choice([1, 2])})
    hand = random_hand(chance, rules, 9)
    assert rules.plays(hand) == rules.plays_by_definition(hand)


@pytest.mark.parametrize("seed", range(60))
def test_plays_of_one_hand_have_different_texts(seed):
    chance = random.Random(seed)
    rules = Rules(random_options(chance, SHAPING) | {"decks": chance.choice([1, 2])})
    plays = rules.plays(random_hand(chance, rules, 12))
    assert len({play.text for play in plays}) == len(plays)


# -- §5 whole deals


@pytest.mark.parametrize("seed", range(100))
def test_every_deal_ends_and_loses_no_card(seed):
    chance = random.Random(seed)
    table = random_table(chance)
    total = table.talon_left + sum(map(len, table.hands))
    laid = 0
    while not table.over:
        actions = sorted(table.legal())
        text = chance.choice(actions)
        laid += 0 if text == "pass" else len(table.choices[text].cards)
        table.play(text)
        assert total == table.talon_left + sum(map(len, table.hands)) + laid
    points = table.points()
    assert table.rules["winner_scores_only"] or sum(points) == 0
    assert table.winner is None or points[table.winner] == max(points)
    assert table.next_dealer in range(table.players)


def random_table(chance):
    """A full deal, or one of few cards and many jokers, where leads run out."""
    rules = Rules(random_options(chance))
    players = chance.randint(2, 6)
    dealer = chance.randrange(players)
    order = chance.sample(rules.pack(), len(rules.pack()))
    if chance.random() < 0.5:
        return Table(rules.options, players, dealer, order)
    each = chance.randint(1, 2)
    order.sort(key=lambda card: not is_joker(card))
    few = order[: players * each + 1 + chance.choice([0, 0, 1, 6, 12])]
    chance.shuffle(few)
    return Table(rules.options, players, dealer, few, each)


def played(table, *texts):
    for text in texts:
        table.play(text)
    return table


def test_a_single_joker_on_lead_wins():  # §3.11
    table = played(Table({}, 2, 0, ["3", "7", "X"], each=1), "3", "pass")
    assert table.legal() == {"X"}
    assert played(table, "X").points() == [1, -1]


def test_two_equal_jokers_on_lead_win():  # §3.11
    table = played(Table({"decks": 2}, 2, 0, ["3", "7", "B", "7", "B"], each=2), "3", "pass")
    assert table.legal() == {"B-B"}
    assert played(table, "B-B").winner == 0


def test_three_jokers_are_a_double_joker_first():  # §3.11
    table = played(Table({"decks": 2}, 2, 0, ["3", "7", "B", "7", "R", "8", "B"], each=3), "3", "pass")
    assert table.legal() == {"B-R"}
    assert played(table, "B-R").legal() == {"B"}


def test_a_forbidden_lead_passes_to_the_right():  # §7.8
    rules = {"bare_joker_lead": "forbid"}
    table = played(Table(rules, 3, 0, ["3", "X", "7", "X"], each=1), "3", "pass", "pass")
    assert table.to_act == 2
    assert table.legal() == {"7"}


def test_a_deal_in_which_nobody_can_lead_is_void():  # §7.8
    table = played(Table({"bare_joker_lead": "forbid"}, 2, 1, ["3", "X", "X"], each=1), "3", "pass")
    assert (table.over, table.winner, table.points(), table.next_dealer) == (True, None, [0, 0], 1)


LARGE_TALON = ["9", "K", "9", "K", "X", "4", *"333333"]


def test_a_player_without_cards_draws_with_the_others():  # §7.10
    table = played(Table({"talon_limit": 5}, 2, 0, ["3", "6", "7", *LARGE_TALON], each=1), "3", "pass", "7", "pass")
    assert table.talon_left == 8
    assert played(table, "9-9", "pass").hands[0] == ["X"]


def test_a_joker_that_would_not_win_is_not_led():  # §3.11, §7.10
    table = Table({"talon_limit": 5}, 2, 0, ["3", "6", "7", *LARGE_TALON], each=1)
    assert played(table, "3", "pass", "7", "pass", "9-9", "pass").talon_left == 6
    assert table.to_act == 1


def test_nobody_is_asked_for_a_pass_on_the_double_joker():  # §4.5
    table = played(Table({}, 3, 0, ["X", "5", "6", "X", "7", "8", "9"], each=2), "X-X")
    assert (table.to_act, table.legal()) == (0, {"9"})


def test_who_passed_stays_out_where_passes_are_sticky():  # §7.16
    cards = ["4", "6", "5", "Q", "Q", "K", "K"]
    free = played(Table({}, 3, 0, cards, each=2), "4", "pass", "5", "pass")
    sticky = played(Table({"pass_sticky": True}, 3, 0, cards, each=2), "4", "pass", "5", "pass")
    assert (free.to_act, free.legal()) == (1, {"pass", "6"})
    assert (sticky.to_act, sticky.on_table) == (2, None)


def test_everybody_draws_the_next_card_from_the_last_player_on():  # §5.4, §5.5
    table = Table({}, 3, 1, ["3", "8", "8", "4", "8", "8", "K", "5", "6", "7", "9", "10"], each=2)
    played(table, "3", "pass", "pass")
    assert [hand[-1] for hand in table.hands] == ["7", "5", "6"]
    played(table, "K", "pass", "pass")
    assert [hand[-1] for hand in table.hands] == ["7", "9", "10"]


def test_only_the_last_player_draws():  # §7.12
    table = Table({"draw_rule": "winner_only"}, 3, 1, ["3", "8", "8", "4", "8", "8", "K", "5", "6", "7"], each=2)
    played(table, "3", "pass", "pass", "K", "pass", "pass")
    assert [len(hand) for hand in table.hands] == [2, 3, 2]
    assert table.hands[1] == ["4", "5", "6"]


def test_few_cards_are_announced_after_a_play_and_after_a_draw():  # §7.9
    order = ["3", "8", "4", "8", "5", "8", "6", "9", "10"]
    table = Table({"announce_at": 3}, 2, 0, order, each=3)
    played(table, "3")
    assert table.announcements == [(0, 3)]
    played(table, "pass")
    assert table.announced == set()
    assert not Table({}, 2, 0, order, each=3).announced


# -- §8 what a whole deal multiplies


def test_the_app_counts_spring_and_hao_chun():  # §8.6
    table = played(Table({"multipliers": "app"}, 2, 0, ["3", "8", "3", "9", "3"], each=2), "3-3-3")
    assert table.points() == [2 * 2 * 8 * 2, -64]


def test_the_app_pays_at_most_64_times_the_cards():  # §8.6
    table = played(Table({"multipliers": "app"}, 2, 0, ["X", "8", "X"], each=1), "X-X")  # 8 x 8 x 2 without a limit
    assert table.points() == [64, -64]


def test_a_dealer_who_laid_nothing_after_the_lead_pays_for_spring():  # §8.7
    table = played(Table({"spring_factor": 3}, 2, 0, ["3", "4", "9"], each=1), "3", "4")
    assert table.points() == [-3, 3]


def test_late_tricks_double():  # §8.6
    rules = Rules({"multipliers": "app"})
    assert [rules.public_factor([], tricks=tricks) for tricks in (19, 20, 29, 30)] == [1, 2, 2, 4]


def test_no_more_is_paid_than_the_limit():  # §7.15
    assert Rules({"payment_cap": 10, "ace_factor": 4}).payment(["A", "A", "3"]) == 10


def test_a_pair_of_both_jokers_may_count_as_a_bomb():  # §8.4
    rules = Rules({"decks": 2, "multipliers": "pagat_schedule", "djoker_in_hand": "as_bomb"})
    assert rules.private_factor(["B", "R", "R"]) == 8 * 2
    assert rules.private_factor(["B", "B"]) == 4


def test_both_jokers_may_count_as_jokers_and_as_a_bomb():  # §8.4
    rules = Rules({"decks": 2, "multipliers": "pagat_schedule", "djoker_in_hand": "as_jokers_and_bomb"})
    assert rules.private_factor(["B", "R", "R"]) == 64
    assert rules.private_factor(["B", "R"]) == 32


def test_aces_may_count_once():  # §7.14
    rules = Rules({"ace_factor": 2, "ace_count": "once"})
    assert [rules.payment(hand.split("-")) for hand in ("6-8-J-A", "6-8-A-A", "6-8")] == [8, 8, 2]
    assert Rules({"ace_factor": 3, "ace_count": "once"}).payment(["6", "A", "A"]) == 9


def test_nobody_pays_more_than_lies_on_the_table():  # §7.17
    rules = Rules({"table_stakes": 50})
    payments = {seat: rules.payment(["3"] * owed, stake=stake) for seat, (owed, stake) in enumerate([(4, 3), (2, 0), (6, 50)])}
    assert payments == {0: 3, 1: 0, 2: 6}
    assert rules.settle(3, payments, 4) == [-3, 0, -6, 9]


def test_bombs_played_and_nothing_else():  # §8.8
    rules = Rules({"multipliers": "bombs_played"})
    assert rules.payment(["A", "X", "A"], rules.public_factor(["hard_trip", "djoker"])) == 48
    assert rules.public_factor(["soft_trip", "hard_quad"]) == 8
    assert Rules({"multipliers": "bombs_played", "djoker_pub": 4}).public_factor(["djoker"]) == 4


def test_spring_when_the_winner_alone_has_laid():  # §8.7
    options = {"spring_factor": 2, "spring_reading": "winner_alone"}
    lead = ["3", "8", "9", "3", "J", "Q", "3"]  # the dealer lays three 3s; with hao chun as well ×16
    table = played(Table(options | {"hao_chun_factor": 8}, 3, 0, lead, each=2), "3-3-3")
    assert table.points() == [2 * 16 * 2, -32, -32]
    table = played(Table(options, 3, 0, ["3", "4", "9", "9"], each=1), "3", "4")  # the dealer has laid too
    assert table.points() == [-1, 2, -1]


def test_the_winner_alone_scores_in_wenshan():  # §7.13, §10.2
    assert Rules({"winner_scores_only": True}).settle(1, {0: 2, 2: 5}, 3) == [0, 7, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"talon_limit": 5, "draw_rule": "winner_only"},
        {"ace_factor": 2, "multipliers": "pagat_schedule"},
        {"triplet_seq": True},
        {"triplet_follow": "any_higher"},
        {"multipliers": "app", "spring_factor": 2},
        {"multipliers": "app", "spring_reading": "winner_alone"},
        {"table_stakes": 40, "winner_scores_only": True},
    ],
)
def test_rules_that_contradict_each_other_are_refused(options):
    with pytest.raises(ValueError, match="§"):
        Rules(options)
