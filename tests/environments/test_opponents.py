"""Batches with others at the table: they play as the same bots do one deal at a time, whatever the batch's size and threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import qipai
from qipai.bots import make_bot
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded
from qipai.environments.course import Course, as_record
from qipai.environments.vector import Batch, bot_seeds

from .rooms import sampled

pytestmark = pytest.mark.native

DEALS, SEED = 4, 9


def last(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """A policy: the last action of each list."""
    assert len(obs) == len(features) == len(mask)
    return mask.sum(axis=1) - 1


def alone(game: Game, players: int, others: list[Any], place: int, rotate: bool) -> Iterator[tuple[Any, ...]]:
    """Play the deals of a place one after the other with bots as `make_bot` makes them.

    Yields (seat, count) where the learner decides and takes its number; after the last decision of a deal also yields
    (rewards by chair, final observation).
    """
    course, deal = Course(game, players=players, candidates=16), place
    rewards: list[float] | None = None
    final = None
    while True:
        course.game.deal(course.state, course.rules, course.setup, game.shuffled(course.rules, course.setup, SEED, deal))
        turn = deal % players if rotate else 0
        sits = {(chair + turn) % players: other for chair, other in enumerate(others)}
        seeds = bot_seeds(SEED, deal, players)
        bots = {seat: make_bot(game, name, course.ruleset, seeds[seat]) for seat, name in sits.items() if isinstance(name, str)}
        learner = None
        while not course.is_over():
            seat = course.to_act()
            if sits[seat] is None:
                number = yield seat, len(course.legal(seat)), rewards, final
                rewards, final, learner = None, None, seat
                action = course.action(seat, number)
            elif sits[seat] is last:
                action = course.legal(seat)[-1]
            else:
                whole = as_record(game, game.legal(course.state, course.rules, seat))
                action = bots[seat].act(course.look(seat), whole, None)
            course.apply(seat, action)
        if learner is not None and rewards is None:
            points = course.rewards()
            rewards, final = (
                [points[(chair + turn) % players] for chair in range(players)],
                course.observation(learner)["observation"],
            )
        deal += DEALS


def compare(game: Game, players: int, others: list[Any], rotate: bool, threads: int, steps: int) -> int:
    batch = Batch(game, DEALS, players=players, seed=SEED, opponents=others, rotate=rotate, candidates=16, threads=threads)
    singles = [alone(game, players, others, place, rotate) for place in range(DEALS)]
    asked = [next(single) for single in singles]
    chance, ends = np.random.default_rng(3), 0
    for _ in range(steps):
        assert batch.seats.tolist() == [seat for seat, *_ in asked]
        assert batch.counts.tolist() == [count for _, count, *_ in asked]
        chosen = chance.integers(batch.counts)
        batch.step(chosen)
        asked = [single.send(number) for single, number in zip(singles, chosen.tolist(), strict=True)]
        finals = batch.final_obs
        for place, (_, _, rewards, final) in enumerate(asked):
            assert batch.ended[place] == (rewards is not None)
            assert batch.rewards[place].tolist() == pytest.approx(rewards or [0.0] * players)
            assert np.array_equal(finals[place], np.zeros_like(finals[place]) if final is None else final)
            ends += rewards is not None
    return ends


@pytest.mark.parametrize("game", sampled)
@pytest.mark.parametrize("others", ["bots", "mixed"])
def test_a_batch_with_others_plays_as_the_same_bots_do_alone(game: Game, others: str) -> None:
    players = game.usual_players
    names: list[Any] = (
        ["rule", "noisy", "random", "rule", "noisy", "rule"] if others == "bots" else ["rule", last, None, last, "random", None]
    )
    chairs = [None, *names[: players - 1]] if others == "bots" else [*names[:players]]
    assert compare(game, players, chairs, rotate=others == "mixed", threads=1 + (others == "bots"), steps=60) > 0


def results(deals: int, threads: int, wanted: int) -> dict[int, list[float]]:
    """The rewards of the first deals of a seed, by the number of the deal."""
    batch = Batch("gan_deng_yan", deals, players=2, seed=4, opponents="noisy", rotate=True, threads=threads)
    found: dict[int, list[float]] = {}
    while len([deal for deal in found if deal < wanted]) < wanted:
        dealt = batch.places["number"] - deals
        batch.step(np.zeros(deals, np.int64))
        for place in np.flatnonzero(batch.ended):
            found[int(dealt[place])] = batch.rewards[place].tolist()
    return {deal: found[deal] for deal in range(wanted)}


def test_a_deal_is_the_same_in_a_batch_of_any_size_and_threads() -> None:
    assert results(8, 1, 16) == results(4, 1, 16) == results(16, 3, 16)


def test_rewards_are_scaled_and_partners_share_them() -> None:
    plain, scaled = (Batch("gan_deng_yan", 6, seed=2, reward_scale=scale) for scale in (1.0, 0.125))
    for _ in range(60):
        for batch in (plain, scaled):
            batch.step(np.zeros(6, np.int64))
        assert (plain.rewards == scaled.rewards * 8).all()


@pytest.mark.slow
def test_partners_share_the_reward_of_their_team() -> None:
    """§1.1 of Gou Ji: seats 0, 2 and 4 are a team."""
    own, shared = (Batch("gou_ji", 6, seed=2, reward=reward, longest=4) for reward in ("seat", "team"))
    while not own.ended.any():
        chosen = own.counts - 1
        own.step(chosen)
        shared.step(chosen)
    assert np.array_equal(shared.rewards[:, 0], own.rewards[:, [0, 2, 4]].sum(axis=1))
    assert np.array_equal(shared.rewards[:, 3], own.rewards[:, [1, 3, 5]].sum(axis=1))


def test_branches_go_on_from_the_deal_and_part_where_decisions_do() -> None:
    batch = Batch("gan_deng_yan", 3, players=2, seed=6, opponents="rule", candidates=8)
    for _ in range(3):
        batch.step(np.zeros(3, np.int64))
    branched, twin = batch.branch(2), batch.copy()
    assert np.array_equal(branched.obs, np.repeat(batch.obs, 2, axis=0))
    branched.step(np.zeros(6, np.int64))
    twin.step(np.zeros(3, np.int64))
    assert np.array_equal(branched.obs[::2][twin.ended == 0], twin.obs[twin.ended == 0])
    assert np.array_equal(branched.rewards[::2], twin.rewards)
    assert batch.places.tobytes() != twin.places.tobytes()


def test_a_batch_goes_on_from_states() -> None:
    course = Course("gan_deng_yan", players=3)
    course.begin(3)
    seat, worlds = course.to_act(), []
    for stream in range(5):
        world = course.game.new_state()
        course.game.sample_world(course.look(seat).copy(), course.rules, seeded(1, stream), world)
        worlds.append(world)
    batch = Batch.from_states("gan_deng_yan", worlds, players=3)
    assert batch.seats.tolist() == [seat] * 5
    assert all(batch.legal[place, : batch.counts[place]].tolist() == course.legal(seat) for place in range(5))
    batch.step(np.zeros(5, np.int64))
    course.apply(seat, course.legal(seat)[0])
    assert batch.seats.tolist() == [course.to_act()] * 5
    while not course.is_over():
        course.apply(course.to_act(), course.legal(course.to_act())[0])
    with pytest.raises(QipaiError, match="The deal of state 1 is over"):
        Batch.from_states("gan_deng_yan", [worlds[0], course.state], players=3)
    with pytest.raises(TypeError, match="A batch goes on from states of its own game"):
        Batch.from_states("gan_deng_yan", [np.zeros(1)], players=3)


def test_deals_say_their_rules_themselves() -> None:
    deal = qipai.deal("gan_deng_yan", players=3, seed=7, decks=2)
    batch = Batch.from_states(qipai.worlds(deal.observe(), 4, seed=1), candidates=8)
    assert (batch.players, batch.ruleset, len(batch)) == (3, deal.ruleset, 4)
    assert batch.seats.tolist() == [deal.seat] * 4
    with pytest.raises(TypeError, match="deals that are played under the same rules"):
        Batch.from_states([deal, qipai.deal("gan_deng_yan", players=2)])
    with pytest.raises(TypeError, match="deals that are played under the same rules"):
        Batch.from_states([deal.state])


def test_who_cannot_sit_there_is_refused() -> None:
    for wrong, sentence in (
        (["rule", "rule"], "with None for the learner's, not 2"),
        ([None], "one for each of 2 chairs"),
        ("pimc:300", "random, noisy, rule and policies can sit, not 'pimc:300'"),
        ([None, 3], "a name, a function or None, not 3"),
    ):
        with pytest.raises(QipaiError, match=sentence):
            Batch("gan_deng_yan", 1, players=2, opponents=wrong)
    with pytest.raises(QipaiError, match="Chairs rotate where `opponents` says who sits in them"):
        Batch("gan_deng_yan", 1, players=2, rotate=True)
    with pytest.raises(QipaiError, match="Final observations are those of a batch with `opponents`"):
        _ = Batch("gan_deng_yan", 1, players=2).final_obs
    with pytest.raises(QipaiError, match="A policy chose a number that is no action in deal 0"):
        Batch("gan_deng_yan", 1, players=2, opponents=[lambda obs, *rows: [-1], None])
    with pytest.raises(QipaiError, match="no reward 'all'; there are seat, team"):
        Batch("gan_deng_yan", 1, reward="all")


class Interrupted:
    """A policy that is interrupted at each third call, as by Ctrl-C, and answers when it is asked again."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        self.calls += 1
        if self.calls % 3 == 0:
            raise KeyboardInterrupt
        return last(obs, features, mask)


@pytest.mark.parametrize("looks", [True, False])
def test_what_interrupts_a_policy_gives_nobody_its_decision(looks: bool) -> None:
    terms: dict[str, Any] = {"game": "gan_deng_yan", "deals": 20, "players": 2, "seed": 1, "candidates": 64}
    whole = Batch(opponents=[None, last], **terms)
    torn = Batch(opponents=[None, Interrupted()], **terms)
    interruptions = refusals = 0
    for _ in range(40):
        whole.step(np.zeros(20, np.int64))
        for _ in range(10):
            try:
                torn.step(np.zeros(20, np.int64))
                break
            except KeyboardInterrupt:
                interruptions += 1
            except QipaiError as error:
                refusals += str(error).startswith("The last step was interrupted while a policy of `opponents` chose.")
                break
            while looks:
                try:
                    assert set(torn.chairs) == {0}
                    break
                except KeyboardInterrupt:
                    interruptions += 1
            if looks:
                break
        assert np.array_equal(torn.obs, whole.obs)
        assert np.array_equal(torn.rewards, whole.rewards)
        assert set(torn.chairs) == {0}
    assert interruptions > 10
    assert (refusals > 5) != looks


@pytest.mark.parametrize(
    "look", ["obs", "features", "mask", "chairs", "observe", "list_legal", "write_mask", "ask", "branch", "copy"]
)
def test_no_look_at_an_interrupted_batch_shows_what_another_seat_sees(look: str) -> None:
    terms: dict[str, Any] = {"game": "gan_deng_yan", "deals": 6, "players": 2, "seed": 1, "candidates": 64}
    whole, torn = Batch(opponents=[None, last], **terms), Batch(opponents=[None, Interrupted()], **terms)
    while True:
        whole.step(np.zeros(6, np.int64))
        try:
            torn.step(np.zeros(6, np.int64))
        except KeyboardInterrupt:
            break
    looks = {
        "observe": lambda it: it.observe(np.zeros((6, it.entries), np.float32)),
        "list_legal": lambda it: it.list_legal(np.zeros((6, 64), np.int64)),
        "write_mask": lambda it: it.write_mask(np.zeros((6, 64), np.bool_)),
        "ask": lambda it: it.ask(lambda obs, *rows: (obs * 255).sum(axis=1).astype(np.int64)),
        "branch": lambda it: it.branch(2).obs,
        "copy": lambda it: it.copy().obs,
    }
    seen, wanted = (looks.get(look, lambda it: getattr(it, look))(batch) for batch in (torn, whole))
    assert np.array_equal(seen, wanted)


class Firsts:
    """A policy whose comparison is an array, as that of many a library's objects is."""

    def __init__(self) -> None:
        self.asked = 0

    def __eq__(self, other: object) -> Any:
        return np.zeros(2, np.bool_)

    __hash__ = None  # type: ignore[assignment]

    def __call__(self, obs: np.ndarray, features: Any, mask: Any) -> np.ndarray:
        self.asked += 1
        return np.zeros(len(obs), np.int64)

    def method(self, obs: np.ndarray, features: Any, mask: Any) -> np.ndarray:
        return self(obs, features, mask)


def test_policies_are_told_apart_as_objects() -> None:
    one, other = Firsts(), Firsts()
    batch = Batch("gan_deng_yan", 8, players=5, opponents=[None, one, other, one.method, one.method])
    for _ in range(5):
        batch.step(np.zeros(8, np.int64))
    assert one.asked > other.asked > 0
