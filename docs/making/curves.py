"""How the shipped nets became strong: a panel for each net and size, drawn as `docs/strength.svg` from `docs/curves.json`."""

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from qipai.bots.nets.files import read_net
from qipai.games import find_game
from qipai.training.checkpoints import NET_FILE, PROGRESS

DOCS = Path(__file__).resolve().parent.parent
CURVES, PICTURE = DOCS / "curves.json", DOCS / "strength.svg"
IN_A_ROW = 4
WIDE, HIGH = 240, 180  # of a panel, in pixels
LEFT, TOP, RIGHT, LOW = 40, 34, 12, 26  # of it, outside of the axes
INK, RED, WOOD, PAPER = "#2b4a6b", "#a8321c", "#c9a877", "#fbf7ef"
PAGE_WIDE = IN_A_ROW * WIDE


def keep(folders: Iterable[Path], shipped: set[str]) -> None:
    """Keep the progress of trainings by the digest of the net that came out; forget that of nets that are shipped no more."""
    curves = held()
    for folder in folders:
        progress = (folder / PROGRESS).read_text(encoding="utf-8").splitlines()
        net = read_net(folder / NET_FILE)
        before = sum(run["seconds"] for run in runs_of(net.about.training)[:-1])
        curves[net.digest] = [
            {
                "minutes": round((before + line["seconds"]) / 60, 2),
                "sizes": {size: _share(won) for size, won in line["sizes"].items()},
            }
            for line in map(json.loads, progress)
        ]
    kept = {digest: lines for digest, lines in sorted(curves.items()) if digest in shipped}
    CURVES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def runs_of(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the records of the trainings that made a net, one on from the other, the first one first."""
    return [*(runs_of(record["begun"]) if "begun" in record else []), record]


def _share(won: Mapping[str, Any]) -> list[float]:
    return [round(won[name], 4) for name in ("wins", "wins_low", "wins_high")]


def held() -> dict[str, Any]:
    """Return what is kept: by digest, the lines of a training."""
    return dict(json.loads(CURVES.read_text(encoding="utf-8"))) if CURVES.exists() else {}


def curve_lines(figures: list[dict[str, Any]], curves: Mapping[str, Any]) -> Iterator[str]:
    """Yield the chapter of the page."""
    drawn = [net for net in figures if net["digest"] in curves]
    if not drawn:
        return
    yield ""
    yield "## How they learned"
    yield ""
    yield "The share of the wins against the rule of thumb over the minutes of the training, as it was measured on the way over a few hundred deals, each by itself, with intervals of 95 %; dashed what equals have."
    yield "The dot is the net that is shipped, over the deals of the table above; a net that has learned on from another is drawn from there. `python -m docs.making.strength --curve RUN` keeps the progress of a folder that `qipai train` has written."
    yield ""
    yield f"![The share of wins of {len(drawn)} nets, which rises within the first minutes and then flattens](strength.svg)"


def picture(figures: list[dict[str, Any]], curves: Mapping[str, Any]) -> str:
    """Return the drawing: a panel for each net and size whose progress is kept."""
    nets = [net for net in figures if net["digest"] in curves]
    high = -(-len(nets) // IN_A_ROW) * HIGH
    panels = [
        f'<g transform="translate({number % IN_A_ROW * WIDE} {number // IN_A_ROW * HIGH})">{_panel(net, curves[net["digest"]])}</g>'
        for number, net in enumerate(nets)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE_WIDE} {high}" font-family="sans-serif" font-size="12" fill="{INK}">'
    return "\n".join([head, f'<rect width="{PAGE_WIDE}" height="{high}" fill="{PAPER}"/>', *panels, "</svg>"]) + "\n"


def _panel(net: Mapping[str, Any], lines: list[dict[str, Any]]) -> str:
    found = net["found"]["together"]
    curve = [(line["minutes"], *line["sizes"][str(net["players"])]) for line in lines if str(net["players"]) in line["sizes"]]
    longest = max(minutes for minutes, *_ in curve)
    fair = found["fair"]
    bottom = min(fair, *(low for _, _, low, _ in curve)) - 0.02
    top = max(found["wins_high"], *(high for *_, high in curve)) + 0.02

    def x(minutes: float) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * minutes / longest, 1)

    def y(share: float) -> float:
        return round(HIGH - LOW - (HIGH - LOW - TOP) * (share - bottom) / (top - bottom), 1)

    def points(pairs: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{x(minutes)},{y(share)}" for minutes, share in pairs)

    band = [(minutes, high) for minutes, *_, high in curve] + [(minutes, low) for minutes, _, low, _ in reversed(curve)]
    title = f"{find_game(net['game']).titles['en'].removesuffix(' (experimental)')}, {net['players']} players"
    return "".join(
        (
            f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>',
            f'<path d="M{LEFT} {TOP}V{HIGH - LOW}H{WIDE - RIGHT}" fill="none" stroke="{INK}"/>',
            *(f'<text x="{LEFT - 5}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>' for share in _ticks(bottom, top)),
            f'<text x="{WIDE - RIGHT}" y="{HIGH - 8}" text-anchor="end">{longest:.0f} min</text>',
            f'<path d="M{LEFT} {y(fair)}H{WIDE - RIGHT}" stroke="{INK}" stroke-dasharray="4 4"/>',
            f'<polygon points="{points(band)}" fill="{WOOD}" opacity="0.45"/>',
            f'<polyline points="{points((minutes, share) for minutes, share, *_ in curve)}" fill="none" stroke="{RED}" stroke-width="2"/>',
            f'<circle cx="{x(longest)}" cy="{y(found["wins"])}" r="4" fill="{RED}"/>',
        )
    )


def _ticks(bottom: float, top: float) -> list[float]:
    """Return two to five round shares between two."""
    step = next(step for step in (0.02, 0.05, 0.1, 0.2) if (top - bottom) / step <= 5)
    return [number * step for number in range(int(bottom / step) + 1, int(top / step) + 1)]
