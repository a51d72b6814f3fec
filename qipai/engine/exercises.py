"""Exercises: a question about a real position, with answers that the rules judge.

A game says which kinds of questions it has (`Game.puzzles`): each is a function of a `Scene`, which is a position as one seat knows it.
Two kinds are the same in every game, and are made by `puzzles`: which plays may be led (`lead`), and which may be laid now (`follow`).
Where plays climb, `ask_leader` asks who leads after a trick (`leader`).
A room adds kinds of its own.  Their sentences are in the room's `words/exercises.toml`.

`qipai.bots.exercises` finds positions and makes exercises of them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .catalogue import SECTION, Catalogue
from .chance import draw_below
from .errors import NotationError, Words
from .events import CLEARED, DREW, LAID, PASSED, WIND
from .records import Record, opened
from .telling import Card, Choice
from .wording import in_each

if TYPE_CHECKING:
    from .game import Game

MOST_RIGHT, FEWEST_WRONG, MOST_WRONG = 2, 2, 3  # answers of a question about plays
MOST_RIGHT_TRIED = 12  # legal plays among which the right answers are chosen
MOST_ALIKE = 2  # wrong answers that are refused for the same reason
CHAPTER = "exercises"


class Offered(NamedTuple):
    """One of the answers that are offered."""

    text: Words  # the play as text, the name of a card; of a seat "" in each language
    cards: tuple[str, ...]  # what it represents, as kinds or faces, to be drawn
    kind: str  # key of the game's `kinds` words for a play of several cards or with a verb, else ""
    seat: int | None  # the seat that it names; None for others
    right: bool
    why: Words  # why it is right or wrong: for a refused play the refusal's own words
    section: str  # § of the book


class Asked(NamedTuple):
    """A question with its answers."""

    question: Words
    answers: tuple[Offered, ...]
    several: bool  # whether more than one answer may be right
    told: tuple[Mapping[str, Any], ...] | None = None  # the facts that the question goes with; None for all of the scene
    hand: tuple[str, ...] | None = None  # faces of the seat's cards after those facts; None for those of the scene


class Scene(NamedTuple):
    """A position as a seat knows it, when it is to decide, or when the deal is over."""

    game: "Game"
    rules: Record
    state: Record  # for `why_not`; a question may tell only what the seat knows
    observation: Record
    seat: int
    hand: Sequence[Card]
    told: Sequence[Mapping[str, Any]]  # the facts of the deal so far, as the seat was told them
    pool: Mapping[int, Choice]  # plays that the seat could make at some time in this deal, by action
    random: Record


Puzzle = Callable[[Scene], Asked | None]  # None: this position does not raise the question


def puzzles(words: Catalogue, *kinds: str, **own: Puzzle) -> dict[str, Puzzle]:
    """Return a game's puzzles by kind: those of `kinds`, of `lead` and `follow`, and its own.

    `words` has a chapter `exercises` with a table for each kind, whose § and sentence `right` explain a play that is allowed.
    """
    return {kind: partial(ask_plays, words, kind) for kind in kinds} | own


def ask_plays(words: Catalogue, kind: str, scene: Scene) -> Asked | None:
    """Ask which of some plays the seat may make: those that it leads with, or that it lays on others' cards (`kind`)."""
    game, state, rules = scene.game, opened(scene.state), opened(scene.rules)
    if game.to_act(scene.state) != scene.seat or is_lead(scene.told) != (kind == "lead"):
        return None
    legal = set(game.legal(scene.state, scene.rules, scene.seat))
    held = Counter(game.telling.name_kind(card, rules) for card in scene.hand)
    told = words[CHAPTER][kind]
    chosen = shuffled(scene.random, sorted(legal))[:MOST_RIGHT_TRIED]
    choices = [choice for choice in game.telling.choices(opened(scene.observation), rules, chosen) if choice.needs]
    right = {choice.action: _play(choice, True, told["right"], told[SECTION]) for choice in choices[:MOST_RIGHT]}
    sizes, verbs = {len(choice.needs) for choice in choices}, {"", *map(_verb, choices)}
    wrong: dict[str, Offered] = {}
    codes: Counter[str] = Counter()
    pool = {**single_cards(scene), **scene.pool}
    mixed = shuffled(scene.random, sorted(pool.keys() - legal))
    for action in sorted(mixed, key=lambda action: len(pool[action].needs) not in sizes):  # as many cards first
        choice = pool[action]
        if choice.needs and _verb(choice) in verbs and not Counter(choice.needs) - held and len(wrong) < MOST_WRONG:
            refusal = game.telling.why_not(state, rules, scene.seat, action)
            if refusal and refusal.section and codes[refusal.code] < MOST_ALIKE:
                codes[refusal.code] += 1
                wrong[choice.action] = _play(choice, False, refusal.text, refusal.section)
    if not right or len(wrong) < FEWEST_WRONG:
        return None
    return Asked(told["question"], tuple(shuffled(scene.random, [*right.values(), *wrong.values()])), several=True)


def ask_leader(words: Catalogue, scene: Scene) -> Asked | None:
    """Ask who leads after the last trick in which one seat beat another: where plays climb, its winner or who takes the lead for them.

    `words` has a table `leader` with sentences for a seat that was beaten, for one that only passed, and for the right one; where a
    seat without cards can win, also a table `leader_wind`, for the winner (`out`) and for whoever leads in their place.
    """
    told, chapter = scene.told, words[CHAPTER]
    ends = [at for at, fact in enumerate(told) if fact["event"] == CLEARED]
    for end in reversed(ends):
        trick = [fact for fact in trick_of(told[:end]) if fact["event"] in (LAID, PASSED)]
        layers, leader = [fact["seat"] for fact in trick if fact["event"] == LAID], told[end]["leader"]
        blown = [fact["event"] for fact in told[end + 1 : end + 2]] == [WIND]
        if (
            leader is None
            or len(set(layers)) < 2
            or told[end].get("seat", leader) != layers[-1]
            or (layers[-1] != leader and not blown)
        ):
            continue
        seats = dict.fromkeys([*(fact["seat"] for fact in trick), leader])
        answers = [_leads(chapter, seat, leader, layers) for seat in seats]
        return Asked(
            chapter["leader"]["question"], tuple(answers), False, before_the_winner(told[:end]), _hand_before(scene, end)
        )
    return None


def _leads(chapter: Mapping[str, Any], seat: int, leader: int, layers: Sequence[int]) -> Offered:
    """Return the answer that names a seat as the one that leads after a trick of these layers."""
    winner, key = layers[-1], "leader"
    if seat in (winner, leader):
        key, why = ("leader", "right") if winner == leader else ("leader_wind", "right" if seat == leader else "out")
    else:
        why = "beaten" if seat in layers else "passed"
    return name_seat(seat, seat == leader, chapter[key][why], chapter[key][SECTION])


def _hand_before(scene: Scene, end: int) -> tuple[str, ...]:
    """Return the faces that the seat held before the fact of this number: without what it drew since, and with what it laid."""
    held = [scene.game.notation.format_card(card) for card in scene.hand]
    for fact in reversed(scene.told[end:]):
        if fact.get("seat") == scene.seat and fact["event"] == DREW:
            for face in fact["cards"]:
                held.remove(face)
        elif fact.get("seat") == scene.seat and fact["event"] == LAID:
            held += fact["cards"]
    return tuple(held)


def is_lead(told: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether nothing lies on the table: no card was laid since the last trick was cleared."""
    last = [fact["event"] for fact in told if fact["event"] in (LAID, CLEARED)][-1:]
    return last != [LAID]


def trick_of(told: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the facts since the last trick was cleared."""
    ends = [at for at, fact in enumerate(told) if fact["event"] == CLEARED]
    return told[ends[-1] + 1 if ends else 0 :]


def single_cards(scene: Scene) -> dict[int, Choice]:
    """Return each card of the hand as a play of its own, by action."""
    game, ruleset = scene.game, opened(scene.rules)
    found: dict[int, Choice] = {}
    for card in scene.hand:
        kind = game.telling.name_kind(card, ruleset)
        try:
            action = game.notation.parse_action(kind, ruleset)
        except NotationError:  # no play by itself
            continue
        found[action] = Choice(game.notation.format_action(action, ruleset), (kind,), "", (kind,))
    return found


def before_the_winner(told: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Return facts without the marks that say which play is the best (`best`)."""
    kept = []
    for fact in told:
        plays = {"plays": [_unmarked(play) for play in fact["plays"]]} if "plays" in fact else {}
        kept.append({**_unmarked(fact), **plays})
    return tuple(kept)


def _unmarked(told: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key != "best"}


def _verb(choice: Choice) -> str:
    """Return the verb of a play that has one, such as `down`; else ""."""
    verb, space, _ = choice.action.partition(" ")
    return verb if space else ""


def _play(choice: Choice, right: bool, why: Words, section: str) -> Offered:
    """Return an answer that is a play.  A card by itself is not called by its kind, which some of the wrong ones lack."""
    text = in_each(lambda language: choice.action)
    kind = choice.kind if len(choice.needs) > 1 or _verb(choice) else ""
    return Offered(text, choice.spells or choice.needs, kind, None, right, why, section)


def name_seat(seat: int | None, right: bool, why: Words, section: str) -> Offered:
    """Return an answer that is a seat; None for nobody."""
    return Offered(in_each(lambda language: ""), (), "", seat, right, why, section)


def shuffled(random: Record, things: Sequence[Any]) -> list[Any]:
    """Return things in an order drawn by a generator."""
    left, drawn = list(things), []
    while left:
        drawn.append(left.pop(int(draw_below(random, len(left)))))
    return drawn
