"""Tournaments: what must come out of a game that is worked out by hand, exact zeros, and the same rows every time."""

from dataclasses import replace
from itertools import pairwise, permutations
from math import log10, sqrt

import numpy as np
import pytest

from qipai.arena import matches
from qipai.arena.comparing import Comparison
from qipai.arena.storing import digest
from qipai.arena.tournaments import agree, play_here
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAMES, GAN_DENG_YAN
from tests.arena.toy import MAKERS, NUMBERS, SKILL, TOY

TEAMS = (0, 1, 0, 1, 0, 1)


def toy(bots, deals, players=2, game=TOY, **more):
    return agree(game, game.ruleset(), bots, deals, players, makers=MAKERS, **more)


def rows_of(tournament):
    return [row for rows in play_here(tournament, tournament.shards({})) for row in rows]


def compare(tournament):
    return Comparison(tournament, rows_of(tournament))


def team_game():
    particulars = replace(TOY.particulars, teams=lambda ruleset, players: TEAMS)
    return replace(TOY, name="toy_teams", room="toy", particulars=particulars)


def test_skill_without_its_luck():
    """One always adds SKILL: two seats are 2 SKILL points apart whatever the cards, once they have changed seats."""
    found = compare(toy(["always", "never"], 400))
    (contrast,) = found.contrasts
    assert contrast.points_ahead.mean == 2 * SKILL
    assert contrast.points_ahead.error == 0
    assert contrast.points[:2] == (SKILL, 0), "its own points are half of what it is ahead"
    # Two numbers of ten without putting back differ with variance 2 * 8.25 * 10 / 9; points are twice that, tables 800.
    assert contrast.unpaired.error == pytest.approx(2 * sqrt(2 * 8.25 * 10 / 9 / 800), rel=0.08)
    assert contrast.luck_removed == 1


def test_wins_and_ratings_are_those_of_the_numbers():
    ahead = [one + SKILL - other for one, other in permutations(range(NUMBERS), 2)]
    chance = sum(1 if gap > 0 else 0.5 if gap == 0 else 0 for gap in ahead) / len(ahead)
    found = compare(toy(["always", "never"], 1500))
    (contrast,) = found.contrasts
    assert contrast.wins.low < chance < contrast.wins.high
    assert contrast.wins == contrast.ahead
    apart = found.ratings.elo[0] - found.ratings.elo[1]
    assert apart == pytest.approx(400 * log10(chance / (1 - chance)), abs=2 * (found.ratings.high[0] - found.ratings.low[0]))


def test_a_bot_that_is_only_sometimes_right():
    """Seven and three times in ten: the difference is 2 SKILL * 0.4."""
    (contrast,) = compare(toy(["often", "seldom"], 1500)).contrasts
    assert contrast.points_ahead.low < 2 * SKILL * 0.4 < contrast.points_ahead.high
    assert contrast.points.low < SKILL * 0.4 < contrast.points.high
    assert contrast.points_ahead.error < contrast.unpaired.error


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("plan", ["challenger", "rotations", "mixed"])
def test_bots_that_do_not_differ_make_exactly_no_difference(players, plan):
    for contrast in compare(toy(["often", "again"], 20, players, plan=plan)).contrasts:
        assert contrast.points_ahead[:2] == (0, 0)
        assert contrast.unpaired.error > 0
        assert contrast.ahead.mean == 0.5


def test_among_several_a_challenger_is_held_against_the_others():
    """At four seats a point of strength is four points of score, at its own seat and against each of the others."""
    found = compare(toy(["always", "never"], 60, 4))
    assert [contrast.points_ahead.mean for contrast in found.contrasts] == [4 * SKILL, -4 * SKILL]
    assert [contrast.points[:2] for contrast in found.contrasts] == [(3 * SKILL, 0), (-3 * SKILL, 0)]
    assert [contrast.tables for contrast in found.contrasts] == [4, 4]
    assert found.fair == 0.25
    assert found.contrasts[0].wins.mean > 0.25 > found.contrasts[1].wins.mean


def test_team_mates_are_not_compared():
    """One challenger among five: against the three opposite it is ahead by its own skill, six points each of SKILL."""
    found = compare(toy(["always", "never"], 40, 6, game=team_game(), plan="challenger"))
    assert [contrast.points_ahead.mean for contrast in found.contrasts] == [6 * SKILL, -6 * SKILL]
    assert [contrast.points.mean for contrast in found.contrasts] == [5 * SKILL, -5 * SKILL]
    assert found.fair == 0.5
    swapped = compare(toy(["always", "never"], 40, 6, game=team_game()))
    assert swapped.terms.plan == "swap"
    assert [contrast.tables for contrast in swapped.contrasts] == [2]
    assert swapped.contrasts[0].points_ahead.mean == 6 * SKILL
    assert swapped.contrasts[0].points.mean == 3 * SKILL


def test_all_at_one_table_are_compared_two_by_two():
    found = compare(toy(["always", "never", "often"], 60, 3))
    mixed = compare(toy(["always", "never", "often"], 60, 3, plan="mixed"))
    assert [(contrast.one, contrast.other) for contrast in mixed.contrasts] == [
        ("always", "never"), ("always", "often"), ("never", "often"),
    ]  # fmt: skip
    assert mixed.contrasts[0].points_ahead.mean == 3 * SKILL == found.contrasts[0].points_ahead.mean


def test_the_matrix_adds_up_to_one():
    matrix = compare(toy(["always", "never", "often"], 30, 3)).matrix
    assert np.isnan(matrix.diagonal()).all()
    assert (matrix + matrix.T)[~np.eye(3, dtype=bool)] == pytest.approx(1)


def test_an_interval_by_deal_agrees_with_drawing_deals_by_hand():
    tournament = toy(["often", "seldom"], 300)
    rows = rows_of(tournament)
    by_deal, own = {}, []
    for row in rows:
        mine = row.seats.index("often")
        by_deal.setdefault(row.deal, []).append(row.points[mine] - row.points[1 - mine])
        own.append(row.points[mine])
    values = np.array([sum(both) / 2 for both in by_deal.values()])
    rng = np.random.RandomState(4)
    means = np.sort([values[rng.randint(0, 300, 300)].mean() for _ in range(3000)])
    (contrast,) = Comparison(tournament, rows).contrasts
    assert contrast.points.mean == pytest.approx(np.mean(own))
    assert contrast.points_ahead.mean == pytest.approx(values.mean())
    assert contrast.points_ahead.low == pytest.approx(means[75], abs=0.06)
    assert contrast.points_ahead.high == pytest.approx(means[-76], abs=0.06)


def test_chained_deals_start_where_the_last_one_ended():
    tournament = toy(["always", "never"], 12, session=3)
    for table in range(2):
        at_table = [row for row in rows_of(tournament) if row.table == table]
        for before, row in pairwise(at_table):
            if row.deal % 3 == 0:
                assert row.setup == ""
            else:
                assert row.setup == f"ahead={int(np.argmax(before.points))}"


def test_chained_deals_count_once_a_session():
    found = compare(toy(["often", "seldom"], 60, session=3))
    values, parts = found.played[0].differences(0, 1)
    assert values.shape == (20, 3, 2)
    assert found.contrasts[0].deals == 60
    assert found.contrasts[0].points_ahead.error == pytest.approx(values.mean(axis=(1, 2)).std(ddof=1) / parts / sqrt(20))


def test_another_seed_is_another_tournament_and_the_same_one_is_the_same():
    first, again, other = (digest(rows_of(toy(["often", "never"], 20, seed=seed))) for seed in (1, 1, 2))
    assert first == again != other


def test_no_simulation_has_these_cards():
    """The upper half of the seed is the arena's own."""
    tournament = toy(["often", "never"], 1)
    rules, setup = tournament.hall.rules, tournament.hall.first
    plain = [TOY.shuffled(rules, setup, 1, stream) for stream in range(2)]
    kept = TOY.shuffled(rules, setup, 1 | matches.OF_CARDS, 0)
    assert all(not np.array_equal(kept, order) if NATIVE else kept != order for order in plain)


@pytest.mark.parametrize("name", ["gan_deng_yan", "luk_fu"])
def test_compiled_loops_and_bots_in_python_play_the_same(name, monkeypatch):
    game, found = GAMES[name], []
    for timed in (0, 1000):
        monkeypatch.setattr(matches, "TIMED_DEALS", timed)
        found.append(digest(rows_of(agree(game, game.ruleset(), ["random", "noisy", "rule"], 3, players=3))))
    assert found[0] == found[1]


def test_only_first_deals_are_timed(monkeypatch):
    monkeypatch.setattr(matches, "TIMED_DEALS", 2)
    rows = rows_of(toy(["often", "never"], 4))
    assert [tuple(map(len, row.micros)) for row in rows] == [(1, 1)] * 4 + [()] * 4
    found = Comparison(toy(["often", "never"], 4), rows).thinking
    assert [(thinking.bot, thinking.decisions) for thinking in found] == [("often", 4), ("never", 4)]


def test_figures_say_how_bots_fare():
    """The ladder of the levels, on few deals: random, then noisy, then rule."""
    found = compare(agree(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["random", "noisy", "rule"], 60, 2))
    assert list(np.argsort(found.ratings.elo)) == [0, 1, 2]
    against_random = found.contrasts[1]
    assert against_random.points.high < 0


def test_shards_in_any_order_are_the_whole():
    tournament = toy(["often", "never", "seldom"], 200, 3)
    shards = tournament.shards({})
    assert len(shards) > 20
    whole = digest(rows_of(tournament))
    pieces = [
        row for shard in reversed(shards) for rows in toy(["often", "never", "seldom"], 200, 3).rows_of(shard) for row in rows
    ]
    assert digest(pieces) == whole


def test_what_was_played_is_not_asked_for_again():
    tournament = toy(["often", "never"], 20)
    left = tournament.shards({0: {0, 1, 2, 5, 19}})
    assert [deal for shard in left for deal in range(shard.first, shard.end)] == [3, 4, *range(6, 19)]


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["often"], {}, "between two bots or more"),
        (["often", "often"], {}, "'often' is named twice"),
        (["often", "oracle"], {}, "no bot of level 'oracle'"),
        (["often", "never"], {"session": 3}, "10 deals do not make whole sessions of 3"),
        (["often", "never"], {"seed": 1 << 32}, "whole number from 0 to 4294967295"),
        (["often", "never"], {"players": 7}, "is for 2 to 6 players, not 7"),
    ],
)
def test_what_cannot_be_agreed_gets_a_sentence(bots, more, sentence):
    with pytest.raises(QipaiError, match=sentence):
        toy(bots, 10, **more)


def test_a_bot_that_plays_what_is_not_legal_is_named():
    with pytest.raises(QipaiError, match="cheat played 2 in deal 0, which is not legal"):
        rows_of(toy(["cheat", "never"], 1))
