"""What a net sees of Gou Ji: the cards as a player counts them, and what the rule of thumb thinks of a set.

Chairs 0, 2 and 4 are one's own team, chair 3 is the Dui Men.  A net chooses leads and follows among the canonical sets; questions
before the play and beside it are left to the rule of thumb.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.inputs import BY_RULE, Groups, Inputs, chair_on, on
from qipai.engine.listing import add

from .bot.burden import burden_without, look_ahead
from .bot.canonical import NOTHING, make_canonical
from .bot.chances import OPPONENTS, look, stands, unseen_of
from .bot.habits import HABITS
from .bot.judging import may_answer
from .ranks import BLACK, HIGHEST_NATURAL, KINDS, PACKS, RANKS, RED, TWO
from .rules.duel import can_duel
from .rules.sets import blacks_in, lowest_in, naturals_in, rank_in, reds_in, size_of, starts_duel, twos_in
from .seating import SEATS, is_in
from .state import ARRANGEMENTS, FOLLOWING, LEADING, MODES
from .verbs import PASS, pack_action, value_of, verb_of

HELD, AWAY = 9, 17  # of each kind in one's hand, 8 for more; and elsewhere
FEW = 12  # cards in a hand that count one by one; more in threes
LEFT_OF_OTHERS = 22
BIGGEST = 26  # sets of 25 cards and more
LAID = 5  # cards of a rank that a chair has laid: as many and more
STEPS = 12  # of a probability
COSTS = 40  # of a hand, in thirds of a lead

sheet = Groups()
HAND = sheet.group("hand", len(RANKS) * HELD, "by rank: how many cards one holds, 8 for more")
UNSEEN = sheet.group("unseen", len(RANKS) * AWAY, "by rank: how many cards one has not seen, 16 for more")
LEFT = sheet.group("left", (SEATS - 1) * LEFT_OF_OTHERS, "by chair: its cards, from 13 on in threes")
PLACE = sheet.group("place", SEATS * (SEATS + 1), "by chair: its place once it is out")
BEST_LOWEST = sheet.group("best lowest", KINDS + 1, "the set to beat: its lowest card")
BEST_SIZE = sheet.group("best size", BIGGEST, "its size")
BEST_BLACKS = sheet.group("best blacks", PACKS + 1, "its black jokers")
BEST_REDS = sheet.group("best reds", PACKS + 1, "its red jokers")
OWNER = sheet.group("owner", SEATS + 1, "the chair that laid it; 6 for nobody, as below")
BEATEN = sheet.group("beaten", SEATS + 1, "the chair whose set it beat")
LEADER = sheet.group("leader", SEATS + 1, "the chair that led this trick")
DUELLIST = sheet.group("duellist", SEATS + 1, "the chair that has started a duel")
RUNNER = sheet.group("runner", SEATS + 1, "the chair that has declared Shao Pai")
PASSED = sheet.group("passed", SEATS, "chairs that have passed in this trick")
REVOLTED = sheet.group("revolted", SEATS, "chairs that have declared a revolution")
CLOSED = sheet.group("closed", SEATS, "chairs that a Rang Pai shuts out of this trick")
ACTIVE = sheet.group("active", SEATS, "chairs that are not out")
MODE = sheet.group("mode", len(MODES), "how this trick is played")
LEADS = sheet.group("leads", 2, "follow, or lead")
ARRANGED = sheet.group("arranged", len(ARRANGEMENTS), "in what order the players act")
RANKS_HELD = sheet.group("ranks held", len(RANKS), "how many ranks one holds, wild cards apart")
PASSES = sheet.group("passes", 1, "the candidate passes")
SIZE = sheet.group("size", BIGGEST, "the candidate: its size")
RANK = sheet.group("rank", KINDS, "its rank; 0 for wild cards alone")
TWOS = sheet.group("twos", HELD, "how many 2s it takes, 8 for more")
BLACKS = sheet.group("blacks", PACKS + 1, "how many black jokers it takes")
REDS = sheet.group("reds", PACKS + 1, "how many red jokers it takes")
STARTS = sheet.group("starts", 1, "it starts a duel")
BREAKS = sheet.group("breaks", 1, "it leaves cards of its rank behind")
AFTER = sheet.group("after", len(RANKS) * HELD, "by rank: how many cards it leaves in the hand, 8 for more")
CARDS_AFTER = sheet.group("cards after", 37, "how many cards it leaves")
RANKS_AFTER = sheet.group("ranks after", len(RANKS), "how many ranks it leaves, wild cards apart")
STANDS = sheet.group("stands", STEPS, "how likely no opponent beats it, by the rule of thumb, in elevenths")
BURDEN = sheet.group("burden", COSTS, "what the hand that it leaves costs, by the rule of thumb, in thirds of a lead")
PLAYED = sheet.group(
    "played", (SEATS - 1) * len(RANKS) * LAID, "by chair and rank: how many cards it has laid, 5 for more", late=True
)


@inlined
def in_steps(cards):
    """Return a number of cards; more than `FEW` in threes."""
    return cards if cards <= FEW else min(LEFT_OF_OTHERS - 1, FEW + 1 + (cards - FEW - 1) // 3)


@compiled
def write_state(observation, rules, rows):
    """Write the inputs that all candidates share; return how many are on."""
    public = observation.public
    count = 0
    ranks = 0
    for kind in range(1, KINDS):
        held = int(observation.hand[kind])
        unseen = int(unseen_of(observation, kind))
        if held > 0:
            count = on(rows, count, HAND + (kind - 1) * HELD + min(HELD - 1, held))
            ranks += 1 if kind <= HIGHEST_NATURAL else 0
        if unseen > 0:
            count = on(rows, count, UNSEEN + (kind - 1) * AWAY + min(AWAY - 1, unseen))
    count = on(rows, count, RANKS_HELD + ranks)
    for chair in range(SEATS):
        count = write_chair(public, chair, rows, count)
    best = int(public.best)
    if best:
        count = on(rows, count, BEST_LOWEST + lowest_in(best))
        count = on(rows, count, BEST_SIZE + min(BIGGEST - 1, size_of(best)))
        count = on(rows, count, BEST_BLACKS + min(PACKS, blacks_in(best)))
        count = on(rows, count, BEST_REDS + min(PACKS, reds_in(best)))
    count = chair_on(rows, count, OWNER, public.owner, SEATS)
    count = chair_on(rows, count, BEATEN, public.beaten, SEATS)
    count = chair_on(rows, count, LEADER, public.leader, SEATS)
    count = chair_on(rows, count, DUELLIST, public.starter_of_duel, SEATS)
    count = chair_on(rows, count, RUNNER, public.runner, SEATS)
    count = on(rows, count, MODE + int(public.mode))
    count = on(rows, count, LEADS + (1 if public.phase == LEADING else 0))
    return on(rows, count, ARRANGED + int(public.arrangement))


@compiled
def write_chair(public, chair, rows, count):
    """Write what is seen of one chair, 0 for one's own."""
    if chair > 0:
        count = on(rows, count, LEFT + (chair - 1) * LEFT_OF_OTHERS + in_steps(int(public.left[chair])))
        for kind in range(1, KINDS):
            laid = int(public.played[chair][kind])
            if laid > 0:
                count = on(rows, count, PLAYED + ((chair - 1) * len(RANKS) + kind - 1) * LAID + min(LAID, laid) - 1)
    if public.place[chair] > 0:
        count = on(rows, count, PLACE + chair * (SEATS + 1) + int(public.place[chair]))
    if is_in(public.passed, chair):
        count = on(rows, count, PASSED + chair)
    if is_in(public.revolted, chair):
        count = on(rows, count, REVOLTED + chair)
    if is_in(public.closed, chair):
        count = on(rows, count, CLOSED + chair)
    if is_in(public.active, chair):
        count = on(rows, count, ACTIVE + chair)
    return count


@compiled
def consider(observation, rules):
    """Return what the rule of thumb works out once for all candidates."""
    sight = look(observation)
    return sight, look_ahead(observation, sight, HABITS, rules)


@compiled
def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of one candidate after the first `count`; return how many are on."""
    public = observation.public
    sight, outlook = thought
    cards = NOTHING
    if verb_of(action) == PASS:
        count = on(rows, count, PASSES)
    else:
        cards = value_of(action)
        count = on(rows, count, SIZE + min(BIGGEST - 1, size_of(cards)))
        count = on(rows, count, RANK + rank_in(cards))
        count = on(rows, count, TWOS + min(HELD - 1, twos_in(cards)))
        count = on(rows, count, BLACKS + min(PACKS, blacks_in(cards)))
        count = on(rows, count, REDS + min(PACKS, reds_in(cards)))
        if can_duel(public, rules, 0) and starts_duel(cards, rules):
            count = on(rows, count, STARTS)
        others = int(may_answer(public, rules, cards)) & OPPONENTS
        keeps = stands(public, sight, HABITS, cards, others)
        count = on(rows, count, STANDS + max(0, min(STEPS - 1, int(keeps * (STEPS - 1)))))
    count = write_rest(observation, cards, rows, count)
    cost = burden_without(observation.hand, sight, HABITS, rules, outlook, cards)
    return on(rows, count, BURDEN + max(0, min(COSTS - 1, int((cost + 4.0) * 3.0))))


@compiled
def write_rest(observation, cards, rows, count):
    """Write the hand that a set leaves."""
    ranks = left = 0
    for kind in range(1, KINDS):
        held = int(observation.hand[kind])
        if cards != NOTHING:
            if kind == TWO:
                held -= twos_in(cards)
            elif kind == BLACK:
                held -= blacks_in(cards)
            elif kind == RED:
                held -= reds_in(cards)
            elif kind == rank_in(cards):
                held -= naturals_in(cards)
                if held > 0:
                    count = on(rows, count, BREAKS)
        if held > 0:
            count = on(rows, count, AFTER + (kind - 1) * HELD + min(HELD - 1, held))
            left += held
            ranks += 1 if kind <= HIGHEST_NATURAL else 0
    count = on(rows, count, CARDS_AFTER + min(36, left))
    return on(rows, count, RANKS_AFTER + ranks)


@compiled
def candidates(observation, rules, actions):
    """Fill `actions` with the canonical sets, and with passing where one follows; leave every other question to the rule of thumb."""
    public = observation.public
    if not public.asked & 1 or (public.phase != LEADING and public.phase != FOLLOWING):
        return BY_RULE
    if public.promised == 0:
        return BY_RULE  # who lays cards now breaks a promise (§14.20)
    make_canonical(public, observation.hand, actions)
    if public.phase == FOLLOWING:
        add(actions, pack_action(PASS, 0))
    return int(actions.count)


MOST_ON = 240
INPUTS = Inputs(tuple(sheet.groups), MOST_ON, 5.0, write_state, write_action, consider, candidates)
