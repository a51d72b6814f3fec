"""Let all levels of tables and some anchors meet, and write the ladders into `docs/strength.md`.

`python -m docs.making.ladder` plays every pair of every game and size over duplicate deals until each interval is narrower than ±1.5 points,
and keeps the rows in `build/ladder`; stopped by Ctrl-C or by anything else, the same command goes on.  With the name of a game it plays
that game's tables, with `--players` one of them.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qipai.arena.comparing import Comparison
from qipai.arena.running import run
from qipai.arena.storing import TERMS, Folder
from qipai.arena.tournaments import agree, in_processes, play_here
from qipai.bots.levels import EASY, NET, NORMAL
from qipai.bots.nets import shipped_for
from qipai.engine.game import Game
from qipai.games import GAMES, find_game

from . import measured

DOCS = Path(__file__).resolve().parent.parent
RUNGS, KEPT = DOCS / "ladder.json", DOCS.parent / "build" / "ladder"
SEED, SESSION = 2026, 4
FEWEST = 200  # deals of each pair at first
ANCHOR = "random"


def bots_of(game: Game, players: int) -> list[str]:
    """Return the bots of a ladder: random play, the levels that a table of this size offers, and the net where one is shipped."""
    nets = [NET] if shipped_for(game, players) else []
    return [*dict.fromkeys([ANCHOR, EASY, NORMAL, *game.stronger.get(players, ()), *nets])]


def folder_of(game: Game, players: int, bots: list[str], kept: Path) -> Path:
    """Return the folder in which the rows of a ladder are kept."""
    return kept / re.sub(r"\W+", "-", "-".join([game.name, str(players), *bots]))


def climb(game: Game, players: int, bots: list[str], deals: int, kept: Path = KEPT, jobs: int = 1) -> dict[str, Any] | None:
    """Play what is missing; return the ladder, or None if it was stopped."""
    agreed = agree(game, game.ruleset(), bots, deals // SESSION * SESSION, players, seed=SEED, session=SESSION)
    folder = Folder(folder_of(game, players, bots, kept), agreed, resume=True)
    if not run(folder, in_processes(jobs) if jobs > 1 else play_here, progress=True):
        return None
    return rungs(Comparison(agreed, folder.rows))


def rungs(found: Comparison) -> dict[str, Any]:
    """Return the ladder of a tournament: its bots by rating, the strongest first, and how each does against the one below."""
    ahead = {}
    for pair in found.contrasts:
        mean, low, high = pair.ahead.mean, pair.ahead.low or 0.0, pair.ahead.high or 1.0
        ahead[pair.one, pair.other], ahead[pair.other, pair.one] = [mean, low, high], [1 - mean, 1 - high, 1 - low]
    order = sorted(range(len(found.bots)), key=lambda bot: -found.ratings.elo[bot])
    thought = {one.bot: one.percentiles[2] for one in found.thinking}
    return {
        "game": found.terms.game,
        "players": found.terms.players,
        "commit": measured.commit_here(),
        "deals": found.terms.deals,
        "bots": [
            {
                "bot": found.bots[bot],
                "elo": [float(bound[bot]) for bound in found.ratings],
                "below": ahead[found.bots[bot], found.bots[below]] if below is not None else None,
                "p99": thought.get(found.bots[bot]),
            }
            for bot, below in zip(order, [*order[1:], None], strict=True)
        ],
    }


def narrow(ladder: dict[str, Any], within: float) -> bool:
    """Return whether each interval of a ladder reaches at most so far to either side, in points of a hundred."""
    return all(100 * (high - low) / 2 <= within for _, low, high in filter(None, (rung["below"] for rung in ladder["bots"])))


def settled(
    game: Game, players: int, bots: list[str], within: float, most: int, kept: Path = KEPT, jobs: int = 1
) -> dict[str, Any] | None:
    """Play twice as many deals again and again until the intervals are narrow or there are `most`; None if it was stopped."""
    begun = folder_of(game, players, bots, kept) / TERMS
    deals = json.loads(begun.read_bytes())["terms"]["deals"] if begun.exists() else FEWEST
    while (ladder := climb(game, players, bots, deals, kept, jobs)) and not narrow(ladder, within) and deals < most:
        deals = min(most, 2 * deals)
    return ladder


HEAD = """
## The ladder

`python -m docs.making.ladder` lets random play and all levels of each table meet, each pair over the same deals, until the intervals are narrower than ±1.5 points or `--most` deals are played, and writes this table;
`python -m docs.making.ladder GAME --players N` plays one of them. If you stop it, the same command goes on. `--also pimc:300` adds an anchor. A rating of 0 is the mean of the bots of a table; 70 points more mean that a bot is ahead in six of ten comparisons. *Ahead* is how
often a bot has more points than the one below it, equals counting half. A bot's time is the 99th percentile of a decision, in milliseconds.

| game | players | bot | rating | ahead of the one below | time | deals of a pair |
| --- | ---: | --- | ---: | ---: | ---: | ---: |"""


def ladder_lines(ladders: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the ladders as they stand in the page."""
    if ladders:
        yield HEAD
    climbed = {(ladder["game"], ladder["players"]) for ladder in ladders}
    for ladder in ladders:
        for rung in ladder["bots"]:
            elo, low, high = rung["elo"]
            below = "{:.1%} ({:.1%} to {:.1%})".format(*rung["below"]) if rung["below"] else ""
            spent = f"{rung['p99']:.3f}" if rung["p99"] is not None else ""
            yield (
                f"| {find_game(ladder['game']).titles['en']} | {ladder['players']} | `{rung['bot']}` | {elo:+.0f} ({low:+.0f} to {high:+.0f}) |"
                f" {below} | {spent} | {ladder['deals']:,} |"
            )
    yield from measured.by_commit(ladders)
    missing = [
        f"{game.titles['en']} with {players}"
        for game in GAMES.values()
        for players in game.seats
        if (game.name, players) not in climbed
    ]
    if ladders and missing:
        yield ""
        yield f"Not played yet: {', '.join(missing)}."


def held() -> list[dict[str, Any]]:
    """Return the ladders that were measured, in the order of the games."""
    return list(json.loads(RUNGS.read_text(encoding="utf-8")))


def main() -> None:
    """Play ladders and write the page after each."""
    from .strength import write_page

    parser = argparse.ArgumentParser(prog="python -m docs.making.ladder", description=__doc__)
    parser.add_argument("game", choices=GAMES, nargs="?", help="all games unless given")
    parser.add_argument("--players", type=int, help="the size of the table; all sizes unless given")
    parser.add_argument(
        "--within", type=float, default=1.5, help="how far an interval may reach to either side, in points of a hundred"
    )
    parser.add_argument("--most", type=int, default=12_800, help="deals of each pair after which a ladder is left as it is")
    parser.add_argument("--also", default="", help="more bots, joined by commas: pimc:300,pimc:1000")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    asked = parser.parse_args()
    also = [bot for bot in asked.also.split(",") if bot]
    for game in [GAMES[asked.game]] if asked.game else GAMES.values():
        for players in [asked.players] if asked.players else game.seats:
            bots = [*dict.fromkeys(bots_of(game, players) + also)]
            ladder = settled(game, players, bots, asked.within, asked.most, jobs=asked.jobs)
            if ladder is None:
                raise SystemExit("Stopped; the same command goes on.")
            keep(game, players, ladder)
            write_page()


def keep(game: Game, players: int, ladder: dict[str, Any]) -> None:
    """Write a ladder to the file of all ladders, instead of an earlier one of the same table."""
    others = [one for one in held() if (one["game"], one["players"]) != (game.name, players)]
    order = list(GAMES)
    ladders = sorted([*others, ladder], key=lambda one: (order.index(one["game"]), one["players"]))
    RUNGS.write_text(json.dumps(ladders, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
