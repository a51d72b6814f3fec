"""What a net sees of the Giog family: pieces by kind, the sets that they make, what unseen sets can still beat, and what is sure.

A net leads, answers and exposes, and takes the stacks of rows (§3.4), where some of their pieces are known; other stacks are turned up,
taken and ordered as the rule of thumb does.  Of many ways to throw pieces away a net sees those of the pieces that the hand misses least.
Sets are looked at as the rule of thumb does: without colours in Dǎ qí luò 2.
"""

from itertools import accumulate
from typing import NamedTuple

from qipai.engine.compiling import compiled, constants, inlined
from qipai.engine.inputs import ALL_LEGAL, BY_RULE, Groups, Inputs, chair_on, on
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from .bot import face_down, face_up
from .bot.answering import best_answer, least_missed
from .bot.chances import (
    BAGS,
    CONTEST_END,
    CONTEST_FIRST,
    GAME_END,
    GAME_FIRST,
    LARGEST,
    RANKS,
    SIZES,
    TYPES,
    contest,
    looked_at,
    rank_of,
    stands_against_all,
)
from .bot.judging import Habits, Sight, habits_of, look
from .bot.leading import best_lead
from .knowing.worlds import bag_from
from .pieces import COPIES, KINDS, PIECES, count_of, holds, one, pieces_in
from .rules.combinations import BAGS as LISTED
from .rules.combinations import END, FIRST, GENERAL_AND_PAIRS, MOST_TYPES, list_of, place_of, type_of
from .rules.generals import answers_from, breaks_rule, cannot_win
from .rules.play import TAKE, UNDER, make_hidden, value_of, verb_of
from .rules.stacks import direction_from, neighbour
from .rules.tricks import best_set, make_answers
from .state import ANSWERING, EXPOSING, LEADING, MAX_CARDS, MAX_PLAYERS, NOTHING, PHASES, TAKING
from .variants import FACE_UP, NO_BAN, ROWS, SET_ASIDE, VOID

VERBS = 7
OTHERS = MAX_PLAYERS - 1
NUMBERS = MAX_CARDS + 1  # 0 to 32 pieces
HANDS = 17  # 0 to 16 pieces
FEW = 8  # sets: 0 to 6, then more
STEPS = 20  # of a chance
SPARE = 2  # pieces beside those that are thrown away, to choose from
CONTEST_ON = 4  # inputs about unseen sets, beside that of being sure
TO_TRY, TO_BEAT, TO_LOSE = range(3)  # what a candidate can reach: it may win the trick, it surely does, it cannot

COPIES_OF = (0, *(COPIES[piece[1]] for piece in PIECES))
PIECE = constants((0, *accumulate(COPIES_OF[:-1]))[:KINDS])  # the place of a kind's first copy among all pieces
ALL = sum(COPIES_OF)
MOST_SETS = int(max(end - first for first, end in zip(GAME_FIRST, GAME_END, strict=True)))

sheet = Groups()
PHASE = sheet.group("phase", len(PHASES), "what is asked for")
PLAYERS = sheet.group("players", MAX_PLAYERS + 1, "how many sit at the table")
HAND = sheet.group("hand", ALL, "by kind: at least one, two … pieces in one's hand")
UNSEEN = sheet.group("unseen", ALL, "by kind: at least one, two … pieces that one cannot see")
KNOWN = sheet.group(
    "known", OTHERS * ALL, "by chair: the pieces that it surely holds, or that taking an end is known to bring it"
)
PLAYED = sheet.group("played", OTHERS * ALL, "by chair: the pieces that it was seen to lay in earlier tricks")
PREVIOUS = sheet.group("previous", MAX_PLAYERS * ALL, "by chair: what it was seen to lay in the last trick")
LAID = sheet.group("laid", ALL, "the pieces that one has laid in this trick")
BEST = sheet.group("best", ALL, "the set to beat, where it lies open")
MADE = sheet.group("made", MOST_SETS, "sets of two pieces or more that one's hand can make, by their place in the list")
FEARED = sheet.group("feared", MOST_SETS, "sets of two pieces or more that unseen pieces can make")
SURE_NOW = sheet.group("sure now", HANDS, "pieces of one's hand that are sure, led set after set")
LED = sheet.group("led", MOST_TYPES, "the type that was led; 0 before the lead")
COUNT = sheet.group("count", HANDS, "how many pieces were led")
LEFT = sheet.group("left", HANDS, "pieces in each hand at the beginning of the trick")
POT = sheet.group("pot", NUMBERS, "pieces set aside")
FIRST_TRICK = sheet.group("first trick", 1, "is this the first trick")
CAPTURED = sheet.group("captured", MAX_PLAYERS * NUMBERS, "by chair: the pieces that it has won")
AHEAD = sheet.group("ahead", 2 * NUMBERS, "one's pieces less the most of another chair, from -32")
LEADER = sheet.group("leader", MAX_PLAYERS, "the chair that leads or has led")
OWNER = sheet.group("owner", MAX_PLAYERS + 1, "the chair that laid the set to beat; 5 for nobody, as below")
BEFORE = sheet.group("before", MAX_PLAYERS + 1, "the chair that led the last trick")
WON = sheet.group("won", MAX_PLAYERS + 1, "the chair that won it")
BEHIND = sheet.group("behind", MAX_PLAYERS, "how many others are still to lay, or to expose, in this trick")
PRIORITY = sheet.group("priority", MAX_PLAYERS * MAX_PLAYERS, "by place in the order of priority: the chair")
OFFENDERS = sheet.group("offenders", MAX_PLAYERS, "chairs whose pieces will not count")
VERB = sheet.group("verb", VERBS, "the candidate: its verb")
TYPE = sheet.group("type", MOST_TYPES, "the type of what it lays, if that can win")
SIZE = sheet.group("size", HANDS, "how many pieces it lays")
LAYS = sheet.group("lays", ALL, "the pieces that it lays, or that taking an end is known to bring")
AFTER = sheet.group("after", ALL, "the pieces that it leaves in the hand")
MADE_AFTER = sheet.group("made after", MOST_SETS, "sets of two pieces or more that these can make")
SURE_AFTER = sheet.group("sure after", HANDS, "how many of them are sure, led set after set")
LEFT_AFTER = sheet.group("left after", HANDS, "how many there are")
ABOVE = sheet.group("above", FEW, "unseen sets of the type that beat what it lays, 7 for more")
EQUAL = sheet.group("equal", FEW, "unseen sets as high")
BELOW = sheet.group("below", FEW, "unseen sets that it beats")
CHANCE = sheet.group("chance", STEPS + 1, "the chance to win that the rule of thumb gives it, in twentieths")
SURE = sheet.group("sure", 1, "it is sure to win the trick")
REACHED = sheet.group("reached", 3 * NUMBERS, "one's pieces after the trick: if it may win, if it is sure to, if it cannot")
LEADS = sheet.group(
    "leads", 3 * 2 * NUMBERS, "these, with all that is sure after it, less the most that another chair can then reach, from -32"
)
OFFENDS = sheet.group("offends", 1, "it lays a general in the first or the last trick, where a rule is against it")
ADVISED = sheet.group("advised", 1, "the rule of thumb would lay it")


class Thought(NamedTuple):
    """What is worked out once for all candidates of a decision."""

    sight: Sight
    habits: Habits
    advised: int  # what the rule of thumb would lay


@inlined
def bag_on(rows, count, begin, bag):
    """Switch on an input for each piece of a bag."""
    for kind in range(1, KINDS):
        for copy in range(count_of(bag, kind)):
            rows[count] = begin + PIECE[kind] + copy
            count += 1
    return count


@inlined
def difference(pieces):
    """Return the place of a difference of pieces in a group that begins with -32."""
    return max(0, min(2 * MAX_CARDS, pieces + MAX_CARDS))


@compiled
def sets_on(rules, bag, rows, count, begin):
    """Switch on the sets of two pieces or more that a bag can make."""
    game = list_of(rules)
    for number in range(GAME_FIRST[game], GAME_END[game]):
        if SIZES[number] > 1 and holds(bag, BAGS[number]):
            rows[count] = begin + number - GAME_FIRST[game]
            count += 1
    return count


@inlined
def loses_to_equals(rules, kind):
    """§4.8, §6.4, §8.2  Return whether an equal set may take the trick from the leader's, or set it aside."""
    return rules.ties == SET_ASIDE or rules.procedure == FACE_UP or kind == GENERAL_AND_PAIRS


@inlined
def leader_counts(public, rules):
    """§9.5, §11.1  Return whether the leader's set can win, whatever it is."""
    return rules.general_rule != VOID and (public.trick > 1 or rules.first_trick_ban == NO_BAN)


@compiled
def sure_pieces(rules, shapes, unseen):
    """Return how many pieces of a hand nothing unseen can beat, when it leads set after set, the greatest first."""
    game = list_of(rules)
    rest = shapes
    sure = present = highest = 0
    for number in range(GAME_END[game] - 1, GAME_FIRST[game] - 1, -1):
        bag, rank = BAGS[number], RANKS[number]
        if TYPES[number] * (LARGEST + 1) + SIZES[number] != present:
            present = TYPES[number] * (LARGEST + 1) + SIZES[number]
            highest = 0
        if highest == 0 and holds(unseen, bag):
            highest = rank
        if highest < rank or (highest == rank and not loses_to_equals(rules, TYPES[number])):
            while holds(rest, bag):
                rest -= bag
                sure += SIZES[number]
    return sure


@compiled
def write_state(observation, rules, rows):
    """Write the inputs that all candidates share; return how many are on."""
    public = observation.public
    hand, unseen = bag_from(observation.hand), bag_from(observation.unseen)
    shapes, others = looked_at(hand, rules), looked_at(unseen, rules)
    count = on(rows, 0, PHASE + int(public.phase))
    count = on(rows, count, PLAYERS + int(public.players))
    count = bag_on(rows, count, HAND, hand)
    count = bag_on(rows, count, UNSEEN, unseen)
    count = bag_on(rows, count, LAID, int(observation.laid))
    count = bag_on(rows, count, BEST, int(best_set(public)))
    count = sets_on(rules, shapes, rows, count, MADE)
    count = sets_on(rules, others, rows, count, FEARED)
    count = on(rows, count, SURE_NOW + sure_pieces(rules, shapes, others))
    count = on(rows, count, LED + int(public.led))
    count = on(rows, count, COUNT + int(public.count))
    count = on(rows, count, LEFT + int(public.left))
    count = on(rows, count, POT + int(public.pot))
    if public.trick == 1:
        count = on(rows, count, FIRST_TRICK)
    count = on(rows, count, AHEAD + difference(int(public.captured[0]) - most_of_others(public)))
    count = on(rows, count, LEADER + int(public.leader))
    count = chair_on(rows, count, OWNER, public.best, MAX_PLAYERS)
    count = chair_on(rows, count, BEFORE, public.previous_leader, MAX_PLAYERS)
    count = chair_on(rows, count, WON, public.previous_winner, MAX_PLAYERS)
    count = on(rows, count, BEHIND + behind(public))
    for chair in range(public.players):
        count = write_chair(observation, chair, rows, count)
    return count


@compiled
def write_chair(observation, chair, rows, count):
    """Write what is seen of one chair, 0 for one's own, and who has its place in the order of priority."""
    public = observation.public
    if chair > 0:
        count = bag_on(rows, count, KNOWN + (chair - 1) * ALL, bag_from(observation.known[chair].count))
        count = bag_on(rows, count, PLAYED + (chair - 1) * ALL, int(public.played[chair]))
    count = bag_on(rows, count, PREVIOUS + chair * ALL, int(public.previous[chair]))
    count = on(rows, count, CAPTURED + chair * NUMBERS + int(public.captured[chair]))
    if public.offenders >> chair & 1:
        count = on(rows, count, OFFENDERS + chair)
    if public.priority[chair] != NOBODY:
        count = on(rows, count, PRIORITY + chair * MAX_PLAYERS + int(public.priority[chair]))
    return count


@compiled
def most_of_others(public):
    """Return the most pieces that another chair has won."""
    most = 0
    for chair in range(1, public.players):
        most = max(most, int(public.captured[chair]))
    return most


@inlined
def behind(public):
    """Return how many others lay or expose after oneself in this trick, where they do so in turn."""
    return 0 if public.leader == 0 else int(public.leader) - 1


@compiled
def consider(observation, rules):
    """Return what the rule of thumb looks at, and what it would lay."""
    public = observation.public
    sight = look(observation, rules)
    habits = habits_of(rules)
    advised = NOTHING
    if public.phase == LEADING:
        advised = best_lead(public, rules, sight, habits)
    elif public.phase == ANSWERING:
        advised = best_answer(public, rules, sight, habits)
    return Thought(sight, habits, int(advised))


@compiled
def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of one candidate after the first `count`; return how many are on."""
    public = observation.public
    verb = verb_of(action)
    count = on(rows, count, VERB + verb)
    if verb == TAKE:
        return write_taking(public, value_of(action), rows, count)
    if verb > UNDER:
        return count
    sight = thought.sight
    bag = value_of(action)
    size = pieces_in(bag)
    rest = sight.hand - bag
    shapes = looked_at(rest, rules)
    sure_after = sure_pieces(rules, shapes, sight.unseen)
    count = on(rows, count, SIZE + size)
    count = bag_on(rows, count, LAYS, bag)
    count = bag_on(rows, count, AFTER, rest)
    count = sets_on(rules, shapes, rows, count, MADE_AFTER)
    count = on(rows, count, SURE_AFTER + sure_after)
    count = on(rows, count, LEFT_AFTER + sight.held - size)
    if bag == thought.advised:
        count = on(rows, count, ADVISED)
    if breaks_rule(public, rules, bag):
        count = on(rows, count, OFFENDS)
    kind = type_of(bag, rules) if public.phase == LEADING else int(public.led)
    place = place_of(bag, kind, rules)
    outcome = TO_LOSE
    if place > 0 and verb != UNDER and not cannot_win(public, rules, bag) and not is_under(public, rules, place):
        count = on(rows, count, TYPE + kind)
        outcome = write_contest(public, rules, thought, kind, size, place, rows, count)
        count += CONTEST_ON
    if outcome == TO_BEAT:
        count = on(rows, count, SURE)
    return write_reached(public, outcome, size, sure_after, rows, count)


@compiled
def write_taking(public, end, rows, count):
    """§3.4  Write the known pieces that taking from an end of a row brings to each chair."""
    step = direction_from(public, end)
    for chair in range(public.players):
        bag = 0
        stack = end
        for number in range(public.players * public.left // 2):
            if public.priority[number % public.players] == chair:
                for place in range(2 * stack - 2, 2 * stack):
                    if public.face[place]:
                        bag += one(int(public.face[place]))
            stack = neighbour(public, stack, step)
        count = bag_on(rows, count, LAYS if chair == 0 else KNOWN + (chair - 1) * ALL, bag)
    return count


@inlined
def is_under(public, rules, place):
    """§8.3  Return whether a set of the type that was led goes under the pile."""
    return (
        public.phase == ANSWERING and rules.procedure == FACE_UP and place < place_of(best_set(public), int(public.led), rules)
    )


@compiled
def write_contest(public, rules, thought, kind, size, place, rows, count):
    """Write how a set of the type that wins stands against unseen ones; return what it can reach."""
    sight = thought.sight
    rank = rank_of(place, rules)
    above = equal = below = 0
    row = contest(kind, size, rules)
    for number in range(CONTEST_FIRST[row], CONTEST_END[row]):
        if holds(sight.unseen, BAGS[number]):
            above += RANKS[number] > rank
            equal += RANKS[number] == rank
            below += RANKS[number] < rank
    rows[count] = ABOVE + min(FEW - 1, above)
    rows[count + 1] = EQUAL + min(FEW - 1, equal)
    rows[count + 2] = BELOW + min(FEW - 1, below)
    leads = public.phase == LEADING
    if leads:
        chance = stands_against_all(sight, rules, thought.habits, kind, size, rank)
    elif rules.procedure == FACE_UP:
        chance = face_up.chance(public, rules, sight, thought.habits, place)
    else:
        chance = face_down.chance(public, rules, sight, thought.habits, place)
    rows[count + 3] = CHANCE + min(STEPS, int(chance * STEPS))
    if not leads and rules.procedure == FACE_UP:
        return TO_BEAT if behind(public) == 0 or above + equal == 0 else TO_TRY
    if not leads and below == 0 and leader_counts(public, rules) and kind != GENERAL_AND_PAIRS:
        return TO_LOSE  # the leader's set is as high at least
    return TO_BEAT if above == 0 and (equal == 0 or (leads and not loses_to_equals(rules, kind))) else TO_TRY


@compiled
def write_reached(public, outcome, size, sure_after, rows, count):
    """Write how many pieces a candidate may bring, and how one would stand then with all that is sure."""
    own, most = int(public.captured[0]), most_of_others(public)
    trick = int(public.players) * size + int(public.pot)
    after = int(public.players) * (int(public.left) - size)
    sure = 0
    if outcome == TO_LOSE:
        most += trick
    else:
        own += trick
        sure = int(public.players) * sure_after
    count = on(rows, count, REACHED + outcome * NUMBERS + min(MAX_CARDS, own))
    return on(rows, count, LEADS + outcome * 2 * NUMBERS + difference(own + sure - most - (after - sure)))


@compiled
def candidates(observation, rules, actions):
    """Fill `actions` with the answers that may win and the pieces that are missed least; leave most stacks to the rule of thumb."""
    public = observation.public
    if public.phase == LEADING or public.phase == EXPOSING or (public.phase == TAKING and rules.distribution == ROWS):
        return ALL_LEGAL
    if public.phase != ANSWERING:
        return BY_RULE
    actions.count = 0
    sight = look(observation, rules)
    hand = answers_from(public, rules, sight.hand)
    if public.count == 1:
        make_answers(hand, 1, actions)
    else:
        pool = least_missed(public, rules, sight, habits_of(rules), hand, min(int(public.count) + SPARE, pieces_in(hand)))
        make_answers(pool, int(public.count), actions)
        row = list_of(rules) * MOST_TYPES + int(public.led)
        for number in range(FIRST[row], END[row]):
            bag = LISTED[number]
            if holds(hand, bag) and pieces_in(bag) == public.count and not holds(pool, bag):
                add(actions, bag)
    if rules.procedure == FACE_UP and not rules.must_show:
        make_hidden(public, rules, actions)
    return int(actions.count)


@compiled
def learned(result, seat):
    """Return what a deal taught a seat: the pieces that count above an equal share, and its share of the win from -1 to 1."""
    counted = sharers = 0
    for other in range(result.players):
        counted += int(result.captured[other])
        sharers += int(result.winners) >> other & 1
    pieces = int(result.captured[seat]) - counted / int(result.players) + int(result.bonus[seat])
    return float(pieces), 2.0 / sharers - 1.0 if int(result.winners) >> seat & 1 else -1.0


MOST_ON = 6 * MAX_CARDS + 3 * MOST_SETS + 60  # pieces in hands, unseen, known, played, before and after; sets; single ones
INPUTS = Inputs(tuple(sheet.groups), MOST_ON, 6.0, write_state, write_action, consider, candidates, learned, version=2)
