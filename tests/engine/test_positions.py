"""Positions of every game: what is written deals and plays over to the same bytes, and nonsense is refused in sentences."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import NotationError, QipaiError
from qipai.engine.game import Game, seeded
from qipai.engine.minis import mini_setup
from qipai.engine.positions import Decision, format_position, parse_position
from qipai.engine.seats import seats_in
from qipai.engine.shuffling import shuffle
from qipai.games import GAMES, GAN_DENG_YAN, GOU_JI, find_game
from tests.conformance.nines import NINES

EVERY_GAME = [*GAMES.values(), NINES]
GDY = "gan_deng_yan hands=4-6-X/5-5/2-2 undealt=J-Q"


def random_play(
    game: Game, ruleset: Any, setup: Any, order: Any, chance: random.Random, most: int = 10_000
) -> tuple[Any, list[Any]]:
    """Decisions by chance, and the state they lead to; seats that are asked together answer in any order."""
    rules, state, decisions = game.rules(ruleset), game.new_state(), list[Any]()
    game.deal(state, rules, setup, order)
    while not game.is_over(state) and len(decisions) < most:
        seat = chance.choice(list(seats_in(int(game.pending(state)))))
        decisions.append(Decision(seat, chance.choice(game.legal(state, rules, seat))))
        game.apply_action(state, rules, *decisions[-1])
    return state, decisions


def assert_read_back(game: Game, ruleset: Any, setup: Any, order: Any, state: Any, decisions: list[Any]) -> str:
    line = format_position(game, ruleset, setup, order, decisions)
    read = parse_position(game, line)
    assert read.ruleset == ruleset, line
    assert list(read.decisions) == decisions, line
    assert records.to_bytes(read.setup) == records.to_bytes(setup), line
    assert records.to_bytes(read.state) == records.to_bytes(state), line
    assert format_position(game, read.ruleset, read.setup, read.order, read.decisions) == line
    return line


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_sessions_by_chance_are_read_back(game: Game) -> None:
    """Deals that follow one another, so that setups differ from the first, under random rules; and some moment of each."""
    chance = random.Random(game.name)
    for seed in range(2):
        ruleset, players = random_ruleset(game, chance), chance.choice(game.seats)
        rules = game.rules(ruleset)
        setup = game.setup(rules, players)
        for number in range(3):
            order = game.shuffled(rules, setup, seed, number)
            state, decisions = random_play(game, ruleset, setup, order, chance)
            assert_read_back(game, ruleset, setup, order, state, decisions)
            some = random_play(game, ruleset, setup, order, chance, most=chance.randrange(len(decisions)))
            assert_read_back(game, ruleset, setup, order, *some)
            result, following = records.new(game.RESULT), records.new(game.SETUP)
            game.returns(state, rules, result)
            game.next_setup(setup, result, rules, following)
            setup = following


SMALL_PACKS = [GAMES[name] for name in ("gan_deng_yan", "giog", "sangkrip", "tamcuc", "luk_fu", "gou_ji")]  # parts of the whole


@pytest.mark.parametrize("game", SMALL_PACKS, ids=lambda game: game.name)
def test_small_packs_are_read_back(game: Game) -> None:
    """The cards that a line names are the pack."""
    chance, rules = random.Random(game.name), game.rules()
    for seed in range(5):
        setup, order = mini_setup(game, rules), records.new(game.ORDER)
        game.pack(rules, setup, order)
        shuffle(records.opened(seeded(seed)), records.opened(order))
        state, decisions = random_play(game, game.ruleset(), setup, order, chance, most=seed * 3)
        line = assert_read_back(game, game.ruleset(), setup, order, state, decisions)
        assert len(line) < 400


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_names_of_parts_are_told_apart(game: Game) -> None:
    """No house rule is called like a field of the setup, or like what was dealt."""
    parts = [*(game.SETUP.names or ()), *(option.name for option in game.options), "hands", "undealt", "cards", "lot"]
    assert len(parts) == len(set(parts))


def test_a_short_line() -> None:
    """The dealer is the seat on which the lot fell, here 0; it gets one card more; the rest lies undealt in its order."""
    read = parse_position(GAN_DENG_YAN, f"{GDY} 4 5 pass")
    state = records.to_plain(read.state)
    assert [hand.cards for hand in state.hands[:3]] == [2, 1, 2]
    assert (state.to_act, state.owner, state.talon_places, state.dealer) == (0, 1, 2, 0)
    assert [decision.seat for decision in read.decisions] == [0, 1, 2]


def test_faces_and_kinds() -> None:
    """A card is named by its kind or its face; what is undealt keeps its order, and the order can be told itself."""
    faces = parse_position(GAN_DENG_YAN, "gan_deng_yan hands=4H-6S-R/5C-5D/2H-2S undealt=JC-QD 4 5 pass")
    kinds = parse_position(GAN_DENG_YAN, f"{GDY} 4 5 pass")
    assert records.to_bytes(faces.state) == records.to_bytes(kinds.state)
    drawn = records.to_plain(faces.order)
    assert [GAN_DENG_YAN.notation.format_card(card) for card in drawn.cards[-1:0:-1] if card][:2] == ["QD", "JC"]
    order = parse_position(GAN_DENG_YAN, "gan_deng_yan players=3 hand_size=2 cards=4-5-2-6-5-2-X-J-Q 4 5 pass")
    assert records.to_bytes(order.state) == records.to_bytes(kinds.state)


def test_the_lots_of_gou_ji() -> None:
    """§2.2, §3.2  Hands of a first game, in which the suits of threes and the card that was drawn count."""
    hands = "3S-3S-4/3H-3D-5/6-6-7/7-8-8/9-9-10/10-J-J"
    read = parse_position(GOU_JI, f"gou_ji lot=2/3/0/0/0/0/0/0 hands={hands}")
    public = records.to_plain(read.state).public
    assert (public.kaipai, [sum(hand) for hand in records.to_plain(read.state).hands]) == (2, [3] * 6)
    assert [hand[1] for hand in records.to_plain(read.state).hands] == [2, 2, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("gan_deng_yan", "needs hands=…"),
        ("gan_deng_yan hands=3-4/5 cards=3-4-5", "or else cards=…"),
        ("gan_deng_yan cards=3-4-5", "needs players=…"),
        ("gan_deng_yan players=two cards=3-4-5", "players=two must be the number of players"),
        ("gan_deng_yan players=3 hands=3-4/5", "as many as there are hands"),
        ("gan_deng_yan hands=3", "for 2 to 6 players"),
        ("gan_deng_yan hands=3-4-5/6", "The rules deal 2/1 cards of these to the seats and 1 to nobody; hands=… has 3/1"),
        ("gan_deng_yan hands=3-4-5/6-6 hand_size=1", "The rules deal 2/1 cards"),
        ("gan_deng_yan hands=3-4/5 hand_size=9", "are not enough"),
        ("gan_deng_yan hands=3-4/5 hand_size=-1", "are not enough"),
        ("gan_deng_yan hands=3-4/5 hand_size=1000", "hand_size=1000 must be a whole number, from -128 to 127"),
        ("gan_deng_yan hands=./.", "are not enough"),
        ("gan_deng_yan hands=3-4/5 dealer=2", "dealer=2 must be a seat"),
        ("gan_deng_yan hands=3-4/5 lot=2", "from 0 to 1"),
        ("gan_deng_yan hands=3-X/X-X-X", "X is named 4 times"),
        ("gan_deng_yan hands=3-4/B decks=2 undealt=X", "X is not in the pack|no card"),
        ("gan_deng_yan hands=3-4/B decks=3", "decks may be 1 or 2"),
        ("gan_deng_yan hands=3-4/5 triplet_seq=true", "needs triplet_mode"),
        ("gan_deng_yan hands=3-4/5 stakes=-1/0 table_stakes=5", "none of it less than 0"),
        ("gan_deng_yan hands=3-4/5 stakes=1/2/3 table_stakes=5", "what each seat has"),
        ("gan_deng_yan hands=3-4/5 stakes=1/2/3/4/5/6/7 table_stakes=5", "at most 6 whole numbers"),
        ("gan_deng_yan hands=3-4/5 7", "'7', is not legal for seat 0; legal are 3, 4"),
        ("gan_deng_yan hands=3-4/5 4-6 5", "'4-6' is no action"),
        ("gan_deng_yan hands=3-4/5 1:4", "seat 1 is not asked"),
        ("gan_deng_yan hands=3-4/5 9:4", "'9' in '9:4' is no seat"),
        ("giog hands=rG-rA/bG-bA", "The rules deal 0/0 cards of these to the seats and 4 to nobody"),
        ("giog players=2 cards=rG-rA-bG-bA hand_size=9", "more than the 4 there are"),
        ("giog players=2 cards=rG-rG", "rG is named 2 times"),
        ("giog players=2 cards=rG-rX", "no piece"),
        ("jumapao players=3 opener=3 cards=rG-bG-rA-bA-rE-bE", "opener=3 must be a seat"),
        ("gou_ji hands=3/4/5/6/7", "for 6 players, not 5"),
        ("gou_ji hands=3-3/4/5/6/7/.", "The rules deal 1/1/1/1/1/1 cards"),
        ("gou_ji hands=3/4/5/6/7/8-9", "equally many"),
        ("gou_ji hands=B/B/R/R/B/R", "not only jokers"),
        ("gou_ji hands=3/4/5/6/7/8 kind=3", "kind=… and due=…"),
        ("gou_ji hands=3/4/5/6/7/8 kind=2", "kind=2 needs due=2"),
        ("gou_ji hands=3/4/5/6/7/8 kind=2 due=2", "needs places=…"),
        ("gou_ji hands=3/4/5/6/7/8 places=1/1", "each once"),
        ("gou_ji hands=3/4/5/6/7/8 due=1", "needs places=…"),
    ],
)  # fmt: skip
def test_what_is_no_position(line: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        parse_position(find_game(line.split()[0]), line)


def test_what_the_game_does_not_have_cannot_be_written() -> None:
    """More of a piece than there are."""
    game = GAMES["daqiluo1"]
    setup, order = mini_setup(game, game.rules()), records.new(game.ORDER)
    game.pack(game.rules(), setup, order)
    with pytest.raises(NotationError, match="there are fewer of these cards"):
        format_position(game, game.ruleset(), setup, order)


def mutants(line: str, chance: random.Random) -> Iterator[str]:
    """A line with words left out, doubled and exchanged, and with letters changed."""
    words, letters = line.split(), "0123456789-/=:.,XBRSHDCGAEPrbpasturnk "
    for _ in range(150):
        place, other = chance.randrange(1, len(words)), chance.randrange(1, len(words))
        changed = words.copy()
        how = chance.randrange(4)
        if how == 0:
            del changed[place]
        elif how == 1:
            changed.insert(other, changed[place])
        elif how == 2:
            changed[place], changed[other] = changed[other], changed[place]
        text = list(" ".join(changed))
        for _ in range(how * chance.randrange(3)):
            text[chance.randrange(len(words[0]) + 1, len(text))] = chance.choice(letters)
        yield "".join(text)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_nonsense_is_read_or_refused_in_a_sentence(game: Game) -> None:
    chance, rules = random.Random(game.name), game.rules()
    read, refusals = 0, []
    small = [mini_setup(game, rules)] if game in SMALL_PACKS else []
    for setup in (*small, game.setup(rules, game.seats[0])):
        order = records.new(game.ORDER)
        game.pack(rules, setup, order)
        shuffle(records.opened(seeded(1)), records.opened(order))
        _, decisions = random_play(game, game.ruleset(), setup, order, chance, most=12)
        for line in mutants(format_position(game, game.ruleset(), setup, order, decisions), chance):
            try:
                parse_position(game, line)
                read += 1
            except QipaiError as error:
                refusals.append(str(error))
    assert read
    assert len(refusals) > 100
    assert [sentence for sentence in refusals if not sentence.endswith(".")] == []
