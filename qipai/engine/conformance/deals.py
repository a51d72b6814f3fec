"""Play a deal with all checks: it depends on its order alone, conserves cards, ends within its bound, and its log replays."""

import json
from collections import Counter
from typing import Any

from qipai.engine import records
from qipai.engine.events import SCORED, unlike
from qipai.engine.game import Action
from qipai.engine.positions import format_position, parse_position
from qipai.engine.records import Record, opened
from qipai.engine.seats import NOBODY, SPECTATOR, seats_in
from qipai.engine.telling import Card, Fact

from .decisions import check_actions, check_numbers
from .examined import LONG, LOOKS, Examined, Taken
from .knowledge import check_observer, check_redealt, check_worlds
from .together import check_together
from .windows import check_answer, check_window, is_window

RIGHTS = 0.25  # how often a seat uses a right where it has one
REDEALS = (None, 2)  # runs per observer: the most unseen cards that are dealt anew, None for all


def check_deal(deal: Examined) -> Record:
    """Play a deal to its end with all checks; return the setup of the next deal."""
    game, bound = deal.game, int(deal.game.max_decisions(deal.ruleset, opened(deal.setup)))
    check_beginning(deal)
    while not game.is_over(deal.track.state):
        if len(deal.decided) - deal.counts["rights"] > bound:
            deal.fail(f"the deal has more than {bound} decisions, its stated bound")
        if is_looked_at(deal):
            decide(deal)
        else:
            go_on(deal)
    if game.pending(deal.track.state) != 0 or game.to_act(deal.track.state) != NOBODY:
        deal.fail("the deal is over and somebody owes a decision")
    following = check_end(deal)
    check_log(deal)
    check_position(deal)
    for observer in (SPECTATOR, *range(deal.players)):
        for most in REDEALS:
            check_redealt(deal, observer, deal.random.randrange(len(deal.decided) + 1), most)
    deal.counts["deals"] += 1
    return following


def check_beginning(deal: Examined) -> None:
    """Check that the deal depends on its order alone, deals exactly the pack, and that faces can be read back."""
    game = deal.game
    dirty = deal.scratch[0]
    for _ in range(2):  # the second time into a used record
        game.deal(dirty, deal.rules, deal.setup, deal.order)
        deal.same(dirty, deal.track.state, "the same order deals differently into a state that was used before")
    drawn = records.to_plain(deal.order)
    face_of = game.notation.format_card
    if sorted(map(face_of, deal.track.cards())) != sorted(map(face_of, drawn.cards[: drawn.count])):
        deal.fail("the cards in hands and undealt are not the pack")
    name_kind, rules = game.telling.name_kind, opened(deal.rules)
    for card in set(deal.track.cards()):
        face = game.notation.format_card(card)
        again = game.notation.parse_card(face)
        if game.notation.format_card(again) != face or name_kind(again, rules) != name_kind(card, rules):
            deal.fail(f"the face {face} is read as another card")
    check_facts(deal, deal.track.told)


def decide(deal: Examined) -> None:
    """Check the current decision and take it: all seats that are asked choose at random, or one seat uses a right instead."""
    game, state = deal.game, deal.track.state
    asked = list(seats_in(game.pending(state)))
    if game.to_act(state) not in asked:
        deal.fail(f"seat {game.to_act(state)} is to act and is not among those who owe a decision, {asked}")
    for observer in (SPECTATOR, *range(deal.players)):
        check_observer(deal, observer)
    check_worlds(deal, deal.random.randrange(SPECTATOR, deal.players))
    chosen = [(seat, check_actions(deal, seat)) for seat in asked]
    rights = [(seat, check_actions(deal, seat)) for seat in seats_in(game.may_act(state)) if seat not in asked]
    for seat in set(range(deal.players)) - {seat for seat, _ in (*chosen, *rights)}:
        check_numbers(deal, seat, [])
    if len(asked) > 1:
        check_together(deal, chosen)
    if rights and deal.random.random() < RIGHTS:
        take_decision(deal, *deal.random.choice(rights))
        deal.counts["rights"] += 1
        return
    window = is_window(deal, state)
    if window:
        check_window(deal)
    for number, (seat, action) in enumerate(chosen):
        if number:  # now the state holds answers of others that this seat must not see
            check_observer(deal, seat)
            check_worlds(deal, deal.random.choice([SPECTATOR, seat, chosen[0][0]]))
        fact = take_decision(deal, seat, action)
        if window:
            check_answer(deal, fact, seat, action, asked[number + 1 :])


def is_looked_at(deal: Examined) -> bool:
    """Return whether to check this decision: the first `LONG`, those that offer a new combination of kinds, and some others."""
    game, state = deal.game, deal.track.state
    seat = game.to_act(state)
    if seat == NOBODY:  # a fault, which the checks of a decision name
        return True
    offered = frozenset(int(game.play_kind(action)) for action in game.legal(state, deal.rules, seat))
    new = offered not in deal.offered
    deal.offered.add(offered)
    return new or len(deal.decided) < LONG or deal.random.random() < LOOKS


def go_on(deal: Examined) -> None:
    """Let all seats that are asked choose at random, checking only the actions they choose."""
    game, state = deal.game, deal.track.state
    for seat in list(seats_in(game.pending(state))):
        take_decision(deal, seat, deal.random.choice(game.legal(state, deal.rules, seat)))


def take_decision(deal: Examined, seat: int, action: Action) -> Fact:
    """Apply an action and return its first fact; check that copies are independent and that cards leave the right hand."""
    game, track = deal.game, deal.track
    asked = list(seats_in(game.pending(track.state)))
    before, twin = records.to_bytes(track.state), records.copy(track.state)
    game.apply_action(twin, deal.rules, seat, action)
    if records.to_bytes(track.state) != before:
        deal.fail("an action changes the state that its own was copied from")
    cards, hand = Counter(track.cards()), list(track.faces.hands[seat])
    (choice,) = game.telling.choices(opened(track.observation(seat)), opened(deal.rules), [action])
    waits = len(asked) > 1 or bool(deal.kept) or is_window(deal, track.state)  # perhaps until others answer
    chosen = cards_for(deal, hand, choice.needs) if waits or not choice.needs else None
    facts = track.apply(seat, action, chosen)
    deal.same(twin, track.state, "the same action leads to another state in a copy")
    taken = Counter(hand) - Counter(track.faces.hands[seat]) if chosen is None else Counter(chosen)
    if Counter(track.cards()) - cards or cards - Counter(track.cards()) - taken - deal.kept:
        deal.fail("cards came from nowhere, or left a hand that did not play")
    named = list(taken.elements())
    if choice.needs and not named:  # they are shown, and stay in the hand
        named = [game.notation.parse_card(face) for face in told_by(facts[0], seat).get("pieces", [])]
    if sorted(game.telling.name_kind(card, opened(deal.rules)) for card in named) != sorted(choice.needs):
        deal.fail(f"the cards that left the hand are not the cards of {game.notation.format_action(action, deal.ruleset)}")
    deal.kept = Counter() if asked == [seat] else deal.kept + taken
    deal.decided.append(Taken(seat, action, tuple(taken.elements())))
    check_facts(deal, facts)
    check_decision(deal, facts[0], deal.decided[-1])
    deal.counts["decisions"] += 1
    return facts[0]


def cards_for(deal: Examined, hand: list[Card], needs: tuple[str, ...]) -> list[Card]:
    """Return cards of these kinds from a hand, at random among cards of a kind."""
    left, found = deal.random.sample(hand, len(hand)), []
    for kind in needs:
        found.append(next(card for card in left if deal.game.telling.name_kind(card, opened(deal.rules)) == kind))
        left.remove(found[-1])
    return found


def told_by(fact: Fact, seat: int) -> dict[str, Any]:
    """Return all fields of a fact about a seat's decision, whoever may see them."""
    return {**fact.hidden, **fact.private.get(seat, {}), **fact.public}


def check_facts(deal: Examined, facts: list[Fact]) -> None:
    """Check that facts survive JSON, and that those with the name of a shared event are what it says."""
    for fact in facts:
        if lack := unlike(fact):
            deal.fail(f"the fact {fact.event} {lack}: {fact.whole()}")
        if Fact.read(json.loads(json.dumps(fact.whole()))) != fact:
            deal.fail(f"the fact {fact.event} is not what its JSON says")


def check_decision(deal: Examined, fact: Fact, step: Taken) -> None:
    """Check that the first fact of an action has `seat`, `action` and `cards`, visible or not: logs are replayed from it."""
    told = told_by(fact, step.seat)
    notation = deal.game.notation
    faces = [notation.format_card(card) for card in step.cards]
    if told.get("seat") != step.seat or told.get("action") != notation.format_action(step.action, deal.ruleset):
        deal.fail(f"the fact {fact.whole()} does not tell the decision of seat {step.seat}")
    if sorted(told.get("cards", [])) != sorted(faces):
        deal.fail(f"the fact {fact.whole()} does not tell the cards {' '.join(faces)}")


def check_end(deal: Examined) -> Record:
    """Check the result of a finished deal and its facts; return the setup of the next deal."""
    game, result, following = deal.game, records.new(deal.game.RESULT), records.new(deal.game.SETUP)
    game.returns(deal.track.state, deal.rules, result)
    points = [int(part) for part in records.to_plain(result).points]
    check_points(deal, points)
    facts = game.telling.tell_result(opened(deal.track.state), opened(deal.rules), opened(result), deal.track.faces)
    check_facts(deal, facts)
    if [fact.event for fact in facts].count(SCORED) != 1:
        deal.fail("the end of the deal is not told by one `scored` fact")
    game.next_setup(deal.setup, result, deal.rules, following)
    wrong = game.check_start(deal.rules, deal.players, records.to_plain(following))
    if wrong:
        deal.fail(f"the next deal would start from what its rules do not have: {wrong}")
    return following


def check_points(deal: Examined, points: list[int]) -> None:
    """Check that empty chairs get no points, that points have the stated sum, and that they are within the stated bounds."""
    game = deal.game
    total, bounds = game.utility_sum(deal.ruleset, deal.players), game.bounds(deal.ruleset, opened(deal.setup))
    if any(points[deal.players :]):
        deal.fail(f"the points {points} go to an empty chair")
    if total is not None and sum(points) != total * game.unit:
        deal.fail(f"the points {points} do not add up to {total}, its stated sum, in parts of which {game.unit} are a point")
    if not bounds.low * game.unit <= min(points) <= max(points) <= bounds.high * game.unit:
        deal.fail(f"the points {points} are not between {bounds.low} and {bounds.high}, its stated bounds, in parts of a point")


def check_log(deal: Examined) -> None:
    """Check that replaying the texts of cards and actions gives the same facts and the same final bytes."""
    notation, drawn = deal.game.notation, records.to_plain(deal.order)
    drawn.cards[: drawn.count] = [notation.parse_card(notation.format_card(card)) for card in drawn.cards[: drawn.count]]
    again, true = deal.begin(records.from_plain(drawn)), deal.begin(deal.order)
    if again.told != true.told:
        deal.fail("the dealing is told differently in a replay")
    for step in deal.decided:
        action = notation.parse_action(notation.format_action(step.action, deal.ruleset), deal.ruleset)
        cards = again.find(step.seat, [notation.format_card(card) for card in step.cards])
        facts = true.apply(step.seat, step.action, list(step.cards))
        if again.apply(step.seat, action, cards) != facts:
            deal.fail("a decision is told differently in a replay")
    deal.same(again.state, deal.track.state, "the replay of the log ends in another state")
    deal.counts["replays"] += 1


def check_position(deal: Examined) -> None:
    """Check that the position of the deal is read back as it was written."""
    decisions = [(step.seat, step.action) for step in deal.decided]
    position = parse_position(deal.game, format_position(deal.game, deal.ruleset, deal.setup, deal.order, decisions))
    deal.same(position.state, deal.track.state, "the position text is read as another state")
    deal.same(position.setup, deal.setup, "the position text is read as another setup")
    if list(position.decisions) != decisions:
        deal.fail("the position text is read as other decisions")
    if position.ruleset != deal.ruleset:
        deal.fail("the position text is read as another rule set")
