"""Gou Ji 够级: six players, two teams, 216 cards.  The rule book is `RULES.md`; § numbers are its."""

from functools import partial
from pathlib import Path

from qipai.engine.exercises import ask_leader, puzzles
from qipai.engine.game import Between, Game, Particulars, Vectors

from . import asking, knowing, notation, rules, state, telling, variants
from .bot import choose
from .bot.canonical import shortlist
from .inputs import INPUTS
from .mini import MINI
from .notation.features import Action, is_action, take_apart
from .seating import SEATS
from .state import Observation, Result, Setup, State
from .words import GAME, WORDS

GOU_JI = Game(
    name="gou_ji",
    titles=GAME.said("game.title"),
    tagline=GAME.said("game.tagline"),
    seats=(SEATS,),
    rules_version=2,
    minutes=6,
    compile_seconds=200,
    stronger={SEATS: ("net/3", "net")},
    noise=20,
    options=variants.OPTIONS,
    variants=variants.VARIANTS,
    state=state,
    dealing=rules,
    playing=asking,
    knowing=knowing,
    notation=notation,
    telling=telling,
    particulars=Particulars(
        why_alone=telling.why_alone,
        utility_sum=rules.utility_sum,
        teams=rules.teams,
        newcomers=rules.newcomers,
        fit_setup=rules.fit_setup,
        check_setup=rules.check_setup,
        is_window=asking.is_window,
        statistics=telling.statistics,
        describe_own=telling.describe_own,
    ),
    kinds=asking.KINDS_OF_ACTIONS,
    words=WORDS.told(
        "kinds",
        "events",
        "chips",
        "board",
        "payment",
        "why",
        "help",
        "says",
        "games",
        "teams",
        "places",
        "terms",
        "also",
    ),
    book=Path(__file__).with_name("RULES.md"),
    hand="columns",
    chooser=choose,
    between=Between(Setup, Result),
    vectors=Vectors(State, Observation, Action, take_apart, is_action),
    inputs=INPUTS,
    shortlist=shortlist,
    mini=MINI,
    puzzles=puzzles(WORDS, "follow", leader=partial(ask_leader, WORDS)),
)
