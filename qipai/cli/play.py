"""`qipai play GAME`: a session in the terminal, against bots."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import GameName, RuleChanges, VariantName, app, find_game, read_rules, speaks

if TYPE_CHECKING:
    from qipai.session.session import Session

HELP = "Type a play (5-5, 9-10-JX), p to pass, h for a hint, l for what is legal, q to leave, Enter for this help."


@app.command()
@speaks
def play(
    game: GameName,
    players: Annotated[int, typer.Option("--players", "-p", help="Players; you sit on the first chair.")] = 4,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, max=100, help="Deals of the session.")] = 3,
    bots: Annotated[str, typer.Option(help="Level of the bots: random, noisy or rule.")] = "rule",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "You",
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
    rules: RuleChanges = None,
    variant: VariantName = "default",
) -> None:
    """Play in the terminal: your cards, a prompt, and the rule book's answer when a play is refused."""
    run_rules("plain")
    from qipai.bots import LEVELS, make_bot
    from qipai.engine.errors import LANGUAGES, QipaiError
    from qipai.session.log import Entry
    from qipai.session.session import Session

    found = find_game(game)
    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    if bots not in LEVELS:
        raise QipaiError(f"There is no bot of level {bots!r}; there are {', '.join(LEVELS)}.")
    changes = found.changed_options(read_rules(found, variant, rules))
    session, _ = Session.open(found, seats=players, at=_now(), rules=changes, deals=deals, level=bots)

    def store(facts: list[Any]) -> None:
        entry = Entry(session.seq + 1, _now(), "table", "", tuple(facts))
        session.apply(entry)
        for fact in entry.seen_by(0):
            line = tell(session, fact, language)
            if line:
                typer.echo(line)

    store(session.sit(0, name))
    store(session.begin())
    opponents = [make_bot(found, bots, session.terms.ruleset, seat) for seat in range(players)]  # type: ignore[union-attr]
    while session.phase != "finished":
        if session.phase == "between":
            typer.echo(scores(session))
            input("Enter for the next deal … ")
            store(session.ready(0))
        for seat in session.waiting():
            if seat == 0:
                store(ask(session, language))
            else:
                store(session.act(seat, session.advise(seat, opponents[seat])))
    typer.echo(scores(session))


def _now() -> int:
    return time.time_ns() // 1_000_000


def scores(session: "Session") -> str:
    """The running score in one line."""
    view = session.view(None)
    return "  ".join(f"{seat.name} {seat.score:+}" for seat in view.seats)


def tell(session: "Session", fact: dict[str, Any], language: str) -> str:
    """A fact as a line of the log, in the words of the game; nothing for what the game has no words for."""
    words = session.game.words["events"]
    event = "led" if fact["event"] == "laid" and fact.get("lead") else fact["event"]
    own = f"{event}_own"
    seat = next((fact[key] for key in ("seat", "dealer", "leader") if key in fact), None)
    key = own if seat == 0 and own in words else event
    if key not in words or (seat is None and "{name}" in words[key][language]):
        return ""
    chairs = session.view(None).seats
    fields = {**fact, "name": chairs[seat].name if seat is not None else "", "cards": "-".join(fact.get("cards", []))}
    return words[key][language].format_map(fields)


def ask(session: "Session", language: str) -> list[Any]:
    """What the person at the terminal wants to do, asked until it is legal."""
    from qipai.engine.errors import QipaiError
    from qipai.session.refusals import refusal_of

    deal = session.view(0).deal
    assert deal is not None
    names = {choice.action: choice for choice in deal.choices}
    hints = [action for action, choice in names.items() if choice.needs] or list(names)
    hint = 0
    typer.echo(f"\n{board(session, language)}\n  {'  '.join(card.face for card in deal.hand)}")
    while True:
        answer = input("> ").strip()
        if answer in ("q", "quit"):
            raise typer.Exit
        if answer in ("h", "hint"):
            typer.echo(hints[hint % len(hints)])
            hint += 1
        elif answer in ("l", "legal"):
            typer.echo("  ".join(names))
        elif not answer or answer == "?":
            typer.echo(HELP)
        else:
            try:
                return session.act(0, "pass" if answer in ("p", "P") else answer)
            except QipaiError as error:
                refusal = refusal_of(error)
                section = f" (§{refusal.section})" if refusal.section else ""
                typer.echo(f"{refusal.text[language]}{section}")


def board(session: "Session", language: str) -> str:
    """The others and the table in one line each."""
    view = session.view(0)
    assert view.deal is not None
    seats = "   ".join(f"{seat.name} {seat.cards}" for seat in view.seats)
    table = view.deal.board.get("table")
    return f"{seats}\n  {'-'.join(table['spells']) if table else '…'}"
