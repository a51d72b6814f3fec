"""What a net sees of Gan Deng Yan: counts that a player would keep, of the observation and of the hand that a play leaves."""

from qipai.engine.compiling import compiled
from qipai.engine.inputs import Groups, Inputs, all_legal, at_least, nothing_considered, on

from .bot import burden
from .rules.combinations import PAIR, joker_count, kind_of, length_of, move_cards, rank_of
from .state import ACE, CARDS, KINDS, LOWEST, MAX_PLAYERS, PASS, PLAYS, TWO, UNDECIDED

RANKS = len(CARDS)
ALIKE = 8  # of each kind at most
OTHERS = MAX_PLAYERS - 1
FEW = 15  # cards in a hand; more are as many
KNOWN = 9  # what passed leads have shown of a seat's jokers

sheet = Groups()
HAND = sheet.group("hand", RANKS * ALIKE, "by rank: at least one, two, … cards in one's hand")
UNSEEN = sheet.group("unseen", RANKS * ALIKE, "by rank: at least one, two, … cards that one has not seen")
SIZES = sheet.group("sizes", OTHERS * (FEW + 1), "by chair: its number of cards, 15 for more")
TALON = sheet.group("talon", 12, "cards in the talon: 0 to 3, then in fives")
TABLE_KIND = sheet.group("table kind", len(PLAYS), "the kind of the play to beat; pass: one leads")
TABLE_RANK = sheet.group("table rank", KINDS, "its rank")
TABLE_LENGTH = sheet.group("table length", 13, "its length")
OWNER = sheet.group("owner", MAX_PLAYERS, "the chair that laid it")
PASSED = sheet.group("passed", MAX_PLAYERS, "chairs that have passed in this trick")
WAITS = sheet.group("waits", MAX_PLAYERS, "chairs that have not acted in this trick")
MISSED = sheet.group("missed", OTHERS * 2 * KINDS, "by chair: the single card or the pair that it last passed on")
SPRING = sheet.group("spring", MAX_PLAYERS, "chairs that have laid nothing yet")
JOKERS = sheet.group("jokers", OTHERS * KNOWN, "by chair: how many black and red jokers passed leads leave possible")
BOMBS = sheet.group("bombs", 6, "bombs played by anybody, 5 for more")
PLAYERS = sheet.group("players", MAX_PLAYERS + 1, "how many sit at the table")
KIND = sheet.group("kind", len(PLAYS), "the candidate: its kind")
RANK = sheet.group("rank", KINDS, "its rank")
LENGTH = sheet.group("length", 13, "its length")
WILD = sheet.group("wild", 5, "how many jokers it takes")
NEXT = sheet.group("next", 2 * 5, "of a single card and a pair: unseen cards of the rank that answers, 4 for more")
TWOS = sheet.group("twos", 2 * 5, "of a single card and a pair: unseen 2s that answer, 4 for more")
AFTER = sheet.group("after", RANKS * ALIKE, "the hand that it leaves, by rank: at least one, two, … cards")
LEFT = sheet.group("left", 24, "the hand that it leaves: cards, 23 for more")
DISTINCT = sheet.group("distinct", 14, "the hand that it leaves: ranks, 13 for more")
BURDEN = sheet.group("burden", 32, "the hand that it leaves: what the rule of thumb takes it to cost, in quarters of a play")


@compiled
def write_state(observation, rules, rows):
    """Write the inputs that all candidates share; return how many are on."""
    count = 0
    for card in range(LOWEST, KINDS):
        count = at_least(rows, count, HAND + (card - LOWEST) * ALIKE, observation.hand.count[card], ALIKE)
        count = at_least(rows, count, UNSEEN + (card - LOWEST) * ALIKE, observation.unseen[card], ALIKE)
    for chair in range(observation.players):
        count = write_chair(observation, chair, rows, count)
    talon = int(observation.talon_places) - int(observation.drawn)
    count = on(rows, count, TALON + (talon if talon < 4 else min(11, 4 + (talon - 4) // 5)))
    table = int(observation.to_beat)
    count = on(rows, count, TABLE_KIND + kind_of(table))
    if table != PASS:
        count = on(rows, count, TABLE_RANK + rank_of(table))
        count = on(rows, count, TABLE_LENGTH + min(12, length_of(table)))
        if observation.owner >= 0:
            count = on(rows, count, OWNER + int(observation.owner))
    bombs = observation.bombs
    laid = int(bombs.soft_triplets) + int(bombs.hard_triplets) + int(bombs.double_jokers)
    count = on(rows, count, BOMBS + min(5, laid + int(bombs.soft_quads) + int(bombs.hard_quads)))
    return on(rows, count, PLAYERS + int(observation.players))


@compiled
def write_chair(observation, chair, rows, count):
    """Write what is seen of one chair, 0 for one's own."""
    if observation.last[chair] == PASS:
        count = on(rows, count, PASSED + chair)
    elif observation.last[chair] == UNDECIDED:
        count = on(rows, count, WAITS + chair)
    if observation.plays[chair] == 0:
        count = on(rows, count, SPRING + chair)
    if chair > 0:
        other = chair - 1
        count = on(rows, count, SIZES + other * (FEW + 1) + min(FEW, int(observation.cards[chair])))
        missed = int(observation.passed_on[chair])
        if missed != PASS and kind_of(missed) <= PAIR:
            count = on(rows, count, MISSED + (other * 2 + kind_of(missed) - 1) * KINDS + rank_of(missed))
        shown = int(observation.known_jokers[chair])
        for bit in range(KNOWN):
            if shown >> bit & 1:
                count = on(rows, count, JOKERS + other * KNOWN + bit)
    return count


@compiled
def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of one candidate after the first `count`; return how many are on."""
    count = on(rows, count, KIND + kind_of(action))
    hand = observation.hand
    if action != PASS:
        kind, rank = kind_of(action), rank_of(action)
        count = on(rows, count, RANK + rank)
        count = on(rows, count, LENGTH + min(12, length_of(action)))
        count = on(rows, count, WILD + joker_count(action))
        if kind <= PAIR:
            above = min(4, int(observation.unseen[rank + 1])) if rank < ACE else 0
            twos = min(4, int(observation.unseen[TWO])) if rank < TWO else 0
            count = on(rows, count, NEXT + (kind - 1) * 5 + above)
            count = on(rows, count, TWOS + (kind - 1) * 5 + twos)
        move_cards(hand, observation.played[0], action, rules)
    count = write_rest(hand, rows, count)
    if action != PASS:
        move_cards(observation.played[0], hand, action, rules)
    return count


@compiled
def write_rest(hand, rows, count):
    """Write the hand that a candidate leaves."""
    ranks = 0
    for card in range(LOWEST, KINDS):
        if hand.count[card] > 0:
            ranks += 1
            count = at_least(rows, count, AFTER + (card - LOWEST) * ALIKE, hand.count[card], ALIKE)
    count = on(rows, count, LEFT + min(23, int(hand.cards)))
    count = on(rows, count, DISTINCT + min(13, ranks))
    if hand.cards > 0:
        count = on(rows, count, BURDEN + max(0, min(31, int((burden(hand) + 3.0) * 4.0))))
    return count


MOST_ON = 3 * 108 + 60  # two whole packs in hand, unseen and left; beside them fewer than ten a chair
INPUTS = Inputs(tuple(sheet.groups), MOST_ON, 5.0, write_state, write_action, nothing_considered, all_legal)
