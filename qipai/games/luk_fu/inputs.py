"""What a net sees of Luk Fu: cards as bits, what is proved about the others, and what the rule of thumb expects of an action.

A net calls, declares, leads, beats and gives up cards; it claims as the rule of thumb does.  Of many ways to give up cards it sees those that
leave the best hands by the rule of thumb.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.inputs import ALL_LEGAL, BY_RULE, Groups, Inputs, chair_on, nothing_considered, on
from qipai.engine.seats import NOBODY

from .bot import judge, worth_of
from .cards import CARDS, EMPTY, count_of, lowest_of
from .rules.melds import TYPE_NAMES, superior_in, type_of
from .rules.rounds import DECLARE, LAY, best_meld, cards_of, make_beats, make_surrenders, verb_of
from .seating import dreamer_of
from .state import ATTACKING, CLAIMING, HAND_SIZE, MAX_PLAYERS, PHASES

VERBS = 7
NUMBERS = HAND_SIZE + 1  # 0 to 12 cards or tricks
OTHERS = MAX_PLAYERS - 1
STEPS = 5  # of a trick that is expected
EXPECTED = 13 * STEPS
KEPT = 12  # ways to give up cards
FINE, ABOVE_CARDS = 1024, 44  # while they are sorted: parts of a trick, in the bits above verb and cards

sheet = Groups()
PHASE = sheet.group("phase", len(PHASES), "what is asked for")
HAND = sheet.group("hand", CARDS, "the cards in one's hand")
UNSEEN = sheet.group("unseen", CARDS, "the cards that one cannot see")
AGED = sheet.group("aged", CARDS, "the cards of one's hand that are aged as far as one can prove")
BEATABLE = sheet.group("beatable", NUMBERS, "how many cards of one's hand an unseen card beats")
WORTH = sheet.group("worth", EXPECTED, "the tricks that the rule of thumb expects of one's hand, in fifths")
TRICKS = sheet.group("tricks", MAX_PLAYERS * NUMBERS, "by chair: its tricks")
LEFT = sheet.group("left", NUMBERS, "cards in each hand at the beginning of the round")
COUNT = sheet.group("count", NUMBERS, "how many cards each lays in this round")
BEST = sheet.group("best", CARDS, "the cards of the meld to beat")
OWNER = sheet.group("owner", MAX_PLAYERS + 1, "the chair that laid it; 4 for nobody, as below")
LAID = sheet.group("laid", MAX_PLAYERS, "chairs that have laid in this round")
DEALER = sheet.group("dealer", MAX_PLAYERS + 1, "the dealer's chair")
CALLER = sheet.group("caller", MAX_PLAYERS + 1, "the caller's chair")
DECLINED = sheet.group("declined", MAX_PLAYERS, "chairs that did not call")
LEADER = sheet.group("leader", MAX_PLAYERS + 1, "the chair that leads or has led this round")
DREAMER = sheet.group("dreamer", MAX_PLAYERS + 1, "the dreamer's chair")
GAVE_UP = sheet.group("gave up", OTHERS * CARDS, "by chair: single cards to which it has given up a card")
BEAT = sheet.group("beat", OTHERS * CARDS, "by chair: single cards with which it has beaten what another led or laid")
VERB = sheet.group("verb", VERBS, "the candidate: its verb")
TYPE = sheet.group("type", len(TYPE_NAMES), "the type of meld that it lays")
SIZE = sheet.group("size", NUMBERS, "how many cards it lays or gives up")
LAYS = sheet.group("lays", CARDS, "the cards that it lays face up")
SURE = sheet.group("sure", 1, "no unseen cards beat what it lays")
AFTER = sheet.group("after", CARDS, "the cards that it leaves in the hand")
AGED_AFTER = sheet.group("aged after", NUMBERS, "how many aged cards it leaves")
REACHED = sheet.group(
    "reached",
    2 * NUMBERS,
    "one's tricks, the aged cards that it leaves and the cards that it lays together; then the first two alone",
)
JUDGED = sheet.group("judged", EXPECTED, "the tricks that the rule of thumb expects after it, in fifths")


@inlined
def cards_on(rows, count, begin, cards):
    """Switch on an input for each card of a mask."""
    rest = cards
    while rest:
        rows[count] = begin + lowest_of(rest)
        count += 1
        rest &= rest - 1
    return count


@inlined
def in_steps(tricks):
    """Return a number of expected tricks in fifths."""
    return max(0, min(EXPECTED - 1, int(tricks * STEPS)))


@compiled
def write_state(observation, rules, rows):
    """Write the inputs that all candidates share; return how many are on."""
    public = observation.public
    hand, unseen, aged = int(observation.own.hand), int(observation.unseen), int(observation.aged)
    present = public.rounds[public.round_number]
    count = on(rows, 0, PHASE + int(public.phase))
    count = cards_on(rows, count, HAND, hand)
    count = cards_on(rows, count, UNSEEN, unseen)
    count = cards_on(rows, count, AGED, aged)
    count = on(rows, count, BEATABLE + min(HAND_SIZE, beatable(hand, unseen)))
    count = on(rows, count, WORTH + in_steps(worth_of(hand, aged, unseen)))
    count = on(rows, count, LEFT + int(public.left))
    count = on(rows, count, COUNT + int(present.count))
    if public.best != NOBODY:
        count = cards_on(rows, count, BEST, int(best_meld(public)))
    count = chair_on(rows, count, OWNER, public.best, MAX_PLAYERS)
    count = chair_on(rows, count, DEALER, public.dealer, MAX_PLAYERS)
    count = chair_on(rows, count, CALLER, public.caller, MAX_PLAYERS)
    count = chair_on(rows, count, LEADER, present.leader, MAX_PLAYERS)
    count = chair_on(rows, count, DREAMER, dreamer_of(public), MAX_PLAYERS)
    for chair in range(public.players):
        count = on(rows, count, TRICKS + chair * NUMBERS + int(public.tricks[chair]))
        if present.laid >> chair & 1:
            count = on(rows, count, LAID + chair)
        if public.declined >> chair & 1:
            count = on(rows, count, DECLINED + chair)
    return write_history(public, rows, count)


@compiled
def beatable(hand, unseen):
    """Return how many cards of a hand, each laid alone, some unseen card beats."""
    found = 0
    rest = hand
    while rest:
        found += 1 if superior_in(unseen, rest & -rest) != EMPTY else 0
        rest &= rest - 1
    return found


@compiled
def write_history(public, rows, count):
    """Write with which single cards the others have beaten, and to which they have given up cards."""
    for number in range(public.round_number):
        past = public.rounds[number]
        if past.count == 1 and past.leader != NOBODY:
            best = int(past.face[past.leader])
            for turn in range(1, public.players):
                chair = (int(past.leader) + turn) % public.players
                face = int(past.face[chair])
                if face != EMPTY:
                    best = face
                    if chair > 0:
                        count = on(rows, count, BEAT + (chair - 1) * CARDS + lowest_of(face))
                elif chair > 0 and chair != dreamer_of(public):
                    count = on(rows, count, GAVE_UP + (chair - 1) * CARDS + lowest_of(best))
    return count


@compiled
def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of one candidate after the first `count`; return how many are on."""
    public = observation.public
    hand, aged = int(observation.own.hand), int(observation.aged)
    verb = verb_of(action)
    count = on(rows, count, VERB + verb)
    if verb > DECLARE:
        return count
    cards = int(cards_of(action))
    size = count_of(cards)
    kept_aged = count_of(aged & ~cards)
    count = on(rows, count, SIZE + size)
    count = on(rows, count, AGED_AFTER + kept_aged)
    count = cards_on(rows, count, AFTER, hand & ~cards)
    tricks = int(public.tricks[0]) + kept_aged
    count = on(rows, count, REACHED + NUMBERS + min(HAND_SIZE, tricks))
    if verb == LAY:
        count = on(rows, count, TYPE + type_of(cards))
        count = cards_on(rows, count, LAYS, cards)
        count = on(rows, count, REACHED + min(HAND_SIZE, tricks + size))
        if superior_in(int(observation.unseen), cards) == EMPTY:
            count = on(rows, count, SURE)
    return on(rows, count, JUDGED + in_steps(judge(observation, action)))


@compiled
def candidates(observation, rules, actions):
    """Fill `actions` with what beats and the best ways to give up cards; leave claims to the rule of thumb."""
    public = observation.public
    if public.phase == CLAIMING:
        return BY_RULE
    if public.phase != ATTACKING:
        return ALL_LEGAL
    hand = int(observation.own.hand)
    actions.count = 0
    make_beats(hand, best_meld(public), actions)
    beats = int(actions.count)
    make_surrenders(public, rules, hand, actions)
    if actions.count - beats > KEPT:
        keep_best(observation, beats, actions)
    return int(actions.count)


@compiled
def keep_best(observation, begin, actions):
    """Keep `KEPT` of the actions from `begin` on: those that leave the best hands, the best first."""
    hand, aged, unseen = int(observation.own.hand), int(observation.aged), int(observation.unseen)
    for number in range(begin, actions.count):
        rest = hand & ~int(cards_of(int(actions.list[number])))
        actions.list[number] |= int(worth_of(rest, aged & rest, unseen) * FINE) << ABOVE_CARDS
    for place in range(begin, begin + KEPT):
        best = place
        for number in range(place + 1, actions.count):
            if actions.list[number] > actions.list[best]:
                best = number
        found = int(actions.list[best])
        actions.list[best] = actions.list[place]
        actions.list[place] = found & (1 << ABOVE_CARDS) - 1
    for number in range(begin + KEPT, actions.count):
        actions.list[number] = 0
    actions.count = begin + KEPT


@compiled
def learned(result, seat):
    """Return what a deal taught a seat: its points, and 1 for the winner, -1 for the others who play, 0 where nobody has won."""
    return float(result.points[seat]), 0.0 if result.winner == NOBODY else 1.0 if result.winner == seat else -1.0


MOST_ON = 160  # the cards twice, a hand four times, and fewer than forty others
INPUTS = Inputs(tuple(sheet.groups), MOST_ON, 4.0, write_state, write_action, nothing_considered, candidates, learned=learned)
