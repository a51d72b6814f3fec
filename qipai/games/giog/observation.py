"""§12  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR, turned_mask, turned_seat

from .pieces import KINDS, count_of, one
from .state import MAX_CARDS, MAX_PLAYERS, MAX_STACKS, NOTHING


@inlined
def first_chair(observation):
    """The seat of chair 0: one's own, a spectator's is seat 0."""
    return 0 if observation.seat == SPECTATOR else int(observation.seat)


@inlined
def seat_of(observation, chair):
    """The seat of a chair."""
    return (first_chair(observation) + chair) % observation.table.players


@inlined
def is_own(observation, chair):
    return chair == 0 and observation.seat != SPECTATOR


@compiled
def observe(state, rules, seat, observation):
    """§12.1 to §12.3  Fill the observation of a seat, or of a spectator."""
    table = state.table
    observation.seat = seat
    own = 0 if seat == SPECTATOR else int(seat)
    copy_table(table, observation.table, (table.players - own) % table.players)
    observation.laid = NOTHING if seat == SPECTATOR else state.laid[seat]
    for number in range(len(table.thrown)):
        is_mine = number < table.thrown_sets and table.thrown[number].seat == seat
        observation.thrown[number] = state.thrown[number] if is_mine else NOTHING
    for kind in range(KINDS):
        observation.hand[kind] = 0 if seat == SPECTATOR or kind == 0 else count_of(int(state.hands[seat]), kind)
        observation.unseen[kind] = 0
    observe_unseen(state, seat, observation)
    for chair in range(MAX_PLAYERS):
        observe_known(observation, chair)


@compiled
def observe_unseen(state, seat, observation):
    """§12.2  Which pieces one cannot see, all together: it follows from the set and from what one has seen."""
    table = state.table
    for other in range(table.players):
        if other != seat:
            count_unseen(observation, state.hands[other])
            if table.shown[other] == NOTHING and not table.under >> other & 1:
                count_unseen(observation, state.laid[other])
    for number in range(table.thrown_sets):
        if table.thrown[number].seat != seat:
            count_unseen(observation, state.thrown[number])
    for place in range(MAX_CARDS):
        if state.piece[place] and not table.face[place]:
            observation.unseen[state.piece[place]] += 1


@compiled
def count_unseen(observation, bag):
    for kind in range(1, KINDS):
        observation.unseen[kind] += count_of(int(bag), kind)


@compiled
def observe_known(observation, chair):
    """§3.5  What a chair took turned up and has not shown since: it holds that still, or has it face down before it."""
    table = observation.table
    bag = 0
    if chair < table.players and not is_own(observation, chair):
        for stack in range(1, table.stacks + 1):
            if table.taker[stack] == chair:
                for place in range(2 * stack - 2, 2 * stack):
                    bag += one(int(table.face[place])) if table.face[place] else 0
    for kind in range(KINDS):
        known = 0
        if bag and kind > 0:
            known = count_of(bag, kind) - count_of(int(table.played[chair]), kind) - count_of(int(table.shown[chair]), kind)
        observation.known[chair].count[kind] = max(0, known)


@compiled
def copy_table(source, target, turn):
    """What everybody may know, with each seat moved on so many places round the table."""
    players = int(source.players)
    copy_trick(source, target, turn)
    for seat in range(MAX_PLAYERS):
        chair = (seat + turn) % players if seat < players else seat
        target.shown[chair] = source.shown[seat]
        target.played[chair] = source.played[seat]
        target.previous[chair] = source.previous[seat]
        target.standing[chair] = source.standing[seat]
        target.captured[chair] = source.captured[seat]
        target.dice[chair] = source.dice[seat]
        target.priority[seat] = turned_seat(source.priority[seat], turn, players)
        target.rows[seat] = source.rows[seat]
    target.rows[MAX_PLAYERS] = source.rows[MAX_PLAYERS]
    for number in range(len(source.thrown)):
        copy_thrown(source.thrown[number], target.thrown[number])
        if number < source.thrown_sets:
            target.thrown[number].seat = turned_seat(source.thrown[number].seat, turn, players)
    for place in range(MAX_CARDS):
        target.face[place] = source.face[place]
    for stack in range(MAX_STACKS + 1):
        target.turner[stack] = turned_seat(source.turner[stack], turn, players)
        target.taker[stack] = turned_seat(source.taker[stack], turn, players)


@compiled
def copy_thrown(source, target):
    target.on = source.on
    target.trick = source.trick
    target.seat = source.seat
    target.count = source.count
    target.led = source.led
    target.edge = source.edge


@compiled
def copy_trick(source, target, turn):
    """The trick, and who is to do what."""
    players = int(source.players)
    target.players = source.players
    target.thrown_sets = source.thrown_sets
    target.phase = source.phase
    target.first = turned_seat(source.first, turn, players)
    target.trick = source.trick
    target.left = source.left
    target.leader = turned_seat(source.leader, turn, players)
    target.led = source.led
    target.count = source.count
    target.best = turned_seat(source.best, turn, players)
    target.asked = turned_mask(source.asked, turn, players)
    target.laid = turned_mask(source.laid, turn, players)
    target.under = turned_mask(source.under, turn, players)
    target.pot = source.pot
    target.offenders = turned_mask(source.offenders, turn, players)
    target.previous_leader = turned_seat(source.previous_leader, turn, players)
    target.previous_winner = turned_seat(source.previous_winner, turn, players)
    target.previous_taken = source.previous_taken
    target.previous_under = turned_mask(source.previous_under, turn, players)
    target.to_turn = turned_mask(source.to_turn, turn, players)
    target.stacks = source.stacks
