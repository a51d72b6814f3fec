"""Reading a position: what `position.py` writes, and less."""

from collections import Counter
from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY, SPECTATOR

from .family import Member
from .naming import kinds_in
from .observation import observe
from .pieces import PIECES, pieces_in
from .position_parts import PARTS_AFTER, PARTS_BEFORE, STACKS
from .position_stacks import pieces_elsewhere, untaken
from .situation import Situation
from .spelling import LIST, Part
from .state import OBSERVATION, OVER, TAKING, TURNING
from .variants import CIRCLE, COUNTED_CIRCLE, ROWS, Ruleset
from .worlds import accepts

PLAYERS = "players"
KEYS = (PLAYERS, *(part.key for part in (*PARTS_BEFORE, STACKS, *PARTS_AFTER)))
PHASES_OF = {ROWS: (TURNING, TAKING), COUNTED_CIRCLE: (TURNING, TAKING), CIRCLE: (TAKING,)}  # before the play


def parse_position(member: Member, text: str) -> tuple[Ruleset, Record, Record]:
    """The rule set, the setup and the state of a line.  Raises `NotationError` for what cannot be."""
    name, *words = text.split() or [""]
    if name != member.name:
        raise NotationError(f"A position of {member.titles['en']} begins with {member.name!r}, not with {name!r}.")
    told: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(f"{word!r} is no part of a position: parts are written key=value.")
        if key in told:
            raise NotationError(f"{key} is given twice.")
        told[key] = value
    ruleset = take_ruleset(member, told)
    unknown = [key for key in told if key not in KEYS]
    if unknown:
        options = "".join(f"{option.name}, " for option in member.options)
        raise NotationError(f"A position has no part {unknown[0]!r}; parts are {options}{', '.join(KEYS)}.")
    return read(Situation.blank(member, ruleset, take_players(member, told)), told)


def take_ruleset(member: Member, told: dict[str, str]) -> Ruleset:
    changes = {option.name: option.parse(told.pop(option.name)) for option in member.options if option.name in told}
    return member.ruleset._replace(**changes)


def take_players(member: Member, told: dict[str, str]) -> int:
    """As many as there are hands, unless they are counted."""
    if PLAYERS not in told and "hands" not in told:
        raise NotationError("A position needs players=…, or hands=…, the pieces of each seat joined by /.")
    players = told.pop(PLAYERS, str(len(told.get("hands", "").split(LIST))))
    if not players.isdecimal() or int(players) not in member.seats:
        raise NotationError(f"{member.titles['en']} is for {' or '.join(map(str, member.seats))} players, not {players}.")
    return int(players)


def read(situation: Situation, told: dict[str, str]) -> tuple[Ruleset, Record, Record]:
    for part in PARTS_BEFORE:
        take(part, situation, told)
    check_phase(situation)
    take(STACKS, situation, told)
    check_pack(situation)
    situation.settle()
    for part in PARTS_AFTER:
        take(part, situation, told)
    check_agreement(situation)
    setup, state = situation.records
    return situation.ruleset, setup, state


def take(part: Part, situation: Situation, told: dict[str, str]) -> None:
    part.put(situation, part.spelling.read(told[part.key], situation) if part.key in told else part.suppose(situation))


def check_phase(situation: Situation) -> None:
    """§3, §5.5  Before the play stacks stand; in it all hold equally many pieces; at the end nobody holds any."""
    held = {situation.held(seat) for seat in range(situation.players)}
    if situation.players * int(situation.setup.hand_size) > pieces_in(situation.pack):
        raise NotationError("The pack has too few pieces: pack=… and hand_size=… must go together.")
    if situation.phase == OVER:
        if held != {0}:
            raise NotationError("The deal is over when the hands are empty: leave hands=… and laid=… out.")
    elif situation.is_playing:
        check_playing(situation, held)
    elif situation.phase not in PHASES_OF.get(int(situation.rules.distribution), ()):
        raise NotationError("In this game the pieces are dealt at once, and hands=… must tell them.")
    elif situation.phase == TURNING and held != {0}:
        raise NotationError("While stacks are turned up nobody holds pieces.")
    if situation.table.first == NOBODY:
        raise NotationError("first=… must be a seat.")


def check_playing(situation: Situation, held: set[int]) -> None:
    if len(held) > 1 or held == {0}:
        raise NotationError("In play everybody has equally many pieces, those that lie in this trick with them.")
    if situation.table.leader == NOBODY:
        raise NotationError("leader=… must be a seat.")
    if situation.table.trick == 0:
        raise NotationError("trick=… is 1 or more in play.")
    taken = int(situation.table.stacks) - len(untaken(situation))
    if situation.table.stacks and 2 * taken != situation.players * int(situation.setup.hand_size):
        raise NotationError("In play the stacks have been taken: taken=… must tell the first and the direction, like 5+.")


def check_pack(situation: Situation) -> None:
    """§1.1, §1.3  No more pieces of a kind than there are, wherever they are."""
    most, found = Counter(kinds_in(situation.pack)), pieces_elsewhere(situation)
    found.update(int(kind) for kind in situation.state.piece if kind)
    for kind, count in found.items():
        if count > most[kind]:
            raise NotationError(f"{count} pieces are {PIECES[kind - 1]}, and there are {most[kind]} of them at this table.")


def check_agreement(situation: Situation) -> None:
    """§12.4  What everybody has seen is where it must be, and what went unseen may have done so."""
    observation: Any = records.opened(records.new(OBSERVATION))
    observe(situation.state, situation.rules, SPECTATOR, observation)
    if not accepts(observation, situation.rules, situation.state):
        raise NotationError(
            "The parts contradict each other: a piece that was seen at the deal is not in the hand that took it, a set that"
            " went unseen was high enough to be shown, or a hand has not as many pieces as were taken."
        )
