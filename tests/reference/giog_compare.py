"""The engine of the Giog family beside the reference, move for move over random deals of random house rules.

Only the engine's contract is used: the reference knows the rule book, and this file how the engine is asked.  Seats that are
asked together answer in random order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.game import Game
from qipai.engine.telling import Faces, Fact
from qipai.games import find_game
from tests.reference.differences import Difference
from tests.reference.giog import Table
from tests.reference.giog_distribution import BY_DICE, Lots
from tests.reference.giog_evidence import NOBODY
from tests.reference.giog_lies import arranged, lies_of
from tests.reference.giog_rare import RARITIES, rare
from tests.reference.giog_rules import CHOICES, GAMES, HANDS, in_order, read, spell
from tests.reference.giog_views import board, scored
from tests.reference.giog_worlds import compare_worlds

SELDOM_HELD = ("gpp", "triple_two", "triple_one")  # §4.8, §4.12
HARD_TO_MEET = ("sangkrip", "zhihu")
Choose = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True)
class Deal:
    """Everything that decides a deal, what the players do apart; chance comes from a seed."""

    game: str
    options: Mapping[str, str]
    players: int
    seed: int
    deals: int = 1  # in one session, each with the next seed
    lie: str = "anyhow"  # see `giog_lies`

    def __str__(self) -> str:
        changed = {name: value for name, value in self.options.items() if value != CHOICES[self.game][name][0]}
        return f"{self.game}, {changed or 'default rules'}, {self.players} players, chance {self.seed}, pieces {self.lie}"


@dataclass
class Count:
    """What a comparison has been through."""

    deals: int = 0
    sessions: int = 0
    decisions: int = 0
    actions: int = 0
    views: int = 0
    worlds: int = 0
    tables: Counter[tuple[str, int]] = field(default_factory=Counter)
    values: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    rare: Counter[str] = field(default_factory=Counter)


class Engine:
    """A deal of the engine, asked for the same things as a `Table`."""

    def __init__(self, deal: Deal, setup: records.Record | None = None) -> None:
        self.game: Game = find_game(deal.game)
        self.ruleset = self.game.ruleset(**deal.options)
        self.rules = self.game.rules(self.ruleset)
        self.players = deal.players
        self.setup = self.game.setup(self.rules, deal.players) if setup is None else setup
        self.order = self.game.shuffled(self.rules, self.setup, deal.seed)
        self._arrange(deal)
        self.state = self.game.new_state()
        self.game.deal(self.state, self.rules, self.setup, self.order)
        self.faces = Faces(deal.players)
        self.facts: list[Fact] = self.game.telling.tell_deal(
            *map(records.opened, (self.state, self.rules, self.setup, self.order)), self.faces
        )

    def _arrange(self, deal: Deal) -> None:
        """Lay the pieces as the deal has them.  Which number a piece has is asked of its face."""
        numbers: dict[str, list[int]] = {}
        chance = records.opened(self.order)
        pieces = self.pieces()
        for number, piece in zip(map(int, chance.cards), pieces, strict=False):
            numbers.setdefault(piece, []).append(number)
        for place, piece in enumerate(arranged(pieces, deal.lie, deal.game, deal.players, random.Random(deal.seed))):
            chance.cards[place] = numbers[piece].pop()

    def pieces(self) -> list[str]:
        """Stack n holds the pieces 2n-2, its bottom, and 2n-1; dealt singly, the first player's come first."""
        chance = records.opened(self.order)
        return [self.game.notation.format_card(int(card)) for card in chance.cards[: int(chance.count)]]

    def lots(self, opener: int | None) -> Lots:
        """What the lots of the engine mean; a winner who opens is no matter of chance."""
        lots = [int(lot) for lot in records.opened(self.order).lots]
        dice = [lot + 1 for lot in lots[1 : 1 + self.players]] if self.game.name in BY_DICE else []
        return Lots(lots[0] if opener is None else opener, 0 if dice else lots[1], dice, opener is None)

    @property
    def over(self) -> bool:
        return bool(self.game.is_over(self.state))

    def pending(self) -> list[int]:
        """The seats that owe a decision; the first of them in turn leads the list."""
        mask, first = int(self.game.pending(self.state)), int(self.game.to_act(self.state))
        seats = [seat for seat in range(self.players) if mask >> seat & 1]
        return sorted(seats, key=lambda seat: (seat - first) % self.players)

    def legal(self, seat: int) -> set[str]:
        actions = self.game.legal(self.state, self.rules, seat)
        texts = {self.game.notation.format_action(action, self.ruleset) for action in actions}
        if len(texts) != len(actions):
            raise Difference("the engine lists an action twice")
        default = self.game.default_action(self.state, self.rules, seat)
        if default not in actions:
            raise Difference(f"the default action {self.game.notation.format_action(default, self.ruleset)} is not legal")
        return texts

    def play(self, seat: int, text: str) -> list[Fact]:
        action = self.game.notation.parse_action(text, self.ruleset)
        if not self.game.is_legal(self.state, self.rules, seat, action):
            raise Difference(f"the engine lists {text} and does not let it be played")
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        opened = map(records.opened, (before, self.state, self.rules))
        facts = self.game.telling.tell(*opened, seat, action, self.faces, None)
        self.facts += facts
        return facts

    def hands(self) -> list[str]:
        """What people hold: it follows the facts, and these the state."""
        return [spell(map(self.game.notation.format_card, hand)) for hand in self.faces.hands]

    def describe(self, seat: int) -> dict[str, Any]:
        observation = self.game.new_observation()
        self.game.observe(self.state, self.rules, seat, observation)
        return as_values(self.game.telling.describe(records.opened(observation), records.opened(self.rules)))

    def points(self) -> list[int]:
        result = self.game.result(self.state, self.rules)
        return [int(points) for points in result.points[: self.players]]

    def scored(self) -> dict[str, Any]:
        """What all are told at the end, as the reference puts it."""
        ended = records.new(self.game.RESULT)
        self.game.returns(self.state, self.rules, ended)
        opened = map(records.opened, (self.state, self.rules, ended))
        (fact,) = self.game.telling.tell_result(*opened, self.faces)
        told = fact.public
        return {
            "points": told["points"],
            "winners": told["winners"],
            "captured": [row["captured"] for row in told["rows"]],
            "beheaded": [row["beheaded"] for row in told["rows"]],
            "counts": [row["counts"] for row in told["rows"]],
            "left": told["left"],
            "thrown": sorted((thrown["trick"], thrown["seat"], thrown["cards"]) for thrown in told["thrown"]),
        }

    def next_setup(self) -> records.Record:
        ended, following = records.new(self.game.RESULT), records.new(self.game.SETUP)
        self.game.returns(self.state, self.rules, ended)
        self.game.next_setup(self.setup, ended, self.rules, following)
        return following


def compare(deal: Deal, choose: Choose, count: Count) -> None:
    """Play the deals of a session on both.  Raises `Difference` with everything that repeats it."""
    setup, opener = None, None
    for seed in range(deal.seed, deal.seed + deal.deals):
        engine, table = compare_one(replace(deal, seed=seed), choose, count, setup, opener)
        setup = engine.next_setup()
        if deal.game in ("jumapao", "jumapao_fujian3"):
            opener = table.next_opener()
            several = table.points().count(max(table.points())) > 1
            count.rare["§3.6 the first of several winners opens"] += several and seed + 1 < deal.seed + deal.deals
    count.sessions += 1


def compare_one(
    deal: Deal, choose: Choose, count: Count, setup: records.Record | None, opener: int | None
) -> tuple[Engine, Table]:
    engine = Engine(deal, setup)
    lots = engine.lots(opener)
    table = Table(deal.game, deal.options, deal.players, engine.pieces(), lots)
    played: list[str] = []
    guesses = random.Random(deal.seed)

    def agree(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            place = f"{deal}, {lots}, after {' '.join(played) or 'nothing'}, hands {[spell(hand) for hand in table.hands]}"
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n  {place}")

    agree("the pack", sorted(table.rules.pack()), sorted(engine.pieces()))
    while True:
        agree("over", table.over, engine.over)
        agree("pending", table.pending(), [] if engine.over else engine.pending())
        if table.hands:  # before, the engine may have handed out what is already settled
            agree("hands", [spell(hand) for hand in table.hands], engine.hands())
        for number, (ours, theirs) in enumerate(zip_longest(table.log, told(engine.facts))):
            agree(f"fact {number}", ours, theirs)
        if table.over:
            break
        for seat in table.pending():
            legal, theirs = table.legal(seat), engine.legal(seat)
            agree(f"actions of seat {seat} that only one has, {sorted(legal ^ theirs)}", legal, theirs)
            count.actions += len(legal)
        thoroughly = choose((True, False, False))
        for seat in range(NOBODY, deal.players) if thoroughly else [choose(range(deal.players))]:
            compare_boards(table, engine, seat, agree)
            count.views += 1
        if thoroughly and table.hands:
            count.worlds += compare_worlds(table, engine, choose(range(NOBODY, deal.players)), guesses, agree)
        seat = choose(table.pending())
        text = choose(worth_trying(table, seat, choose))
        played.append(f"{seat}:{text}")
        table.play(seat, text)
        engine.play(seat, text)
        count.decisions += 1
    agree("points", table.points(), engine.points())
    agree("the end as it is told", scored(table), engine.scored())
    count.deals += 1
    count.tables[deal.game, deal.players] += 1
    count.values.update((deal.game, name, value) for name, value in deal.options.items())
    count.rare.update(rare(table))
    return engine, table


def worth_trying(table: Table, seat: int, choose: Choose) -> list[str]:
    """All that is legal; but more often leads of one type, each as often, or answers of the type that was led."""
    texts = sorted(table.legal(seat))
    if table.phase not in ("leading", "answering") or choose((True, False, False)):
        return texts
    named = {text: table.rules.combination(read(text.removeprefix("under "))) for text in texts}
    if table.led is None:
        everything = spell(table.hands[seat])
        if everything in texts:
            return [everything]  # §9.2 what ends the deal at once catches generals
        kinds = sorted({found.kind for found in named.values() if found})
        kind = next((kind for kind in SELDOM_HELD if kind in kinds), None) or choose(kinds)
        return [text for text in texts if named[text].kind == kind]
    return [text for text in texts if table.rules.same_type(named[text], table.led)] or texts


def told(facts: Sequence[Fact]) -> list[tuple[Any, ...]]:
    """What all were told, as the reference puts it."""
    log: list[tuple[Any, ...]] = []
    leader = None
    beheaded: list[int] = []
    for fact in facts:
        said, eyes = fact.public, fact.private
        if fact.event not in ("dealt", "lots") and not set(eyes) <= {said.get("seat")}:
            raise Difference(f"seats {sorted(eyes)} are told what only seat {said.get('seat')} may know: {fact}")
        match fact.event:
            case "lots":
                log.append(("lots", said["dice"], said["first"]))
            case "turned":
                log.append(("turned", said["seat"], said["stack"], in_order(said["pieces"])))
            case "tied":
                log.append(("tied", sorted(said["seats"])))
            case "ordered":
                log.append(("ordered", said["order"]))
            case "directed":
                log.append(("directed", said["seat"], said["kind"]))
            case "took":
                log.append(("took", said["seat"], said["stack"]))
            case "dealt":
                log += [("dealt", seat, in_order(eyes[seat]["cards"])) for seat in sorted(eyes)]
            case "laid":
                seat = said["seat"]
                log.append(("laid", seat, in_order((said | eyes.get(seat, {}))["cards"])))
                if leader is None:
                    leader = seat
                    log.append(("led", seat, said["kind"], said.get("group", "")))
                if "cards" in said:
                    log.append(("seen", seat, in_order(said["cards"]), said.get("kind")))
            case "revealed":
                plays = sorted(said["plays"], key=lambda play: play["seat"])
                log += [("seen", play["seat"], in_order(play["cards"]), play["kind"]) for play in plays]
            case "exposed":
                log.append(("seen", said["seat"], in_order(said["pieces"]), said["kind"]))
            case "thrown_in":
                log.append(("thrown in", said["seat"], in_order(eyes[said["seat"]]["pieces"])))
            case "beheaded":
                beheaded.append(said["seat"])
            case "cleared":
                end = [said[name] for name in ("trick", "winner", "why", "taken", "pot")]
                log.append(("cleared", *end, sorted(beheaded)))
                leader, beheaded = None, []
    return log


def compare_boards(table: Table, engine: Engine, seat: int, agree: Callable[[str, Any, Any], None]) -> None:
    """What the seat is shown."""
    theirs = engine.describe(seat)
    for stack in (theirs["stacks"] or {"stacks": []})["stacks"]:
        stack["up"] = in_order(stack["up"])  # both pieces lie open, in whichever order
    for name, ours in board(table, seat).items():
        agree(f"the board of seat {seat}, {name}", ours, theirs[name])


def random_options(game: str, chance: random.Random) -> dict[str, str]:
    """Each option at its default as often as at any of its values."""
    return {name: values[0] if chance.random() < 0.5 else chance.choice(values) for name, values in CHOICES[game].items()}


def random_deal(chance: random.Random, games: Sequence[str] = GAMES) -> Deal:
    """Each table of each game as often, those with combinations that are seldom held twice as often."""
    tables = [(game, players) for game in games for players in HANDS[game] for _ in range(2 if game in HARD_TO_MEET else 1)]
    game, players = chance.choice(tables)
    deals = 3 if game in ("jumapao", "jumapao_fujian3") and chance.random() < 0.3 else 1
    return Deal(game, random_options(game, chance), players, chance.getrandbits(32), deals, chance.choice(lies_of(game)))


def chooser(chance: random.Random) -> Choose:
    """Any legal action; with some players none with a general if there is another, or the longest."""
    style = chance.choice(["any", "keeps generals", "long"])

    def choose(things: Sequence[Any]) -> Any:
        if isinstance(things[0], str) and style == "keeps generals":
            things = [text for text in things if "G" not in text] or things
        if isinstance(things[0], str) and style == "long" and chance.random() < 0.7:
            things = [text for text in things if len(text) == max(map(len, things))]
        return chance.choice(things)

    return choose


def report(count: Count, seconds: float) -> str:
    lines = [
        f"{count.deals} deals agree: {count.decisions} decisions, {count.actions} legal actions, {count.views} boards, "
        f"{count.worlds} worlds, {seconds:.0f} s"
    ]
    for game in GAMES:
        tables = "  ".join(f"{players} players: {count.tables[game, players]}" for players in HANDS[game])
        if any(count.tables[game, players] for players in HANDS[game]):
            lines.append(f"{game:16} {tables}")
        for name, values in CHOICES[game].items():
            if any(count.values[game, name, value] for value in values):
                chosen = "  ".join(f"{value}: {count.values[game, name, value]}" for value in values)
                lines.append(f"  {name:22} {chosen}")
    lines += [f"{count.rare[name]:6} {name}" for name in RARITIES]
    return "\n".join(lines)
