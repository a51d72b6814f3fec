"""Reviews: figures against exhausted endgames, planted blunders, and what a seat could not know."""

import numpy as np
import pytest

from qipai.arena.review.advising import advise
from qipai.arena.review.reviewing import Reviewer, review_record
from qipai.arena.review.telling import tell_review
from qipai.arena.review.weighing import COMPARING, STEPS, Weigher
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.records.verifying import replay
from tests.arena.deals import by_rule, dealt, do, finish, legal, points, replayed, seen_alike, write

SIZE = "4x2x2"


def first_choice(start, seat, least=2):
    """The decisions before a seat first has a choice after somebody has played, and the deal then; None if it never has."""
    deal, done = start.begin(), []
    while not deal.over:
        asked = deal.asked()[0]
        if asked == seat and done and legal(deal, seat)[1] >= least:
            return done, deal
        done.append(do(deal, asked, by_rule(deal, asked)))
    return None


def exact(start, done, seat, action):
    """The points that an action brings on average over all deals that the seat cannot tell apart, played out one by one."""
    brought = []
    for _, deal in seen_alike(start, done, seat):
        do(deal, seat, action)
        finish(deal)
        brought.append(points(deal, seat))
    return sum(brought) / len(brought)


@pytest.mark.slow
def test_estimates_agree_with_all_deals_played_out_and_the_best_is_not_flattered():
    """On small packs the true means are known: intervals of differences cover them, and what is called better is no better than told."""
    covered, surplus, found = [], [], 0
    for seed in range(40):
        start = dealt(GAN_DENG_YAN, seed, size=SIZE)
        moment = first_choice(start, seat=0)
        if moment is None:
            continue
        done, deal = moment
        actions, count = legal(deal, 0)
        options = [int(action) for action in GAN_DENG_YAN.legal(deal.state, deal.terms.rules, 0)][:count]
        truth = {action: exact(start, done, 0, action) for action in options}
        if len(set(truth.values())) == 1:
            continue
        found += 1
        worst = min(options, key=lambda action: truth[action])
        weigher = Weigher(GAN_DENG_YAN, start.terms.ruleset, seed=seed, worlds=60)
        kept = weigher.choose(deal.observation(0), actions, worst, 0)
        assert kept[0] == worst
        compared = weigher.compare(deal.observation(0), actions, kept, 0)
        for place in range(1, len(kept)):
            gain, error = compared.gain(place)
            covered.append(abs(gain - (truth[kept[place]] - truth[worst])) <= error + 1e-9)
        surplus.append(compared.gain(1)[0] - (truth[kept[1]] - truth[worst]))
        if found == 6:
            break
    assert found == 6
    assert np.mean(covered) >= 0.85
    assert abs(np.mean(surplus)) <= 3 * np.std(surplus, ddof=1) / len(surplus) ** 0.5 + 1e-9


@pytest.mark.slow
def test_what_is_told_comes_from_worlds_that_chose_nothing():
    """The best of several means is partly luck: each step draws worlds of its own, and the same ones when it is asked again."""
    start = dealt(GAN_DENG_YAN, 3, players=3)
    _, deal = first_choice(start, seat=0)
    actions, count = legal(deal, 0)
    options = [int(action) for action in GAN_DENG_YAN.legal(deal.state, deal.terms.rules, 0)][:count]

    def drawn(step, number=0):
        weigher = Weigher(GAN_DENG_YAN, start.terms.ruleset, seed=1, worlds=16)
        return weigher.compare(deal.observation(0), actions, options, number, step).points.tolist()

    steps = [drawn(step) for step in STEPS] + [drawn(COMPARING, number=1)]
    assert all(one != other for place, one in enumerate(steps) for other in steps[:place])
    assert drawn(COMPARING) == steps[COMPARING]


def planted(seed):
    """A deal of three in which seat 0 passes once although it could have gone out, and plays by the rule of thumb else; None without such a chance."""
    start = dealt(GAN_DENG_YAN, seed, players=3)
    deal, done, blunder = start.begin(), [], None
    while not deal.over:
        seat = deal.asked()[0]
        action = by_rule(deal, seat)
        if seat == 0 and blunder is None and action != 0 and legal(deal, 0)[1] > 1:
            after = deal.copy()
            do(after, 0, action)
            others = [
                other for other in GAN_DENG_YAN.legal(deal.state, deal.terms.rules, 0) if GAN_DENG_YAN.play_kind(other) == 0
            ]
            if after.over and others:
                blunder, action = (len(done), action), int(others[0])
        done.append(do(deal, seat, action))
    return blunder and (write(start, done), *blunder)


def test_passing_with_the_winning_play_is_the_worst_of_the_deal():
    record, move, winning = planted(58)
    review = review_record(record, 0, worlds=20)
    worst = review.decisions[review.worst[0]]
    assert worst.move == move
    ruleset = GAN_DENG_YAN.ruleset()
    assert worst.options[0].action == "pass"
    assert GAN_DENG_YAN.notation.parse_action(worst.options[worst.best].action, ruleset) == winning
    assert worst.cost > worst.options[worst.best].gain_error
    assert any(f"Decision {move + 1}:" in line for line in tell_review(record, review))


def asked_there(deal, seat, worlds):
    """The advice to a seat that is asked, from what can be sent between processes."""
    game, terms = deal.terms.game, deal.terms
    options = game.changed_options(terms.ruleset)
    return advise(
        game,
        options,
        terms.players,
        records.to_bytes(deal.observation(seat)),
        game.legal(deal.state, terms.rules, seat),
        worlds,
        1,
    )


def test_the_winning_play_is_advised():
    record, move, winning = planted(58)
    deal = next(deal for number, (deal, _) in enumerate(replay(record)) if number == move)
    found = asked_there(deal, 0, worlds=20)
    assert GAN_DENG_YAN.notation.parse_action(found.options[0].action, GAN_DENG_YAN.ruleset()) == winning
    (passed,) = (option for option in found.options if option.action == "pass")
    assert passed.less > passed.less_error > 0
    assert found.options[0].less == found.options[0].less_error == 0
    values = [option.value for option in found.options]
    assert values == sorted(values, reverse=True)


def test_hidden_cards_do_not_change_advice():
    start = dealt(GAN_DENG_YAN, 3, size=SIZE)
    done, _ = first_choice(start, seat=0)
    told, hidden = [], set()
    for twin, deal in seen_alike(start, done, 0):
        hands = tuple(tuple(hand) for hand in twin.begin().faces.hands[1:])
        if hands not in hidden and len(hidden) < 4:
            hidden.add(hands)
            told.append(asked_there(deal, 0, worlds=12))
    assert len(hidden) == 4
    assert all(one == told[0] for one in told)


def test_hidden_cards_do_not_change_a_review():
    """Deals that differ only in what the seat could not know up to a decision are judged alike up to there."""
    start = dealt(GAN_DENG_YAN, 3, size=SIZE)
    done, _ = first_choice(start, seat=0)
    figures, hidden = [], set()
    for twin, deal in seen_alike(start, done, 0):
        hands = tuple(tuple(hand) for hand in twin.begin().faces.hands[1:])
        if hands in hidden or len(hidden) == 4:
            continue
        hidden.add(hands)
        action = max(GAN_DENG_YAN.legal(deal.state, deal.terms.rules, 0))
        _, own = replayed(twin, done)
        taken = [*done, do(own, 0, action)]
        record = write(twin, [*taken, *finish(own)])
        *firsts, _ = Reviewer(record, 0, worlds=12).steps()
        judged = [one for one in firsts[-1].decisions if one.move <= len(done)]
        assert judged[-1].move == len(done)
        figures.append(judged)
    assert len(hidden) == 4
    assert all(judged == figures[0] for judged in figures)


def test_the_same_seed_gives_the_same_review_and_another_seed_other_worlds():
    start = dealt(GAN_DENG_YAN, 5, size=SIZE)
    deal = start.begin()
    record = write(start, finish(deal))
    first, again, other = (review_record(record, 0, worlds=10, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.done
    assert first.of == len(first.decisions)
    assert first != other


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_reviewed(name):
    """Every decision of every seat that was asked and had a choice, with the action that was played, in the order of the deal."""
    game = GAMES[name]
    start = dealt(game, 2)
    deal, done, choices = start.begin(), [], []
    while not deal.over and (len(done) < 400):
        seat = deal.asked()[0]
        action = by_rule(deal, seat)
        if legal(deal, seat)[1] > 1:
            choices.append((seat, len(done), game.notation.format_action(action, start.terms.ruleset)))
        done.append(do(deal, seat, action))
    reviewer = Reviewer(write(start, done), 1, worlds=4)
    asked = [
        (1, moment.move, game.notation.format_action(moment.answer.action, start.terms.ruleset)) for moment in reviewer.asked()
    ]
    assert asked == [choice for choice in choices if choice[0] == 1]
    if asked:
        first = next(iter(reviewer.steps()))
        assert first.of == len(asked)
        assert first.decisions[0].options[0].action == asked[0][2]
        assert all(option.fact["seat"] == 1 for option in first.decisions[0].options)


def test_wrong_seats_and_worlds_are_refused_in_sentences():
    record = write(start := dealt(GAN_DENG_YAN, 5, size=SIZE), finish(start.begin()))
    with pytest.raises(QipaiError, match="no seat 2"):
        review_record(record, 2)
    with pytest.raises(QipaiError, match="worlds a decision, not 1"):
        review_record(record, 0, worlds=1)
