"""Replay a finished deal step by step with all hands open: the table after every fact."""

from typing import Any

from msgspec import Struct

from qipai.engine.events import DEALT, DREW, HANDED_OVER, LAID, TAKEN_AWAY
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact
from qipai.session.deal import Deal
from qipai.session.story import Story, decision_in
from qipai.session.viewing import describe

from .qp import Record
from .verifying import replay, terms_of


class Step(Struct):
    """The table after a fact.  `seq` is 1 for the facts of the dealing, and one more for each decision and what follows from it."""

    seq: int
    hands: list[list[str]]  # faces, by seat, low to high
    to_act: list[int]
    last: list[dict[str, Any] | None]  # each seat's last action in this trick
    board: dict[str, Any]


def replay_steps(record: Record) -> list[Step]:
    """Return a step for each fact of a record.

    After a decision the board changes with the last fact that follows from it (a draw, the end of a trick).  For a deal of another
    version of the rules only the facts are used: `to_act` and `board` are empty.  Raises `RecordError` if the rules do not confirm a
    fact.
    """
    steps: list[Step] = []
    story = Story(record.header.deal, len(record.header.players))
    hands: list[list[str]] = [[] for _ in record.header.players]
    board: dict[str, Any] = {}
    for seq, (deal, facts) in enumerate(_groups(record), start=1):
        for fact in facts:
            story.tell(seq, fact)
            hands = move_cards(hands, fact)
            last = [decision_in(fact) if fact else None for fact in story.last]
            steps.append(Step(seq, hands, [], last, board))
        if deal:
            board = describe(deal, deal.observation(SPECTATOR))
            face = deal.terms.game.notation.format_card
            hands = [[face(card) for card in deal.hand(seat)] for seat in range(deal.terms.players)]
            steps[-1].hands, steps[-1].board, steps[-1].to_act = hands, board, board["to_act"]
    return steps


def teams_of(record: Record) -> list[int]:
    """Return the team of each seat; for another version of the rules, every seat its own."""
    players = len(record.header.players)
    if not record.of_these_rules:
        return list(range(players))
    terms = terms_of(record)
    return list(terms.game.teams(terms.ruleset, players))


def _groups(record: Record) -> list[tuple[Deal | None, list[Fact]]] | Any:
    """Return the facts of the dealing and of each decision in groups, each with the deal after it (None if the rules are not known)."""
    if record.of_these_rules:
        return replay(record)
    groups: list[tuple[Deal | None, list[Fact]]] = [(None, [])]
    for fact in record.facts:
        if decision_in(fact):
            groups.append((None, []))
        groups[-1][1].append(fact)
    return groups


def move_cards(hands: list[list[str]], fact: Fact) -> list[list[str]]:
    """Return the hands (faces, by seat) after a fact, worked out from its cards alone; `hands` is not changed."""
    moved = [hand.copy() for hand in hands]
    told = fact.seen_by(fact.public.get("seat", SPECTATOR))
    if fact.event == TAKEN_AWAY:
        moved[told["seat"]] = []
    elif fact.event in (DEALT, DREW):
        for seat, part in fact.private.items():
            kept = moved[seat] if fact.event == DREW else []
            moved[seat] = [*kept, *part["cards"]]
    elif fact.event in (LAID, HANDED_OVER) or (decision_in(fact) and not told.get("aside")):
        for face in told.get("cards", ()):
            moved[told["seat"]].remove(face)
            if fact.event == HANDED_OVER:
                moved[told["to"]].append(face)
    return moved
