"""What the facts of the situations of Gou Ji may be, by name."""

from qipai.cards.french import SUITS
from qipai.games.gou_ji import state
from qipai.games.gou_ji.ranks import COPIES, HAND_SIZE, RANKS
from qipai.games.gou_ji.seating import SEATS

from ..shapes import FACTS, NOTHING, TRUTH, YES, Shape, either, having, items, named, number, word

NAMES = "ABCDEF"  # of the seats, in turn
SLOTS_ASKED = 8  # turns of the endgame: two cycles at least
KINDS_OF_GAME = {"FIRST": state.FIRST_GAME, "FRESH": state.FRESH_GAME, "ORDINARY": state.ORDINARY_GAME}

SEAT = word(*NAMES)
SOME_SEATS = items(SEAT, different=True)
ALL_SEATS = items(SEAT, SEATS, SEATS, different=True)
CARD = word(*RANKS)
CARDS = items(CARD)
HAND = Shape(f"a hand of at most {HAND_SIZE} cards, each {CARD.words}", items(CARD, 0, HAND_SIZE).fits)
THREES = items(word(*(f"{suit}3" for suit in SUITS)))
SLOTS = items(having(slot=number(1, SLOTS_ASKED), chosen=SEAT), 1)

SHAPES = {
    **dict.fromkeys(("given", "hand_counts"), FACTS),
    **dict.fromkeys(("by", "leader", "to_act", "starter", "candidate", "player", "asker", "target"), SEAT),
    **dict.fromkeys(("kaipai", "previous_kaipai", "first_taker", "big_loser", "from", "to", "last_by", "beaten_by"), SEAT),
    **dict.fromkeys(("play", "over", "set", "first", "table", "attempt"), items(CARD, 1)),
    **dict.fromkeys(("all_in", "swap", "declared", "ok", "first_unbeaten", "own_turn"), TRUTH),
    **dict.fromkeys(("pass", "rang"), YES),
    **dict.fromkeys(("passed", "out", "pass_all"), SOME_SEATS),
    **dict.fromkeys(("target_cards", "own_cards"), number(1, HAND_SIZE)),
    **dict.fromkeys(("holder_cards", "already_shown"), THREES),
    **dict.fromkeys(("kind", "during"), word(*KINDS_OF_GAME)),
    "active": items(SEAT, 2, SEATS, different=True),
    "places": ALL_SEATS,
    "places_of_team": items(number(1, SEATS), SEATS // 2, SEATS // 2, different=True),
    "card": CARD,
    "cards": items(CARD, 1),
    "hand": HAND,
    "hands": named(SEAT, HAND),
    "shown_by": either(SEAT, NOTHING),
    "event": either(word("revolution", "participant_changed"), NOTHING),
    "twos": number(0, COPIES["2"]),
    "jokers": number(0, COPIES["B"] + COPIES["R"]),
    "dealt_reds": number(0, COPIES["R"]),
    "n": number(1, 2),
    "b_and_c": items(word("played", "passed", "out"), 2, 2),
    "steps": items(FACTS, 1),
    "expect": having(left_in_hand=named(SEAT, items(CARD)), run=either(items(items(CARD, 1)), NOTHING), slots=SLOTS),
    "shao": either(items(CARD, 1), named(SEAT, items(CARD, 1))),
    "answer": word("agree", "disagree"),
}
