"""Draw the two pictures of ARCHITECTURE.md: `python -m docs.making.house` writes them to docs/pictures.

They stand on their own (GitHub shows them as images), so each has its own colours and background.
"""

import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
WIDTH, MARGIN, GAP, HEIGHT = 720, 24, 12, 54
PAPER, CARD, EDGE, INK, FAINT, WAY = "#fbf7ee", "#fffdf7", "#b9a98f", "#221c18", "#5f5348", "#a8321c"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

# Top floor first; a floor imports only from the floors below it
FLOORS = (
    (("cli", "commands of the terminal, a file each"),),
    (("server", "live tables, sockets, storage"), ("frontend", "the browser client"), ("entry", "what import qipai offers")),
    (
        ("environments", "deals, batches and vectors"),
        ("training", "nets that learn by self-play"),
        ("club", "people’s deals, and their sums"),
    ),
    (("arena", "bots against bots: simulations and tournaments"),),
    (("bots", "an observation in, an action out; searching"),),
    (("records", ".qp files: written, replayed, verified"),),
    (
        ("session", "deals at a table: log, views"),
        ("examples", "situations with their answers"),
        ("diagrams", "drawings for the books"),
    ),
    (("games", "a room per game: rule book, rules, words, rule bot"),),
    (("engine", "records, compiling, chance, and what a game is"),),
    (("cards", "packs of cards and their text"),),
)

# A click goes down on the left and comes back up on the right
WAY_DOWN = (
    ("browser", "a click: act {id, at, action, cards}"),
    ("server", "whose seat is this? one change at a time"),
    ("session", "read it, check it, or refuse it with its §"),
    ("rules", "apply it to a copy; tell the facts"),
)
WAY_UP = (
    ("six screens", "ev {seq, facts, table, clocks}"),
    ("views", "one per seat, from that seat's observation"),
    ("session", "fold the entry, as after a restart"),
    ("storage", "append it under (table, seq)"),
)


def words(x: float, y: float, text: str, size: int, colour: str, weight: str = "normal", anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def box(x: float, y: float, width: float, name: str, says: str) -> str:
    """A box with a name and a sentence under it."""
    frame = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT}" rx="7" fill="{CARD}" stroke="{EDGE}"/>'
    middle = x + width / 2
    return frame + words(middle, y + 23, name, 15, INK, "bold") + words(middle, y + 42, says, 13, FAINT)


def arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{WAY}" stroke-width="2" marker-end="url(#tip)"/>'


def sheet(height: float, title: str, parts: Iterable[str]) -> str:
    tip = f'<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{WAY}"/></marker>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" font-family="{FONT}" role="img">'
    paper = f'<rect width="{WIDTH}" height="{height:g}" rx="10" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title><defs>{tip}</defs>{paper}", *parts, "</svg>"]) + "\n"


def house() -> str:
    """The floors of the house."""
    parts, y = [], MARGIN
    wide = WIDTH - 2 * MARGIN - 40
    for floor in FLOORS:
        width = (wide - GAP * (len(floor) - 1)) / len(floor)
        parts += [box(MARGIN + place * (width + GAP), y, width, *room) for place, room in enumerate(floor)]
        y += HEIGHT + GAP
    right = WIDTH - MARGIN - 14
    parts.append(arrow(right, MARGIN, right, y - GAP))
    middle = (MARGIN + y - GAP) / 2
    label = words(right + 16, middle, "imports go down only", 13, WAY)
    parts.append(f'<g transform="rotate(-90 {right + 16:g} {middle:g})">{label}</g>')
    return sheet(y - GAP + MARGIN, "The floors of the house, from cli down to cards", parts)


def move() -> str:
    """The way of one move."""
    step, width = HEIGHT + 34, (WIDTH - 2 * MARGIN - 48) / 2
    left, right = MARGIN, WIDTH - MARGIN - width
    parts = []
    for place, (down, up) in enumerate(zip(WAY_DOWN, WAY_UP, strict=True)):
        y = MARGIN + place * step
        parts += [box(left, y, width, *down), box(right, y, width, *up)]
        if place + 1 < len(WAY_DOWN):
            parts.append(arrow(left + width / 2, y + HEIGHT + 3, left + width / 2, y + step - 3))
            parts.append(arrow(right + width / 2, y + step - 3, right + width / 2, y + HEIGHT + 3))
    y = MARGIN + (len(WAY_DOWN) - 1) * step + HEIGHT / 2
    parts.append(arrow(left + width + 4, y, right - 4, y))
    return sheet(MARGIN * 2 + (len(WAY_DOWN) - 1) * step + HEIGHT, "One move, from a click to six screens", parts)


DRAWN = {"house.svg": house, "move.svg": move}

if __name__ == "__main__":
    for name, draw in DRAWN.items():
        (PICTURES / name).write_text(draw(), encoding="utf-8")
        sys.stdout.write(f"{PICTURES / name}\n")
