"""The Giog 爵 family: eight games of tricks with the pieces of Chinese chess.  The rule book is `RULES.md`; § numbers are its."""

from pathlib import Path

from qipai.engine.catalogue import Later
from qipai.engine.game import Between, Game, Particulars, Vectors

from . import knowing, notation, rules, state, telling
from .bot import choose
from .family import FAMILY, ROOM, Member
from .inputs import INPUTS
from .mini import MINIS
from .notation.features import Action, is_action, take_apart
from .state import Observation, Result, Setup, State
from .telling.exercises import puzzles_of
from .variants import THROWN_IN


def game_of(member: Member) -> Game:
    """§2  One game of the family."""
    return Game(
        name=member.name,
        room=ROOM,
        section=member.section,
        titles=member.titles,
        tagline=member.tagline,
        seats=tuple(member.seats),
        rules_version=member.rules_version,
        experimental=member.experimental,
        minutes=member.minutes,
        compile_seconds=120,
        options=member.options,
        variants=member.variants,
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
        kinds=rules.KINDS_OF_ACTIONS,
        words=Later(member.words),
        book=Path(__file__).with_name("RULES.md"),
        unit=member.unit,
        clockwise=member.clockwise,
        chooser=choose,
        inputs=INPUTS,
        between=Between(Setup, Result),
        vectors=Vectors(State, Observation, Action, take_apart, is_action),
        stronger={int(players): tuple(bots) for players, bots in member.stronger.items()},
        noise=member.noise,
        noises={int(players): noise for players, noise in member.noises.items()},
        mini=MINIS[member.name],
        puzzles=puzzles_of(member.ruleset.procedure != THROWN_IN),
    )


GIOG_FAMILY = tuple(map(game_of, FAMILY))
