"""§1 to §5, §12  The kinds of situations before the play, and what one game hands to the next."""

from collections.abc import Sequence
from typing import Any

from qipai.cards.french import SUITS
from qipai.engine.errors import QipaiError
from qipai.engine.telling import KIND_BITS
from qipai.games.gou_ji import state, verbs
from qipai.games.gou_ji.ranks import COPIES, HAND_SIZE, KIND, PACKS, RANKS
from qipai.games.gou_ji.rules.sets import beats
from qipai.games.gou_ji.rules.tricks import end_game, is_sweep
from qipai.games.gou_ji.seating import SEATS, dui_men, team_mask, team_of
from qipai.games.gou_ji.variants import WINNER_ONLY, ZERO_SUM, Ruleset

from ..asking import Kinds
from ..facts import Facts
from .deals import COUNTED, Deal, Hands, cards_named, name_of_seat, names_in, of_all, seat_after, seat_named
from .shapes import KINDS_OF_GAME, NAMES, SHAPES

KINDS = Kinds(shapes=SHAPES)
# The finishing order of the game before; a fresh game follows a sweep of A's team
LAST_PLACES = {state.FIRST_GAME: "", state.FRESH_GAME: "ACEBDF", state.ORDINARY_GAME: NAMES}
DUE_NAMES = {state.SWEEP_DUE: "sweep", state.ORDINARY_DUE: "ordinary"}
SOME_CARDS = ["3", "4", "5", "6", "2"]  # a hand without jokers that cannot ask for a revolution
WITHOUT_2 = ["3", "4", "5"]


# -- §1 players and cards


@KINDS.add("constants")
def constants(ruleset: Ruleset) -> dict[str, Any]:
    """§1.1, §1.3  The numbers of packs, cards, jokers, 2s and players, and the size of a hand."""
    deal = Deal(ruleset).draw()
    pack = [int(count) for count in deal.setup.pack]
    sizes = {len(deal.hand(name)) for name in NAMES}
    return {
        "packs": PACKS,
        "cards": sum(pack),
        "hand": sizes.pop() if len(sizes) == 1 else None,
        "reds": pack[KIND["R"]],
        "blacks": pack[KIND["B"]],
        "twos": pack[KIND["2"]],
        "players": SEATS,
    }


@KINDS.add("relation")
def relation(ruleset: Ruleset) -> dict[str, Any]:
    """§1.1, §1.2  The Dui Men of each player, and the two teams."""
    return {
        "dui_men": {name: name_of_seat(dui_men(seat)) for seat, name in enumerate(NAMES)},
        "teams": [names_in(team_mask(team)) for team in (0, 1)],
    }


@KINDS.add("rank_order", ordered=True)
def rank_order(ruleset: Ruleset) -> dict[str, list[str]]:
    """§1.4  The ranks, ordered by how many of the other single cards each beats."""
    singles = {rank: cards_named([rank]) for rank in RANKS}
    beaten = {rank: sum(bool(beats(card, other)) for other in singles.values()) for rank, card in singles.items()}
    return {"high_to_low": sorted(RANKS, key=beaten.__getitem__, reverse=True)}


# -- §2, §3 Kai Pai, the deal, who starts


@KINDS.add("kaipai", "kaipai_joker")
def kai_pai(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§2.2  The Kai Pai player and the first taker of a fresh game whose Kai Pai begins with player `kaipai`.

    That player draws `card`, or the first of `cards`.
    """
    before = seat_named(seat_after(given["kaipai"], SEATS - 1))
    public = Deal(ruleset, state.FRESH_GAME, kaipai=before).draw(given.get("cards") or [given["card"]]).public
    return {"kaipai": name_of_seat(public.kaipai), "first_taker": name_of_seat(public.taker)}


@KINDS.add("fresh_kaipai")
def fresh_kai_pai(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§2.2  The Kai Pai player of a fresh game after one with `previous_kaipai`."""
    deal = Deal(ruleset, state.FRESH_GAME, kaipai=seat_named(given["previous_kaipai"])).draw()
    return {"kaipai": name_of_seat(deal.public.kaipai)}


def rows_with(*wanted: tuple[int, Sequence[str]]) -> list[list[int]]:
    """Return the cards of each seat, counted from the first taker, with threes where they are wanted.

    `wanted` are (seat, threes), such as (1, ["H3", "H3"]); the threes of a later entry are dealt after those of an earlier one.
    Another seat gets all other threes.  Raises `QipaiError` for threes that do not exist.
    """
    threes = [KIND["3"] | (suit + pack * len(SUITS)) << KIND_BITS for pack in range(PACKS) for suit in range(len(SUITS))]
    others = [kind | copy << KIND_BITS for kind in range(KIND["4"], len(RANKS) + 1) for copy in range(COPIES[RANKS[kind - 1]])]
    rows: list[list[int]] = [[] for _ in range(SEATS)]
    come = 0
    for place, cards in wanted:
        rows[place] += [others.pop() for _ in range(come)]
        for card in cards:
            left = [three for three in threes if card == f"{SUITS[(three >> KIND_BITS) % len(SUITS)]}3"]
            if not left:
                raise QipaiError(f"{card!r} is no three that is left; H3 is a three of hearts.")
            threes.remove(left[0])
            rows[place].append(left[0])
        come += len(cards)
    rows[next(place for place in range(SEATS) if place not in dict(wanted))] += threes
    for row in rows:
        row += [others.pop() for _ in range(HAND_SIZE - len(row))]
    return rows


@KINDS.add("show_threes")
def show_threes(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§3.2  Does the player with `holder_cards` show them to start, if another one was dealt `already_shown` earlier and shows them?"""
    kind, shown = KINDS_OF_GAME[given["kind"]], given.get("already_shown", [])
    last = NAMES if kind == state.ORDINARY_GAME else ""
    deal = Deal(ruleset, kind, last).draw(COUNTED, rows_with((2, shown), (1, given["holder_cards"])))
    if deal.phase == state.NAMING:
        deal.do(last[-1], verbs.TAKER)
    taker = str(name_of_seat(deal.public.taker))
    holder, other = seat_after(taker, 1), seat_after(taker, 2)
    if deal.phase == state.SHOWING:
        deal.answer(verbs.KEEP, verbs.SHOW, [holder, other] if shown else [holder])
    starts = bool(deal.public.shown_suit >= 0 and deal.public.starter == seat_named(holder))
    return {"may_show": starts, "effect": "starts" if starts else None}


@KINDS.add("starter")
def starter(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§3.3  The player who leads first, and from whom the next fresh Kai Pai is counted."""
    taker, kind = seat_named(given["first_taker"]), KINDS_OF_GAME[given["kind"]]
    if kind == state.ORDINARY_GAME:
        loser = given["big_loser"]
        deal = Deal(ruleset, kind, [*NAMES.replace(loser, ""), loser]).draw()
        deal.do(loser, verbs.TAKER, taker)
    else:
        shower, before = given["shown_by"], (taker - 1) % SEATS
        rows = rows_with(((seat_named(shower) - taker) % SEATS, ["H3", "H3"])) if shower else rows_with()
        deal = Deal(ruleset, kind, kaipai=before).draw(COUNTED, rows)
        deal.answer(verbs.KEEP, verbs.SHOW, [shower] if shower else [])
    start_play(deal)
    return {"starter": deal.leader(), "kaipai_for_next_fresh_from": name_of_seat(deal.public.kaipai)}


def start_play(deal: Deal) -> None:
    """§4, §5  Answer every question before the play: no revolution, no swap, no refusal; any cards are returned."""
    for phase, no in (
        (state.DECLARING, verbs.PLAY_ON),
        (state.SWAPPING, verbs.STAY),
        (state.LIBERATING, verbs.PAY),
        (state.WAIVING, verbs.INSIST),
    ):
        if deal.phase == phase:
            deal.answer(no)
    while deal.phase == state.RETURNING:
        name = deal.asked_names[0]
        deal.act(seat_named(name), deal.choices(name)[0])


# -- §2.1, §12 what one game hands to the next


def declaring(ruleset: Ruleset, kind: int, last: Sequence[str], hands: Hands) -> Deal:
    """§4.1  Return a game after the finishing order `last`, in which all are asked about a revolution.

    In an ordinary game A takes the first pile.
    """
    deal = Deal(ruleset, kind, last).draw()
    if deal.phase == state.NAMING:
        deal.do(last[-1], verbs.TAKER, seat_named("A"))
    if deal.phase == state.SHOWING:
        deal.answer(verbs.KEEP)
    deal.hold(hands)
    return deal


@KINDS.add("next_kind")
def next_kind(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§2.1  The kind of the next game and its tribute: after `places`, a revolution, or a change of players."""
    event = given.get("event")
    if event == "participant_changed":
        deal = Deal(ruleset, state.ORDINARY_GAME)
        deal.game.newcomers(deal.setup)
        following = deal.setup
    elif event == "revolution":
        following = thrown_in(ruleset, KINDS_OF_GAME[given["during"]]).next_setup()
    else:
        following = played_out(ruleset, given["places"]).next_setup()
    kinds = {kind: name for name, kind in KINDS_OF_GAME.items()}
    return {"kind": kinds[int(following.kind)], "tribute": DUE_NAMES.get(int(following.due), "none")}


def played_out(ruleset: Ruleset, order: Sequence[str]) -> Deal:
    """Return a finished game in which the players went out in this order."""
    deal = Deal(ruleset).draw()
    deal.hold(of_all({}, []))
    deal.go_out(order)
    end_game(deal.public, state.SWEPT if is_sweep(deal.public) else state.PLAYED)
    return deal


def thrown_in(ruleset: Ruleset, kind: int) -> Deal:
    """§4.4  Return a game of a kind that ended because all wanted a revolution; a fresh one followed a sweep."""
    deal = declaring(ruleset, kind, LAST_PLACES[kind], of_all({}, WITHOUT_2))
    deal.answer(verbs.PLAY_ON, verbs.REVOLT, NAMES)
    while deal.phase == state.PLEADING:
        deal.answer(verbs.SILENT)
    return deal


@KINDS.add("score")
def score(ruleset: Ruleset, places_of_team: list[int]) -> dict[str, Any]:
    """§12.1, §12.2, §14.23  The points of the team with these places, and of the other team."""
    team, other = iter("ACE"), iter("BDF")
    order = [next(team if place in places_of_team else other) for place in range(1, SEATS + 1)]

    def points(record: int) -> dict[str, int]:
        gained = played_out(ruleset._replace(score_record=record), order).result().points
        return {"team": int(gained[seat_named("A")]), "other": int(gained[seat_named("B")])}

    written = {record: points(record) for record in (ZERO_SUM, WINNER_ONLY)}
    return {**written[ruleset.score_record], "winner_only": written[WINNER_ONLY]}


# -- §4, §5 revolution and tribute


@KINDS.add("revolution")
def revolution(ruleset: Ruleset, given: Facts) -> dict[str, bool]:
    """§4.1  May a hand with these numbers of 2s and jokers ask for a revolution?"""
    counts = given["hand_counts"]
    hand = ["3", "4", *["2"] * counts["twos"], *list("BRBRBRBR")[: counts["jokers"]]]
    return {"may_declare": declaring(ruleset, state.FIRST_GAME, "", of_all({"A": hand}, SOME_CARDS)).can("A", verbs.REVOLT)}


def before_tribute(ruleset: Ruleset, kind: int, order: Sequence[str], hands: Hands) -> Deal:
    """§5  Return a game after the finishing order `order`, in which nobody wanted a revolution."""
    deal = declaring(ruleset, kind, order, hands)
    deal.answer(verbs.PLAY_ON)
    return deal


@KINDS.add("tribute", "swap")
def tribute(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5.1, §5.2  Who owes whom how many cards after `places`, whether losers may swap, and who leads."""
    deal = before_tribute(ruleset, KINDS_OF_GAME[given["kind"]], given["places"], of_all({}, SOME_CARDS))
    may_swap = deal.phase == state.SWAPPING
    if may_swap:
        deal.answer(verbs.STAY, verbs.SWAP, NAMES if given.get("swap") else ())
    public = deal.public
    debts = [(name, name_of_seat(public.receiver[seat]), int(public.owes[seat])) for seat, name in enumerate(NAMES)]
    known = {
        "obligations": [{"from": giver, "to": receiver, "n": count} for giver, receiver, count in debts if count],
        "may_swap": may_swap,
        "big_loser": name_of_seat(public.big_loser),
        "second_loser": name_of_seat(public.second_loser),
    }
    start_play(deal)
    return {**known, "starter": deal.leader()}


def last_owes_first(giver: str, receiver: str) -> list[str]:
    """Return a finishing order without a sweep in which `giver` is last and `receiver` first."""
    rest = [name for name in NAMES if name not in (giver, receiver)]
    rest.sort(key=lambda name: team_of(seat_named(name)) == team_of(seat_named(receiver)))
    return [receiver, *rest, giver]


@KINDS.add("waive")
def waive(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5.4  May the tribute from one player to another be waived, and who has to agree?"""
    giver, receiver = given["from"], given["to"]
    if giver == receiver:
        raise QipaiError("from and to are two players.")
    deal = before_tribute(ruleset, state.ORDINARY_GAME, last_owes_first(giver, receiver), of_all({}, SOME_CARDS))
    if deal.phase == state.SWAPPING:
        deal.answer(verbs.STAY)
    deal.answer(verbs.PAY)
    if not (deal.can(giver, verbs.WAIVE) and deal.can(receiver, verbs.WAIVE)):
        return {"may_waive": False, "needs": None}
    agreeing = {"both": [giver, receiver], "giver": [giver], "receiver": [receiver]}
    return {"may_waive": True, "needs": [who for who, names in agreeing.items() if is_waived(deal, giver, names)][-1]}


def is_waived(deal: Deal, giver: str, willing: list[str]) -> bool:
    """Return whether the giver's tribute is waived if only the willing agree; the deal is not changed."""
    after = deal.copy()
    after.answer(verbs.INSIST, verbs.WAIVE, willing)
    return int(after.public.tribute[seat_named(giver)]) == state.WAIVED


@KINDS.add("liberate")
def liberate(ruleset: Ruleset, given: Facts) -> dict[str, bool]:
    """§5.3  May a player who was dealt this number of Reds refuse to pay tribute?"""
    hands = of_all({"F": ["3", "2", *["R"] * given["dealt_reds"]]}, SOME_CARDS)
    return {"may_refuse": before_tribute(ruleset, state.ORDINARY_GAME, NAMES, hands).can("F", verbs.REFUSE)}


@KINDS.add("tribute_cards")
def tribute_cards(ruleset: Ruleset, given: Facts) -> dict[str, list[str]]:
    """§5.5  The cards that a loser with this hand gives: for `n` 2 the big loser, for 1 the second loser."""
    giver = {2: "F", 1: "E"}[given["n"]]
    deal = before_tribute(ruleset, state.ORDINARY_GAME, NAMES, of_all({giver: given["hand"]}, WITHOUT_2))
    while deal.phase in (state.LIBERATING, state.WAIVING):
        deal.answer(verbs.PAY if deal.phase == state.LIBERATING else verbs.INSIST)
    kinds = [int(kind) for kind in deal.state.given[seat_named(giver)] if kind]
    return {"give": [RANKS[kind - 1] for kind in reversed(kinds)]}
