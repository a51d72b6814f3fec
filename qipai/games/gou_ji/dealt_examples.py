"""§1 to §5  Answers to situations before the play: the pack, Kai Pai, the deal, revolution, tribute."""

from collections.abc import Mapping
from typing import Any

from qipai.cards.french import SUITS
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .arranged import (
    NAMES,
    Table,
    cards_named,
    name_of_seat,
    names_in,
    places_of,
    seat_after,
    seat_named,
    setup_of,
    three,
)
from .ranks import COPIES, HAND_SIZE, KIND, PACKS, RANKS
from .scenarios import in_order_of
from .seating import SEATS, dui_men, team_mask, team_of
from .session import newcomers
from .sets import beats
from .state import (
    DECLARING,
    FIRST_GAME,
    FRESH_GAME,
    LIBERATING,
    ORDINARY_DUE,
    ORDINARY_GAME,
    PLEADING,
    RETURNING,
    SWAPPING,
    SWEEP_DUE,
    WAIVED,
    WAIVING,
)
from .tricks import is_sweep
from .variants import Ruleset
from .verbs import INSIST, KEEP, PAY, PLAY_ON, REFUSE, REVOLT, SHOW, SILENT, STAY, SWAP, TAKER, WAIVE

Vector = Mapping[str, Any]
Answers = dict[str, Any]
KINDS_OF_GAME = {"FIRST": FIRST_GAME, "FRESH": FRESH_GAME, "ORDINARY": ORDINARY_GAME}
DUE_NAMES = {SWEEP_DUE: "sweep", ORDINARY_DUE: "ordinary"}
SWEEP_OF_A = "ACEBDF"
COUNTED = ["A"]  # drawn in Kai Pai where it does not matter
SOME_CARDS = "3-4-5-6-2"  # a hand without jokers that cannot ask for a revolution


def fields(vector: Vector, known: str) -> Mapping[str, Any]:
    """The given facts.  Raises `QipaiError` for one that is not known."""
    given: Mapping[str, Any] = vector["given"]
    unknown = sorted(set(given) - set(known.split()))
    if unknown:
        raise QipaiError(f"given has no {unknown[0]!r} in a vector of kind {vector['kind']}; it has {known}.")
    return given


def wanted(vector: Vector, known: Mapping[str, Any]) -> Answers:
    """Of what is known, what is expected."""
    expected = vector["expect"]
    return {"expect": {key: in_order_of(expected[key], known[key]) for key in expected}}


def kind_of_game(name: str) -> int:
    if name not in KINDS_OF_GAME:
        raise QipaiError(f"{name!r} is no kind of game: kinds are {', '.join(KINDS_OF_GAME)}.")
    return KINDS_OF_GAME[name]


def hands_of(known: Mapping[str, list[str]], others: str = SOME_CARDS) -> str:
    """Hands as a position writes them; all others hold the same."""
    return "/".join("-".join(known[name]) or "." if name in known else others for name in NAMES)


# -- §1 players and cards


def answer_constants(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.1, §1.3"""
    table = Table.dealt(ruleset, setup_of(FIRST_GAME, kaipai=NOBODY), COUNTED)
    pack = [int(count) for count in table.setup.pack]
    sizes = {len(table.hand(name)) for name in NAMES}
    known = {
        "packs": PACKS,
        "cards": sum(pack),
        "hand": sizes.pop() if len(sizes) == 1 else None,
        "reds": pack[KIND["R"]],
        "blacks": pack[KIND["B"]],
        "twos": pack[KIND["2"]],
        "players": SEATS,
    }
    return wanted(vector, known)


def answer_relation(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.1, §1.2"""
    known = {
        "dui_men": {name: name_of_seat(int(dui_men(seat))) for seat, name in enumerate(NAMES)},
        "teams": [names_in(int(team_mask(team))) for team in (0, 1)],
    }
    return wanted(vector, known)


def answer_rank_order(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.4  Single cards, by how many of the others they beat."""
    singles = {rank: cards_named([rank]) for rank in RANKS}
    beaten = {rank: sum(bool(beats(card, other)) for other in singles.values()) for rank, card in singles.items()}
    return {"expect": {"high_to_low": sorted(RANKS, key=beaten.__getitem__, reverse=True)}}


# -- §2, §3 Kai Pai, the deal, who starts


def answer_kaipai(ruleset: Ruleset, vector: Vector) -> Answers:
    """§2.2  A fresh game whose Kai Pai begins with this player, who draws the card, or the first of them."""
    given = fields(vector, "kaipai card cards")
    before = seat_named(seat_after(given["kaipai"], SEATS - 1))
    table = Table.dealt(ruleset, setup_of(FRESH_GAME, kaipai=before), given.get("cards") or [given["card"]]).table
    return wanted(vector, {"kaipai": name_of_seat(int(table.kaipai)), "first_taker": name_of_seat(int(table.taker))})


def answer_fresh_kaipai(ruleset: Ruleset, vector: Vector) -> Answers:
    """§2.2"""
    before = seat_named(fields(vector, "previous_kaipai")["previous_kaipai"])
    table = Table.dealt(ruleset, setup_of(FRESH_GAME, kaipai=before), COUNTED).table
    return wanted(vector, {"kaipai": name_of_seat(int(table.kaipai))})


def rows_with(holder: list[str], shown: list[str]) -> list[list[int]]:
    """The cards by seat, from the first taker on: to the third those that are shown, to the second, later, the holder's threes."""
    threes = [three(suit, copy) for copy in range(PACKS) for suit in SUITS]
    others = [kind | copy << KIND_BITS for kind in range(KIND["4"], len(RANKS) + 1) for copy in range(COPIES[RANKS[kind - 1]])]
    rows: list[list[int]] = [[] for _ in range(SEATS)]
    rows[1] = [others.pop() for _ in shown]
    for row, cards in ((rows[2], shown), (rows[1], holder)):
        for card in cards:
            left = [one for one in threes if card == f"{SUITS[(one >> KIND_BITS) % len(SUITS)]}3"]
            if not left:
                raise QipaiError(f"{card!r} is no three that is left; H3 is a three of hearts.")
            threes.remove(left[0])
            row.append(left[0])
    rows[0] += threes
    for row in rows:
        row += [others.pop() for _ in range(HAND_SIZE - len(row))]
    return rows


def answer_show_threes(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.2  Does who holds these show them, when another one had those earlier and shows them?"""
    given = fields(vector, "kind holder_cards already_shown")
    kind, shown = kind_of_game(given["kind"]), given.get("already_shown", [])
    before = {} if kind == FIRST_GAME else {"last": places_of(NAMES)}
    if kind == ORDINARY_GAME:
        table = Table(ruleset, phase="naming", hands=hands_of({}), **before)
        table.act("F", TAKER)
        return wanted(vector, {"may_show": table.may("A", SHOW), "effect": None})
    table = Table.dealt(ruleset, setup_of(kind, kaipai=NOBODY), COUNTED, rows_with(given["holder_cards"], shown))
    taker = str(name_of_seat(int(table.table.taker)))
    holder, other = seat_after(taker, 1), seat_after(taker, 2)
    table.answer(KEEP, SHOW, [holder, other] if shown else [holder])
    starts = int(table.table.shown_suit) >= 0 and int(table.table.starter) == seat_named(holder)
    return wanted(vector, {"may_show": starts, "effect": "starts" if starts else None})


def answer_starter(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.3"""
    given = fields(vector, "kind first_taker shown_by big_loser")
    taker = seat_named(given["first_taker"])
    if kind_of_game(given["kind"]) == ORDINARY_GAME:
        loser = given["big_loser"]
        table = Table(ruleset, phase="naming", hands=hands_of({}), last=places_of([*NAMES.replace(loser, ""), loser]))
        table.act(loser, TAKER, taker)
    else:
        shower = given["shown_by"]
        hands = hands_of({shower: ["3", "3", "2"]} if shower else {}, "4-5-2")
        threes = "/".join("H-H:1:H" if name == shower else "." for name in NAMES)
        kind = given["kind"].lower()
        table = Table(ruleset, phase="showing", kind=kind, kaipai=str(taker), hands=hands, threes=threes)
        table.answer(KEEP, SHOW, [shower] if shower else [])
    start_play(table)
    known = {"starter": table.leader(), "kaipai_for_next_fresh_from": name_of_seat(int(table.table.kaipai))}
    return wanted(vector, known)


def start_play(table: Table, swap: bool = False) -> None:
    """§4, §5  Nobody wants a revolution or refuses; any cards go back."""
    for phase, no, yes in (
        (DECLARING, PLAY_ON, PLAY_ON),
        (SWAPPING, STAY, SWAP),
        (LIBERATING, PAY, PAY),
        (WAIVING, INSIST, INSIST),
    ):
        if table.phase == phase:
            table.answer(no, yes, NAMES if swap else ())
    while table.phase == RETURNING:
        name = names_in(table.asked)[0]
        table.do(name, table.legal(name)[0])


# -- §2.1, §12.4 what one game hands to the next


def answer_next_kind(ruleset: Ruleset, vector: Vector) -> Answers:
    """After these places, after a revolution, or when somebody new sits down."""
    given = fields(vector, "places event during")
    event = given.get("event")
    if event == "participant_changed":
        setup = setup_of(ORDINARY_GAME, due=ORDINARY_DUE)
        newcomers(setup)
        following = records.opened(setup)
    elif event == "revolution":
        following = thrown_in(ruleset, kind_of_game(given["during"])).next_setup()
    elif event is None:
        following = played_out(ruleset, given["places"]).next_setup()
    else:
        raise QipaiError(f"{event!r} is no event: events are revolution and participant_changed.")
    kinds = {kind: name for name, kind in KINDS_OF_GAME.items()}
    return wanted(vector, {"kind": kinds[int(following.kind)], "tribute": DUE_NAMES.get(int(following.due), "none")})


def played_out(ruleset: Ruleset, order: list[str]) -> Table:
    """A game in which they went out in this order."""
    parts = {"hands": hands_of({}, "."), "places": places_of(order)}
    table = Table(ruleset, ending="played", **parts)
    return Table(ruleset, ending="sweep", **parts) if is_sweep(table.table) else table


def thrown_in(ruleset: Ruleset, kind: int) -> Table:
    """§4.4  A game of this kind, the fresh one after a sweep, in which all want a revolution."""
    last = {FIRST_GAME: "", FRESH_GAME: SWEEP_OF_A, ORDINARY_GAME: NAMES}[kind]
    table = Table(ruleset, phase="revolution", last=places_of(last), hands=hands_of({}, "3-4-5"))
    table.answer(PLAY_ON, REVOLT, NAMES)
    while table.phase == PLEADING:
        table.answer(SILENT)
    return table


# -- §4, §5 revolution and tribute


def answer_revolution(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.1"""
    counts = fields(vector, "hand_counts")["hand_counts"]
    hand = ["3", "4", *["2"] * counts["twos"], *["B", "R", "B", "R", "B", "R", "B", "R"][: counts["jokers"]]]
    table = Table(ruleset, phase="revolution", hands=hands_of({"A": hand}))
    return wanted(vector, {"may_declare": table.may("A", REVOLT)})


def before_tribute(ruleset: Ruleset, kind: int, order: list[str], hands: str) -> Table:
    """§5  After the question of revolution, in a game after these places."""
    if kind == ORDINARY_GAME:
        table = Table(ruleset, phase="naming", kind="ordinary", last=places_of(order), hands=hands)
        table.act(order[-1], TAKER, seat_named("A"))  # so the first pile is A's
    else:
        table = Table(ruleset, phase="revolution", kind="fresh", last=places_of(order), hands=hands)
    table.answer(PLAY_ON)
    return table


def answer_tribute(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.1, §5.2"""
    given = fields(vector, "kind places swap")
    table = before_tribute(ruleset, kind_of_game(given["kind"]), given["places"], hands_of({}))
    may_swap = table.phase == SWAPPING
    if may_swap:
        table.answer(STAY, SWAP, NAMES if given.get("swap") else ())
    losers = table.table.big_loser, table.table.second_loser
    owed = obligations(table)
    start_play(table)
    known = {
        "obligations": owed,
        "may_swap": may_swap,
        "big_loser": name_of_seat(int(losers[0])),
        "second_loser": name_of_seat(int(losers[1])),
        "starter": table.leader(),
    }
    return wanted(vector, known)


def obligations(table: Table) -> list[dict[str, Any]]:
    """§5.2  Who owes whom how many."""
    owes = [(name, int(table.table.receiver[seat]), int(table.table.owes[seat])) for seat, name in enumerate(NAMES)]
    return [{"from": name, "to": name_of_seat(to), "n": count} for name, to, count in owes if count]


def last_owes_first(giver: str, receiver: str) -> list[str]:
    """Places without a sweep in which one was last and the other one first."""
    rest = [name for name in NAMES if name not in (giver, receiver)]
    rest.sort(key=lambda name: team_of(seat_named(name)) == team_of(seat_named(receiver)))
    return [receiver, *rest, giver]


def answer_waive(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.4  May a debt be waived, and who has to agree?"""
    given = fields(vector, "from to")
    giver, receiver = given["from"], given["to"]
    table = before_tribute(ruleset, ORDINARY_GAME, last_owes_first(giver, receiver), hands_of({}))
    if table.phase == SWAPPING:
        table.answer(STAY)
    table.answer(PAY)
    known: Answers = {"may_waive": table.may(giver, WAIVE) and table.may(receiver, WAIVE), "needs": None}
    if known["may_waive"]:
        agreeing = {"both": [giver, receiver], "giver": [giver], "receiver": [receiver]}
        known["needs"] = [who for who, names in agreeing.items() if is_waived(table, giver, names)][-1]
    return wanted(vector, known)


def is_waived(table: Table, giver: str, willing: list[str]) -> bool:
    after = table.copy()
    after.answer(INSIST, WAIVE, willing)
    return int(after.table.tribute[seat_named(giver)]) == WAIVED


def answer_liberate(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.3"""
    reds = fields(vector, "dealt_reds")["dealt_reds"]
    table = before_tribute(ruleset, ORDINARY_GAME, list(NAMES), hands_of({"F": ["3", "2", *["R"] * reds]}))
    return wanted(vector, {"may_refuse": table.may("F", REFUSE)})


def answer_tribute_cards(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.5  What the big loser, or for one card the second loser, gives from this hand."""
    given = fields(vector, "hand n")
    giver = {2: "F", 1: "E"}[given["n"]]
    table = before_tribute(ruleset, ORDINARY_GAME, list(NAMES), hands_of({giver: given["hand"]}, "3-4-5"))
    while table.phase in (LIBERATING, WAIVING):
        table.answer(PAY if table.phase == LIBERATING else INSIST)
    kinds = [int(kind) for kind in table.state.given[seat_named(giver)] if kind]
    return wanted(vector, {"give": [RANKS[kind - 1] for kind in reversed(kinds)]})
