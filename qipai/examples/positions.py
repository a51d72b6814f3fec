"""The kind `position`, which every game answers: deal and play as a line of text says, and tell what holds then.

It needs no code of a room: `qipai.engine.positions` deals the cards and applies the actions.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.positions import Position, parse_actions, parse_position, players_in
from qipai.engine.seats import NOBODY, seats_in

from .asking import NOTHING_EXPECTED, Kinds
from .facts import Facts
from .shapes import ANYTHING, FACTS, NOTHING, TEXT, either, having, named

ACTIONS, ATTEMPT = "actions", "attempt"
FIELDS = either(named(TEXT, ANYTHING), NOTHING)  # of a record
JOINED = {"hands": "/", "undealt": "-", "cards": "-"}  # between the items of a list in these parts of a line; elsewhere "/"


def kinds_of(game: Game) -> Kinds:
    """Return the kinds of situations that need nothing of a room."""
    kinds = Kinds(shapes={"given": FACTS, ACTIONS: TEXT, ATTEMPT: TEXT, "expect": having(result=FIELDS, next=FIELDS)})

    @kinds.add("position", in_order="points result next")
    def position(ruleset: Any, given: Facts, expect: Mapping[str, Any]) -> dict[str, Any]:
        return answers(game, reached(game, ruleset, given), given, expect)

    return kinds


def reached(game: Game, ruleset: Any, given: Facts) -> Position:
    """Return the position: `actions` after a deal that all other fields tell, named as in a line of text."""
    words = [f"{name}={value}" for name, value in game.changed_options(ruleset).items()]
    for name in given:
        if name not in (ACTIONS, ATTEMPT):
            value = given[name]
            text = JOINED.get(name, "/").join(map(str, value)) if isinstance(value, list) else str(value)
            if text.split() != [text]:
                raise QipaiError(f"{name} must be a word, or a list of words, and not {value!r}.")
            words.append(f"{name}={text}")
    return parse_position(game, " ".join([game.name, *words, str(given.get(ACTIONS, ""))]))


def answers(game: Game, position: Position, given: Facts, expect: Mapping[str, Any]) -> dict[str, Any]:
    """Return what holds in a position.

    `to_act`: the seats that owe a decision.  `legal`: what the first of them may do.  `rights`: the seats that may act out of turn.
    With an `attempt`, `may`: whether it may be done, and `section`: the § that refuses it, or None.
    At the end of the deal, `points`, and those fields that are expected of the `result` and of the `next` deal's setup; None before it.
    """
    state, rules = position.state, game.rules(position.ruleset)
    to_act = int(game.to_act(state))
    legal = [] if to_act == NOBODY else game.legal(state, rules, to_act)
    known: dict[str, Any] = {
        "to_act": list(seats_in(game.pending(state))),
        "legal": [game.notation.format_action(action, position.ruleset) for action in legal],
        "rights": list(seats_in(game.may_act(state))),
        **dict.fromkeys(("points", "result", "next")),
    }
    if ATTEMPT in given:
        known["section"] = section_against(game, position, str(given[ATTEMPT]))
        known["may"] = known["section"] is None
    if game.is_over(state):
        result, following = records.new(game.RESULT), records.new(game.SETUP)
        game.returns(state, rules, result)
        game.next_setup(position.setup, result, rules, following)
        told = records.to_plain(result)
        known["points"] = [points_of(game, parts) for parts in told.points[: players_in(game, position.setup)]]
        known["result"] = only(told, expect.get("result"))
        known["next"] = only(records.to_plain(following), expect.get("next"))
    return known


def section_against(game: Game, position: Position, attempt: str) -> str | None:
    """Return the § that refuses an action, written as in a line; None if it may be done.  Raises `QipaiError` for more than one."""
    read = list(parse_actions(game, position.ruleset, attempt.split()))
    if len(read) != 1:
        raise QipaiError(f"{ATTEMPT} must be one action, and not {attempt!r}.")
    seat, _, action = read[0]
    rules, acting = game.rules(position.ruleset), int(game.to_act(position.state)) if seat is None else seat
    if acting == NOBODY:
        raise QipaiError("the deal is over: nobody may do anything.")
    if game.is_legal(position.state, rules, acting, action):
        return None
    refusal = game.telling.why_not(records.opened(position.state), records.opened(rules), acting, action)
    return refusal.section if refusal else ""


def points_of(game: Game, parts: int) -> int | str:
    """Return points as the rule book counts them: a whole number, or a fraction as text, such as "1/2"."""
    points = Fraction(int(parts), game.unit)
    return int(points) if points.denominator == 1 else str(points)


def only(record: Any, expected: Any) -> dict[str, Any]:
    """Return the fields of a plain record that are expected.  Raises `QipaiError` if one does not exist, or none is named."""
    if expected == {}:
        raise QipaiError(NOTHING_EXPECTED)
    unknown = sorted(str(name) for name in expected or () if name not in record.__slots__)
    if unknown:
        raise QipaiError(f"there is no {unknown[0]!r}; there are {', '.join(record.__slots__)}.")
    return {name: getattr(record, name) for name in expected or ()}
