"""One whole session of every variant, with every answer written out: `python -m tests.playthroughs.write` writes the files anew.

They are compared in every test run, and a difference is read like a change of the code: it is what people would notice.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from qipai.engine.game import Game
from qipai.engine.positions import format_position
from qipai.engine.telling import Fact
from qipai.games import GAMES
from qipai.session import Entry, Session

HERE = Path(__file__).parent
DEALS = 2
SEED = 20
NOON = 1_782_000_000_000
WIDTH = 120
ENOUGH = 100_000  # characters of a deal; after them only what is decided and told is written
SEATS = {"luk_fu": 4}  # with a dreamer; other games at a size in the middle


def path_of(game: Game, variant: str) -> Path:
    return HERE / f"{game.name}.{variant}.txt"


def playthrough(game: Game, variant: str) -> str:
    """A session of a variant as text."""
    return "\n".join(_lines(game, variant)) + "\n"


def _lines(game: Game, variant: str) -> Iterator[str]:
    seats = SEATS.get(game.name, game.seats[len(game.seats) // 2 - 1])
    yield f"{game.name}, {variant}: a session of {DEALS} deals for {seats}, rules version {game.rules_version}"
    session, _ = Session.open(game, seats=seats, at=NOON, variant=variant, deals=DEALS)
    yield f"changed options: {json.dumps(game.changed_options(game.ruleset(variant)))}"
    decisions = written = 0
    facts: list[Fact] = []
    while session.phase != "finished":
        if session.phase != "playing":
            yield from ("", f"== deal {len(session.scores) + 1}")
            written = 0
            rules = game.rules(game.ruleset(variant))
            setup = session.setup if session.setup is not None else game.setup(rules, seats)
            order = game.shuffled(rules, setup, SEED, len(session.scores))
            facts = session.begin(order) if session.phase == "gathering" else session.deal(order)
            yield from _written("position", format_position(game, game.ruleset(variant), setup, order))
        elif session.window_open and not session.window_waits():
            facts = session.close_window(session.asked_seq, NOON)
        else:
            seat = (session.window_waits() or session.waiting())[0]
            choices = [choice.action for choice in session.view(seat).deal.choices]  # type: ignore[union-attr]
            action = choices[decisions * 7919 % len(choices)] if choices else session.default_action(seat)
            shown = list(_asked(session, seat)) if written < ENOUGH else []
            written += sum(map(len, shown))
            yield from (*shown, f"  decides   {action}")
            facts = session.act(seat, action)
            decisions += 1
        session.apply(Entry(session.seq + 1, NOON, "", "", tuple(facts)))
        for fact in facts:
            yield from _written("  told    ", json.dumps(fact.whole(), ensure_ascii=False))
    view = session.view(None)
    yield from ("", "== the end", f"scores    {view.scores}", f"totals    {[seat.score for seat in view.seats]}")
    yield f"winners   {view.winners}"


def _asked(session: Session, seat: int) -> Iterator[str]:
    """What a seat is shown when it is to decide."""
    view, public = session.view(seat), session.view(None)
    assert view.deal is not None
    assert public.deal is not None
    yield from ("", f"-- {session.seq + 1}: seat {seat}, trick {view.deal.trick}")
    yield from _written("  board   ", json.dumps(public.deal.board))
    for place, chair in enumerate(public.seats):
        last = json.dumps(chair.last and chair.last.get("action", chair.last["event"]))
        yield f"  seat {place}    {chair.cards} cards, last {last}, chips {json.dumps(chair.chips)}"
    yield f"  hand      {' '.join(card.face for card in view.deal.hand)}"
    yield from _written("  choices ", "  ".join(f"{choice.action} ({choice.kind})" for choice in view.deal.choices))
    yield f"  default   {session.default_action(seat)}"


def _written(title: str, text: str) -> Iterator[str]:
    for number, line in enumerate(wrap(text, WIDTH - 12, break_long_words=False, break_on_hyphens=False)):
        yield f"{title if number == 0 else ' ' * 10}  {line}"


def main() -> int:
    for game in GAMES.values():
        for variant in game.variants:
            path_of(game, variant).write_text(playthrough(game, variant), encoding="utf-8")
            print(path_of(game, variant).name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
