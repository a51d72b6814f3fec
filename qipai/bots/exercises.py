"""Make exercises from real positions: deals that bots play from a seed, up to a decision worth asking about."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.errors import QipaiError, Words
from qipai.engine.exercises import Asked, Offered, Scene, shuffled
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.telling import Choice
from qipai.session.deal import Answer, Deal, Terms

from .bot import make_bot

MOST_DEALS = 12  # played from one seed until one raises a question
MOST_DECISIONS = 120  # of a deal; longer ones are left there
MOST_POOLED = 40  # plays of one decision that are kept as answers


class Exercise(NamedTuple):
    """A question about a position.  It tells what the seat may know, and nothing else."""

    game: str
    kind: str  # which of `Game.puzzles`
    seed: int
    players: int
    seat: int
    hand: tuple[str, ...]  # faces of the seat's cards
    told: tuple[Mapping[str, Any], ...]  # the facts of the deal so far, as the seat was told them
    question: Words
    answers: tuple[Offered, ...]
    several: bool  # whether more than one answer may be right


def make_exercise(game: Game, seed: int, kind: str = "") -> Exercise:
    """Return an exercise, the same for the same seed.  `kind`: a key of `Game.puzzles`; "" leaves it to the seed.

    Raises `QipaiError` for a kind that the game does not have.
    """
    return find_exercise(game, seed, kind)[0]


def find_exercise(game: Game, seed: int, kind: str = "") -> tuple[Exercise, Scene]:
    """Return an exercise, and the scene from which it was made: with all hands, so for judges only."""
    if kind and kind not in game.puzzles:
        raise QipaiError(f"{game.name} has no exercise {kind!r}; there is {', '.join(game.puzzles)}.")
    random = seeded(seed)
    kinds = [kind] if kind else shuffled(random, list(game.puzzles))
    for stream in range(MOST_DEALS):
        deal, scenes = _scenes(game, seed, stream, random)
        for name in kinds:
            for scene in shuffled(random, scenes):
                asked = game.puzzles[name](scene)
                if asked:
                    return _exercise(name, seed, deal.terms.players, scene, asked), scene
    raise QipaiError(f"No position of {game.name} from seed {seed} raises a question; try another seed.")


def _exercise(kind: str, seed: int, players: int, scene: Scene, asked: Asked) -> Exercise:
    """Put an exercise together."""
    game = scene.game
    hand = asked.hand or tuple(game.notation.format_card(card) for card in scene.hand)
    told = tuple(scene.told) if asked.told is None else asked.told
    return Exercise(game.name, kind, seed, players, scene.seat, hand, told, asked.question, asked.answers, asked.several)


def _scenes(game: Game, seed: int, stream: int, random: Record) -> tuple[Deal, list[Scene]]:
    """Play a deal; return it, and the scenes at which one seat, drawn by lot, decided."""
    ruleset, players = game.ruleset(), game.usual_players
    rules = game.rules(ruleset)
    setup = game.setup(rules, players)
    deal = Deal(Terms(game, ruleset, rules, players), setup, game.shuffled(rules, setup, seed, stream))
    bots = [make_bot(game, "noisy", ruleset, int(draw_below(random, 1 << 30))) for _ in range(players)]
    own = int(draw_below(random, players))
    told = [fact.seen_by(own) for fact in deal.opening]
    pool: dict[int, Choice] = {}
    scenes: list[Scene] = []
    actions = game.new_actions()

    def look() -> None:
        observation, state = deal.observation(own), records.copy(deal.state)
        scenes.append(Scene(game, rules, state, observation, own, deal.hand(own), tuple(told), pool, random))

    for _ in range(MOST_DECISIONS):
        if deal.over:
            look()
            break
        seat = int(game.to_act(deal.state))
        game.legal_actions(deal.state, rules, seat, actions)
        if seat == own:
            look()
            legal = shuffled(random, game.legal(deal.state, rules, seat))[:MOST_POOLED]
            opened = records.opened(scenes[-1].observation)
            choices = game.telling.choices(opened, records.opened(rules), legal)
            pool |= {game.notation.parse_action(choice.action, ruleset): choice for choice in choices}
        action = int(bots[seat].act(deal.observation(seat), actions, None))
        told += [fact.seen_by(own) for fact in deal.play(seat, Answer(action, None))]
    return deal, scenes
