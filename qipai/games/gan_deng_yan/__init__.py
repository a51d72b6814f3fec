"""Gan Deng Yan 干瞪眼: follow exactly one rank higher, or sit and stare.  The rule book is `RULES.md`; § numbers are its."""

from functools import partial
from pathlib import Path

from qipai.engine.exercises import ask_leader, puzzles
from qipai.engine.game import Between, Game, Particulars, Vectors

from . import knowing, notation, rules, state, telling, variants
from .bot import choose
from .inputs import INPUTS
from .mini import MINI, sized
from .notation.features import Action, is_action, take_apart
from .state import MAX_PLAYERS, PLAYS, Observation, Result, Setup, State
from .words import GAME, WORDS

FEWEST_PLAYERS = 2  # §1.3

GAN_DENG_YAN = Game(
    name="gan_deng_yan",
    titles=GAME.said("game.title"),
    tagline=GAME.said("game.tagline"),
    seats=tuple(range(FEWEST_PLAYERS, MAX_PLAYERS + 1)),
    rules_version=2,
    minutes=2,
    compile_seconds=70,
    options=variants.OPTIONS,
    variants=variants.VARIANTS,
    check_ruleset=variants.check_ruleset,
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
        statistics=telling.statistics,
    ),
    kinds=PLAYS,
    words=WORDS.told("kinds", "events", "chips", "board", "payment", "terms", "also"),
    book=Path(__file__).with_name("RULES.md"),
    chooser=choose,
    between=Between(Setup, Result),
    vectors=Vectors(State, Observation, Action, take_apart, is_action),
    puzzles=puzzles(WORDS, "follow", leader=partial(ask_leader, WORDS)),
    inputs=INPUTS,
    noises={4: 3, 5: 3, 6: 2},
    stronger=dict.fromkeys((2, 3, 4, 5), ("net",)),
    mini=MINI,
    sized=sized,
    public_board=True,
    together=False,
)
