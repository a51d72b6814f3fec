"""A tournament in one call: bots by name, or functions of what a seat knows, over duplicate deals."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from qipai.arena.comparing import Comparison
from qipai.arena.matches import Maker
from qipai.arena.report import conditions, markdown_table, sheets, title
from qipai.arena.running import run
from qipai.arena.storing import Folder
from qipai.arena.tournaments import agree, in_processes, play_here
from qipai.bots import Bot
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game, read_buffer
from qipai.engine.numbers import a_path, as_whole, described, truth, whole
from qipai.engine.records import Record, opened
from qipai.session.deal import Terms

from .deals import Observed, terms_of
from .learning import NetPlayer, PolicyPlayer

Chooser = Callable[[Observed], Action | np.integer[Any]]


class Standings:
    """What a tournament showed.  `comparison` has every figure; printed, it is the tables of the report."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    @property
    def digest(self) -> str:
        """A fingerprint of all rows: the same terms give the same digest on every machine."""
        return str(self.comparison.digest)

    def __str__(self) -> str:
        tables = "\n\n".join(f"**{sheet.title}**\n\n{markdown_table(sheet)}" for sheet in sheets(self.comparison))
        return f"{title(self.comparison)}; {conditions(self.comparison)}\n\n{tables}"

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        """Return the tables that a notebook shows."""
        return str(self)


class ChooserBot:
    """A bot that asks a function of what a seat knows."""

    def __init__(self, terms: Terms, choose: Chooser) -> None:
        self.terms, self.choose = terms, choose

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Return what the function chose: see `Bot.act`.  Raises `QipaiError` if that is not legal."""
        actions = [int(action) for action in read_buffer(legal, int(opened(legal).count))]
        chosen = self.choose(Observed(self.terms, observation, actions))
        number = as_whole(chosen)
        if number not in actions:
            raise QipaiError(f"A bot chose {described(chosen)}, which is none of its {len(actions)} legal actions.")
        return int(number)


def tournament(
    game: Game | str,
    bots: Sequence[str] | Mapping[str, str | Chooser | Bot | NetPlayer | PolicyPlayer | type],
    deals: int = 100,
    players: int | None = None,
    variant: str = "default",
    seed: int = 1,
    plan: str | None = None,
    out: str | Path | None = None,
    jobs: int = 1,
    progress: bool = False,
    **options: object,
) -> Standings:
    """Let bots meet over duplicate deals: each deal is played again with the seats changed, so that the cards favour nobody.

    `bots`: names of bots (`random`, `noisy`, `rule`, `pimc:300` …), or a mapping from any name to such a name, to a function of an
    `Observed` that returns one of its `legal`, to a net (`net_bot`), or to an object with the method `act` of `qipai.bots.Bot`.  `deals`:
    of each match.
    `players`: `game.usual_players` unless given.  `plan`: who sits where, see `qipai tournament --help`.  `out`: a folder to keep the rows
    in, and to resume from.  `jobs`: processes; more than one needs bots by name.  Raises `QipaiError` for arguments that are not allowed.

    >>> import qipai
    >>> standings = qipai.tournament("gan_deng_yan", {"first": lambda seen: seen.legal[0], "rule": "rule"}, deals=20, players=2)
    >>> standings.comparison.contrasts[0].points.mean < 0
    True
    """
    terms = terms_of(game, players, variant, options)
    named: Mapping[str, Any] = bots if isinstance(bots, Mapping) else {name: name for name in _listed(bots)}
    makers = {name: _maker(terms, bot) for name, bot in named.items() if bot != name}
    jobs, progress = whole("The number of processes", jobs, 1), truth("`progress`", progress)
    if jobs > 1 and makers:
        own = [name for name in makers if not isinstance(named[name], str)]
        if not own:
            raise QipaiError(f"Several processes play bots under their own names: give them as a list, {list(named.values())}.")
        raise QipaiError(f"Several processes play bots by name only; {', '.join(own)} is an object of this program.")
    agreed = agree(
        terms.game,
        terms.ruleset,
        list(named),
        whole("The number of deals", deals, 1),
        terms.players,
        plan,
        whole("The seed of a tournament", seed, 0),
        makers=makers,
    )
    with TemporaryDirectory() as scratch:
        folder = Folder(Path(scratch) if out is None else a_path("The folder of a tournament", out), agreed, resume=True)
        run(folder, in_processes(jobs) if jobs > 1 else play_here, progress)
        return Standings(Comparison(agreed, folder.rows))


def _listed(bots: Any) -> Sequence[str]:
    """Return a list of names.  Raises `QipaiError` for anything else."""
    if not isinstance(bots, Sequence) or isinstance(bots, str):
        raise QipaiError(f"Bots are a list of names, or a dictionary of names and bots, not {described(bots)}.")
    for name in bots:
        if not isinstance(name, str):
            raise QipaiError(f"In a list bots are told by their names, not by {described(name)}; a dictionary names others.")
    return bots


def _maker(terms: Terms, bot: Any) -> Maker:
    """Return a function that makes a bot for one deal, from anything that `tournament` takes."""
    if isinstance(bot, str):
        from qipai.bots import check_bot, make_bot

        check_bot(bot)
        return lambda game, ruleset, seed: make_bot(game, bot, ruleset, seed)
    if isinstance(bot, NetPlayer):
        return lambda game, ruleset, seed: bot.bot(terms, seed)
    if isinstance(bot, type):
        bot = bot()
    if hasattr(bot, "act"):
        return lambda game, ruleset, seed: bot
    if callable(bot):
        return lambda game, ruleset, seed: ChooserBot(terms, bot)
    raise QipaiError(f"A bot is a name, a function of what a seat knows, or an object with `act`, not {described(bot)}.")
