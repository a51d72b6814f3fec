"""An action without an alternative: its reason is one of the rules, in three languages, and told to nobody else."""

from random import Random

import pytest

from qipai.engine.errors import LANGUAGES
from qipai.engine.lessons import NUMBERED
from qipai.engine.records import opened
from qipai.games import GAMES
from qipai.session.deal import Answer, Deal, Terms
from tests.session.live import Live

PASS = "pass"


@pytest.mark.parametrize("name", GAMES)
def test_who_has_one_answer_is_told_why_and_nobody_else(name: str) -> None:
    """Whole deals of random play: a reason is there only for the seat that is asked, and whoever can only pass has one."""
    game, random = GAMES[name], Random(5)
    sections = set(NUMBERED.findall(game.book.read_text(encoding="utf-8")))
    told = 0
    for _ in range(2):
        live = Live(game, seats=game.usual_players, deals=1)
        live.do(live.session.begin())
        session = live.session
        while session.phase == "playing":
            for seat in (None, *range(game.usual_players)):
                view = session.view(seat).deal
                assert view is not None
                alone = view.alone
                if alone:
                    assert seat in view.to_act
                    assert session.only_action(seat) in [choice.action for choice in view.choices]
                    assert alone.section in sections
                    assert all(alone.text[language] and "{" not in alone.text[language] for language in LANGUAGES)
                    told += 1
                elif seat in view.to_act and view.choices:
                    assert session.only_action(seat) != PASS
            live.move(random)
    assert told


REASONS = {
    "gan_deng_yan": {"must_lead", "next_rank_only", "two_on_top", "only_bomb_on_two"},
    "luk_fu": {"not_five_tigers"},
    "tamcuc": {"does_not_beat", "not_of_the_type"},
    "gou_ji": {"nothing_higher", "leader_cannot_pass"},
    "dou_dizhu": {"higher", "must_lead"},
}


@pytest.mark.parametrize(("name", "codes"), REASONS.items())
def test_the_reason_is_that_of_the_refusal(name: str, codes: set[str]) -> None:
    """Each comes up in a few deals of random play; none of the alternatives that it closes is legal."""
    game, random = GAMES[name], Random(3)
    found: set[str] = set()
    for seed in range(6):
        ruleset, players = game.ruleset(), game.usual_players
        rules = game.rules(ruleset)
        setup = game.setup(rules, players)
        deal = Deal(Terms(game, ruleset, rules, players), setup, game.shuffled(rules, setup, seed))
        while not deal.over:
            seat = int(game.to_act(deal.state))
            legal = game.legal(deal.state, rules, seat)
            why = game.particulars.why_alone(opened(deal.observation(seat)), opened(rules), legal)
            found |= {why.code} if why else set()
            deal.play(seat, Answer(random.choice(legal), None))
    assert codes <= found
