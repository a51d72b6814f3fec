"""Make `docs/strength.md`: `python -m docs.making.strength` writes it from the files of JSON beside it.

`--measure DEALS` lets every shipped net meet the rule of thumb over duplicate deals, and times its decisions; `--levels DEALS` lets Normal meet
Easy in every game and at every size.  Nothing in the tables is typed in.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from qipai.bots import Bot, make_bot
from qipai.bots.levels import EASY, NET, NORMAL
from qipai.bots.nets.files import read_net
from qipai.bots.nets.playing import SHIPPED, sizes_of
from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.seats import NOBODY
from qipai.games import GAMES, find_game

from . import curves
from .ladder import held, ladder_lines
from .measured import by_commit, commit_here

if TYPE_CHECKING:
    from qipai.arena.comparing import Contrast
    from qipai.training.matches import Strength

DOCS = Path(__file__).resolve().parent.parent
FIGURES, STEPS, PAGE = DOCS / "strength.json", DOCS / "levels.json", DOCS / "strength.md"
SEED = 2027  # of no run by which a net was chosen
SESSION = 4  # chained deals, so that what one deal leaves to the next counts
LONGER = {"gou_ji": 6}  # deals of a longer session, where losers pay tribute from the second on
# A searcher whom the net of a table for two meets too, over so many times fewer deals.
SEARCHER, SEARCHED, FEWER = "pimc:1000", ("gan_deng_yan", 2), 20
WAYS = {
    "together": "",
    "alone": ", one net among rules of thumb",
    "longer": ", in sessions of six",
    "searcher": f", against `{SEARCHER}`",
}
TIMED = 2000  # decisions
# A learner in 31 lines of PyTorch, after DouZero, on the batches of this library: measured once over 1,500 deals; no file has it.
YARDSTICK: dict[str, Any] = {
    "game": "gan_deng_yan", "players": 2, "seconds": 570, "wins": 0.476, "wins_low": 0.462, "wins_high": 0.491,
    "points": 0.39, "points_low": 0.07, "points_high": 0.70,
}  # fmt: skip
# Where one plays against all others: the field of the state that says who, once that is settled, and what both sides are called.
ROLES = {"dou_dizhu": ("landlord", "the landlord", "the peasants")}
# Players of others, which meet the net in either role: what they are called, and what `qipai tournament` calls them.
OUTSIDE = {"dou_dizhu": ("the rule model of RLCard 1.2.0", "examples/players/rlcard_rule.py:RuleModel")}

TRIAL = 3_000  # deals of a net of a file

# What was aimed at: game, number of players, which row of the first table, and the share of the wins or the points a deal.
AIMS = (
    ("gou_ji", 6, "together", "wins", 0.83),
    ("gou_ji", 6, "longer", "wins", 0.83),
    ("gou_ji", 6, "alone", "wins", 0.58),
    ("gan_deng_yan", 2, "together", "wins", 0.64),
    ("gan_deng_yan", 2, "searcher", "wins", 0.55),
    ("gan_deng_yan", 4, "together", "wins", 0.43),
    ("luk_fu", 3, "together", "wins", 0.41),
    ("luk_fu", 3, "together", "points", 1.3),
    ("luk_fu", 4, "together", "wins", 0.41),
    ("luk_fu", 4, "together", "points", 1.3),
    ("giog", 2, "together", "wins", 0.60),
)

FORMS = {"wins": (".0%", ".1%"), "points": ("+.1f", "+.2f")}  # how an aim is written, and what was found

HEAD = """# How strong the nets are

`python -m docs.making.strength --measure 20000` measures every net that comes with qipai and writes this page; without the option it writes the page from
`docs/strength.json` again. Each deal is played at several tables with the same cards: where there are two teams, each team once by the net; else the net alone in
each seat among rules of thumb. Deals are chained in sessions of four, the winner dealing, with tribute where there is one. Intervals are 95 %, over sessions.

Wins and points are the net's own, of one seat of it. The most points win, a team's together, and equals share the win. *Equals* is the share of the wins where all are equally strong. Time is of one decision in
milliseconds, features included, in Python, on the machine that measured.
"""


def shipped() -> Iterator[tuple[Path, int]]:
    """Yield the files of the nets that come with qipai, once for each number of players."""
    files = ((path, players) for path in SHIPPED.glob("*.npz") for players in sizes_of(path))
    yield from sorted(files, key=lambda one: (read_net(one[0]).about.game, one[1]))


def measure(path: Path, players: int, deals: int) -> dict[str, Any]:
    """Return what a net's file says and what it wins at a table with so many players."""
    from qipai.training.matches import strength
    from qipai.training.running import told

    net = read_net(path)
    game = find_game(net.about.game)
    sides = len(set(game.teams(game.ruleset(), players)))
    deals = deals // SESSION * SESSION
    found = {"together": told(strength(game, game.ruleset(), players, net, deals, SEED, SESSION))}
    if sides == 2 and players > 2:
        found["alone"] = told(strength(game, game.ruleset(), players, net, deals, SEED, SESSION, alone=True))
    if game.name in LONGER:
        session = LONGER[game.name]
        found["longer"] = told(strength(game, game.ruleset(), players, net, deals // session * session, SEED, session))
    if (game.name, players) == SEARCHED:
        found["searcher"] = told(against_the_searcher(game, players, deals // FEWER))
    roles = {"roles": in_roles(game, players, deals // 4)} if game.name in ROLES else {}
    return {
        "game": game.name,
        "players": players,
        "commit": commit_here(),
        "digest": net.digest,
        "bytes": path.stat().st_size,
        "found": found,
        "milliseconds": timed(game, players),
        "record": net.about.training,
        **roles,
    }


def in_roles(game: Game, players: int, deals: int, rival: str = NORMAL, tried: str = NET) -> dict[str, Any]:
    """Return the share of deals that each side wins against a rival: by the bot `tried`, and by the rival itself (`rule`).

    The rule of thumb answers for everybody until it is settled who plays against the others, so the three tables of a deal have the same
    cards and the same sides.  Void deals do not count.
    """
    from qipai.arena.intervals import share_of
    from qipai.entry.visitors import visitors

    made = visitors([rival])
    bots = {
        name: made[name](game, game.ruleset(), 1) if name in made else make_bot(game, name, game.ruleset(), 1)
        for name in (NORMAL, tried, rival)
    }
    won, seed = list[list[bool | None]](), 0
    while len(won) < deals:
        seed += 1
        tables = [
            has_won(game, players, ROLES[game.name][0], seed, bots[NORMAL], bots[one], bots[others])
            for one, others in ((rival, rival), (tried, rival), (rival, tried))
        ]
        if None not in tables:
            won.append(tables)
    rule, alone, against = np.array(won, float).T
    values = {"rule": rule, "alone": alone, "others": 1 - against, "both": (alone + 1 - against) / 2}
    shares = {name: share_of(found) for name, found in values.items()}
    return {"deals": deals, **{name: [share.mean, share.low, share.high] for name, share in shares.items()}}


def has_won(game: Game, players: int, field: str, seed: int, opening: Bot, one: Bot, others: Bot) -> bool | None:
    """Play a deal; return whether the seat that `field` names has won, None if it never named one.  `opening` plays until it does."""
    rules, actions, observation = game.rules(), game.new_actions(), game.new_observation()
    state = game.start(rules, game.setup(rules, players), seed)
    alone = NOBODY
    while not game.is_over(state):
        seat = game.to_act(state)
        game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        bot = opening if alone == NOBODY else one if seat == alone else others
        game.apply_action(state, rules, seat, bot.act(observation, actions, None))
        alone = int(getattr(records.opened(state), field))
    return None if alone == NOBODY else game.result(state, rules).points[alone] > 0


def trial(path: Path, deals: int) -> str:
    """Let the net of a file meet the players of others at its game; return the lines of the table."""
    about = read_net(path).about
    name, player = OUTSIDE[about.game]
    found = in_roles(find_game(about.game), about.players[0], deals, player, f"{NET}:{path}")
    return "\n".join(_roles({"game": about.game, "outside": found}, "outside", name))


def timed(game: Game, players: int) -> dict[str, float]:
    """Return the middle and the 99th percentile of a decision's time, in milliseconds."""
    ruleset, rules, spent, seed = game.ruleset(), game.rules(), list[float](), 0
    actions, observation = game.new_actions(), game.new_observation()
    bots = [make_bot(game, "net", ruleset, seat) for seat in range(players)]
    while len(spent) < TIMED:
        state = game.start(rules, game.setup(rules, players), seed)
        seed += 1
        while not game.is_over(state):
            seat = game.to_act(state)
            game.legal_actions(state, rules, seat, actions)
            game.observe(state, rules, seat, observation)
            begun = time.perf_counter()
            action = bots[seat].act(observation, actions, None)
            spent.append((time.perf_counter() - begun) * 1000)
            game.apply_action(state, rules, seat, action)
    ordered = sorted(spent[20:])  # the first ones load code
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[len(ordered) * 99 // 100]}


def meeting(game: Game, players: int, bots: list[str], deals: int) -> "Contrast":
    """Return how the first of two bots does against the other, over duplicate deals."""
    from qipai.arena.comparing import Comparison
    from qipai.arena.tournaments import agree, play_here

    agreed = agree(game, game.ruleset(), bots, deals // SESSION * SESSION, players, seed=SEED, session=SESSION)
    rows = [row for session in play_here(agreed, agreed.shards({})) for row in session]
    return next(contrast for contrast in Comparison(agreed, rows).contrasts if contrast.one == bots[0])


def against_the_searcher(game: Game, players: int, deals: int) -> "Strength":
    """Return how the net that comes with qipai does against `SEARCHER` at a table for two."""
    from qipai.training.matches import Strength

    met = meeting(game, players, [NET, SEARCHER], deals)
    return Strength(met.wins, met.points, 1 / players, met.deals, decisions=0)


def step(game: Game, players: int, deals: int) -> dict[str, Any]:
    """Return how Normal does against Easy, over duplicate deals."""
    found = meeting(game, players, [NORMAL, EASY], deals)
    shares = {"ahead": found.ahead, "wins": found.wins}
    figures = {name: [share.mean, share.low, share.high] for name, share in shares.items()}
    table = {"game": game.name, "players": players, "commit": commit_here()}
    return {**table, "noise": game.noise_at(players), "deals": found.deals, **figures}


STEP = """
## Normal against Easy

Easy is the rule of thumb, but one move in so many, as the table says, is drawn from the legal ones. `python -m docs.making.strength --levels 2000` lets Normal meet it
over duplicate deals. *Ahead* is how often Normal has more points than an Easy one at its table, equals counting half, so that even is 50 % at every size; *wins* are Normal's,
one of it among Easy ones, a team of it in Gou Ji. The aim is 57 to 70 % ahead; the rate of a game and size is chosen for it, and a table where no rate reaches it has no Easy.

| game | players | one move in | ahead | wins | deals |
| --- | ---: | ---: | ---: | ---: | ---: |"""


def step_lines(steps: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the table of Normal against Easy."""
    yield STEP
    for row in steps:
        (ahead, low, high), (wins, least, most) = row["ahead"], row["wins"]
        yield (
            f"| {find_game(row['game']).titles['en']} | {row['players']} | {row['noise']} | {ahead:.1%} ({low:.1%} to {high:.1%}) |"
            f" {wins:.1%} ({least:.1%} to {most:.1%}) | {row['deals']:,} |"
        )
    yield from by_commit(steps)


def lines(figures: list[dict[str, Any]], steps: list[dict[str, Any]], ladders: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the page."""
    yield HEAD
    yield "| game | players | equals | wins | points a deal | deals | time: middle, 99 % | bytes |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for net in figures:
        for way, found in net["found"].items():
            title = find_game(net["game"]).titles["en"] + WAYS[way]
            reach = (found["wins_high"] - found["wins_low"]) / 2
            points = (found["points_high"] - found["points_low"]) / 2
            yield (
                f"| {title} | {net['players']} | {found['fair']:.0%} | {found['wins']:.1%} ± {reach:.1%} |"
                f" {found['points']:+.2f} ± {points:.2f} | {found['deals']:,} |"
                f" {net['milliseconds']['p50']:.3f}, {net['milliseconds']['p99']:.3f} | {net['bytes']:,} |"
            )
    yield from by_commit(figures)
    yield from aim_lines(figures)
    yield from role_lines(figures)
    yield ""
    yield (
        "How they were trained, as their files say; the minutes are on the clock. *Rivals* is the share of the deals in which a net learned against the rule of thumb, "
        "the player that it is measured against here; in the others it played itself:"
    )
    yield ""
    yield "| game | players | decisions learned | minutes | threads | aim | explores | rivals | seed | digest |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: | --- |"
    for net in figures:
        record, recipe = net["record"], net["record"]["settings"]
        runs = curves.runs_of(record)
        learned, minutes = sum(run["learned"] for run in runs), sum(run["seconds"] for run in runs) / 60
        rivals = recipe.get("rivals", 0.0)  # a net from before the option has played itself
        yield (
            f"| {find_game(net['game']).titles['en']} | {net['players']} | {learned:,} | {minutes:.0f} | {recipe['threads']} |"
            f" {recipe['aim']} | {recipe['explore'][0]:g} to {recipe['explore'][1]:g} | {rivals:.0%} | {recipe['seed']} | `{net['digest']}` |"
        )
    yield ""
    yield from commands(figures)
    yield from beside_the_yardstick(figures)
    measured = {(net["game"], net["players"]) for net in figures}
    if any((name, players) not in measured for name, game in GAMES.items() for players in game.seats):
        yield "Other games and sizes have no net yet; `qipai train` makes one ([Training](training.md))."
        yield ""
    yield f"The masters at tables are the nets of {'; '.join(masters())}."
    yield from curves.curve_lines(figures, curves.held())
    yield from ladder_lines(ladders)
    yield from step_lines(steps)


def aim_lines(figures: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what was aimed at, and whether it was reached: the whole interval has to lie above."""
    yield ""
    yield "What was aimed at, and is reached where the whole interval lies above it:"
    yield ""
    yield "| game | players | aim | found | reached |"
    yield "| --- | ---: | ---: | ---: | --- |"
    nets = {(net["game"], net["players"]): net["found"] for net in figures}
    for name, players, way, what, aim in AIMS:
        title, (form, finer) = find_game(name).titles["en"] + WAYS[way], FORMS[what]
        found = nets[name, players][way]
        low, high = found[f"{what}_low"], found[f"{what}_high"]
        yield f"| {title} | {players} | {aim:{form}} | {low:{finer}} to {high:{finer}} | {'yes' if low > aim else 'no'} |"
    yield ""
    yield (
        "Nets of mini packs were to give away less than 15 % of what the rule of thumb does: "
        "[how well they can be beaten](learners.md#how-well-players-of-mini-packs-can-be-beaten) is worked out exactly, and says where they do."
    )


def commands(figures: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the commands that trained the nets, but for nets of other settings than the command has today."""
    from qipai.training.settings import Recipe, blind_to

    said = []
    for run in (run for net in figures for run in curves.runs_of(net["record"])):
        recipe = msgspec.convert(run["settings"], Recipe)
        usual = Recipe(recipe.game, recipe.rules, recipe.players)
        late = blind_to(find_game(recipe.game), None, None)
        changed = {name for name in recipe.__struct_fields__ if getattr(recipe, name) != getattr(usual, name)}
        if (
            changed <= {"aim", "batch", "begun", "blind", "explore", "learner", "rate", "rivals", "seed", "threads", "width"}
            and not recipe.rules
        ):
            words = (
                f"qipai train {recipe.game} --players {','.join(map(str, recipe.players))} --minutes {run['seconds'] / 60:.0f}"
            )
            words += " --begin net:FILE" if recipe.begun else ""
            words += f" --seed {recipe.seed}" if "seed" in changed else ""
            words += f" --aim {recipe.aim}" if "aim" in changed else ""
            words += f" --explore {recipe.explore[0]:g},{recipe.explore[1]:g}" if "explore" in changed else ""
            words += f" --rate {recipe.rate[0]:g},{recipe.rate[1]:g}" if "rate" in changed else ""
            words += f" --blind {','.join(recipe.blind)}" if recipe.blind not in ((), late) else ""
            words += f" --rivals {recipe.rivals:g}" if "rivals" in changed else ""
            words += f" --width {recipe.width}" if "width" in changed and not recipe.begun else ""
            words += "".join(
                f" --{name} {getattr(recipe, name)}" for name in ("threads", "learner", "batch") if name in changed
            )
            said.append(f"- `{words}`")
    yield "These commands trained them; nets whose settings `qipai train` no longer has are left out. FILE is the net of the command before. In the same minutes a faster machine learns more, and a busy one less:"
    yield ""
    yield from dict.fromkeys(said)
    yield ""


def role_lines(figures: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how nets do in either role, where one plays against the others."""
    for net in figures:
        if "roles" in net:
            title, (_, one, others) = find_game(net["game"]).titles["en"], ROLES[net["game"]]
            yield ""
            yield (
                f"In {title} the sides form in the deal. Here the rule of thumb speaks for everybody until they have formed, and then the same {net['roles']['deals']:,} deals are "
                f"played by a net as {one}, by nets as {others}, and by rules of thumb alone; the others are rules of thumb."
            )
            yield from _roles(net, "roles", "the rule of thumb")
        if "outside" in net:
            name, player = OUTSIDE[net["game"]]
            yield ""
            yield (
                f"In the same way {net['outside']['deals']:,} deals against {name} (`{player}` makes it one of our players; where the deal asks what its game does not have, it declines):"
            )
            yield from _roles(net, "outside", name)


def _roles(net: dict[str, Any], against: str, rival: str) -> Iterator[str]:
    """Yield the table of a net in either role against a rival."""
    found, (_, one, others) = net[against], ROLES[net["game"]]
    rule = found["rule"][0]
    yield ""
    yield f"| game | side | won by {rival} | won by the net |"
    yield "| --- | --- | ---: | ---: |"
    for side, name, even in ((one, "alone", rule), (others, "others", 1 - rule), ("both", "both", 0.5)):
        mean, low, high = found[name]
        yield f"| {find_game(net['game']).titles['en']} | {side} | {even:.1%} | {mean:.1%} ({low:.1%} to {high:.1%}) |"


def beside_the_yardstick(figures: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what a small learner of another kind reached in its time, and what the net of that table did in its own."""
    table = "game", "players"
    for net in figures:
        if all(net[name] == YARDSTICK[name] for name in table):
            ours, minutes = net["found"]["together"], net["record"]["seconds"] / 60
            yield (
                f"A yardstick: in {find_game(net['game']).titles['en']} with {net['players']} players a DouZero-style learner of 31 lines in PyTorch, on the same batches, had "
                f"{_said(YARDSTICK)} against the rule of thumb after {YARDSTICK['seconds'] / 60:g} minutes of one core; the net above has {_said(ours)} "
                f"after {minutes:.0f} minutes in {_threads(net)}."
            )
            yield ""


def _threads(net: Mapping[str, Any]) -> str:
    threads = net["record"]["settings"]["threads"]
    return "one thread" if threads == 1 else f"{threads} threads"


def _said(found: Mapping[str, Any]) -> str:
    return (
        f"{found['wins']:.1%} of the wins ({found['wins_low']:.1%} to {found['wins_high']:.1%}) and "
        f"{found['points']:+.2f} points a deal ({found['points_low']:+.2f} to {found['points_high']:+.2f})"
    )


def masters() -> Iterator[str]:
    """Yield the games at whose tables a net is the level Master, each with its numbers of players."""
    for game in GAMES.values():
        sizes = [str(players) for players, bots in game.stronger.items() if NET in bots]
        if sizes:
            yield f"{game.titles['en']} with {' and '.join([', '.join(sizes[:-1]), sizes[-1]] if sizes[1:] else sizes)} players"


def page() -> str:
    """Return the text of the page, made from the figures."""
    figures, steps = (json.loads(path.read_text(encoding="utf-8")) for path in (FIGURES, STEPS))
    return "\n".join(lines(figures, steps, held())) + "\n"


def drawn() -> str:
    """Return the picture of the page, made from what is kept of the trainings."""
    return curves.picture(json.loads(FIGURES.read_text(encoding="utf-8")), curves.held())


def write_page() -> None:
    """Write the page and its picture."""
    PAGE.write_text(page(), encoding="utf-8")
    curves.PICTURE.write_text(drawn(), encoding="utf-8")


def main() -> None:
    """Measure if asked to, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m docs.making.strength", description=__doc__)
    parser.add_argument("--measure", type=int, metavar="DEALS", help="measure every shipped net over so many deals")
    parser.add_argument(
        "--only", action="append", metavar="GAME-PLAYERS", help="measure this net alone, and keep the figures of the others"
    )
    parser.add_argument("--levels", type=int, metavar="DEALS", help="measure Normal against Easy everywhere over so many deals")
    parser.add_argument("--outside", type=int, metavar="DEALS", help="let nets meet players of others, which must be installed")
    parser.add_argument(
        "--trial", type=Path, metavar="FILE", help="with --outside: print how the net of a file meets them, and keep nothing"
    )
    parser.add_argument(
        "--curve", type=Path, nargs="+", metavar="RUN", help="keep the progress of trainings whose nets are shipped"
    )
    asked = parser.parse_args()
    if asked.trial:
        print(trial(asked.trial, asked.outside or TRIAL))
        return
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    if asked.measure:
        kept = {f"{net['game']}-{net['players']}": net for net in figures}
        figures = []
        for path, players in shipped():
            net = f"{read_net(path).about.game}-{players}"
            figures.append(measure(path, players, asked.measure) if net in (asked.only or [net]) else kept[net])
            if "outside" in kept.get(net, {}) and kept[net]["digest"] == figures[-1]["digest"]:
                figures[-1]["outside"] = kept[net]["outside"]
    for net in figures if asked.outside else ():
        if net["game"] in OUTSIDE:
            net["outside"] = in_roles(find_game(net["game"]), net["players"], asked.outside, OUTSIDE[net["game"]][1])
    if asked.measure or asked.outside:
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if asked.curve:
        curves.keep(asked.curve, {read_net(path).digest for path, _ in shipped()})
    if asked.levels:
        steps = [step(game, players, asked.levels) for game in GAMES.values() for players in game.seats]
        STEPS.write_text(json.dumps(steps, indent=1) + "\n", encoding="utf-8")
    write_page()


if __name__ == "__main__":
    main()
