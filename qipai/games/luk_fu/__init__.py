"""Luk Fu 六虎, the tricks of the Hakka with money cards.  The rule book is `RULES.md`; § numbers are its."""

from pathlib import Path

from qipai.engine.catalogue import Later
from qipai.engine.game import Between, Game, Particulars, Vectors

from . import knowing, notation, rules, state, telling, variants
from .bot import choose
from .inputs import INPUTS
from .mini import MINI
from .notation.features import Action, is_action, take_apart
from .notation.naming import client_words
from .seating import WITH_DREAMER
from .state import Observation, Result, Setup, State
from .telling.exercises import PUZZLES
from .words import GAME

LUK_FU = Game(
    name="luk_fu",
    titles=GAME.said("game.title"),
    tagline=GAME.said("game.tagline"),
    seats=(3, WITH_DREAMER),
    rules_version=1,
    minutes=2,
    compile_seconds=100,
    noise=3,
    noises={WITH_DREAMER: 2},
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
        fit_setup=rules.fit_setup,
        check_setup=rules.check_setup,
        statistics=telling.statistics,
        describe_own=telling.describe_own,
    ),
    kinds=rules.KINDS_OF_ACTIONS,
    words=Later(client_words),
    book=Path(__file__).with_name("RULES.md"),
    chooser=choose,
    inputs=INPUTS,
    mini=MINI,
    puzzles=PUZZLES,
    between=Between(Setup, Result),
    vectors=Vectors(State, Observation, Action, take_apart, is_action),
)
