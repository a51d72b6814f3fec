"""The reference of Gou Ji asked the questions of `tests/examples/gou_ji.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.reference.gou_ji import Table
from tests.reference.gou_ji_opening import Opening
from tests.reference.gou_ji_order import blocks_of, sit_alternately
from tests.reference.gou_ji_record import FIRST, FRESH, ORDINARY, Record, Start
from tests.reference.gou_ji_rules import (
    COPIES,
    JOKERS,
    NATURAL,
    RANKS,
    SEATS,
    beats,
    corrections,
    counted_round,
    debts,
    dui_men,
    in_order,
    is_gou_ji,
    is_set,
    is_sweep,
    may_lead_in_run,
    meets_shao,
    points,
    read,
    same_team,
    spell,
    without,
)

LETTERS = "ABCDEF"
Vector = Mapping[str, Any]


def seat_of(letter: str) -> int:
    return LETTERS.index(letter)


def letters(seats: Any) -> list[str]:
    return [LETTERS[seat] for seat in seats]


def places_of(order: list[str]) -> list[int]:
    """The place of each seat, from who was first, second …"""
    return [order.index(letter) + 1 for letter in LETTERS]


# -- what needs no play


def constants(vector: Vector) -> Any:
    copies = {f"{name}s": COPIES[rank] for name, rank in (("red", "R"), ("black", "B"), ("two", "2"))}
    return {"packs": 4, "cards": sum(COPIES.values()), "hand": sum(COPIES.values()) // 6, "players": len(SEATS), **copies}


def relation(vector: Vector) -> Any:
    teams = [[LETTERS[seat] for seat in SEATS if same_team(seat, one)] for one in (0, 1)]
    return {"dui_men": {LETTERS[seat]: LETTERS[dui_men(seat)] for seat in SEATS}, "teams": teams}


def rank_order(vector: Vector) -> Any:
    return {"high_to_low": list(reversed(RANKS))}


def opening(kind: str, **start: Any) -> Opening:
    """A short pack of one card each, an ace last; nobody has anything to show."""
    return Opening(Start(kind, (*"4S 5S 6S 7S 8S AS".split(),), **start))


def kaipai(vector: Vector) -> Any:
    given = vector["given"]
    return {"first_taker": LETTERS[counted_round(seat_of(given["kaipai"]), given["card"])]}


def kaipai_joker(vector: Vector) -> Any:
    given = vector["given"]
    order = tuple(card if card in JOKERS else f"{card}S" for card in given["cards"])
    table = Opening(Start(FIRST, order, tuple(range(len(order))), seat_of(given["kaipai"])))
    table.draw_for_kaipai()
    return {"kaipai": LETTERS[table.kaipai], "first_taker": LETTERS[table.taker]}


def show_threes(vector: Vector) -> Any:
    given = vector["given"]
    hand = [card[1:] + card[0] for card in given["holder_cards"]]
    order = tuple(face for card in hand for face in (card, *"4S 5S 6S 7S 8S".split()))
    places = (1, 2, 3, 4, 5, 6) if given["kind"] == "ORDINARY" else (0,) * 6
    # the Kai Pai card is a 7: who draws it counts to themselves, and takes the first card
    table = Table(Start(given["kind"].lower(), order, (order.index("7S"),), 0, places))
    if table.phase == "naming":
        table.apply(5, "taker 0")
    may = table.phase == "showing" and "show" in table.legal(0) and "already_shown" not in given
    if may:
        for seat in SEATS:
            table.apply(seat, "show" if seat == 0 else "keep")
    return {"may_show": may, **({"effect": "starts" if table.starter == 0 else None} if "effect" in vector["expect"] else {})}


def starter(vector: Vector) -> Any:
    given = vector["given"]
    order = tuple("4S 5S 6S 7S 8S AS".split())
    taker = seat_of(given["first_taker"])
    if given["kind"] == "FIRST":
        table = Table(Start(FIRST, order, (5,), taker))  # the ace
        for seat in SEATS:
            table.apply(seat, "keep")
        return {"starter": LETTERS[table.starter]}
    loser = seat_of(given["big_loser"])
    places = [0] * 6
    for step, place in enumerate((6, 1, 2, 3, 4, 5)):
        places[(loser + step) % 6] = place
    table = Table(Start(ORDINARY, order, places=tuple(places)))
    table.apply(loser, f"taker {taker}")
    for seat in SEATS:
        table.apply(seat, "play_on")
    return {"starter": LETTERS[table.starter], "kaipai_for_next_fresh_from": LETTERS[table.next_session_state()["kaipai"]]}


def next_kind(vector: Vector) -> Any:
    given = vector["given"]
    record = Record(Start(ORDINARY if given.get("during") else FIRST, ()))
    if given.get("event") == "participant_changed":  # §2.1: the session begins as if anew, Kai Pai apart
        return {"kind": "FRESH", "tribute": "none"}
    if given.get("event") == "revolution":
        record.ending = "thrown_in"
    else:
        record.places, record.ending = places_of(given["places"]), "played"
    state = record.next_session_state()
    return {"kind": state["kind"].upper(), "tribute": state["due"]}


def fresh_kaipai(vector: Vector) -> Any:
    from tests.reference.gou_ji_chance import Deal

    before = seat_of(vector["given"]["previous_kaipai"])
    deal = Deal({}, FRESH, (("A", 0),), (0,), 0, before)
    return {"kaipai": LETTERS[deal.start().kaipai]}


def revolution(vector: Vector) -> Any:
    counts = vector["given"]["hand_counts"]
    wild = ["2S"] * counts["twos"] + ["B"] * counts["jokers"]
    order = tuple((*wild, "AS")[0:1]) + tuple("7S 5S 6S 7S 8S".split())
    table = Table(Start(FIRST, order, (1,), 0))
    for seat in SEATS:
        table.apply(seat, "keep")
    return {"may_declare": "revolt" in table.legal(0)}


def tribute(vector: Vector) -> Any:
    given = vector["given"]
    places = places_of(given["places"])
    swap = given.get("swap", False)
    owed = debts(places, swept=is_sweep(places), swapped=swap)
    told: dict[str, Any] = {"obligations": [{"from": LETTERS[f], "to": LETTERS[t], "n": n} for f, t, n in owed]}
    if swap:
        big, second = places.index(5), places.index(6)
        told |= {"big_loser": LETTERS[big], "second_loser": LETTERS[second], "starter": LETTERS[big]}
    return told


def swap(vector: Vector) -> Any:
    places = places_of(vector["given"]["places"])
    return {"may_swap": same_team(places.index(5), places.index(6))}


def waive(vector: Vector) -> Any:
    given = vector["given"]
    may = same_team(seat_of(given["from"]), seat_of(given["to"]))
    return {"may_waive": may, **({"needs": "both"} if may else {})}


def liberate(vector: Vector) -> Any:
    return {"may_refuse": vector["given"]["dealt_reds"] == COPIES["R"]}


def tribute_cards(vector: Vector) -> Any:
    given = vector["given"]
    return {"give": in_order(given["hand"])[-given["n"] :][::-1]}


def level(vector: Vector) -> Any:
    cards = vector["set"]
    return {"level": is_gou_ji(cards), "duel": is_gou_ji(cards) and "R" not in cards}


def shao(vector: Vector) -> Any:
    given = vector["given"]
    candidate, hand = seat_of(given["candidate"]), given["hand"]
    hands = {seat: ["3"] * 9 for seat in SEATS} | {candidate: hand}
    lays = seat_of(given["starter"])
    table = Table.under_way(hands | {lays: ["3", *given["table"]]}, lays, (lays - 1, ["5", "5"]))
    table.apply(lays, spell(given["table"]))
    asked = table.phase == "window" and candidate in table.pending()
    told: dict[str, Any] = {"candidate": asked}
    if "ok" in vector["expect"]:
        told["ok"] = beats(given["first"], given["table"]) and meets_shao(without(hand, given["first"]))
    if "run" in vector["expect"]:
        rest = without(hand, given["first"])
        for cards in vector["expect"]["run"]:
            assert may_lead_in_run(rest, cards)
            rest = without(rest, cards)
        assert not rest
        told["run"] = vector["expect"]["run"]
    return told


def shao_penalty(vector: Vector) -> Any:
    hands = {seat: ["3"] * 9 for seat in SEATS} | {1: ["3", "K", "K"], 2: "4 5 A A".split()}
    table = Table.under_way(hands, 1, (0, ["5", "5"]))
    table.apply(1, "K-K")
    table.apply(0, "no_shao")
    table.apply(2, "shao A-A")
    for seat in (3, 4, 5, 0, 1):
        table.apply(seat, "pass")
    return {"place": table.places[2]}


# -- talk and order


def rang_allowed(vector: Vector) -> Any:
    hands = {seat: ["4", "5", "6", "9", "10"] for seat in SEATS}
    table = Table.under_way(hands, 0)
    table.apply(0, "4")
    table.apply(1, "5" if vector["given"]["b_and_c"][0] == "played" else "pass")
    table.apply(2, "pass")
    table.apply(3, "9")
    return {"allowed": "rang" in table.legal(0)}


def ask_count(vector: Vector) -> Any:
    given = vector["given"]
    out = [seat_of(letter) for letter in given["out"]]
    target = seat_of(given["target"])
    hands = {seat: ["3"] * 12 for seat in SEATS if seat not in out} | {target: ["3"] * given["target_cards"]}
    table = Table.under_way(hands, next(seat for seat in SEATS if seat not in out), out=out)
    asker, text = seat_of(given["asker"]), f"count {target}"
    allowed = text in table.legal(asker)
    if allowed:
        table.apply(asker, text)
    return {"allowed": allowed, **({"answer": int(str(table.told[target]))} if allowed else {})}


def own_cards(vector: Vector) -> Table:
    return Table.under_way({seat: ["3"] * 12 for seat in SEATS} | {0: ["3"] * vector["given"]["own_cards"]}, 0)


def show_private(vector: Vector) -> Any:
    allowed = "show_hand" in own_cards(vector).legal(0)
    return {"allowed": allowed, **({"advice": False} if allowed else {})}


def expose(vector: Vector) -> Any:
    return {"allowed": "expose" in own_cards(vector).legal(0), "advice": True, "stays": True}


def order(vector: Vector) -> Any:
    """Nobody passes: everybody who acts lays one higher, as long as the slots are told."""
    active = [seat_of(letter) for letter in vector["given"]["active"]]
    hands = {seat: list(NATURAL) for seat in active}
    table = Table.under_way(hands, seat_of(vector["given"]["leader"]), out=[seat for seat in SEATS if seat not in active])
    slots: list[dict[str, Any]] = []
    for nth, slot in enumerate(vector["expect"]["slots"]):
        told: dict[str, Any] = {"slot": slot["slot"]}
        if table.phase == "ordering":
            choices = sorted(table.candidates)
            told["choose"] = letters(choices)
            wanted = slot.get("chosen", LETTERS[choices[0]])
            if "chosen" in slot:
                told["chosen"] = wanted
            while table.phase == "ordering":
                (asked,) = table.pending()
                table.apply(asked, "take" if LETTERS[asked] == wanted else "leave")
        elif "fixed" in slot:
            told["fixed"] = True
        else:
            told["who"] = letters(table.pending())
        slots.append(told)
        (seat,) = table.pending()
        table.apply(seat, NATURAL[nth])
        assert table.owner == seat
    return {"arrangement": "alternating" if sit_alternately(active) else "blocks", "slots": slots}


def blocks(vector: Vector) -> Any:
    active = [seat_of(letter) for letter in vector["given"]["active"]]
    if sit_alternately(active):
        return {"arrangement": "alternating"}
    return {"arrangement": "blocks", "blocks": sorted(map(letters, blocks_of(active)))}


def duel_in_endgame(vector: Vector) -> Any:
    given = vector["given"]
    active = [seat_of(letter) for letter in given["active"]]
    seat = seat_of(given["player"])
    hands = {one: ["3", "4"] for one in active} | {seat: ["3", *given["play"]]}
    table = Table.under_way(hands, seat, out=[one for one in SEATS if one not in active])
    table.apply(seat, spell(given["play"]))
    return {"duel": table.mode == "duel", **({"defender": LETTERS[table.duel[1]]} if table.duel else {})}


def score(vector: Vector) -> Any:
    team = vector["places_of_team"]
    other = [place for place in range(1, 7) if place not in team]
    places = [place for pair in zip(team, other, strict=True) for place in pair]
    told: dict[str, Any] = dict(zip(("team", "other"), points(places)[:2], strict=True))
    if "winner_only" in vector["expect"]:
        told["winner_only"] = dict(zip(("team", "other"), points(places, "winner_only")[:2], strict=True))
    return told


def misplay(vector: Vector) -> Any:
    given = vector["given"]
    ways = corrections(given["attempt"], given["hand"], given["table"])
    if not ways:
        return {"correctable": False, "then": "pass"}
    return {"correctable": True, "final": in_order(ways[0]) if len(ways) == 1 else ways}


ANSWERS: dict[str, Callable[[Vector], Any]] = {
    "valid": lambda vector: is_set(vector["set"]),
    "beats": lambda vector: beats(vector["play"], vector["over"]),
} | {
    ask.__name__: ask
    for ask in (
        constants, relation, rank_order, kaipai, kaipai_joker, show_threes, starter, next_kind, fresh_kaipai, revolution,
        tribute, swap, waive, liberate, tribute_cards, level, shao, shao_penalty, rang_allowed, ask_count, show_private,
        expose, order, blocks, duel_in_endgame, score, misplay,
    )
}  # fmt: skip


def answer(vector: Vector) -> Any:
    return ANSWERS[vector["kind"]](vector)


__all__ = ["answer", "letters", "read", "seat_of"]
