"""Draw a deal with all hands face up: as SVG for notebooks, as pixels for `render_mode="rgb_array"`.

Cards are drawn with the letters of the game's notation, so that a picture shows what `play` and `parse_action` take.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.game import Action
from qipai.engine.records import Record
from qipai.session.deal import Answer, Deal, Terms, low_to_high
from qipai.session.story import Story

WIDTH, MARGIN, LABEL = 760, 12, 74  # pixels
CARD_WIDTH, CARD_HEIGHT, GAP, LINE = 34, 42, 10, 18
SCALE = 2  # pixels of an array per pixel of a drawing
CLOTH, PAPER, EDGE, INK, RED, FAINT, LAMP = "#f3ead8", "#fffdf7", "#b9a98f", "#221c18", "#b3261e", "#7d6f5d", "#e8b64c"


class Box(NamedTuple):
    """A filled rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str


class Words(NamedTuple):
    """A line of text; `x` is its left end, `y` the middle of its height."""

    x: float
    y: float
    text: str
    size: int
    colour: str


class Drawing(NamedTuple):
    """Shapes, the first at the bottom, and their height in pixels; the width is `WIDTH`."""

    shapes: list[Box | Words]
    height: float

    def svg(self) -> str:
        """Return the drawing as an SVG element."""
        shapes = "".join(map(_svg, self.shapes))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:g}" width="{WIDTH}" '
            f'style="max-width:100%;height:auto" font-family="system-ui, sans-serif">{shapes}</svg>'
        )

    def pixels(self) -> np.ndarray:
        """Return the drawing as uint8 of shape (height, width, 3).  Raises `QipaiError` where Pillow is not installed."""
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            raise QipaiError("Pictures as arrays need Pillow: in a clone, pip install '.[envs]'.") from None
        image = Image.new("RGB", (WIDTH * SCALE, round(self.height * SCALE)), CLOTH)
        pen = ImageDraw.Draw(image)
        for shape in self.shapes:
            if isinstance(shape, Box):
                left, top = shape.x * SCALE, shape.y * SCALE
                corner = (left + shape.width * SCALE, top + shape.height * SCALE)
                pen.rounded_rectangle(((left, top), corner), 4 * SCALE, shape.fill, shape.edge, SCALE)
            else:
                font = ImageFont.load_default(shape.size * SCALE)
                pen.text((shape.x * SCALE, shape.y * SCALE), shape.text, shape.colour, font, "lm")
        return np.asarray(image)


def draw(terms: Terms, setup: Record, order: Record, decisions: Iterable[tuple[int, Action]]) -> Drawing:
    """Draw the deal that `order` deals from `setup`, after `decisions`: (seat, action) in the order in which they were applied.

    The drawing has the same size at every moment of a deal.
    """
    game, players = terms.game, terms.players
    deal = Deal(terms, setup, order)
    story = Story(1, players)
    for fact in deal.opening:
        story.tell(0, fact)
    for seat, action in decisions:
        for fact in deal.play(seat, Answer(action, None)):
            story.tell(0, fact)
    shapes: list[Box | Words] = []
    y = float(MARGIN + LINE / 2)
    shapes.append(Words(MARGIN, y, _heading(deal), 14, INK))
    y += LINE
    asked = deal.asked()
    for seat, hand in enumerate(deal.faces.hands):
        faces = [game.notation.format_card(card) for card in sorted(hand, key=low_to_high)]
        last = story.last[seat]
        shapes += _seat(y, seat, faces, last.public.get("action", "") if last else "", seat in asked)
        y += CARD_HEIGHT + LINE + GAP
    shapes.insert(0, Box(0, 0, WIDTH, y, CLOTH, CLOTH))
    return Drawing(shapes, y)


def _heading(deal: Deal) -> str:
    game = deal.terms.game
    changed = ", ".join(f"{name}={value}" for name, value in game.changed_options(deal.terms.ruleset).items())
    title = f"{game.titles['en']}{f' ({changed})' if changed else ''}"
    if not deal.over:
        return f"{title}: seat {', '.join(map(str, deal.asked()))} to act"
    points = game.result(deal.state, deal.terms.rules).points[: deal.terms.players]
    return f"{title}: over, points {', '.join(f'{number / game.unit:g}' for number in points)}"


def _seat(top: float, seat: int, faces: Sequence[str], last: str, asked: bool) -> Iterator[Box | Words]:
    """Yield a seat: its label, its cards in one row, which overlap where they are many, and its last action."""
    if asked:
        yield Box(MARGIN / 2, top, LABEL - MARGIN, LINE + 4, LAMP, LAMP)
    yield Words(MARGIN, top + LINE / 2 + 2, f"seat {seat}", 13, INK)
    yield Words(MARGIN, top + LINE * 1.5 + 4, f"{len(faces)} cards", 11, FAINT)
    room = WIDTH - LABEL - 2 * MARGIN - CARD_WIDTH
    step = min(CARD_WIDTH + 4, room / max(len(faces) - 1, 1))
    for place, face in enumerate(faces):
        yield from _card(MARGIN + LABEL + place * step, top, face)
    if last:
        yield Words(MARGIN + LABEL, top + CARD_HEIGHT + LINE / 2 + 2, f"last: {last}", 12, FAINT)


def _card(x: float, y: float, face: str) -> Iterator[Box | Words]:
    """Yield a card with its letters in the corner that a card above it leaves free."""
    red = face[0] == "r" if face[:1] in ("r", "b") else face[-1:] in ("H", "D", "R")
    yield Box(x, y, CARD_WIDTH, CARD_HEIGHT, PAPER, EDGE)
    for line, letters in enumerate((face[:-1], face[-1:]) if len(face) > 1 else (face,)):
        yield Words(x + 3, y + 12 + 17 * line, letters, 13, RED if red else INK)


def _svg(shape: Box | Words) -> str:
    if isinstance(shape, Box):
        return (
            f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}" rx="4" '
            f'fill="{shape.fill}" stroke="{shape.edge}"/>'
        )
    return (
        f'<text x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size}" fill="{shape.colour}" '
        f'dominant-baseline="central">{escape(shape.text)}</text>'
    )
