"""`qipai play GAME`: a session in the terminal, against bots."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import GameName, Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks

if TYPE_CHECKING:
    from qipai.engine.errors import Refusal
    from qipai.session.session import Session

QUICK = ("random", "noisy", "rule")  # levels for which interpreted rules are fast enough


@app.command()
@speaks
def play(
    game: GameName,
    players: Players = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, max=100, help="Deals of the session.")] = 3,
    bots: Annotated[
        str,
        typer.Option(
            help="Level of the bots: random, noisy, rule, or search where that is stronger; or one by name, pimc:300."
        ),
    ] = "rule",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "You",
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
    talk: Annotated[
        bool, typer.Option("--talk", help="Stop before the bots' moves when you may do something out of turn.")
    ] = False,
    rules: RuleChanges = None,
    variant: VariantName = "default",
) -> None:
    """Play in the terminal, on the first chair: your cards, a prompt, and the rule book's answer when a play is refused."""
    run_rules("plain" if bots in QUICK else "native")
    from qipai.bots import SEARCH, bot_of, check_bot, levels_at, make_bot
    from qipai.engine.errors import LANGUAGES, QipaiError
    from qipai.engine.lines import Teller
    from qipai.session.log import Entry
    from qipai.session.session import Session

    found = find_game(game)
    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    changes, seats = found.changed_options(read_rules(found, variant, rules)), players_of(found, players)
    if bots == SEARCH and SEARCH not in levels_at(found.name, seats):
        raise QipaiError(
            f"Search has not been shown to be stronger in {found.name} with {seats} players; there is {', '.join(QUICK)}."
        )
    named = bot_of(found.name, seats, bots)
    check_bot(named)
    if bots not in QUICK:
        typer.echo("The first moves of bots that search wait for compiled rules: minutes, once an installation.", err=True)
    session, _ = Session.open(found, seats=seats, at=_now(), rules=changes, deals=deals, level=bots)

    def store(facts: list[Any]) -> None:
        entry = Entry(session.seq + 1, _now(), "table", "", tuple(facts))
        session.apply(entry)
        teller = Teller(found, [seat.name for seat in session.view(None).seats], language, you=0)
        for fact in entry.seen_by(0):
            for line in teller.lines(fact):
                typer.echo(line)

    store(session.sit(0, name))
    store(session.begin())
    opponents = [make_bot(found, named, session.terms.ruleset, seat) for seat in range(seats)]  # type: ignore[union-attr]
    while session.phase != "finished":
        if session.phase == "between":
            typer.echo(scores(session))
            input("Enter for the next deal … ")
            store(session.ready(0))
        right = speak_up(session, language) if talk and session.phase == "playing" and not session.asks(0) else None
        if right:
            store(right)
            continue
        question = session.asked_seq
        for seat in session.waiting():
            if session.asked_seq != question:
                break
            if seat != 0:
                store(session.act(seat, session.advise(seat, opponents[seat])))
            elif session.asks(0):
                store(ask(session, language))
        if session.window_open and session.asked_seq == question:
            store(session.close_window(question, _now()))
    typer.echo(scores(session))


def _now() -> int:
    return time.time_ns() // 1_000_000


def scores(session: "Session") -> str:
    """The running score in one line."""
    from qipai.engine.points import format_points

    return "  ".join(f"{seat.name} {format_points(seat.score, session.game.unit)}" for seat in session.view(None).seats)


def ask(session: "Session", language: str) -> list[Any]:
    """What the person at the terminal wants to do, asked until it is legal."""
    from qipai.engine.errors import QipaiError
    from qipai.session.refusals import refusal_of

    deal = session.view(0).deal
    assert deal is not None
    names = [choice.action for choice in deal.choices]
    hints = [choice.action for choice in deal.choices if choice.needs] or names
    hint = 0
    typer.echo(f"\n{board(session, language)}\n  {'  '.join(card.face for card in deal.hand) or '  '.join(names)}")
    while True:
        answer = input("> ").strip()
        if answer in ("q", "quit"):
            raise typer.Exit
        if answer in ("h", "hint"):
            typer.echo(hints[hint % len(hints)])
            hint += 1
        elif answer in ("l", "legal"):
            typer.echo("  ".join(names) + ("  …" if deal.more else ""))
        elif not answer or answer == "?":
            passing = ", p to pass" if "pass" in names else ""
            typer.echo(
                f"Type a play ({hints[0]}){passing}, h for a hint, l for what is legal, q to leave, Enter for this help."
            )
        else:
            try:
                return session.act(0, "pass" if answer in ("p", "P") else answer)
            except QipaiError as error:
                typer.echo(said(refusal_of(error), language))


def speak_up(session: "Session", language: str) -> list[Any] | None:
    """What the person at the terminal does out of turn, of what may be done; None to let the others go on."""
    from qipai.engine.errors import QipaiError
    from qipai.session.refusals import refusal_of

    deal = session.view(0).deal
    assert deal is not None
    rights = [choice.action for choice in deal.choices]
    while rights:
        answer = input(f"Enter to go on, or out of turn: {'  '.join(rights)} > ").strip()
        if answer in ("q", "quit"):
            raise typer.Exit
        if not answer:
            break
        try:
            return session.act(0, answer)
        except QipaiError as error:
            typer.echo(said(refusal_of(error), language))
    return None


def said(refusal: "Refusal", language: str) -> str:
    """A refusal in one line, with its § of the rule book."""
    return f"{refusal.text[language]} (§{refusal.section})" if refusal.section else refusal.text[language]


def board(session: "Session", language: str) -> str:
    """The others in one line, and what is asked in another."""
    from qipai.engine.lines import BETWEEN

    view, words = session.view(0), session.game.words
    assert view.deal is not None
    seats = []
    for seat, chair in enumerate(view.seats):
        remarks = [words["chips"][chip["chip"]][language].format_map(chip) for chip in chair.chips]
        if "captured" in view.deal.board:
            remarks.append(words["board"]["captured"][language].format(n=view.deal.board["captured"][seat]))
        cards = "?" if chair.cards is None else chair.cards
        seats.append(f"{chair.name} {cards}{f' ({BETWEEN[language].join(remarks)})' if remarks else ''}")
    return f"{'   '.join(seats)}\n  {to_answer(view.deal.board, words['board'], language)}"


def to_answer(board: dict[str, Any], words: dict[str, Any], language: str) -> str:
    """The play to beat, or what the phase of the deal asks for."""
    if board.get("table"):
        return "-".join(board["table"]["spells"])
    if board.get("phase") in words:
        led = board.get("led")
        return str(words[board["phase"]][language].format(n=led["count"] if led else ""))
    return "…"
