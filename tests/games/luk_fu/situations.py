"""Situations of Luk Fu for the tests: written in notation, answered by the engine."""

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.positions import parse_position
from qipai.games.luk_fu import LUK_FU as GAME

HERE = Path(__file__).parent
CARDS = [f"{rank}{suit}" for suit in "SGKC" for rank in range(9, 0, -1)] + ["L"]  # as hands are written
DEALER, PLAYER_2, DREAMER, PLAYER_3 = range(4)
ACTIVE = (DEALER, PLAYER_2, PLAYER_3)
PHASES = ("claiming", "calling", "leading", "attacking", "over")
LEVELS = ("faceup", "bounds", "exact")  # §11.4
ENDINGS = ("", "abandoned", "drawn", "won", "claimed")


class Line(NamedTuple):
    """A line of a table of examples: where it stands, its § and the rest."""

    place: str
    section: str
    words: list[str]


def lines_of(name: str) -> Iterator[Line]:
    for number, line in enumerate((HERE / name).read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            yield Line(f"{name}:{number}", words[0].removeprefix("§"), words[1:])


def mask(text: str) -> int:
    """Cards as the engine keeps them: nine bits a suit from Chen upwards, then Li Chen."""
    return sum(1 << (36 if card == "L" else "CKGS".index(card[1]) * 9 + int(card[0]) - 1) for card in cards_in(text))


def cards_in(text: str) -> list[str]:
    return [] if text in (".", "") else text.split("-")


def spell(cards: int) -> str:
    """A mask in notation."""
    return "-".join(card for card in CARDS if cards & mask(card)) or "."


def parts(hand: str, count: int) -> list[str]:
    """Every choice of so many cards of a hand."""
    return ["-".join(chosen) for chosen in combinations(sorted(cards_in(hand), key=CARDS.index), count)]


class Situation:
    """A deal at some point, and what the engine says of it."""

    def __init__(self, ruleset: Any, setup: Any, state: Any) -> None:
        self.game, self.ruleset, self.setup, self.state = GAME, ruleset, setup, state
        self.rules = GAME.rules(ruleset)

    @property
    def public(self) -> Any:
        """What everybody may know, with readable fields, a copy."""
        return records.to_plain(self.state).public

    @property
    def players(self) -> int:
        return int(self.public.players)

    @property
    def phase(self) -> str:
        return PHASES[self.public.phase]

    @property
    def ending(self) -> str:
        return ENDINGS[self.public.ending]

    @property
    def asked(self) -> list[int]:
        return [seat for seat in range(self.players) if GAME.pending(self.state) >> seat & 1]

    @property
    def seat(self) -> int:
        return int(GAME.to_act(self.state))

    def hand(self, seat: int) -> str:
        return spell(records.to_plain(self.state).holdings[seat].hand)

    def legal(self, seat: int | None = None) -> list[str]:
        actions = GAME.legal(self.state, self.rules, self.seat if seat is None else seat)
        return [GAME.notation.format_action(action, self.ruleset) for action in actions]

    def may(self, text: str, seat: int | None = None) -> bool:
        action = GAME.notation.parse_action(text, self.ruleset)
        return bool(GAME.is_legal(self.state, self.rules, self.seat if seat is None else seat, action))

    def play(self, *texts: str, seat: int | None = None) -> "Situation":
        """Whoever is to act does these, one after another; every action must be legal."""
        for text in texts:
            acting = self.seat if seat is None else seat
            assert self.may(text, acting), f"{text} by seat {acting} of {self.legal(acting)[:20]}"
            GAME.apply_action(self.state, self.rules, acting, GAME.notation.parse_action(text, self.ruleset))
        return self

    def downs(self) -> set[str]:
        return {text.removeprefix("down ") for text in self.legal() if text.startswith("down ")}

    def beats(self) -> set[str]:
        return {text for text in self.legal() if not text.startswith("down ")}

    def singles(self) -> set[str]:
        """The cards that may be led alone."""
        return {text for text in self.legal() if text in CARDS}

    def result(self) -> Any:
        return GAME.result(self.state, self.rules)

    def points(self) -> list[int]:
        return list(self.result().points[: self.players])

    def observation(self, seat: int) -> Any:
        observation = GAME.new_observation()
        GAME.observe(self.state, self.rules, seat, observation)
        return observation

    def aged(self, seat: int) -> str:
        """§7  The aged cards of a hand, as the engine tells its holder."""
        return spell(records.to_plain(self.observation(seat)).aged)

    def accepts(self, observation: Any, state: Any | None = None) -> bool:
        return bool(GAME.accepts(observation, self.rules, self.state if state is None else state))

    def copy(self) -> "Situation":
        return Situation(self.ruleset, self.setup, records.copy(self.state))

    def random_steps(self, chance: random.Random, most: int = 1000) -> "Situation":
        """So many decisions by chance, as long as the deal lasts."""
        for _ in range(most):
            if self.phase == "over":
                break
            seat = self.seat
            action = chance.choice(GAME.legal(self.state, self.rules, seat))
            GAME.apply_action(self.state, self.rules, seat, action)
        return self


def at(position: str) -> Situation:
    """A position, without the name of the game."""
    read = parse_position(GAME, f"luk_fu {position}")
    return Situation(read.ruleset, read.setup, read.state)


def dealt(hands: Mapping[int, str], size: int = 12, players: int = 4, spare: str = "C K G S", **options: object) -> Situation:
    """The beginning of a deal: what is told of the hands, and other cards up to the size, from the low ones of these suits on.

    They go to the dealer first, then to player 2, to player 3, and to the dreamer.
    """
    held = {seat: cards_in(hands.get(seat, "")) for seat in range(players)}
    rest = [f"{rank}{suit}" for suit in spare.split() for rank in range(1, 10)] + ["L"] * (players == 4)
    rest = [card for card in rest if all(card not in hand for hand in held.values())]
    active = ACTIVE if players == 4 else (0, 1, 2)
    for seat in (*active, *({DREAMER} if players == 4 else ())):
        lack = (1 if seat not in active else size) - len(held[seat])
        held[seat] += rest[:lack]
        del rest[:lack]
    changes = "".join(f"{name}={value} " for name, value in options.items())
    return at(f"{changes}dealer=0 hands={'/'.join('-'.join(hand) or '.' for hand in held.values())}")


def playing(hands: Mapping[int, str], *actions: str, caller: int = DEALER, **changes: Any) -> Situation:
    """A deal in play: nobody claims, this player calls, and then these actions in turn."""
    situation = dealt(hands, **changes)
    while situation.phase == "claiming":
        situation.play("keep")
    while situation.phase == "calling":
        situation.play("play" if situation.seat == caller else "not_play")
        while situation.phase == "claiming":
            situation.play("keep")
    return situation.play(*actions)


def chance_deal(
    chance: random.Random, ranks: str = "123456789", suits: str = "SGKC", size: int = 12, players: int = 4, **options: object
) -> Situation:
    """A deal by chance of a pack of these ranks and suits, and Li Chen where there is room, before the play begins."""
    pack = [f"{rank}{suit}" for suit in suits for rank in ranks]
    need = 3 * size + (players == 4)
    if len(pack) < need:
        pack.append("L")
    pack = chance.sample(pack, need)
    cuts = [size, size, 1, size] if players == 4 else [size] * 3
    hands = ["-".join(pack[sum(cuts[:seat]) : sum(cuts[: seat + 1])]) for seat in range(players)]
    changes = "".join(f"{name}={value} " for name, value in options.items())
    situation = at(f"{changes}dealer=0 hands={'/'.join(hands)}")
    while situation.phase in ("claiming", "calling"):
        situation.play("keep" if situation.phase == "claiming" else chance.choice(situation.legal()))
        if situation.phase == "over":
            return chance_deal(chance, ranks, suits, size, players, **options)
    return situation


def by_level(situation: Situation, holder: int) -> list[str]:
    """What a holder can call aged by faceup, bounds and exact (§11.4)."""
    found, observation = [], GAME.new_observation()
    for level in range(len(LEVELS)):
        rules = GAME.rules(situation.ruleset._replace(aged_inference=level))
        GAME.observe(situation.state, rules, holder, observation)
        found.append(spell(records.to_plain(observation).aged))
    return found
