"""The sentences of the rule book, each with its §: what may be played, what follows, who becomes landlord, who pays whom."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.chance import seeded
from qipai.engine.positions import Position, parse_position
from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import Faces, kind_of
from qipai.games.dou_dizhu import DOU_DIZHU as GAME
from qipai.games.dou_dizhu.notation.text import cards_of, format_kinds, kinds_in, parse_action, parse_kinds, readings
from qipai.games.dou_dizhu.rules.plays import is_play

QUIET = {"doubling": "none"}
WON = "4 5 pass 9 pass pass Q pass pass K pass pass A"  # by a landlord who was dealt 4-9 and took Q-K-A
LOST = "4 6 7 pass pass 8"


def at(hands: str, actions: str = "", bottom: str = "", **options: Any) -> Position:
    """The position after some actions; seat 0 is asked first."""
    told = [f"{name}={str(value).lower()}" for name, value in options.items()]
    undealt = [f"undealt={bottom}"] if bottom else []
    return parse_position(GAME, " ".join(["dou_dizhu", *told, f"hands={hands}", *undealt, actions]))


def plain(position: Position) -> Any:
    return records.to_plain(position.state)


def legal(position: Position, seat: int | None = None) -> set[str]:
    rules = GAME.rules(position.ruleset)
    seat = GAME.to_act(position.state) if seat is None else seat
    return {GAME.notation.format_action(action, position.ruleset) for action in GAME.legal(position.state, rules, seat)}


def points(position: Position) -> list[int]:
    assert GAME.is_over(position.state)
    return list(GAME.result(position.state, GAME.rules(position.ruleset)).points)


def refused(position: Position, text: str) -> str:
    """The § of the refusal, with the same answer from the selection of these cards."""
    rules, seat = records.opened(GAME.rules(position.ruleset)), GAME.to_act(position.state)
    refusal = GAME.telling.why_not(records.opened(position.state), rules, seat, parse_action(text, position.ruleset))
    assert refusal is not None
    return refusal.section


def selected(position: Position, cards: str) -> Any:
    """What the cards are, or the § under which they are refused."""
    rules, seat, seen = records.opened(GAME.rules(position.ruleset)), GAME.to_act(position.state), GAME.new_observation()
    GAME.observe(position.state, GAME.rules(position.ruleset), seat, seen)
    told = GAME.telling.explain(records.opened(seen), rules, seat, parse_kinds(cards))
    return told.refusal.section if told.refusal else set(told.actions)


# -- the pack and the deal


def test_the_pack_and_the_seats() -> None:
    """§1.1, §1.3, §2.1"""
    rules = GAME.rules()
    setup = GAME.setup(rules, 3)
    order = records.to_plain(GAME.shuffled(rules, setup, seed=3))
    kinds = [kind_of(card) for card in order.cards[: order.count]]
    assert sorted(kinds) == sorted([*range(3, 16)] * 4 + [16, 17])
    state = records.to_plain(GAME.start(rules, setup, seed=3))
    assert [kinds_in(hand) for hand in state.hands] == [sorted(kinds[seat:51:3]) for seat in range(3)]
    assert kinds_in(state.face_down) == sorted(kinds[51:])
    assert GAME.seats == (3,)


def test_the_first_bidder_and_the_turn() -> None:
    """§1.3, §2.2, §3.1, §3.4"""
    rules, setup = GAME.rules(), GAME.setup(GAME.rules(), 3)
    assert {GAME.to_act(GAME.start(rules, setup, seed)) for seed in range(20)} == {0, 1, 2}
    void = at("4/5/6", "no no no")
    assert [seat for seat, _ in void.decisions] == [0, 1, 2]
    assert points(void) == [0, 0, 0]
    following = records.new(GAME.SETUP)
    GAME.next_setup(void.setup, records.from_plain(GAME.result(void.state, rules)), rules, following)
    assert records.to_plain(following).first == 1


# -- becoming landlord


@pytest.mark.parametrize(
    ("options", "answers", "landlord", "bid", "grabs"),
    [
        ({}, "call no no", 0, 1, 0),
        ({}, "call grab no grab", 0, 1, 2),
        ({}, "call grab grab no", 2, 1, 2),
        ({}, "no call no", 1, 1, 0),
        ({}, "no no call", 2, 1, 0),
        ({"bidding": "points"}, "bid-1 no bid-2", 2, 2, 0),
        ({"bidding": "points"}, "bid-3", 0, 3, 0),
        ({"bidding": "auction"}, "no bid-1 no bid-2 no no", 0, 2, 0),
        ({"bidding": "call"}, "no call", 1, 1, 0),
        ({"all_pass": "first_bidder"}, "no no no", 0, 1, 0),
    ],
)
def test_becoming_landlord(options: dict[str, str], answers: str, landlord: int, bid: int, grabs: int) -> None:
    """§3.2, §3.3, §3.5, §8.1, §8.2"""
    state = plain(at("4-4/5-5/6-6", answers, "7-8", **options, **QUIET))
    assert (state.landlord, state.bid, state.grabs) == (landlord, bid, grabs)
    assert kinds_in(state.hands[landlord])[-2:] == [7, 8]
    assert list(seats_in(state.asked)) == [landlord]


def test_nobody_is_asked() -> None:
    """§8.1: the bottom cards are dealt to the landlord at once."""
    state = plain(at("4-4-7-8/5-5/6-6", bidding="none", **QUIET))
    assert (state.landlord, kinds_in(state.bottom)) == (0, [7, 8])


def test_who_has_declined_cannot_become_landlord() -> None:
    """§3.2, §3.3"""
    assert legal(at("4/5/6", "no call")) == {"no", "grab"}
    assert list(seats_in(plain(at("4/5/6", "no call no", **QUIET)).asked)) == [1]


def test_doubling_together() -> None:
    """§3.6, §9.1"""
    pending = at("4/5/6", "call no no 2:double")
    assert list(seats_in(GAME.pending(pending.state))) == [0, 1]
    assert plain(pending).doubled == 0
    assert plain(at("4/5/6", "call no no 2:double no no")).doubled == 0b100


def test_doubling_in_turn() -> None:
    """§8.5"""
    options = {"doubling": "peasants_first", "bidding": "none"}
    assert list(seats_in(plain(at("4/5/6", "no double", **options)).asked)) == [0]
    assert plain(at("4/5/6", "no no", **options)).phase == plain(at("4/5/6", "", bidding="none", **QUIET)).phase


# -- what may be played


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        ("4", {}),  # §4.1
        ("R", {}),
        ("7-7", {}),  # §4.2
        ("9-9-9", {}),  # §4.3
        ("2-2-2+R", {}),  # §4.4
        ("9-9-9+4-4", {}),  # §4.5
        ("10-J-Q-K-A", {}),  # §4.6, §1.2
        ("3-4-5-6-7-8-9-10-J-Q-K-A", {}),
        ("5-5-6-6-7-7", {}),  # §4.7
        ("5-5-5-6-6-6", {}),  # §4.8
        ("5-5-5-6-6-6+3-J", {}),  # §4.9
        ("5-5-5-6-6-6+3-3-J-J", {}),  # §4.10
        ("6-6-6-6+3-J", {}),  # §4.11
        ("6-6-6-6+3-3-J-J", {}),
        ("5-5-5-6-6-6+3-3", {}),  # §4.12
        ("6-6-6-6+3-3", {}),
        ("8-8-8-8", {}),  # §4.13
        ("B-R", {}),  # §4.14
        ("3-3-3-4-4-4-5-5-5+7-7-7", {"single_wings": "no_trio_beside"}),  # §8.6
        ("Q-Q-Q-K-K-K-A-A-A+2-2-2", {"single_wings": "no_trio_beside"}),
        ("3-3-3-4-4-4-5-5-5-6-6-6+9-9-9-9", {"single_wings": "any"}),
        ("3-3-3-4-4-4+3-J", {"own_rank_wings": True}),  # §8.7
        ("6-6-6-6+B-R", {"rocket_wings": True}),  # §8.8
        ("5-5-5-6-6-6+9-9-9-9", {"pair_wings": "any"}),  # §8.9
        ("6-6-6-6+3-3-J-J", {"pair_wings": "none"}),
    ],
)
def test_plays(cards: str, options: dict[str, Any]) -> None:
    ruleset = GAME.ruleset(**options)
    action = parse_action(cards, ruleset)
    assert GAME.notation.format_action(action, ruleset) == cards
    assert is_play(action, records.opened(GAME.rules(ruleset)))


@pytest.mark.parametrize(
    ("cards", "options", "section"),
    [
        ("J-Q-K-A-2", {}, "1.2"),
        ("3-4-5-6", {}, "4.6"),
        ("5-5-6-6", {}, "4.6"),
        ("6-6-6-6-B-R", {}, "4.12"),
        ("3-3-3-4-4-4-5-5-5-6-6-6-9-9-9-9", {}, "4.12"),
        ("4-7", {}, "4.15"),
        ("5-5-5-6-6-6-3-3", {"single_wings": "different"}, "8.6"),
        ("3-3-3-4-4-4-3-J", {}, "8.7"),
        ("5-5-5-6-6-6-3-3-J-J", {"pair_wings": "none"}, "8.9"),
        ("6-6-6-6-3-J", {"four_with_two": "none"}, "8.10"),
        ("6-6-6-6-3-3-J-J", {"four_with_two": "singles"}, "8.10"),
    ],
)
def test_no_plays(cards: str, options: dict[str, Any], section: str) -> None:
    """§4.12, §8.6 to §8.10: a selection of cards that the leader holds is refused with its §."""
    size = len(cards.split("-"))
    position = at(f"{cards}/{spare(cards, size)}", bidding="none", **QUIET, **options)
    assert selected(position, cards.replace("-", " ")) == section


def spare(cards: str, size: int) -> str:
    """Two hands of other cards of the pack."""
    pack = [name for name in "3 4 5 6 7 8 9 10 J Q K A 2".split() for _ in range(4)] + ["B", "R"]
    for name in cards.split("-"):
        pack.remove(name)
    return f"{'-'.join(pack[:size])}/{'-'.join(pack[size : 2 * size])}"


def test_the_leader_names_the_body() -> None:
    """§4.15"""
    kinds = parse_kinds("3-3-3-4-4-4-5-5-5-6-6-6")
    ruleset = GAME.ruleset()
    found = {GAME.notation.format_action(action, ruleset) for action in readings(kinds, ruleset)}
    assert found == {"3-3-3-4-4-4-5-5-5-6-6-6", "3-3-3-4-4-4-5-5-5+6-6-6", "4-4-4-5-5-5-6-6-6+3-3-3"}
    assert parse_action("3-3-3-4-4-4-5-5", ruleset) == parse_action("3-3-3-4-4-4+5-5", ruleset)


# -- what follows what


@pytest.mark.parametrize(
    ("play", "table", "follows"),
    [
        ("4-4-4+3", "3-3-3+A", True),  # §5.1
        ("10-J-Q-K-A", "3-4-5-6-7", True),
        ("4-5-6-7-8-9", "3-4-5-6-7", False),
        ("4-4-4+3-3", "3-3-3+A", False),
        ("7-7-7-7+3-3-4-4", "6-6-6-6+3-4", False),
        ("5", "5", False),
        ("B", "2", True),  # §1.2
        ("3-3-3-3", "2", True),  # §5.2
        ("4-4-4-4", "3-3-3-3", True),
        ("3-3-3-3", "4-4-4-4", False),
        ("3-3-3-3+4-5", "2", False),  # §4.11
        ("B-R", "2-2-2-2", True),  # §5.3
        ("2-2-2-2", "B-R", False),  # §5.4
    ],
)
def test_what_follows(play: str, table: str, follows: bool) -> None:
    ruleset = GAME.ruleset()
    action = parse_action(play, ruleset)
    assert (action in readings(cards_of(action), ruleset, parse_action(table, ruleset))) == follows


def test_refusals_of_what_does_not_follow() -> None:
    """§5.1, §5.2, §5.4, §6.1, §6.2"""
    lead = at("3-3-3-3-4/5-6-7-8-9/B-R-J-K-2", bidding="none", **QUIET)
    assert refused(lead, "pass") == "6.1"
    assert refused(lead, "9") == "6.2"
    assert refused(lead, "grab") == "6.2"
    followed = at("3-3-3-3-4/5-6-7-8-9/B-R-J-K-2", "4", bidding="none", **QUIET)
    assert refused(followed, "5-6-7-8-9") == "5.1"
    bombed = at("3-3-3-3-4/5-6-7-8-9/B-R-J-K-2", "3-3-3-3", bidding="none", **QUIET)
    assert refused(bombed, "9") == "5.2"
    rocket = at("3-3-3-3-4/5-6-7-8-9/B-R-J-K-2", "4 5 B-R", bidding="none", **QUIET)
    assert refused(rocket, "3-3-3-3") == "5.4"
    assert legal(rocket) == {"pass"}


# -- the course


def test_a_trick() -> None:
    """§6.1, §6.2, §6.3"""
    hands = "4-4-8/6-7-9/5-9-J"
    assert legal(at(hands, "4", bidding="none", **QUIET)) == {"pass", "6", "7", "9"}
    cleared = at(hands, "4 6 pass pass", bidding="none", **QUIET)
    assert legal(cleared) == {"7", "9"}
    assert plain(cleared).trick == 2


def test_the_clock() -> None:
    """§6.5"""
    for actions, default in (("", "no"), ("call no no", "no"), ("call no no no no no", "4"), ("call no no no no no 4", "pass")):
        position = at("4-8/6-7/5-9", actions)
        seat = GAME.to_act(position.state)
        action = GAME.default_action(position.state, GAME.rules(position.ruleset), seat)
        assert GAME.notation.format_action(action, position.ruleset) == default


def test_a_deal_ends_with_an_empty_hand() -> None:
    """§1.4, §6.4, §7.1"""
    assert points(at("4-8/6-7/5-9", "4 6 pass 8", bidding="none", **QUIET)) == [2, -1, -1]
    assert points(at("4-8/6-7/5-9", "4 pass 5 8", bidding="none", **QUIET)) == [2, -1, -1]
    assert points(at("4-8-9/6-7-J/5-9-K", "4 6 pass 8 J pass pass 7", bidding="none", **QUIET)) == [-2, 1, 1]


# -- the accounts


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [48, -32, -16]),  # §7.7: one grab, two bombs; the landlord and the first peasant have doubled
        ({"multiplier_cap": 16}, [32, -16, -16]),  # §8.13
        ({"base": 5}, [240, -160, -80]),  # §8.14
        ({"bomb_factor": 1}, [12, -8, -4]),  # §8.11
        ({"bomb_factor": 3}, [108, -72, -36]),
        ({"scoring": "winners_one"}, [1, 0, 0]),  # §8.15
    ],
)
def test_a_deal_reckoned(options: dict[str, Any], expected: list[int]) -> None:
    """§7.2, §7.3, §7.6, §7.7"""
    # Seat 0 calls, seat 1 does not grab, seat 2 grabs, seat 0 does not: seat 2 is landlord, and seat 0 its first peasant.
    said = "call no grab no double no double"
    played = "4-4-4-4 pass pass 9-9-9-9 pass pass 5 6 pass 7"
    position = at("3-3-3-6-6-6-6-8-8-K/J-J-J-10-10-10-Q-Q-Q-K/4-4-4-4-9-9-9-9-5-7", f"{said} {played}", **options)
    landlord, first, second = expected
    assert points(position) == [first, second, landlord]


@pytest.mark.parametrize(
    ("hands", "actions", "options", "landlord"),
    [
        ("4-4/5-6/7-8", "4-4", {}, 4),  # §7.4 spring
        ("4-4/5-6/7-8", "4-4", {"spring_factor": 3}, 6),  # §8.12
        ("4-9/5-6/7-8", "4 5 pass 9", {}, 2),
        ("4-9/5-6/J-8", "4 6 J pass pass 8", {}, -4),  # §7.5 anti-spring
        ("4-9/5-6/J-8", "4 6 J pass pass 8", {"anti_spring_factor": 4}, -8),
        ("4-9/B-R/J-8", "4 B-R", {}, -8),  # §7.3
        ("4-9/B-R/J-8", "4 B-R", {"rocket_factor": 4}, -16),  # §8.11
        ("4-4/5-6/7-8", "show 4-4", {"show_hand": True}, 8),  # §8.4
        ("4-4/5-6/7-8", "no 4-4", {"show_hand": True}, 4),
    ],
)
def test_factors(hands: str, actions: str, options: dict[str, Any], landlord: int) -> None:
    assert points(at(hands, actions, bidding="none", **QUIET, **options)) == [landlord, -landlord // 2, -landlord // 2]


def test_points_bid_multiply() -> None:
    """§8.1"""
    assert points(at("4-4/5-6/7-8", "bid-3 4-4", bidding="points", **QUIET)) == [12, -6, -6]


@pytest.mark.parametrize(
    ("bottom", "factor"),
    [
        ("7-B-R", 4),
        ("9-9-9", 4),
        ("Q-K-A", 3),
        ("5-6-R", 2),
        ("4-4-8", 2),
        ("2-2-B", 2),
        ("3-8-J", 1),
        ("K-A-2", 1),
        ("2-3-A", 1),
        ("A-2-B", 2),
        ("3-4-5", 3),
        ("2-2-2", 4),
    ],
)
def test_the_bottom_cards_multiply(bottom: str, factor: int) -> None:
    """§8.16: once they are turned up, and still when the landlord has laid some of them; nothing unless it was agreed."""
    hands, agreed = "10-10/6-7/5-9", {"bidding": "call", "bottom_multiplies": True, **QUIET}
    assert multiplier(at(hands, "no", bottom, **agreed)) == 1
    assert multiplier(at(hands, "no call", bottom, **agreed)) == factor
    assert multiplier(at(hands, f"call {bottom.split('-')[0]} pass pass", bottom, **agreed)) == factor
    assert multiplier(at(hands, "no call", bottom, bidding="call", **QUIET)) == 1


def multiplier(position: Position) -> int:
    """What the board says of both accounts so far."""
    rules, seen = GAME.rules(position.ruleset), GAME.new_observation()
    GAME.observe(position.state, rules, NOBODY, seen)
    return int(GAME.telling.describe(records.opened(seen), records.opened(rules)).multiplier)


@pytest.mark.parametrize(
    ("options", "actions", "expected", "told"),
    [
        ({}, WON, [6, -3, -3], [("bottom", 3, "8.16")]),
        ({"base": 5}, WON, [30, -15, -15], [("base", 5, "8.14"), ("bottom", 3, "8.16")]),
        ({}, LOST, [-12, 6, 6], [("bottom", 3, "8.16"), ("anti_spring", 2, "7.5")]),
        ({"multiplier_cap": 2}, WON, [4, -2, -2], [("bottom", 3, "8.16"), ("cap", 2, "8.13")]),
        ({"scoring": "winners_one"}, WON, [1, 0, 0], []),  # §8.15
        ({"bottom_multiplies": False}, WON, [2, -1, -1], []),
    ],
)
def test_accounts_say_what_the_bottom_cards_multiply(
    options: dict[str, Any], actions: str, expected: list[int], told: list[tuple[str, int, str]]
) -> None:
    """§8.16, §7.1: Q-K-A give 3, whoever wins."""
    agreed = {"bidding": "call", "bottom_multiplies": True, **QUIET} | options
    position = at("4-9/5-6/7-8", f"call {actions}", "Q-K-A", **agreed)
    assert points(position) == expected
    rules = GAME.rules(position.ruleset)
    result = records.from_plain(GAME.result(position.state, rules))
    (fact,) = GAME.telling.tell_result(records.opened(position.state), records.opened(rules), records.opened(result), Faces(3))
    for payment in fact.public["payments"]:
        said = [(one["what"], one.get("times", one.get("most")), one["section"]) for one in payment["factors"]]
        assert said == told


@pytest.mark.parametrize(("first_bidder", "following"), [("rotate", 1), ("lot", NOBODY), ("face_up", NOBODY), ("winner", 2)])
def test_the_next_deal_and_the_session(first_bidder: str, following: int) -> None:
    """§2.2, §7.8, §8.3: seat 0 was landlord, seat 2 emptied the hand; points are added up as they are."""
    position = at("4-9/5-6/J-8", "4 6 J pass pass 8", bidding="none", first_bidder=first_bidder, **QUIET)
    rules, setup = GAME.rules(position.ruleset), records.new(GAME.SETUP)
    GAME.next_setup(position.setup, records.from_plain(GAME.result(position.state, rules)), rules, setup)
    assert records.to_plain(setup).first == following
    assert sum(points(position)) == 0


# -- knowledge


def seen_by(position: Position, seat: int) -> Any:
    seen = GAME.new_observation()
    GAME.observe(position.state, GAME.rules(position.ruleset), seat, seen)
    return records.to_plain(seen)


def test_what_everybody_sees_and_what_is_hidden() -> None:
    """§9.1, §9.2, §9.4"""
    hands = "4-4/5-6/7-8"
    onlooker = seen_by(at(hands, "", "K-K"), NOBODY)
    assert (kinds_in(onlooker.hand), kinds_in(onlooker.bottom), list(onlooker.cards)) == ([], [], [2, 2, 2])
    seen = seen_by(at(hands, "call no no", "K-K"), 1)
    assert (format_kinds(kinds_in(seen.hand)), format_kinds(kinds_in(seen.bottom))) == ("5-6", "K-K")
    assert list(seen.cards) == [2, 2, 4]
    assert seen.landlord == 2
    shown = seen_by(at(hands, "show 4", "", bidding="none", show_hand=True, **QUIET), NOBODY)
    assert format_kinds(kinds_in(shown.open_hand)) == "4"
    assert kinds_in(seen_by(at(hands, "no no no", "K-K"), 1).bottom) == []


def test_the_landlord_still_holds_the_bottom_cards() -> None:
    """§9.3, §8.3: a world in which they are elsewhere is not accepted, and none is drawn."""
    position = at("4-4-8/5-6-9/7-8-10", "call no no 4", "K-K", **QUIET)
    rules, seen = GAME.rules(position.ruleset), GAME.new_observation()
    GAME.observe(position.state, rules, 1, seen)
    twin = records.to_plain(position.state)
    for kind, change in ((13, -1), (8, 1)):
        twin.hands[0].count[kind] += change
        twin.hands[2].count[kind] -= change
    assert GAME.accepts(seen, rules, position.state)
    assert not GAME.accepts(seen, rules, records.from_plain(twin))


def test_worlds_are_drawn_evenly() -> None:
    """§9.3: the landlord's two bottom cards are known; of four other cards any two are with either peasant or the landlord."""
    position = at("4-4/5-6/7-8", "call no no", "K-K", **QUIET)
    rules, seen = GAME.rules(position.ruleset), GAME.new_observation()
    GAME.observe(position.state, rules, 1, seen)
    random, world, found = seeded(5), GAME.new_state(), dict[str, int]()
    for _ in range(1200):
        GAME.sample_world(seen, rules, random, world)
        assert GAME.accepts(seen, rules, world)
        hand = format_kinds(kinds_in(records.to_plain(world).hands[2]))
        found[hand] = found.get(hand, 0) + 1
    # Six ways to choose two of 4 4 7 8: one makes 4-4, two each make 4-7 and 4-8, one makes 7-8.
    ways = {"4-4": 1, "4-7": 2, "4-8": 2, "7-8": 1}
    assert found.keys() == ways.keys()
    assert all(abs(found[hand] - 200 * ways[hand]) < 60 for hand in ways)


# -- the named forms


def test_the_named_forms() -> None:
    """§10.1, §10.2, §10.3, §10.4"""
    asked = {option.name: option.parse(option.default) for option in GAME.options}
    assert GAME.ruleset("default")._asdict() == asked
    assert GAME.changed_options(GAME.ruleset("classic")) == {
        "bidding": "points",
        "doubling": "none",
        "single_wings": "different",
        "four_with_two": "none",
        "spring_factor": "1",
        "anti_spring_factor": "1",
    }
    assert GAME.changed_options(GAME.ruleset("rlcard")) == {
        "bidding": "none",
        "doubling": "none",
        "single_wings": "no_trio_beside",
        "scoring": "winners_one",
    }
    assert GAME.changed_options(GAME.ruleset("openspiel")) == {
        "bidding": "auction",
        "first_bidder": "face_up",
        "doubling": "none",
        "four_with_two": "none",
    }
