"""The course of a deal: what the tables of examples cannot say.  § numbers are those of the rule book."""

from random import Random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.errors import RulesetError
from qipai.engine.telling import kind_of
from qipai.games import GAN_DENG_YAN as GAME
from tests.games.gan_deng_yan.situations import Position
from tests.session.live import Live


def shuffled(players: int, seed: int, **options: object) -> Position:
    position = Position("hands=3/3")
    position.ruleset = GAME.ruleset(**options)
    position.rules = GAME.rules(position.ruleset)
    position.setup = GAME.setup(position.rules, players)
    position.state = GAME.start(position.rules, position.setup, seed)
    return position


# -- §1, §2


@pytest.mark.parametrize(("decks", "cards"), [(1, 54), (2, 108)])
def test_the_pack(decks: int, cards: int) -> None:
    """§1.1, §7.1  Suits are copies: every face of a pack once."""
    rules = GAME.rules(GAME.ruleset(decks=decks))
    order = records.new(GAME.ORDER)
    GAME.pack(rules, GAME.setup(rules, 4), order)
    listed = records.to_plain(order)
    faces = [GAME.notation.format_card(card) for card in listed.cards[: listed.count]]
    assert len(faces) == cards
    assert len(set(faces)) == 54
    assert all(faces.count(face) == decks for face in faces)


def test_the_first_dealer_is_drawn_by_lot() -> None:
    """§2.1"""
    dealers = {shuffled(3, seed).seen.dealer for seed in range(30)}
    assert dealers == {0, 1, 2}


def test_cards_go_round_from_the_dealer() -> None:
    """§1.3, §2.2  The dealer takes the first card and the last; the next seat sits to the right."""
    rules = GAME.rules()
    setup = GAME.setup(rules, 3)
    records.opened(setup).dealer = 2
    order = GAME.shuffled(rules, setup, 5)
    state = GAME.new_state()
    GAME.deal(state, rules, setup, order)
    drawn = [kind_of(card) for card in records.to_plain(order).cards[:54]]
    dealt = records.to_plain(state)
    for turn, seat in enumerate((2, 0, 1)):
        hand = drawn[turn:16:3]
        assert [dealt.hands[seat].count[kind] for kind in range(18)] == [hand.count(kind) for kind in range(18)]
    assert dealt.talon[:38] == drawn[16:]
    assert (dealt.to_act, dealt.to_beat) == (2, 0)
    assert GAME.clockwise is False


@pytest.mark.parametrize(("players", "talon"), [(2, 43), (3, 38), (4, 33), (5, 28), (6, 23)])
def test_the_talon_begins_with(players: int, talon: int) -> None:
    """§2.3, and §7.1: with two packs 54 more."""
    assert shuffled(players, 1).talon_left == talon
    assert shuffled(players, 1, decks=2).talon_left == talon + 54


# -- §3.11, §7.8, §7.10


def test_a_bare_joker_is_led_and_wins() -> None:
    """§3.11"""
    position = Position("hands=X/4-5 to_act=0")
    assert position.legal() == ["X"]
    assert position.play("X").seen.winner == 0


def test_both_jokers_are_the_double_joker() -> None:
    """§3.7, §3.11"""
    assert Position("hands=X-X/4-5").legal() == ["X-X"]


def test_jokers_of_one_colour_are_led_together() -> None:
    """§7.1"""
    assert Position("decks=2 hands=R-R/4-5").legal() == ["R-R"]
    assert Position("decks=2 hands=B/4-5").legal() == ["B"]
    assert Position("decks=2 hands=B-B-R/4-5").legal() == ["B-R"]


def test_a_bare_joker_does_not_follow() -> None:
    """§3.8"""
    position = Position("hands=4/X/5-5 to_beat=3 owner=0")
    assert position.legal() == ["pass"]
    assert position.why_not(1, "X").code == "lone_joker"


def test_a_forbidden_lead_passes_to_the_right() -> None:
    """§7.8  To the next who can lead something; then everybody takes their turns."""
    position = Position("bare_joker_lead=forbid hands=X/X/4-5/6-7 to_beat=9 owner=0 to_act=3 last=9/pass/pass/.").play("pass")
    assert position.to_act == 2
    assert position.seen.known_jokers[:4] == [2, 2, 0, 0]
    assert position.why_not(0, "X").code == "bare_forbidden"
    position.play("4", "pass")
    assert position.to_act == 0


def test_a_deal_that_nobody_can_lead_is_void() -> None:
    """§7.8  Nobody scores and the same dealer deals again."""
    position = Position("bare_joker_lead=forbid hands=X/X dealer=1 to_beat=9 owner=0").play("pass")
    assert position.over
    result = records.new(GAME.RESULT)
    GAME.returns(position.state, position.rules, result)
    assert records.to_plain(result).points == [0] * 6
    following = records.new(GAME.SETUP)
    GAME.next_setup(position.setup, result, position.rules, following)
    assert records.to_plain(following).dealer == 1


def test_with_a_high_talon_bare_jokers_are_not_led() -> None:
    """§7.10  The lead passes; with five cards in the talon it wins."""
    bare = Position("decks=2 talon_limit=5 hands=R/4-5/5-6 to_beat=3 owner=0 to_act=2 talon=R-3-3-3-3-4-4-4-4").play("pass")
    assert (bare.hand(0), bare.to_act) == ("R-R", 1)
    assert bare.why_not(0, "R-R").code == "bare_not_winning"
    assert bare.explain(0, "R-R").refusal.section == "7.10"
    assert Position("talon_limit=5 hands=X/4-5 talon=3-3-3-3-4").play("X").over


# -- §5


def test_the_leader_must_play() -> None:
    """§5.1"""
    position = Position("hands=4-5/6-7")
    assert "pass" not in position.legal()
    assert (position.why_not(0, "pass").code, position.why_not(0, "pass").section) == ("must_lead", "5.1")


def test_nobody_acts_out_of_turn() -> None:
    """§5.2"""
    position = Position("hands=4-5/6-7")
    assert position.legal(1) == []
    assert position.why_not(1, "6").code == "not_your_turn"
    assert GAME.may_act(position.state) == 0


def test_a_pass_binds_for_the_moment() -> None:
    """§5.2, §5.3"""
    position = Position("hands=4-6-9/2-8/5-2-8").play("4", "pass", "5")
    assert position.to_act == 0
    position.play("pass")
    assert position.to_act == 1
    assert "2" in position.legal()


def test_a_sticky_pass_binds_for_the_trick() -> None:
    """§7.16  The seat is skipped; the trick ends when all but the last player have passed."""
    position = Position("pass_sticky=true hands=4-6-9/2-8/5-7-8").play("4", "pass", "5", "6")
    assert position.to_act == 2
    assert position.why_not(1, "2").code == "passed_out"
    assert position.play("pass").seen.trick == 2
    assert position.to_act == 0


def test_everybody_draws_the_last_player_first() -> None:
    """§5.4, §5.5  Each draws the top card, whoever it is; a short talon goes to the first in the same order."""
    position = Position("hands=4-4/5-9/6-K talon=7-8-9-10-J").play("4", "5", "pass", "pass")
    assert [position.hand(seat) for seat in range(3)] == ["4-9", "7-9", "6-8-K"]
    assert position.to_act == 1
    position.play("7", "8", "9", "pass", "pass")
    assert position.to_act == 0
    assert [position.hand(seat) for seat in range(3)] == ["4-10", "9-J", "6-K"]
    assert position.talon_left == 0
    assert position.play("4", "pass", "pass").hand(0) == "10"


def test_only_the_last_player_draws() -> None:
    """§7.12"""
    position = Position("draw_rule=winner_only hands=4-4/5-9/6-K talon=7-8-9").play("4", "5", "pass", "pass")
    assert [position.hand(seat) for seat in range(3)] == ["4", "7-9", "6-K"]


def test_the_double_joker_ends_the_trick_at_once() -> None:
    """§4.5"""
    position = Position("hands=X-X-3/5-9/6-K talon=7-8-9").play("X-X")
    assert (position.to_act, position.seen.trick, position.talon_left) == (0, 2, 0)
    assert position.hand(0) == "3-7"


def test_the_deal_ends_the_moment_a_hand_is_empty() -> None:
    """§5.6  In the middle of a trick, whatever the talon holds."""
    position = Position("hands=4-9/5/6-K talon=7-8-9-10").play("4", "5")
    assert position.over
    assert GAME.pending(position.state) == 0
    assert position.legal(0) == []
    assert position.why_not(2, "6").code == "deal_over"
    assert GAME.result(position.state, position.rules).points[:3] == [-1, 3, -2]


def test_an_empty_hand_over_a_high_talon_stays_in() -> None:
    """§7.10  It passes by itself, draws with everybody, and its player leads if nobody followed."""
    position = Position("talon_limit=5 hands=4/5-9/6-K talon=7-8-9-10-J-Q").play("4")
    assert not position.over
    position.play("5", "6")
    assert position.to_act == 1
    position.play("pass")
    assert [position.hand(seat) for seat in range(3)] == ["8", "9-9", "7-K"]
    assert position.to_act == 2
    alone = Position("talon_limit=5 hands=4/5-9/6-K talon=7-8-9-10-J-Q").play("4", "pass", "pass")
    assert (alone.to_act, alone.hand(0)) == (0, "7")
    assert Position("talon_limit=5 hands=4/5-9/6-K talon=7-8-9-10-J").play("4").over


def test_the_double_joker_as_last_play_over_a_high_talon() -> None:
    """§4.5, §7.10"""
    position = Position("talon_limit=5 hands=X-X/5-9 talon=7-8-9-10-J-Q-K").play("X-X")
    assert (position.over, position.to_act, position.hand(0)) == (False, 0, "7")


def test_announcing() -> None:
    """§7.9  After playing and after drawing; a hand that grew beyond three is announced no longer."""
    position = Position("announce_at=3 hands=4-4-9-9/5-8-8-8-8/6-K talon=7-7-9").play("4")
    assert position.seen.announced[:3] == [1, 0, 0]
    position.play("pass", "pass")
    assert position.seen.announced[:3] == [0, 0, 1]


# -- what follows a deal, and rule sets


def test_the_winner_deals_next() -> None:
    """§2.1"""
    position = Position("hands=4-9/5/6-K").play("4", "5")
    result, following = records.new(GAME.RESULT), records.new(GAME.SETUP)
    GAME.returns(position.state, position.rules, result)
    GAME.next_setup(position.setup, result, position.rules, following)
    assert records.to_plain(following).dealer == 1
    assert sum(records.to_plain(result).points) == 0  # §6.2 what is added up


def after(position: Position) -> Any:
    """The setup of the deal after this one, and the points of this one."""
    result, following = records.new(GAME.RESULT), records.new(GAME.SETUP)
    GAME.returns(position.state, position.rules, result)
    GAME.next_setup(position.setup, result, position.rules, following)
    players = position.seen.players
    return records.to_plain(following).stakes[:players], records.to_plain(result).points[:players]


def test_stakes_go_from_deal_to_deal() -> None:
    """§7.17  They begin equal, change by what was won and lost, and are what one can lose at most."""
    first = shuffled(4, 1, table_stakes=20)
    assert first.seen.stakes == [20, 20, 20, 20, 0, 0]
    position = Position("table_stakes=20 hands=5/6-6-8-8/9-J/6-7-8-9-9-K stakes=7/3/0/50 to_beat=4 owner=3").play("5")
    assert after(position) == ([16, 0, 0, 44], [9, -3, 0, -6])
    again = shuffled(4, 1, table_stakes=20)
    following = records.opened(again.setup)
    for seat, stake in enumerate(after(position)[0]):
        following.stakes[seat] = stake
    assert records.to_plain(GAME.start(again.rules, again.setup, 1)).stakes[:4] == [16, 0, 0, 44]


def test_nobody_loses_more_in_a_session_than_is_on_the_table() -> None:
    """§7.17  The log tells what each has, before every deal and after it."""
    live = Live(GAME, seats=3, deals=12, rules={"table_stakes": "6"}).people("Ann")
    live.play_session(Random(5))
    told = [fact for entry in live.log for fact in entry.facts if fact.event in ("dealt", "scored")]
    stakes, emptied = [6, 6, 6], 0
    for dealt, scored in zip(told[::2], told[1::2], strict=True):
        assert dealt.public["stakes"] == stakes
        stakes = [stake + points for stake, points in zip(stakes, scored.public["points"], strict=True)]
        assert scored.public["stakes"] == stakes
        assert min(stakes) >= 0
        emptied += 0 in stakes
    assert emptied > 3
    assert [6 + sum(column) for column in zip(*live.session.scores, strict=True)] == stakes


def test_a_player_with_nothing_left_may_win() -> None:
    """§7.17  And a void deal changes nothing (§7.8); without the option nobody has a stake."""
    assert after(Position("table_stakes=2 hands=5/9-J stakes=0/4 to_beat=4 owner=1").play("5")) == ([2, 2], [2, -2])
    void = Position("table_stakes=5 bare_joker_lead=forbid hands=X/X stakes=3/7 to_beat=9 owner=0").play("pass")
    assert after(void) == ([3, 7], [0, 0])
    assert after(Position("hands=5/9-J to_beat=4 owner=1").play("5")) == ([0, 0], [2, -2])


@pytest.mark.parametrize(
    ("options", "section"),
    [
        ({"talon_limit": 5, "draw_rule": "winner_only"}, "talon_limit"),  # §7.10
        ({"ace_factor": 2, "multipliers": "pagat_schedule"}, "ace_factor"),  # §7.14
        ({"triplet_seq": True}, "triplet_seq"),  # §7.4
        ({"triplet_follow": "any_higher"}, "triplet_follow"),  # §7.3
        ({"multipliers": "app", "spring_factor": 2}, "spring_factor"),  # §8.6
        ({"multipliers": "app", "spring_reading": "winner_alone"}, "spring_reading"),  # §8.6
        ({"table_stakes": 100, "winner_scores_only": True}, "table_stakes"),  # §7.17
        ({"table_stakes": 0}, "none or a whole number from 1 to 1000000"),  # §7.17
        ({"tseq_min": 4}, "2 or 3"),  # §7.4
        ({"payment_cap": 0}, "none or a whole number"),  # §7.15
        ({"colour": "red"}, "no option"),
    ],
)
def test_refused_rule_sets(options: dict[str, object], section: str) -> None:
    with pytest.raises(RulesetError, match=section):
        GAME.ruleset(**options)


def test_named_forms() -> None:
    """§10.1 to §10.9"""
    changes = {name: GAME.changed_options(variant.ruleset) for name, variant in GAME.variants.items()}
    assert changes == {
        "default": {},  # §10.1
        "wenshan": {"winner_scores_only": "true"},  # §10.2
        "airplane": {"triplet_mode": "ordinary"},  # §10.3
        "app": {"draw_rule": "winner_only", "multipliers": "app"},  # §10.4
        "baike": {"triplet_mode": "ordinary", "joker_as_two": "false", "ace_factor": "2", "ace_count": "once"},  # §10.5
        "gametea": {"multipliers": "soft_hard", "spring_factor": "2"},  # §10.6
        "91y": {"multipliers": "bombs_played", "spring_factor": "2", "hao_chun_factor": "8"},  # §10.7
        "ttrek": {"triplet_mode": "ordinary", "max_seq_ranks": "3"},  # §10.8
        "qipai007": {  # §10.9
            "multipliers": "bombs_played",
            "djoker_pub": "4",
            "spring_factor": "2",
            "spring_reading": "winner_alone",
        },
    }
    assert [GAME.utility_sum(variant.ruleset, 4) for variant in GAME.variants.values()] == [
        0,
        None,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ]  # §7.13


def test_the_clock_plays_a_pass_or_the_lowest_card() -> None:
    def default(text: str) -> str:
        position = Position(text)
        action = GAME.default_action(position.state, position.rules, position.to_act)
        return GAME.notation.format_action(action, position.ruleset)

    assert default("hands=4-5-5-X/6-7") == "4"
    assert default("hands=4-5-5-X/6-7 to_beat=3 owner=1") == "pass"
    assert default("hands=X/6-7") == "X"
    assert default("hands=X-X/6-7") == "X-X"
    assert default("decks=2 hands=R-R/6-7") == "R-R"
