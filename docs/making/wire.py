"""The tables of docs/protocol.md, record.md and hosting.md, from the structures that are sent, written and set: `just wire` makes them anew.

A table stands between `<!-- made: NAME -->` and `<!-- /made -->`; everything else on a page is written by people.
"""

import inspect
import re
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from qipai.arena.review import figures
from qipai.club import statistics
from qipai.engine.events import DEALT, SHARED
from qipai.games import GAMES
from qipai.records import qp
from qipai.server import protocol
from qipai.server import refusals as of_the_server
from qipai.server.settings import declared
from qipai.server.typescript import remarks, spell
from qipai.session import refusals as of_the_table
from qipai.session import views

DOCS = Path(__file__).resolve().parents[1]
PAGES = (DOCS / "protocol.md", DOCS / "record.md", DOCS / "hosting.md")
MADE = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- /made -->)", re.DOTALL)
HTTP = (
    protocol.NewTable,
    protocol.PushKey,
    protocol.NewPush,
    protocol.OldPush,
    protocol.NewLesson,
    protocol.Opened,
    protocol.Me,
    protocol.MyTable,
    protocol.MyGames,
    protocol.MyGame,
    protocol.MySeat,
    statistics.GameStatistics,
    statistics.PlaceCounts,
    statistics.Average,
    protocol.AccountView,
    protocol.SessionView,
    protocol.Credentials,
    protocol.RecoveryForm,
    protocol.PasswordForm,
    protocol.Replay,
    protocol.ReplayStep,
    protocol.ExerciseView,
    protocol.OfferedView,
    protocol.ReviewView,
    figures.Review,
    figures.Judged,
    figures.Weighed,
)
CATALOGUE = (protocol.GameView, protocol.OptionView, protocol.VariantView, protocol.Section)


def cell(words: str) -> str:
    return " ".join(words.replace("|", "\\|").split())


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def fields(struct: type[msgspec.Struct], made_by_reader: bool) -> Iterator[str]:
    """A row for each field; `made_by_reader`: what has a default may be left out."""
    said, types = remarks(struct), typing.get_type_hints(struct)
    tag = struct.__struct_config__.tag
    members = msgspec.structs.fields(struct)
    if not members and tag is None:
        return
    rows = [] if tag is None else [(f"`{struct.__struct_config__.tag_field}`", f'`"{tag}"`', "")]
    for member in members:
        optional = " (may be left out)" if made_by_reader and not member.required else ""
        spelled = f"`{spell(types[member.name])}`".replace("|", "\\|")
        rows.append((f"`{member.name}`", spelled, cell(said.get(member.name, "") + optional)))
    columns = 3 if any(words for _, _, words in rows) else 2
    yield from (row(*("Field", "Type", "What it says")[:columns]), row(*["---"] * columns))
    yield from (row(*cells[:columns]) for cells in rows)


def chapter(struct: type[msgspec.Struct], made_by_reader: bool = False) -> Iterator[str]:
    """A structure: its name on the wire, its sentences, its fields."""
    tag = struct.__struct_config__.tag
    yield from (f"### {tag or struct.__name__}", "")
    own = vars(struct).get("__doc__")
    if own:
        yield from (sentence(inspect.cleandoc(own)), "")
    yield from (*fields(struct, made_by_reader), "")


def chapters(structs: Iterable[type[msgspec.Struct]], made_by_reader: bool = False) -> list[str]:
    return [line for struct in structs for line in chapter(struct, made_by_reader)]


def seen() -> list[type[msgspec.Struct]]:
    """The structures of a view, the whole first."""
    found = [thing for thing in vars(views).values() if isinstance(thing, type) and thing.__module__ == views.__name__]
    return found[::-1]


def shared() -> Iterator[str]:
    """The events that games share, with the fields that their facts have in every game."""
    yield from (row("Fact", "Fields in every game", "What it says"), row("---", "---", "---"))
    for name, event in SHARED.items():
        own = ", ".join(f"`{field}`" for field in event.own)
        told = [
            *(f"`{field}`" for field in event.public),
            *([f"to each seat its {own}" if name == DEALT else f"to that seat {own}"] if own else []),
        ]
        yield row(f"`{name}`", ", ".join(told), cell(event.says))


def told() -> Iterator[str]:
    """The facts of each game that people are told, and their sentence."""
    rooms = {game.room: game for game in reversed(GAMES.values())}
    for room in sorted(rooms):
        yield from (f"### Of {rooms[room].titles['en']}", "", row("Fact", "What is told"), row("---", "---"))
        for name, words in rooms[room].words["events"].items():
            if not name.endswith("_own"):
                yield row(f"`{name}`", cell(words["en"]))
        yield ""


def codes() -> Iterator[str]:
    yield from (row("Code", "Sentence"), row("---", "---"))
    for code, words in sorted({**of_the_server.SENTENCES, **of_the_table.SENTENCES}.items()):
        yield row(f"`{code}`", cell(words["en"]))


def settings() -> Iterator[str]:
    """A row for each setting of a server."""
    group = ""
    for one in declared():
        if one.group != group:
            group = one.group
            yield from ("", f"### {group}", "", row("Flag", "Variable", "Default", "Meaning"), row(*["---"] * 4))
        usual = f"`{one.usually}`" if one.usually else ""
        yield row(f"`{one.flag}`", f"`{one.variable}`", usual, cell(one.says))


def tables() -> dict[str, list[str]]:
    return {
        "to the server": chapters(typing.get_args(protocol.ToServer), made_by_reader=True),
        "from the server": chapters(typing.get_args(protocol.FromServer)),
        "views": chapters(seen()),
        "http": chapters(HTTP[:1], made_by_reader=True) + chapters(HTTP[1:]),
        "catalogue": chapters(CATALOGUE),
        "shared events": list(shared()),
        "facts": list(told()),
        "codes": list(codes()),
        "header": list(fields(qp.Header, made_by_reader=False)),
        "settings": list(settings()),
        "points": list(fields(qp.Points, made_by_reader=False)),
    }


def filled(text: str) -> str:
    """The page with its tables as the structures are now."""
    made = tables()
    return MADE.sub(lambda found: found[1] + "\n".join(["", *made[found[2]], ""]).replace("\n\n\n", "\n\n") + found[3], text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
