"""Check what observers know: only what they may, so that no world that they accept can be told from the true one."""

import json
from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.errors import NotationError, QipaiError
from qipai.engine.game import seeded
from qipai.engine.records import Record, opened
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Card, Fact

from .examined import LONG, LOOKS, Examined, Taken
from .windows import check_windows_alike

WORLDS = 2  # sampled worlds per decision
REFUSALS = 2  # actions per world whose refusals are compared
DESCRIBED = ("trick", "owner", "to_act", "seats")  # fields of every game's board; each of `seats` has `cards` and `chips`


def check_observer(deal: Examined, observer: int) -> None:
    """Check that an observation overwrites its record, accepts the true state, and that its board is JSON with true counts."""
    game, rules, state = deal.game, deal.rules, deal.track.state
    observation = deal.track.observation(observer)
    dirty = deal.scratch[1]
    game.observe(state, rules, observer, dirty)
    deal.same(dirty, observation, f"the observation of seat {observer} keeps what was in its record before")
    board = as_values(game.telling.describe(opened(observation), opened(rules)))
    if json.loads(json.dumps(board)) != board or any(key not in board for key in DESCRIBED):
        deal.fail(f"the board of seat {observer} is not of JSON values, or lacks one of {', '.join(DESCRIBED)}")
    for seat, count in enumerate(place["cards"] for place in board["seats"]):
        if count is not None and count != len(deal.track.faces.hands[seat]):
            deal.fail(f"the board tells {count} cards of seat {seat}, which holds {len(deal.track.faces.hands[seat])}")
    if observer != SPECTATOR:
        check_added(deal, observer, board)
    if not game.accepts(observation, rules, state):
        deal.fail(f"seat {observer} does not accept the true state")


def check_added(deal: Examined, observer: int, board: dict[str, Any]) -> None:
    """Check that a seat's board is the public one, with what the game adds for the seat where it adds something."""
    game, rules = deal.game, opened(deal.rules)
    own = game.particulars.describe_own
    if own is None and not game.public_board:
        return
    public = as_values(game.telling.describe(opened(deal.track.observation(SPECTATOR)), rules))
    added = as_values(own(opened(deal.track.observation(observer)), rules, public)) if own else {}
    if {**public, **added} != board:
        deal.fail(f"the board of seat {observer} is not the public one with what is added for the seat")


def check_worlds(deal: Examined, observer: int) -> None:
    """Check some worlds drawn with `sample_world` for an observer."""
    observation, world = deal.track.observation(observer), deal.scratch[0]
    random = seeded(deal.random.getrandbits(63))
    for _ in range(WORLDS):
        deal.game.sample_world(observation, deal.rules, random, world)
        check_world(deal, observer, observation, world, "sampled")
        deal.counts["worlds"] += 1


def check_world(deal: Examined, observer: int, observation: Record, world: Record, sort: str) -> None:
    """Check that an observer cannot tell a world from the true one: same observation, rights, actions, default and refusals."""
    game, rules, seen = deal.game, deal.rules, deal.game.new_observation()
    game.observe(world, rules, observer, seen)
    deal.same(seen, observation, f"seat {observer} sees a difference in a {sort} world")
    if not game.accepts(observation, rules, world):
        deal.fail(f"seat {observer} does not accept a {sort} world")
    check_windows_alike(deal, observer, world, sort)
    if observer == SPECTATOR:
        return
    state = deal.track.state
    asked = game.pending(state) >> observer & 1
    if not asked and (game.may_act(state) ^ game.may_act(world)) >> observer & 1:
        deal.fail(f"seat {observer} has rights in the true world or in a {sort} one, and not in the other")
    if asked or game.may_act(state) >> observer & 1:
        if game.legal(world, rules, observer) != game.legal(state, rules, observer):
            deal.fail(f"the legal actions of seat {observer} are others in a {sort} world")
        if asked and int(game.default_action(world, rules, observer)) != int(game.default_action(state, rules, observer)):
            deal.fail(f"the default action of seat {observer} is another in a {sort} world")
    for text in deal.random.sample(deal.texts, min(REFUSALS, len(deal.texts))):
        action = game.notation.parse_action(text, deal.ruleset)
        refusals = [game.telling.why_not(opened(one), opened(rules), observer, action) for one in (state, world)]
        if refusals[0] != refusals[1]:
            deal.fail(f"seat {observer} is refused {text} for another reason in a {sort} world")


def check_redealt(deal: Examined, observer: int, length: int, most: int | None = None) -> None:
    """Check that cards which an observer cannot see have no effect on what it sees.

    The first `length` decisions are played again, once with the true cards and once with the unseen ones (or `most` of them) dealt
    anew.  If many unseen cards become visible during the deal, only an exchange of few can remain unnoticed, hence `most`.
    """
    true = deal.begin(deal.order)
    for past in deal.decided[:length]:
        true.apply(past.seat, past.action, list(past.cards))
    mine = set(true.faces.hands[observer]) if observer >= 0 else set()
    hidden = [card for card in true.cards() if card not in mine]
    hidden = deal.random.sample(hidden, min(most or len(hidden), len(hidden)))
    other = deal.begin(redealt(deal, hidden))
    deal.track = true = deal.begin(deal.order)
    told, told_other = true.told, other.told
    ahead: list[Taken | None] = [*deal.decided[:length], None]
    for number, step in enumerate(ahead):
        observation = true.observation(observer)
        if [fact.seen_by(observer) for fact in told] != [fact.seen_by(observer) for fact in told_other]:
            if not deal.game.accepts(observation, deal.rules, other.state):
                deal.counts["re-deals with public consequences"] += 1
                return
            if seen_by_kind(deal, told, observer) != seen_by_kind(deal, told_other, observer):
                deal.fail(f"what seat {observer} is told changes with cards that it cannot see")
        if number < LONG or deal.random.random() < LOOKS:
            check_world(deal, observer, observation, other.state, "re-dealt")
        if step is None:
            break
        if not deal.game.is_legal(other.state, deal.rules, step.seat, step.action):
            return
        told = true.apply(step.seat, step.action, list(step.cards))
        try:
            told_other = other.apply(step.seat, step.action, list(step.cards))
        except QipaiError:
            return
    deal.counts["re-deals"] += 1


def seen_by_kind(deal: Examined, told: list[Fact], observer: int) -> Any:
    """Return what a seat is told with faces replaced by kinds: the suits of shown cards may differ, since no rule sees them."""
    rules, telling, notation = opened(deal.rules), deal.game.telling, deal.game.notation

    def by_kind(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: by_kind(value) for key, value in part.items()}
        if isinstance(part, list):
            return [by_kind(one) for one in part]
        try:
            return telling.name_kind(notation.parse_card(part), rules) if isinstance(part, str) else part
        except NotationError:
            return part

    return [by_kind(fact.seen_by(observer)) for fact in told]


def redealt(deal: Examined, hidden: list[Card]) -> Record:
    """Return the order of a deal with the `hidden` cards shuffled among their places."""
    drawn, shuffled = records.to_plain(deal.order), deal.random.sample(hidden, len(hidden))
    moved = dict(zip(hidden, shuffled, strict=True))
    drawn.cards[: drawn.count] = [moved.get(card, card) for card in drawn.cards[: drawn.count]]
    return records.from_plain(drawn)
