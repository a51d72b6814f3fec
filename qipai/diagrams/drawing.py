"""Cards, discs, seats and arrows as SVG.

A diagram is a column of lines, as wide as a telephone.  Its colours are classes, which `frontend/src/look/diagrams.css` gives the page
beside the table and the site: an attribute `style` would not pass the server's Content-Security-Policy.
"""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from typing import NamedTuple

WIDTH = 400
GAP = 5
MARGIN = 10
LINE = 1.4  # heights of a letter from line to line
JOKERS = {"X": "", "B": "black", "R": "red"}
RED_DISCS = "帥仕相俥傌炮兵"
SUITS = {"S": ("sip", "拾"), "G": ("gon", "貫"), "K": ("sok", "索"), "C": ("chen", "綫")}
NUMERALS = "一二三四五六七八九"
SAID = re.compile(r'<g class="face[^>]* aria-label="([^"]*)">.*?</g>|<text[^>]*>([^<]*)</text>')
EXTRA = {"L": "雲綫", "F": "鹿花"}
IMPRINTED = ("9S", "9G", "9K", "9C", "8S", "1S", "1C", "L")


class Drawn(NamedTuple):
    """Something drawn in a box from 0, 0 to its width and height."""

    svg: str
    width: float
    height: float


def text(x: float, y: float, words: str, size: float = 14, kind: str = "", anchor: str = "middle") -> str:
    """Words whose middle is at the height y."""
    return f'<text class="{kind}" x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" text-anchor="{anchor}">{escape(words)}</text>'


def card(face: str) -> Drawn:
    """A card of the French pack, without its suit; a joker has a star, and beside it what it stands for."""
    width, height = 27, 38
    frame = f'<rect class="card" width="{width}" height="{height}" rx="3.5"/>'
    if face in JOKERS:
        drawn = star(13.5, 16, 8.5, JOKERS[face]) + text(13.5, 31, face, 9, "rank")
    elif face[-1] in JOKERS:
        drawn = text(13.5, 14, face[:-1], 16, "rank") + star(13.5, 28.5, 5, JOKERS[face[-1]])
    else:
        drawn = text(13.5, 19, face, 17, "rank")
    return Drawn(f'<g class="face" aria-label="{face}">{frame}{drawn}</g>', width, height)


def star(x: float, y: float, r: float, colour: str) -> str:
    points = " ".join(
        f"{x + (r if i % 2 == 0 else r * 0.42) * math.sin(i * math.pi / 5):.1f},"
        f"{y - (r if i % 2 == 0 else r * 0.42) * math.cos(i * math.pi / 5):.1f}"
        for i in range(10)
    )
    return f'<polygon class="star {colour}" points="{points}"/>'


def disc(face: str) -> Drawn:
    """A piece of Chinese chess: two rings on the red ones, beads on the black ones."""
    colour = "red" if face in RED_DISCS else "black"
    rings = '<circle class="ring" cx="17" cy="17" r="13.2"/>' + (
        '<circle class="ring" cx="17" cy="17" r="11.2"/>' if colour == "red" else ""
    )
    letter = f'<text lang="zh-Hant" x="17" y="22.6" font-size="15.5" text-anchor="middle">{face}</text>'
    return Drawn(
        f'<g class="face disc {colour}" aria-label="{face}"><circle class="wood" cx="17" cy="17" r="16"/>{rings}{letter}</g>',
        34,
        34,
    )


def money(face: str) -> Drawn:
    """A card of the Hakka pack: number and suit, a seal on the eight that are printed with red."""
    seal = '<rect class="imprint" x="9" y="34" width="8" height="8" transform="rotate(-5 13 38)"/>' if face in IMPRINTED else ""
    if face in EXTRA:
        letters, kind = EXTRA[face], "extra"
    else:
        kind, suit = SUITS[face[1]]
        letters = NUMERALS[int(face[0]) - 1] + suit
    words = "".join(
        f'<text lang="zh-Hant" x="13" y="{15 + 15 * i}" font-size="13" text-anchor="middle">{letter}</text>'
        for i, letter in enumerate(letters)
    )
    return Drawn(
        f'<g class="face money {kind}" aria-label="{letters}"><rect class="card" width="26" height="46" rx="3"/>{words}{seal}</g>',
        26,
        46,
    )


def breadth(words: str, size: float) -> float:
    """About how wide words are."""
    return sum(size if ord(letter) > 0x2E80 else size * (0.3 if letter in " .,:;il'|" else 0.56) for letter in words)


def sign(words: str, kind: str = "", size: float = 17) -> Drawn:
    """A word or an arrow among cards."""
    width = breadth(words, size) + 4
    return Drawn(text(width / 2, 19, words, size, kind), width, 38)


YES, NO, ARROW = sign("✓", "yes", 20), sign("✗", "no", 20), sign("→", "faint", 20)


def row(things: Iterable[Drawn], gap: float = 2) -> Drawn:
    """Things side by side, their middles at one height."""
    x, parts, things = 0.0, [], list(things)
    height = max(thing.height for thing in things)
    for thing in things:
        parts.append(f'<g transform="translate({x:g} {(height - thing.height) / 2:g})">{thing.svg}</g>')
        x += thing.width + gap
    return Drawn("".join(parts), x - gap, height)


def above(thing: Drawn, words: str, kind: str = "faint", size: float = 11) -> Drawn:
    """A thing with words below it."""
    width = max(thing.width, breadth(words, size))
    placed = f'<g transform="translate({(width - thing.width) / 2:g} 0)">{thing.svg}</g>'
    return Drawn(placed + text(width / 2, thing.height + size * 0.75, words, size, kind), width, thing.height + size * 1.4)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Lines that fit: broken at spaces, or anywhere between Chinese characters but before a stop."""
    lines: list[str] = []
    atoms: list[str] = []
    line = atom = ""
    for letter in words:
        atom += letter
        if letter == " " or ord(letter) > 0x2E80:
            if letter in "，。；：、）」”" and atoms:
                atoms[-1] += atom
            else:
                atoms.append(atom)
            atom = ""
    for word in [*atoms, atom]:
        if line and breadth((line + word).rstrip(), size) > width:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()]


class Diagram:
    """A drawing that grows downwards."""

    def __init__(self, width: float = WIDTH) -> None:
        """Begin at the top."""
        self.width = width
        self.y = float(MARGIN)
        self.parts: list[str] = []

    def add(self, svg: str) -> None:
        self.parts.append(svg)

    def space(self, height: float = 8) -> None:
        self.y += height

    def say(self, words: str, size: float = 14, kind: str = "", x: float = MARGIN) -> None:
        """Words as wide as the sheet."""
        for line in wrapped(words, size, self.width - x - MARGIN):
            self.add(text(x, self.y + size * LINE / 2, line, size, kind, "start"))
            self.y += size * LINE
        self.y += 3

    def head(self, words: str) -> None:
        self.say(words, 14, "strong")

    def put(self, things: Sequence[Drawn], x: float = MARGIN, gap: float = GAP, below: float = 8, middle: bool = False) -> None:
        """Things side by side, on as many lines as they need."""
        lines: list[list[Drawn]] = [[]]
        for thing in things:
            used = sum(drawn.width + gap for drawn in lines[-1])
            if lines[-1] and x + used + thing.width > self.width - MARGIN + 1:
                lines.append([])
            lines[-1].append(thing)
        for line in lines:
            whole = row(line, gap)
            left = (self.width - whole.width) / 2 if middle else x
            self.add(f'<g transform="translate({left:g} {self.y:g})">{whole.svg}</g>')
            self.y += whole.height + below

    def labelled(self, words: str, things: Sequence[Drawn], column: float = 118) -> None:
        """Words in a column, and things beside them."""
        top, before = self.y, len(self.parts)
        lines = wrapped(words, 13, column - MARGIN)
        self.put(things, x=column + 4, below=0)
        height = max(self.y - top, len(lines) * 13 * LINE)
        for i, line in enumerate(lines):
            middle = top + height / 2 + (i - (len(lines) - 1) / 2) * 13 * LINE
            self.parts.insert(before + i, text(MARGIN, middle, line, 13, "", "start"))  # it is read before the things
        self.y = top + height + 8

    def rule(self) -> None:
        self.add(f'<path class="rule" d="M{MARGIN} {self.y:g}H{self.width - MARGIN}"/>')
        self.y += 8

    def svg(self, title: str) -> str:
        """Return the drawing, with its title and all that stands in it as words for who hears it."""
        height, drawn = self.y + MARGIN - 6, "".join(self.parts)
        heard = escape(". ".join((title, spoken(drawn))))
        return f'<svg class="diagram" viewBox="0 0 {self.width:g} {height:.0f}" role="img" aria-label="{heard}">{drawn}</svg>'


def spoken(svg: str) -> str:
    """Return what stands in a drawing in words: cards that lie side by side with spaces, all else with commas between."""
    said, faces = "", False
    for face, words in SAID.findall(svg):
        said += (" " if faces and face else ", ") * bool(said) + unescape(face or words)
        faces = bool(face)
    return said


def figure(drawing: str, caption: str) -> str:
    """Return a drawing with a line below it."""
    return f'<figure class="diagram">{drawing}<figcaption>{caption}</figcaption></figure>'


def cards(hand: str) -> Drawn:
    """Cards side by side: `4-5-6X`."""
    return row([card(face) for face in hand.split("-")])


def discs(pieces: str) -> Drawn:
    return row([disc(piece) for piece in pieces], 1)


def monies(hand: str) -> Drawn:
    return row([money(face) for face in hand.split("-")])


def place(
    seat: int, seats: int, cx: float, cy: float, r: float, clockwise: bool = False, turned: float = 0
) -> tuple[float, float]:
    """Where a seat is: seat 0 at the bottom, the next to its right, or to its left where the turn goes clockwise."""
    angle = (seat + turned) * 2 * math.pi / seats * (-1 if clockwise else 1)
    return cx + r * math.sin(angle), cy + r * math.cos(angle)


def round_of_turns(seats: int, cx: float, cy: float, r: float, clockwise: bool = False, reach: float = 0.3) -> str:
    """Arrows from each seat to the next, on a circle; they leave out `reach` of the way at either end."""
    arrows = []
    for seat in range(seats):
        x1, y1 = place(seat, seats, cx, cy, r, clockwise, reach)
        x2, y2 = place(seat, seats, cx, cy, r, clockwise, 1 - reach)
        before = place(seat, seats, cx, cy, r, clockwise, 1 - reach - 0.06)
        sweep = 1 if clockwise else 0
        arrows.append(f'<path class="way" d="M{x1:.1f} {y1:.1f}A{r:g} {r:g} 0 0 {sweep} {x2:.1f} {y2:.1f}"/>')
        arrows.append(tip(*before, x2, y2))
    return "".join(arrows)


def tip(x1: float, y1: float, x2: float, y2: float, kind: str = "tip", size: float = 8) -> str:
    """The point of an arrow that comes from x1, y1 and ends at x2, y2."""
    angle = math.atan2(y2 - y1, x2 - x1)
    corners = [(x2 + size * 0.5 * math.cos(angle), y2 + size * 0.5 * math.sin(angle))] + [
        (x2 - size * math.cos(angle + turn), y2 - size * math.sin(angle + turn)) for turn in (0.5, -0.5)
    ]
    return f'<polygon class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'


def arrow(x1: float, y1: float, x2: float, y2: float, kind: str = "way") -> str:
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>' + tip(x1, y1, x2, y2, f"tip {kind}")


def chair(x: float, y: float, name: str, more: str = "", kind: str = "", width: float = 92) -> str:
    """A seat with a name and a line of more below it."""
    height = 40 if more else 28
    frame = f'<rect class="chair {kind}" x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:g}" height="{height}" rx="8"/>'
    lower = text(x, y + 10, more, 11, "faint") if more else ""
    return frame + text(x, y - (8 if more else 0), name, 13, "strong") + lower
