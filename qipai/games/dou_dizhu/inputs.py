"""What a net sees of Dou Dizhu: the cards as a player counts them, whose side each chair is on, and what the unseen cards may answer.

A net answers in the bidding too.  Its heads learn the points in doublings, since bombs and grabs multiply them, and whether one's side wins.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.inputs import Groups, Inputs, all_legal, at_least, chair_on, nothing_considered, on
from qipai.engine.seats import NOBODY

from .bot import burden, is_partner
from .knowing import known
from .rules.plays import (
    BOMB,
    COPIES,
    ROCKET,
    WING,
    highest_body,
    holds,
    kind_of,
    length_of,
    move_cards,
    rank_of,
    wing_at,
    wing_number,
    wings_of,
)
from .state import ANSWERS, BLACK, CARDS, KINDS, LOWEST, MOST_WINGS, NO, NOTHING, PASS, PHASES, PLAY, PLAYS, RED, SEATS

RANKS = len(CARDS)
ALIKE = 4  # cards of a rank
OTHERS = SEATS - 1
LARGEST = 21  # hands of 0 to 20 cards
LONGEST_RUN = 13
STAKES = 8  # doublings
MANY = 5  # bodies that answer; more are as many
COSTS = 44  # of a hand, in quarters of a play
ABSENT = SEATS  # as a chair: nobody

sheet = Groups()
PHASE = sheet.group("phase", len(PHASES), "what is asked for")
HAND = sheet.group("hand", RANKS * ALIKE, "by rank: at least one, two, … cards in one's hand")
UNSEEN = sheet.group("unseen", RANKS * ALIKE, "by rank: at least one, two, … cards that one has not seen")
LAID = sheet.group("laid", OTHERS * RANKS * ALIKE, "by chair and rank: at least one, two, … cards that it has laid")
SHOWN = sheet.group(
    "shown", OTHERS * RANKS * ALIKE, "by chair and rank: at least one, two, … cards that everybody knows it holds"
)
SIZES = sheet.group("sizes", SEATS * LARGEST, "by chair: its number of cards")
LANDLORD = sheet.group("landlord", SEATS + 1, "the landlord's chair; 3 for nobody, as below")
FIRST = sheet.group("first", SEATS, "the chair that was asked first")
BIDDER = sheet.group("bidder", SEATS + 1, "the chair that would be landlord by what was said")
ANSWERED = sheet.group("answered", SEATS * (len(ANSWERS) + 1), "by chair: its latest answer, the last for none")
BID = sheet.group("bid", 4, "the points bid")
STAKE = sheet.group("stake", STAKES, "grabs, bombs and the rocket so far, 7 for more")
DOUBLED = sheet.group("doubled", SEATS, "chairs that have doubled")
SPRING = sheet.group("spring", SEATS * 2, "by chair: it has laid nothing yet, or once")
TABLE_KIND = sheet.group("table kind", len(PLAYS), "the kind of the play to beat; pass: one leads")
TABLE_RANK = sheet.group("table rank", KINDS, "its rank")
TABLE_LENGTH = sheet.group("table length", LONGEST_RUN, "its length")
OWNER = sheet.group("owner", SEATS + 1, "the chair that laid it")
PASSES = sheet.group("passes", SEATS, "how many have passed since")
BOMBS = sheet.group("bombs", MANY + 1, "ranks of which all four cards are unseen, 5 for more")
ROCKETS = sheet.group("rockets", 1, "both jokers are unseen")
KIND = sheet.group("kind", len(PLAYS) + len(ANSWERS), "the candidate: its kind")
RANK = sheet.group("rank", KINDS, "its rank")
LENGTH = sheet.group("length", LONGEST_RUN, "its length")
WINGS = sheet.group("wings", RANKS, "the ranks of its wings")
OVER = sheet.group("over", 5, "one leads, lets an enemy or a partner have the trick, or lays over an enemy or a partner")
ANSWERING = sheet.group(
    "answering", MANY + 1, "bodies of unseen cards that beat it, bombs apart, 5 for more; none too large for an enemy's hand"
)
SURE = sheet.group("sure", 1, "no enemy can beat it, with bombs or without")
AFTER = sheet.group("after", RANKS * ALIKE, "the hand that it leaves, by rank: at least one, two, … cards")
LEFT = sheet.group("left", LARGEST, "the hand that it leaves: its cards")
DISTINCT = sheet.group("distinct", RANKS + 1, "the hand that it leaves: its ranks")
HIGHEST = sheet.group("highest", RANKS + 1, "the hand that it leaves: its cards of ranks as high as all unseen ones")
BURDEN = sheet.group("burden", COSTS, "the hand that it leaves: what the rule of thumb takes it to cost, in quarters of a play")


@compiled
def write_state(observation, rules, rows):
    """Write the inputs that all candidates share; return how many are on."""
    count = on(rows, 0, PHASE + int(observation.phase))
    fours = 0
    for kind in range(LOWEST, KINDS):
        count = at_least(rows, count, HAND + (kind - LOWEST) * ALIKE, observation.hand.count[kind], ALIKE)
        count = at_least(rows, count, UNSEEN + (kind - LOWEST) * ALIKE, observation.unseen.count[kind], ALIKE)
        fours += 1 if observation.unseen.count[kind] == ALIKE else 0
    count = on(rows, count, BOMBS + min(MANY, fours))
    if observation.unseen.count[BLACK] and observation.unseen.count[RED]:
        count = on(rows, count, ROCKETS)
    for chair in range(SEATS):
        count = write_chair(observation, chair, rows, count)
    count = chair_on(rows, count, LANDLORD, observation.landlord, ABSENT)
    count = chair_on(rows, count, BIDDER, observation.bidder, ABSENT)
    if observation.first != NOBODY:
        count = on(rows, count, FIRST + int(observation.first))
    count = on(rows, count, BID + int(observation.bid))
    stake = int(observation.grabs) + int(observation.bombs) + int(observation.rocket)
    count = on(rows, count, STAKE + min(STAKES - 1, stake))
    table = int(observation.to_beat)
    count = on(rows, count, TABLE_KIND + kind_of(table))
    if table != PASS:
        count = on(rows, count, TABLE_RANK + rank_of(table))
        count = on(rows, count, TABLE_LENGTH + length_of(table))
        count = chair_on(rows, count, OWNER, observation.owner, ABSENT)
        count = on(rows, count, PASSES + int(observation.passes))
    return count


@compiled
def write_chair(observation, chair, rows, count):
    """Write what is seen of one chair, 0 for one's own."""
    count = on(rows, count, SIZES + chair * LARGEST + min(LARGEST - 1, int(observation.cards[chair])))
    said = int(observation.answers[chair])
    count = on(rows, count, ANSWERED + chair * (len(ANSWERS) + 1) + (len(ANSWERS) if said == NOTHING else said - NO))
    if observation.doubled >> chair & 1:
        count = on(rows, count, DOUBLED + chair)
    if observation.phase == PLAY and observation.plays[chair] <= 1:
        count = on(rows, count, SPRING + chair * 2 + int(observation.plays[chair]))
    if chair > 0:
        for kind in range(LOWEST, KINDS):
            place = ((chair - 1) * RANKS + kind - LOWEST) * ALIKE
            count = at_least(rows, count, LAID + place, observation.played[chair].count[kind], ALIKE)
            count = at_least(rows, count, SHOWN + place, known(observation, chair, kind), ALIKE)
    return count


@compiled
def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of one candidate after the first `count`; return how many are on."""
    kind = kind_of(action)
    count = on(rows, count, KIND + kind)
    if kind >= NO:
        return count
    hand = observation.hand
    partner = observation.to_beat != PASS and is_partner(observation, observation.owner)
    if action == PASS:
        count = on(rows, count, OVER + (2 if partner else 1))
        return write_rest(observation, rows, count)
    count = on(rows, count, OVER + (0 if observation.to_beat == PASS else 4 if partner else 3))
    count = on(rows, count, RANK + rank_of(action))
    count = on(rows, count, LENGTH + length_of(action))
    before = 0
    for place in range(MOST_WINGS):
        wing = wing_at(wings_of(action), place)
        if wing >= LOWEST and wing != before:
            count = on(rows, count, WINGS + wing - LOWEST)
        before = wing
    count = write_answers(observation, action, rows, count)
    move_cards(hand, observation.played[0], action)
    count = write_rest(observation, rows, count)
    move_cards(observation.played[0], hand, action)
    return count


@compiled
def write_answers(observation, action, rows, count):
    """Write what the unseen cards may answer to a play."""
    kind, length, unseen = kind_of(action), length_of(action), observation.unseen
    most = 0
    for chair in range(1, SEATS):
        if not is_partner(observation, chair):
            most = max(most, int(observation.cards[chair]))
    answers = 0
    if kind != ROCKET and length * COPIES[kind] + wing_number(kind, length) * WING[kind] <= most:
        for low in range(rank_of(action) + 1, highest_body(kind, length) + 1):
            answers += 1 if holds(unseen, kind, low, length) else 0
    count = on(rows, count, ANSWERING + min(MANY, answers))
    if answers == 0 and (kind == ROCKET or not may_bomb(unseen, kind, most)):
        count = on(rows, count, SURE)
    return count


@inlined
def may_bomb(unseen, kind, most):
    """Return whether unseen cards in a hand of at most so many may be the rocket, or a bomb upon a play that is none."""
    found = most >= 2 and unseen.count[BLACK] > 0 and unseen.count[RED] > 0
    if kind != BOMB and most >= ALIKE:
        for rank in range(LOWEST, BLACK):
            found = found or unseen.count[rank] == ALIKE
    return found


@compiled
def write_rest(observation, rows, count):
    """Write the hand that a candidate leaves."""
    hand = observation.hand
    highest = RED
    while highest > LOWEST and observation.unseen.count[highest] == 0:
        highest -= 1
    ranks = high = 0
    for kind in range(LOWEST, KINDS):
        held = int(hand.count[kind])
        if held > 0:
            ranks += 1
            high += held if kind >= highest else 0
            count = at_least(rows, count, AFTER + (kind - LOWEST) * ALIKE, held, ALIKE)
    count = on(rows, count, LEFT + min(LARGEST - 1, int(hand.cards)))
    count = on(rows, count, DISTINCT + min(RANKS, ranks))
    count = on(rows, count, HIGHEST + min(RANKS, high))
    return on(rows, count, BURDEN + max(0, min(COSTS - 1, int((burden(hand) + 2.0) * 4.0))))


@compiled
def learned(result, seat):
    """Return what a deal taught a seat: its points in doublings, and 1 where its side has won, -1 where it has lost."""
    points = int(result.points[seat])
    size = 0.0
    rest = abs(points)
    while rest > 0:
        size += 1.0
        rest >>= 1
    side = (
        0.0 if result.landlord == NOBODY else 1.0 if (seat == result.landlord) == (result.winner == result.landlord) else -1.0
    )
    return size * side, side


MOST_ON = 160  # the cards of the pack, a hand three times, and fewer than forty others
INPUTS = Inputs(tuple(sheet.groups), MOST_ON, 4.0, write_state, write_action, nothing_considered, all_legal, learned=learned)
