"""Positions: any situation of any game in one line of text, as the deal and the actions since.

    luk_fu  hands=2C-5S-9S/1G-7G-8S/L/8C-4K-9G  keep keep keep play 5S 8S down 4K
    game    parts: what was dealt               actions: what was done, in order

`parse_position` deals what the parts say and plays the actions, so the rules alone decide what a line may say.  The parts and actions:

    option=value      a house rule that differs from its default
    field=value       a field of the setup that differs from that of a first deal; the values of a list are joined by `/`
    lot=0             the results of the lots, from 0 on, joined by `/`; without this part they are all 0
    hands=…/…         the cards dealt to each seat, seat 0 first; `.` is no card
    undealt=…         the other cards, in the order of drawing
    players=… cards=… instead of hands: all cards in the order of drawing
    actions           as the game writes them; with the seat, `2:keep`, unless it is the first of those who are asked

A card is written by its kind or by its face (`4` or `4H`).  The named cards are the whole pack.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import records
from .errors import NotationError
from .game import Action, Game
from .numbers import as_whole, described
from .records import Record, opened
from .seats import NOBODY
from .telling import Card, Faces, kind_of

HANDS, UNDEALT, CARDS, LOT, PLAYERS, PACK = "hands", "undealt", "cards", "lot", "players", "pack"
LIST, OWNER, NO_CARDS = "/", ":", "."
MOST_LISTED = 8  # legal actions that a refusal lists
MOST_ROUNDS = 24  # attempts to find an order of drawing that deals the given hands


class Decision(NamedTuple):
    """A decision: a seat and its action."""

    seat: int
    action: Action


class Dealt(NamedTuple):
    """A deal before its first action."""

    ruleset: Any
    setup: Record
    order: Record  # the shuffled cards and the lots
    state: Record


class Position(NamedTuple):
    """A deal up to some point: what it was dealt from, all decisions since, and the state after them."""

    ruleset: Any
    setup: Record
    order: Record
    decisions: tuple[Decision, ...]
    state: Record


def parse_position(game: Game, text: str) -> Position:
    """Read a position: deal its cards and apply its actions.

    Raises `NotationError` for text that cannot be read, cards that cannot be dealt and actions that are not legal, and `RulesetError` for
    house rules that contradict each other.

    >>> from qipai.games import GAN_DENG_YAN as game
    >>> position = parse_position(game, "gan_deng_yan hands=4-6-X/5-5/2-2 4")
    >>> len(position.decisions), game.to_act(position.state)
    (1, 1)
    """
    name, *words = text.split() or [""]
    if name != game.name:
        raise NotationError(f"A position of {game.titles['en']} begins with {game.name!r}, not with {name!r}.")
    parts, actions = _split(words)
    dealt = _deal(game, parts)
    decisions = tuple(_replay(game, dealt, actions))
    return Position(dealt.ruleset, dealt.setup, dealt.order, decisions, dealt.state)


def format_position(
    game: Game, ruleset: Any, setup: Record, order: Record, decisions: Iterable[tuple[int, Action]] = ()
) -> str:
    """Return the shortest line from which `parse_position` makes the same setup, state and decisions.

    `decisions` are (seat, action), from the beginning of the deal.  Raises `NotationError` if no line does: the setup or the cards are
    not those of the game, or a decision is not legal.
    """
    rules, state = game.rules(ruleset), game.new_state()
    game.deal(state, rules, setup, order)
    words = [f"{name}={value}" for name, value in game.changed_options(ruleset).items()]
    words += _dealing(game, ruleset, setup, order, state)
    for number, decision in enumerate(decisions, start=1):
        seat, action = _checked_decision(game, rules, state, number, decision)
        text = game.notation.format_action(action, ruleset)
        words.append(text if seat == game.to_act(state) else f"{seat}{OWNER}{text}")
        game.apply_action(state, rules, seat, action)
    return " ".join([game.name, *words])


def _checked_decision(game: Game, rules: Record, state: Record, number: int, decision: Any) -> Decision:
    """Return a decision of a caller.  Raises `NotationError` unless it is a pair of whole numbers that is legal in this state."""
    pair = decision if isinstance(decision, Sequence) and len(decision) == len(Decision._fields) else (None, None)
    seat, action = map(as_whole, pair)
    if seat is None or action is None:
        raise NotationError(
            f"Decision {number} is a pair of a seat and an action, two whole numbers, not {described(decision)}."
        )
    if game.is_over(state):
        raise NotationError(f"The deal is over before decision {number}.")
    asked = (game.pending(state) | game.may_act(state)) >> max(seat, 0) & 1
    if seat < 0 or not asked or not game.is_legal(state, rules, seat, action):
        raise NotationError(f"Decision {number} is not legal: seat {seat} may not take action {action} there.")
    return Decision(seat, action)


# -- reading what was dealt


def _split(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """Split the words of a line into the parts by key and the words of the actions."""
    parts: dict[str, str] = {}
    actions: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            actions.append(word)
        elif actions or not value:
            raise NotationError(f"{word!r} is out of place: parts are written key=value, and before all actions.")
        elif key in parts:
            raise NotationError(f"{key}=… is given twice.")
        else:
            parts[key] = value
    return parts, actions


def _deal(game: Game, parts: dict[str, str]) -> Dealt:
    """Deal what the parts of a line say.  Raises `NotationError` if they contradict each other or the rules."""
    options = [option.name for option in game.options]
    fields = [name for name in game.SETUP.names or () if name not in (PLAYERS, PACK)]
    known = [HANDS, UNDEALT, CARDS, PLAYERS, LOT, *fields, *options]
    unknown = [key for key in parts if key not in known]
    if unknown:
        raise NotationError(f"A position has no part {unknown[0]!r}; parts are {', '.join(known)}.")
    if (HANDS in parts) == (CARDS in parts) or (CARDS in parts and UNDEALT in parts):
        raise NotationError(
            f"A position needs {HANDS}=…, what each seat was dealt, with {UNDEALT}=… for the other cards,"
            f" or else {CARDS}=…, all cards in the order of drawing."
        )
    ruleset = game.ruleset(**{key: value for key, value in parts.items() if key in options})
    rules, players = game.rules(ruleset), _players(game, parts)
    pack = _Pack(game, rules)
    named = [_words_in(hand) for hand in parts.get(HANDS, NO_CARDS).split(LIST)] if HANDS in parts else []
    rest = _words_in(parts.get(UNDEALT) or parts.get(CARDS) or NO_CARDS)
    cards = pack.find([word for words in (*named, rest) for word in words])
    hands = [[cards.pop(0) for _ in words] for words in named]
    setup, order = _ordered(game, rules, players, parts, hands, cards, pack)
    state = game.new_state()
    game.deal(state, rules, setup, order)
    return Dealt(ruleset, setup, order, state)


def _players(game: Game, parts: dict[str, str]) -> int:
    """Return the number of players: from the hands, from `players=…`, or the only one that the game has."""
    hands = len(parts[HANDS].split(LIST)) if HANDS in parts else None
    told = _whole(parts.get(PLAYERS, ""))
    if PLAYERS in parts and (told is None or hands not in (None, told)):
        raise NotationError(f"{PLAYERS}={parts[PLAYERS]} must be the number of players, as many as there are hands.")
    if hands is None and told is None and len(game.seats) > 1:
        raise NotationError(f"{CARDS}=… needs {PLAYERS}=…, the number of players.")
    return hands or told or game.seats[0]


def _whole(text: str) -> int | None:
    """Return the number of 1 to 9 digits; None for other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _words_in(text: str) -> list[str]:
    """Split cards joined by "-" or ","; "." is no card."""
    return [] if text == NO_CARDS else [word for word in re.split(r"[-,]+", text) if word]


class _Pack:
    """All cards that a game can deal to any number of players, and their names in text."""

    def __init__(self, game: Game, rules: Record) -> None:
        self.game, self.rules = game, opened(rules)
        cards: set[Card] = set()
        for players in game.seats:
            order = records.new(game.ORDER)
            game.pack(rules, game.setup(rules, players), order)
            cards.update(_drawn(order))
        self.cards = sorted(cards, key=lambda card: (kind_of(card), card))

    def face(self, card: Card) -> str:
        """Return the face of a card: "4H"."""
        return self.game.notation.format_card(card)

    def kind(self, card: Card) -> str:
        """Return the name of a card's kind: "4"."""
        return str(self.game.telling.name_kind(card, self.rules))

    def find(self, words: Sequence[str]) -> list[Card]:
        """Return a different card of the pack for each word.  Raises `NotationError` if there are not enough.

        Words that are faces choose first, because a word that is a kind can take any card of the kind.
        """
        kinds = {self.kind(card).casefold() for card in self.cards}
        faces = {self.face(card).casefold() for card in self.cards}
        left, found = self.cards.copy(), dict[int, Card]()
        for name_of, names in ((self.face, faces - kinds), (self.kind, kinds)):
            for place, word in enumerate(words):
                name = self._name(word, kinds | faces)
                if name in names:
                    card = next((card for card in left if name_of(card).casefold() == name), None)
                    if card is None:
                        raise NotationError(
                            f"{word} is named {words.count(word)} times, and there are fewer of these cards in the pack."
                        )
                    left.remove(card)
                    found[place] = card
        return [found[place] for place in range(len(words))]

    def _name(self, word: str, names: set[str]) -> str:
        """Return the face or kind that a word names, case-folded; words that are neither are read by the game's notation."""
        if word.casefold() in names:
            return word.casefold()
        card = self.game.notation.parse_card(word)
        for name in (self.face(card), self.kind(card)):
            if name.casefold() in names:
                return name.casefold()
        raise NotationError(f"{word} is not in the pack of this game.")


def _ordered(
    game: Game,
    rules: Record,
    players: int,
    parts: dict[str, str],
    hands: list[list[Card]],
    rest: list[Card],
    pack: _Pack,
) -> tuple[Record, Record]:
    """Return the setup, and the order of drawing that deals these hands and leaves the rest undealt."""
    cards = [card for hand in hands for card in hand] + rest
    twin = _fitted(game, rules, players, [len(hand) for hand in hands], cards)
    for key, value in parts.items():
        if key in twin.__slots__ and key != PLAYERS:
            setattr(twin, key, _values(key, value, game.SETUP[key], getattr(twin, key)))
    wrong = game.check_setup(twin, len(cards))
    if wrong:
        raise NotationError(wrong)
    setup, order = records.from_plain(twin), records.new(game.ORDER)
    game.pack(rules, setup, order)
    _check_pack(pack, cards, _drawn(order))
    drawn = records.to_plain(order)
    drawn.lots = _lots(parts.get(LOT), drawn.lots)
    drawn.cards[: len(cards)] = cards
    order = records.from_plain(drawn)
    return setup, _arranged(game, rules, setup, order, (*hands, rest)) if hands else order


def _fitted(game: Game, rules: Record, players: int, sizes: Sequence[int], cards: Sequence[Card]) -> Any:
    """Return the plain setup of a first deal of exactly these cards, with hands of these sizes."""
    twin = records.to_plain(game.setup(rules, players))
    game.fit_setup(twin, sizes, cards)
    return twin


def _values(key: str, text: str, dtype: np.dtype, before: Any) -> Any:
    """Return the value of a setup field from its text; a list may give the first values only, the others stay as `before`."""
    base, shape = dtype.subdtype or (dtype, ())
    words, whole = text.split(LIST), np.iinfo(base)
    most = shape[0] if shape else 1
    if len(words) > most or not all(
        re.fullmatch(r"-?\d{1,18}", word) and whole.min <= int(word) <= whole.max for word in words
    ):
        numbers = f"at most {most} whole numbers joined by {LIST}" if shape else "a whole number"
        raise NotationError(f"{key}={text} must be {numbers}, from {whole.min} to {whole.max}.")
    values = [int(word) for word in words]
    return values + before[len(values) :] if shape else values[0]


def _check_pack(pack: _Pack, cards: list[Card], listed: list[Card]) -> None:
    """Raise `NotationError` unless the cards of a line are, kind by kind, the pack that the setup deals."""
    named, dealt = (Counter(map(pack.kind, some)) for some in (cards, listed))
    if named != dealt:
        lacks, more = ("-".join((one - other).elements()) for one, other in ((dealt, named), (named, dealt)))
        wrong = [f"lack {lacks}"] * bool(lacks) + [f"have {more} beyond it"] * bool(more)
        raise NotationError(f"The cards are not the pack that is dealt here: they {' and '.join(wrong)}.")


def _lots(text: str | None, sides: list[int]) -> list[int]:
    """Return the result of each lot from `lot=…`, 0 for lots that are not drawn.  `sides` are the sides of each lot."""
    drawn = [lot for lot, count in enumerate(sides) if count > 0]
    words = text.split(LIST) if text else ["0"] * len(drawn)
    if text and not drawn:
        raise NotationError(f"{LOT}={text}: no lot is drawn in this deal.")
    if len(words) != len(drawn):
        raise NotationError(f"{LOT}={text} must tell what {len(drawn)} lots drew, joined by {LIST}.")
    lots = [0] * len(sides)
    for lot, word in zip(drawn, words, strict=True):
        number = _whole(word)
        if number is None or number >= sides[lot]:
            raise NotationError(f"{LOT}={text}: {word!r} must be a whole number from 0 to {sides[lot] - 1}.")
        lots[lot] = number
    return lots


# -- where each card goes


def players_in(game: Game, setup: Record) -> int:
    """Return the number of players of a setup."""
    return int(opened(setup).players) if PLAYERS in (game.SETUP.names or ()) else game.seats[0]


def _drawn(order: Record) -> list[Card]:
    """Return the cards of an order as a list."""
    twin = records.to_plain(order)
    return [int(card) for card in twin.cards[: twin.count]]


def _owners(game: Game, rules: Record, setup: Record, order: Record) -> list[int]:
    """Return the seat that is dealt each card, in the order of drawing; NOBODY for undealt ones.  All cards must be different."""
    state, faces = game.new_state(), Faces(players_in(game, setup))
    game.deal(state, rules, setup, order)
    game.telling.tell_deal(opened(state), opened(rules), opened(setup), opened(order), faces)
    owner = {card: seat for seat, hand in enumerate(faces.hands) for card in hand}
    return [owner.get(card, NOBODY) for card in _drawn(order)]


def _arranged(game: Game, rules: Record, setup: Record, order: Record, piles: Sequence[Sequence[Card]]) -> Record:
    """Return the order that deals these piles to the seats, the last pile to nobody.

    The seat that gets a card can depend on the cards (on one that is turned up, say), so this deals, sorts the piles into the places
    that each seat got, and repeats until nothing changes.  Raises `NotationError` if that does not end.
    """
    twin = records.to_plain(order)
    sizes = [len(pile) for pile in piles]
    tried: list[list[int]] = []
    for _ in range(MOST_ROUNDS):
        owners = _owners(game, rules, setup, records.from_plain(twin))
        dealt = [owners.count(seat) for seat in (*range(len(piles) - 1), NOBODY)]
        if dealt != sizes:
            counts = [LIST.join(map(str, some[:-1])) for some in (dealt, sizes)]
            raise NotationError(
                f"The rules deal {counts[0]} cards of these to the seats and {dealt[-1]} to nobody;"
                f" {HANDS}=… has {counts[1]}, and {UNDEALT}=… has {sizes[-1]}."
            )
        left = [iter(pile) for pile in piles]
        cards = [next(left[owner]) for owner in owners]
        if cards == twin.cards[: twin.count]:
            return records.from_plain(twin)
        if owners in tried:  # a cycle: try from another order
            cards = twin.cards[1 : twin.count] + twin.cards[:1]
        tried.append(owners)
        twin.cards[: twin.count] = cards
    raise NotationError(f"No order of drawing deals these hands with this {LOT}=…; {CARDS}=… tells the order itself.")


# -- reading what was done


def _replay(game: Game, dealt: Dealt, words: list[str]) -> Iterator[Decision]:
    """Apply the actions of a line to the state of `dealt`, and yield each.  Raises `NotationError` for one that is not legal."""
    state, rules = dealt.state, game.rules(dealt.ruleset)
    for number, (seat, text, action) in enumerate(parse_actions(game, dealt.ruleset, words), start=1):
        if game.is_over(state):
            raise NotationError(f"The deal is over before action {number}, {text!r}.")
        acting = game.to_act(state) if seat is None else seat
        if not (game.pending(state) | game.may_act(state)) >> acting & 1:
            raise NotationError(f"Action {number}, {text!r}: seat {acting} is not asked there.")
        if not game.is_legal(state, rules, acting, action):
            legal = [game.notation.format_action(one, dealt.ruleset) for one in game.legal(state, rules, acting)]
            listed = f"legal are {', '.join(legal[:MOST_LISTED])}{' …' * (len(legal) > MOST_LISTED)}"
            raise NotationError(f"Action {number}, {text!r}, is not legal for seat {acting}; {listed}.")
        game.apply_action(state, rules, acting, action)
        yield Decision(acting, action)


def parse_actions(game: Game, ruleset: Any, words: Sequence[str]) -> Iterator[tuple[int | None, str, Action]]:
    """Yield (seat or None, text, action) for each action of a line.  An action takes two words if its first is none by itself."""
    place = 0
    while place < len(words):
        owner, named, text = words[place].rpartition(OWNER)
        seat = _whole(owner)
        if named and (seat is None or seat >= game.seats[-1]):
            raise NotationError(f"{owner!r} in {words[place]!r} is no seat: seats are 0 to {game.seats[-1] - 1}.")
        pair = f"{text} {words[place + 1]}" if place + 1 < len(words) else text
        place += 1
        try:
            action = game.notation.parse_action(text, ruleset)
        except NotationError:
            both = _read_pair(game, ruleset, pair)
            if both is None:
                raise
            text, action, place = pair, both, place + 1
        yield seat, f"{owner}{named}{text}", action


def _read_pair(game: Game, ruleset: Any, text: str) -> Action | None:
    """Return the action of a text of two words; None if it is none, or is written as one word."""
    try:
        action = game.notation.parse_action(text, ruleset)
    except NotationError:
        return None
    return action if " " in game.notation.format_action(action, ruleset) else None


# -- writing what was dealt


def _dealing(game: Game, ruleset: Any, setup: Record, order: Record, state: Record) -> list[str]:
    """Return the shortest words that deal to the same setup and state."""
    options = game.changed_options(ruleset)

    def is_right(words: list[str]) -> bool:
        try:
            dealt = _deal(game, {**options, **dict(word.split("=") for word in words)})
        except NotationError:
            return False
        same = ((dealt.state, state), (dealt.setup, setup))
        return all(records.to_bytes(one) == records.to_bytes(other) for one, other in same)

    for ways in _ways_to_write(game, game.rules(ruleset), setup, order):
        if is_right(ways[-1]):  # if the line with all faces is wrong, so are those with kinds
            return next(filter(is_right, ways))
    raise NotationError("This deal cannot be written: its setup or its cards are not those of the game.")


def _ways_to_write(game: Game, rules: Record, setup: Record, order: Record) -> Iterator[list[list[str]]]:
    """Yield the ways to write a deal: hands low to high, hands as dealt, the order of drawing; each first in kinds, then with
    more and more faces.
    """
    twin = records.to_plain(setup)
    players = twin.players if hasattr(twin, PLAYERS) else game.seats[0]
    pack, told = _Pack(game, rules), records.to_plain(order)
    cards = pack.find(list(map(pack.face, _drawn(order))))  # so that no two are equal
    told.cards[: told.count] = cards
    owners = _owners(game, rules, setup, records.from_plain(told))
    piles = [[card for card, owner in zip(cards, owners, strict=True) if owner == seat] for seat in range(players)]
    rest = [card for card, owner in zip(cards, owners, strict=True) if owner == NOBODY]
    lots = _lot_words(game, rules, setup, told)

    def fields(sizes: Sequence[int]) -> list[str]:
        return _field_words(game, _fitted(game, rules, players, sizes, cards), twin)

    def hands(piles: Sequence[Sequence[Card]]) -> Iterator[list[str]]:
        begun = [*fields([len(pile) for pile in piles]), *lots]
        for faced in _kinds_with_faces(pack):
            told = f"{HANDS}={LIST.join(_spelled(pack, pile, faced) for pile in piles)}"
            yield [*begun, told, *([f"{UNDEALT}={_spelled(pack, rest, faced)}"] if rest else [])]

    def drawn() -> Iterator[list[str]]:
        seats = [f"{PLAYERS}={players}"] if len(game.seats) > 1 else []
        for faced in _kinds_with_faces(pack):
            yield [*seats, *fields(()), *lots, f"{CARDS}={_spelled(pack, cards, faced)}"]

    if any(piles):
        yield list(hands([sorted(pile, key=pack.cards.index) for pile in piles]))
        yield list(hands(piles))
    yield list(drawn())


def _kinds_with_faces(pack: _Pack) -> Iterator[Sequence[str]]:
    """Yield the sets of kinds whose cards are to be written by their faces: none, each one, all."""
    faces: dict[str, set[str]] = {}
    for card in pack.cards:
        faces.setdefault(pack.kind(card), set()).add(pack.face(card))
    several = [kind for kind, found in faces.items() if len(found) > 1]
    yield from ((), *([kind] for kind in several), several)


def _field_words(game: Game, before: Any, setup: Any) -> list[str]:
    """Return the words for the fields in which `setup` differs from `before`, the setup that the cards alone would give."""
    words = []
    for name in game.SETUP.names or ():
        old, new = getattr(before, name), getattr(setup, name)
        if old != new and name not in (PLAYERS, PACK):
            values = new if isinstance(new, list) else [new]
            same = [value == other for value, other in zip(values, old if isinstance(old, list) else [old], strict=True)]
            last = max(place for place, is_same in enumerate(same) if not is_same)
            words.append(f"{name}={LIST.join(map(str, values[: last + 1]))}")
    return words


def _lot_words(game: Game, rules: Record, setup: Record, drawn: Any) -> list[str]:
    """Return the word for the results of the lots; none if all are 0."""
    listed = records.new(game.ORDER)
    game.pack(rules, setup, listed)
    lots = [lot for lot, sides in zip(drawn.lots, records.to_plain(listed).lots, strict=True) if sides > 0]
    return [f"{LOT}={LIST.join(map(str, lots))}"] if any(lots) else []


def _spelled(pack: _Pack, cards: Sequence[Card], faced: Sequence[str]) -> str:
    """Return cards joined into a word: by their kinds, those of the kinds in `faced` by their faces."""
    return "-".join(pack.face(card) if pack.kind(card) in faced else pack.kind(card) for card in cards) or NO_CARDS
