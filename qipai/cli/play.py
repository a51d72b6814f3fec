"""`qipai play GAME`: a session in the terminal, against bots; `--from` plays on from a recorded deal."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import (
    USUAL_GAME,
    BotLimit,
    Players,
    RuleChanges,
    VariantName,
    app,
    find_game,
    players_of,
    read_file,
    read_rules,
    speaks,
)

if TYPE_CHECKING:
    from qipai.engine.errors import Refusal
    from qipai.session.session import Session
    from qipai.session.views import DealView

QUICK = ("easy", "normal", "random", "noisy", "rule")  # bots for which plain mode is fast enough
LEADS = {"en": "you lead", "zh-Hans": "你先出", "zh-Hant": "你先出"}  # where a game has no words for it


@app.command()
@speaks
def play(
    game: Annotated[
        str | None, typer.Argument(help=f"The game, for example {USUAL_GAME}; none with --from.", metavar="GAME")
    ] = None,
    players: Players = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, max=100, help="Deals of the session.")] = 3,
    bots: Annotated[
        str,
        typer.Option(
            help="Level of the bots: easy, normal, and strong and master where they are offered; or a bot by name: random, pimc:300, net, net:FILE, FILE.py:NAME for one of yours."
        ),
    ] = "normal",
    bot_limit: BotLimit = None,
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "You",
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
    talk: Annotated[
        bool, typer.Option("--talk", help="Stop before the bots' moves when you may do something out of turn.")
    ] = False,
    rules: RuleChanges = None,
    variant: VariantName = "default",
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="Play on from a recorded deal (.qp), with the cards as they were; - for standard input.",
            metavar="FILE",
        ),
    ] = None,
    move: Annotated[
        int,
        typer.Option(
            "--move", min=1, help="With --from: the decision that you take, counted as `qipai review` does.", metavar="N"
        ),
    ] = 1,
) -> None:
    """Play in the terminal: your cards, a prompt, and the rule book's answer when a play is refused.

    You sit on the first chair; with `--from`, on that of the player whose decision it is.
    """
    quick = bots in (*QUICK, "master") or bots.partition(":")[0] == "net" or ".py" in bots
    run_rules("plain" if quick else "native")
    from qipai.bots import LEVELS, MASTER, SEARCH, bot_of, check_bot, level_named, levels_at, make_bot
    from qipai.engine.errors import LANGUAGES, QipaiError
    from qipai.engine.lines import Teller
    from qipai.entry.visitors import visitors
    from qipai.records import go_on, moment_of, read_record
    from qipai.session.log import Entry
    from qipai.session.session import Session

    if (game is None) == (source is None):
        raise QipaiError("Name a game, or a recorded deal with --from, and not both.")
    record = None
    if source is not None:
        if players is not None or rules or variant != "default":
            raise QipaiError("A recorded deal has its own players and rules; --from takes no others.")
        record = read_record(read_file(source))
    found = find_game(game) if game is not None else record.game  # type: ignore[union-attr]
    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    if record is None:
        changes, seats, moment, you = (
            found.changed_options(read_rules(found, variant, rules)),
            players_of(found, players),
            None,
            0,
        )
    else:
        changes, seats, deals = record.header.rules, len(record.header.players), 1
        moment = moment_of(record, move)
        you = moment.seat
    level, offered = level_named(bots), levels_at(found, seats)
    if level in (SEARCH, MASTER) and level not in offered:
        words = ", ".join(word for word, stored in LEVELS.items() if stored in offered)
        raise QipaiError(
            f"{found.name} with {seats} players has no level {bots!r} that was shown to be stronger; there is {words}."
        )
    named = bot_of(found, seats, level, found.ruleset(**changes))
    made = visitors([named], bot_limit)
    if not made:
        check_bot(named)
    session, _ = Session.open(found, seats=seats, at=_now(), rules=changes, deals=deals, level=level)

    def store(facts: list[Any]) -> None:
        entry = Entry(session.seq + 1, _now(), "table", "", tuple(facts))
        session.apply(entry)
        teller = Teller(found, [seat.name for seat in session.view(None).seats], language, you=you)
        for fact in entry.seen_by(you):
            for line in teller.lines(fact):
                typer.echo(line)

    store(session.sit(you, name))
    if moment is None:
        store(session.begin())
    else:
        for facts in go_on(session, moment, _now):
            store(facts)
    ruleset = session.terms.ruleset  # type: ignore[union-attr]
    opponents = [made[named](found, ruleset, seat) if made else make_bot(found, named, ruleset, seat) for seat in range(seats)]
    while session.phase != "finished":
        if session.phase == "between":
            typer.echo(scores(session))
            input("Enter for the next deal … ")
            store(session.ready(you))
        right = speak_up(session, language, you) if talk and session.phase == "playing" and not session.asks(you) else None
        if right:
            store(right)
            continue
        question = session.asked_seq
        for seat in session.waiting():
            if session.asked_seq != question:
                break
            if seat != you:
                store(session.act(seat, session.advise(seat, opponents[seat])))
            elif session.asks(you):
                store(ask(session, language, you))
        if session.window_open and session.asked_seq == question:
            store(session.close_window(question, _now()))
    typer.echo(scores(session))


def _now() -> int:
    return time.time_ns() // 1_000_000


def scores(session: "Session") -> str:
    """Return the running score in one line."""
    from qipai.engine.points import format_points

    return "  ".join(f"{seat.name} {format_points(seat.score, session.game.unit)}" for seat in session.view(None).seats)


def ask(session: "Session", language: str, you: int) -> list[Any]:
    """Ask the person at the terminal for an action until it is legal; return its facts.

    Answers hints, the list of legal actions and help; raises `typer.Exit` for `q`.
    """
    from qipai.engine.errors import QipaiError
    from qipai.session.refusals import refusal_of

    deal = session.view(you).deal
    assert deal is not None
    names = [choice.action for choice in deal.choices]
    hints = [choice.action for choice in deal.choices if choice.needs] or names
    hint = 0
    typer.echo(f"\n{board(session, language, you)}\n  {'  '.join(card.face for card in deal.hand) or '  '.join(names)}")
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
                return session.act(you, "pass" if answer in ("p", "P") else answer)
            except QipaiError as error:
                typer.echo(said(refusal_of(error), language))


def speak_up(session: "Session", language: str, you: int) -> list[Any] | None:
    """Ask the person at the terminal for an action out of turn; return its facts, or None to let the others go on."""
    from qipai.engine.errors import QipaiError
    from qipai.session.refusals import refusal_of

    deal = session.view(you).deal
    assert deal is not None
    rights = [choice.action for choice in deal.choices]
    while rights:
        answer = input(f"Enter to go on, or out of turn: {'  '.join(rights)} > ").strip()
        if answer in ("q", "quit"):
            raise typer.Exit
        if not answer:
            break
        try:
            return session.act(you, answer)
        except QipaiError as error:
            typer.echo(said(refusal_of(error), language))
    return None


def said(refusal: "Refusal", language: str) -> str:
    """Return a refusal as one line, with its § of the rule book."""
    return f"{refusal.text[language]} (§{refusal.section})" if refusal.section else refusal.text[language]


def board(session: "Session", language: str, you: int) -> str:
    """Return two lines: the players with their cards and remarks, and what is asked."""
    from qipai.engine.lines import BETWEEN

    view, words = session.view(you), session.game.words
    assert view.deal is not None
    seats = []
    for seat, chair in enumerate(view.seats):
        remarks = [words["chips"][chip["chip"]][language].format_map(chip) for chip in chair.chips]
        if "captured" in view.deal.board:
            remarks.append(words["board"]["captured"][language].format(n=view.deal.board["captured"][seat]))
        cards = "?" if chair.cards is None else chair.cards
        seats.append(f"{chair.name} {cards}{f' ({BETWEEN[language].join(remarks)})' if remarks else ''}")
    return f"{'   '.join(seats)}\n  {to_answer(view.deal, words['board'], language)}"


def to_answer(deal: "DealView", words: dict[str, Any], language: str) -> str:
    """Return the play to beat, what the phase of the deal asks for, what the choices answer, or that one leads."""
    board = deal.board
    if board.get("table"):
        return "-".join(board["table"]["spells"])
    if board.get("phase") in words:
        led = board.get("led")
        return str(words[board["phase"]][language].format(n=led["count"] if led else ""))
    asked = [f"ask_{choice.kind.partition('_')[0]}" for choice in deal.choices]
    return str(next((words[ask] for ask in asked if ask in words), LEADS)[language])
