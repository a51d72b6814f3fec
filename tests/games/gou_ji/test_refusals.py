"""Why something may not be done in Gou Ji: the code, the § and the sentence in three languages."""

import random

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES
from qipai.games.gou_ji.notation.text import parse_set
from qipai.games.gou_ji.telling.refused_sets import refuse_beat
from tests.games.gou_ji.told import GAME, SEATS, ToldGame

SMALL = "hands=4-5-2/5-6/6-7/8-9/7-8/3-3"
LAST = "last=1/2/3/4/5/6"
DUEL = "hands=4-K-K-9/5-6-8-A-A-B/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0"
TEXTS = (
    "pass keep show play_on revolt silent plead withdraw stay swap pay refuse insist waive no_shao take leave rang agree disagree "
    "show_hand expose ask_wind 3 A-A 2-B R K-K-R taker#2 count#1 count#4 first#0 first#3 say#4 say#more return#3 return#3-K shao#A-A"
).split()


def check(game: ToldGame, seat: int, text: str, code: str, section: str, *parts: str, explained: bool = False) -> None:
    """What refuses an action; and a selection of its cards, if that is `explained` likewise."""
    refusal = game.why_not(seat, text)
    assert refusal is not None, f"{text} may be done"
    assert (refusal.code, refusal.section) == (code, section)
    assert set(refusal.text) == set(LANGUAGES)
    for part in parts:
        assert any(part in sentence for sentence in refusal.text.values()), refusal.text
    if explained:
        assert game.explain(seat, text.rpartition(" ")[2]) == ((), refusal)


# -- whose turn it is, and for what


def test_out_of_turn() -> None:
    """§7.1, §7.2, §7.4, §7.6, §13.1"""
    game = ToldGame(f"{SMALL} leader=0")
    check(game, 3, "8", "another_leads", "7.1", explained=True)
    check(game, 0, "pass", "leader_cannot_pass", "7.1")
    assert game.explain(0, "").refusal.code == "leader_cannot_pass"
    check(game, 0, "keep", "not_asked", "13.1")
    game.tell("4")
    check(game, 3, "8", "another_acts", "7.2", "your team mate on the left", "你的上联", explained=True)
    game.tell("pass", "6")
    check(game, 1, "6", "has_passed", "7.2", explained=True)
    game = ToldGame("hands=4/5-9/6-7/8-9/7-8/3-3 leader=0 misplay=reject")
    game.tell("4")
    check(game, 0, "4", "you_are_out", "7.4")
    game = ToldGame("stop_on_sweep=false hands=9-9/8/./././. places=././3/2/1/4 leader=1")
    game.tell("8")
    for text in ("9", "count 3", "ask_wind", "shao 9", "take"):
        check(game, 0, text, "game_over", "7.6")


def test_questions_come_first() -> None:
    """§13.1  What is asked instead is said."""
    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    check(game, 0, "3", "answer_first", "13.1", "Revolution, or play on?", explained=True)
    game.tell("0:play_on")
    check(game, 0, "play_on", "answered_already", "13.1")
    game.tell("1:play_on", "2:revolt", "3:play_on", "4:play_on", "5:play_on")
    check(game, 1, "plead", "not_asked", "13.1")
    game = ToldGame(f"infringement=big_loser {SMALL} leader=0")
    game.tell("0:count 2")
    check(game, 2, "6", "say_a_number", "14.20", explained=True)
    check(game, 3, "count 1", "talk_later", "11.2")


def test_before_the_play() -> None:
    """§2.3, §3.2, §4.1, §5.3, §5.6"""
    game = ToldGame(f"{SMALL} phase=naming {LAST}")
    check(game, 5, "keep", "name_one_of_six", "2.3")
    game = ToldGame("hands=3-3-4/3-3-8/6/8/7/9 phase=showing threes=S-S:20:S/H-D/./././.")
    check(game, 1, "show", "no_threes", "3.2")
    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    check(game, 1, "revolt", "has_wild", "4.1", "Black", "小虎")
    game = ToldGame(f"hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9-R-R phase=liberating {LAST} taker=2")
    check(game, 5, "refuse", "refuse_without_reds", "5.3", "You have 2")
    game.tell("5:pay", "4:pay")
    check(game, 0, "return 3", "return_number", "5.6", "2, not 1", explained=True)
    check(game, 0, "return 3-5", "not_in_hand", "6.1", "5")
    assert game.explain(0, "").refusal.code == "return_number"
    assert game.explain(0, "4-3").actions == ("return 3-4",)


# -- sets


@pytest.mark.parametrize(
    ("best", "cards", "code", "section", "named"),
    [
        ("6-6-6", "7-7", "wrong_number", "7.2", "3, not 2"),
        ("8-8-8", "7-7-R", "naturals_too_low", "6.3", "higher than 8"),
        ("7-7-2", "7-7-R", "naturals_too_low", "6.3", "higher than 7"),
        ("8-8", "7-7", "not_higher", "6.3", "7 on 8"),
        ("6-6", "6-2", "only_equal", "6.3", "6 on 6"),
        ("6-B-B", "7-7-R", "black_needs_red", "6.3", "takes 2, and 7-7-Red has 1"),
        ("B-B", "2-R", "black_needs_red", "6.3", "2-大虎"),
        ("2-2", "2-B", "only_equal", "6.3", ""),
        ("6-R", "7-R", "red_unbeatable", "6.4", ""),
    ],
)
def test_what_does_not_beat(best: str, cards: str, code: str, section: str, named: str) -> None:
    """§6.3, §6.4, §7.2  The reason that helps most."""
    refusal = refuse_beat(parse_set(cards), parse_set(best))
    assert refusal is not None
    assert (refusal.code, refusal.section) == (code, section)
    assert named.replace("-", "") in "".join(refusal.text.values()).replace("-", "").replace("\u2009", "")


def test_sets_of_the_hand() -> None:
    """§6.1, §7.2"""
    game = ToldGame(f"{SMALL} leader=0")
    check(game, 0, "8", "not_in_hand", "6.1", "8", explained=True)
    assert game.explain(0, "4-5").refusal.code == "no_set"
    assert "4 and 5 differ" in game.explain(0, "4-5-2").refusal.text["en"]
    assert game.explain(0, "2-5").actions == ("5-2",)
    game.tell("5")
    check(game, 1, "5", "only_equal", "6.3", explained=True)
    assert game.explain(1, "").refusal.code == "wrong_number"
    assert game.explain(1, "6").actions == ("6",)


def test_a_whole_hand_is_explained() -> None:
    """§7.1  Of 36 cards, without looking at the thousands of other leads."""
    hand = "-".join(["3"] * 12 + ["2"] * 16 + ["B"] * 4 + ["R"] * 4)
    game = ToldGame(f"hands={hand}/6-7/7-8/8-9/9-10/10-J leader=0")
    assert game.explain(0, hand).actions == (hand,)


# -- duels and Shao Pai


def test_duels() -> None:
    """§8.2"""
    game = ToldGame(DUEL)
    game.tell("K-K", "1:no_shao", "5:no_shao")
    check(game, 4, "A-A", "duel_only", "8.2", "your neighbour on the left may answer your team mate on the right")
    check(game, 0, "9", "duel_own", "8.2", "your Dui Men", explained=True)
    check(game, 1, "take", "order_in_duel", "10.1")
    check(game, 1, "shao A-A", "shao_no_duel", "9.1")


def test_declaring_shao_pai() -> None:
    """§9.1, §9.2, §14.11, §14.14"""
    game = ToldGame(DUEL)
    check(game, 1, "shao A-A", "shao_no_duel", "9.1")
    game.tell("K-K")
    check(game, 4, "shao A-A", "shao_not_neighbour", "9.1")
    check(game, 1, "A-A", "answer_first", "13.1", "Shao Pai?")
    assert game.explain(1, "A-A").actions == ("shao A-A",)
    check(game, 1, "shao 5-B", "shao_too_low", "9.1", "K-K", explained=True)
    check(game, 1, "shao A", "wrong_number", "7.2", explained=True)
    game.tell("1:no_shao")
    check(game, 1, "shao A-A", "answered_already", "13.1")
    game = ToldGame(f"shao_validation=strict {DUEL}")
    game.tell("K-K")
    check(game, 1, "shao A-A", "shao_condition", "14.11", "jokers: 1, ranks: 3", "needs jokers: 2", explained=True)
    game = ToldGame("hands=4-K-K-9/A-A/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K")
    check(game, 1, "shao A-A", "shao_only_one", "9.2", explained=True)


def test_a_declaration_after_a_pass() -> None:
    """§14.13"""
    game = ToldGame("shao_after_pass=false hands=4-K-K-9/5-6-8-A-A-B/6-3-3/8-8-B-2-2/7-7-A-A/4-9-A-A leader=2")
    game.tell("3-3", "8-8", "pass", "pass", "K-K")
    assert game.asked == [1]
    check(game, 5, "shao A-A", "shao_passed", "14.13")


def test_the_run() -> None:
    """§9.4, §14.15"""
    game = ToldGame("shao_responders=opponents hands=4-K-K-9/5-6-8-A-A-B-R/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K", "1:shao A-A", "5:no_shao")
    check(game, 3, "2-2", "shao_answer_opponents", "14.15", "your team mate on the left")
    check(game, 4, "7-7", "another_acts", "7.2")
    game.tell("pass", "pass", "pass")
    check(game, 1, "5", "run_needs_joker", "9.4", explained=True)
    check(game, 1, "B-R", "run_breaks_rest", "9.4", "jokers: 0, ranks: 3", "needs jokers: 2", explained=True)


# -- the endgame


def test_the_order_of_the_endgame() -> None:
    """§10.2, §10.4, §14.8"""
    game = ToldGame("hands=4/5/6-7/8-9/7-8/9-9 leader=0")
    check(game, 0, "take", "no_order", "10.4")
    game.tell("4", "5")
    check(game, 2, "first 5", "no_candidate", "14.8", "Your Dui Men may not act now.", "现在轮不到你的对门")
    check(game, 2, "first 4", "answer_first", "13.1")
    check(game, 3, "take", "not_asked", "13.1")
    game.tell("take", "6", "take", "8")
    check(game, 2, "7", "order_is_settled", "10.2", "your team mate on the right who may play")


def test_asking_for_the_wind() -> None:
    """§14.10"""
    hands = "hands=9/10-J/6-7/8-9/7-8/3-3 leader=0"
    game = ToldGame(hands)
    game.tell("9")
    check(game, 1, "ask_wind", "wind_in_turn", "14.10")
    game = ToldGame(f"wind_protocol=request {hands}")
    check(game, 0, "ask_wind", "wind_not_now", "14.10")
    game.tell("9", "pass")
    check(game, 2, "ask_wind", "wind_not_yours", "14.10", "your neighbour on the left")


# -- table talk


def test_counts() -> None:
    """§11.2, §14.18, §14.24"""
    game = ToldGame(f"{SMALL} leader=0")
    check(game, 0, "count 0", "count_of_yourself", "11.2")
    check(game, 0, "count 1", "count_not_yours", "11.2", "your neighbour on the right")
    game.tell("0:count 2")
    check(game, 4, "count 2", "count_known", "11.2")
    game.tell("4", "5", "6", "8")
    game = ToldGame("hands=4/5-9/6-7/8-9/7-8/3-3 leader=0")
    game.tell("4")
    check(game, 2, "count 0", "count_out", "11.2")
    check(ToldGame(f"table_talk=false {SMALL} leader=0"), 0, "count 2", "talk_off", "14.24")
    check(ToldGame(f"counts_public=true {SMALL} leader=0"), 0, "count 2", "count_printed", "14.18")
    check(ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1"), 0, "count 2", "talk_later", "11.2")


def test_hands() -> None:
    """§11.3, §11.4, §14.17"""
    game = ToldGame(f"expose_max=2 {SMALL} leader=0")
    check(game, 0, "expose", "expose_too_many", "14.17", "With 2 cards or fewer", "you have 3")
    check(game, 1, "expose", "expose_later", "11.4")
    game.tell("1:show_hand")
    check(game, 1, "show_hand", "shown_already", "11.3")
    game.tell("4", "1:expose")
    check(game, 1, "expose", "exposed_already", "11.4")
    check(game, 1, "show_hand", "exposed_already", "11.4")
    game = ToldGame("hands=4-5/5-9/6-7/8-9/7-8/3-3-3-3-3-3-3-3-3-3-3 leader=0")
    check(game, 5, "show_hand", "show_too_many", "11.3", "you have 11")
    game = ToldGame("hands=4/5-9/6-7/8-9/7-8/3-3 leader=0")
    game.tell("4")
    check(game, 0, "show_hand", "you_are_out", "7.4")


def test_rang_pai() -> None:
    """§11.1  Each of the conditions."""
    position = "hands=5-6-6-K-R/3-9/4-10/9-2/A-3/8-10 leader=0"
    game = ToldGame(position)
    check(game, 0, "rang", "rang_no_set", "11.1")
    game.tell("5")
    check(game, 0, "rang", "rang_not_beaten", "11.1")
    game.tell("pass", "pass", "9", "0:rang", "disagree")
    check(game, 0, "rang", "rang_asked", "11.1")
    game = ToldGame(position.replace("9-2", "9-J"))
    game.tell("5", "9", "10", "J")
    check(game, 0, "rang", "rang_not_beaten", "11.1")
    game = ToldGame(position)
    game.tell("5", "pass", "pass", "9", "pass")
    check(game, 0, "rang", "rang_not_next", "11.1")
    check(ToldGame("hands=4-5/5-9/6-7/8-9/./. leader=0"), 0, "rang", "rang_order_instead", "11.1")


def test_rang_pai_while_the_right_side_may_still_play() -> None:
    """§11.1  After a Shao Pai of the neighbour's, or where the endgame is no more, those on the right may still be in."""
    game = ToldGame("hands=5-6-6-K-R/3-9/4-10/9-2/A-3/8-10 table=9 owner=3 beaten=0 to_act=4")
    check(game, 0, "rang", "rang_not_passed", "11.1")


# -- wrong numbers of cards


def test_putting_it_right() -> None:
    """§14.19"""
    game = ToldGame("misplay=correct hands=7-7-4/Q-Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    game.tell("7-7", "Q-Q-Q")
    check(game, 1, "4", "correct_take_back", "14.19", "2 of Q-Q-Q", explained=True)
    check(game, 1, "pass", "correct_no_pass", "14.19")
    check(game, 1, "keep", "answer_first", "13.1")
    game = ToldGame("misplay=correct hands=7-7-7-4/Q-Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    game.tell("7-7-7", "Q-Q")
    check(game, 1, "Q", "correct_add", "14.19", "make 3", explained=True)
    assert game.explain(1, "Q-Q-Q").actions == ("Q-Q-Q",)


# -- all of them


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_is_not_refused_and_all_else_is(seed: int) -> None:
    """Every action of anybody at any time is legal, or refused with a whole sentence."""
    chance = random.Random(seed)
    game = ToldGame.dealt(seed, **GAME.changed_options(random_ruleset(GAME, chance)))
    texts = [text.replace("#", " ") for text in TEXTS]
    while game.phase != "over":
        seat = chance.choice(game.asked)
        legal = game.legal(seat)
        texts += chance.sample(legal, min(2, len(legal)))
        for text in chance.sample(texts, 4):
            action = GAME.notation.parse_action(text, game.ruleset)
            for other in range(SEATS):
                refusal = game.why_not(other, text)
                assert (refusal is None) == bool(GAME.is_legal(game.state, game.rules, other, action))
                assert refusal is None or not any("{" in sentence for sentence in refusal.text.values())
        game.act(seat, chance.choice(legal))


def cards_in(text: str) -> list[str]:
    """The cards of an action."""
    verb, _, value = text.rpartition(" ")
    return value.split("-") if verb in ("", "return", "shao") else []


@pytest.mark.parametrize("seed", range(4))
def test_a_selection_is_what_is_legal(seed: int) -> None:
    """§6, §9.1, §5.6  Any cards of the hand are explained as the legal action that they are, and refused otherwise."""
    chance = random.Random(seed)
    game = ToldGame.dealt(seed, **GAME.changed_options(random_ruleset(GAME, chance)))
    while game.phase != "over":
        seat = chance.choice(game.asked)
        legal, hand = game.legal(seat), game.faces.hands[seat]
        kind, size = chance.choice(hand) if hand else 0, chance.randint(1, 4)
        alike = [card for card in hand if card & 63 in (kind & 63, 13, 14, 15)]
        for cards in (chance.sample(hand, min(size, len(hand))), chance.sample(alike, min(size, len(alike)))):
            explained = GAME.telling.explain(game.observation(seat), records.opened(game.rules), seat, cards)
            assert (explained.refusal is None) == bool(explained.actions)
            assert set(explained.actions) <= set(legal)
            written = sorted(GAME.telling.name_kind(card, game.rules) for card in cards)
            same = [text for text in legal if sorted(cards_in(text)) == written]
            assert not cards or list(explained.actions) == same
        game.act(seat, chance.choice(legal))
