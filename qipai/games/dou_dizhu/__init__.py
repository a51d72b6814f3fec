"""Dou Dizhu 斗地主: one landlord, two peasants.  The rule book is `RULES.md`; § numbers are its."""

from functools import partial
from pathlib import Path

from qipai.engine.exercises import ask_leader, puzzles
from qipai.engine.game import Between, Game, Particulars, Vectors

from . import knowing, notation, rules, state, telling, variants
from .bot import choose
from .inputs import INPUTS
from .mini import MINI, sized
from .notation.features import Action, is_action, take_apart
from .state import ANSWERS, PLAYS, SEATS, Observation, Result, Setup, State
from .words import GAME, WORDS

DOU_DIZHU = Game(
    name="dou_dizhu",
    titles=GAME.said("game.title"),
    tagline=GAME.said("game.tagline"),
    seats=(SEATS,),
    rules_version=1,
    minutes=2,
    compile_seconds=60,
    options=variants.OPTIONS,
    variants=variants.VARIANTS,
    state=state,
    dealing=rules,
    playing=rules,
    knowing=knowing,
    notation=notation,
    telling=telling,
    particulars=Particulars(
        why_alone=telling.why_alone,
        utility_sum=rules.utility_sum,
        fit_setup=rules.fit_setup,
        check_setup=rules.check_setup,
    ),
    kinds=PLAYS + ANSWERS,
    words=WORDS.told("kinds", "events", "chips", "board", "payment", "terms", "also"),
    book=Path(__file__).with_name("RULES.md"),
    chooser=choose,
    inputs=INPUTS,
    stronger={SEATS: ("net",)},
    between=Between(Setup, Result),
    vectors=Vectors(State, Observation, Action, take_apart, is_action),
    mini=MINI,
    puzzles=puzzles(WORDS, "follow", leader=partial(ask_leader, WORDS)),
    sized=sized,
    public_board=True,
)
