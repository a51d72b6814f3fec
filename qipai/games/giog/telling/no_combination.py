"""§4  Why some pieces are no combination: the nearest reason, and what as many pieces can be."""

from typing import Any

from qipai.engine.errors import Refusal
from qipai.engine.wording import listed

from ..notation.naming import characters_in, faces_in, kinds_in
from ..pieces import TYPES, pieces_in
from ..rules.combinations import LISTS, list_of
from ..rules.dealing import pieces_in_play
from ..state import MAX_CARDS
from ..variants import FOUR_NOBLES, FREE_COLOURS, GIOG, GROUPS, ONE_SERIES, SANG_KRIP, TAM_CUC
from ..words import refuse, said

TRIPLES = {GIOG: "4.4", FOUR_NOBLES: "4.5", SANG_KRIP: "4.5", ONE_SERIES: "4.7", GROUPS: "4.11", TAM_CUC: "4.13"}


def no_combination(public: Any, rules: Any, bag: int) -> Refusal:
    """§5.1  Return the reason why a bag of two pieces or more cannot be led.  Any single piece is a combination."""
    count = int(pieces_in(bag))
    if rules.combinations == FREE_COLOURS:
        return refuse("neither_set_nor_sequence", pieces=characters_in(bag))
    if count == 2:
        return no_pair(bag)
    made = [other for _, _, other in LISTS[int(list_of(rules))]]
    most = longest(public, rules, made)
    if count > most:
        return too_many(rules, count, most)
    if count == 3:
        return no_triple(rules, bag, made)
    return no_long_one(rules, bag, made)


def longest(public: Any, rules: Any, made: list[int]) -> int:
    """§1.3  Return how many pieces a combination can have; in the set of thirty there are no five pawns.

    `made` are the bags of all combinations of the game.
    """
    most = max(int(pieces_in(bag)) for bag in made)
    return most if pieces_in_play(rules, int(public.players)) == MAX_CARDS else min(most, 4)


def too_many(rules: Any, count: int, most: int) -> Refusal:
    """Return the refusal of `count` pieces, where a combination has at most `most`."""
    longest_of = {SANG_KRIP: "4.8", GROUPS: "4.12", TAM_CUC: "4.13"}
    return refuse("too_many", "1.3" if most == 4 else longest_of.get(int(rules.combinations), "4.6"), n=count, most=most)


def letters_in(bag: int) -> str:
    """Return the letters of a bag's pieces without their colours, the highest first: `GAE`."""
    return "".join(face[1] for face in faces_in(bag))


def is_of_one_colour(bag: int) -> bool:
    """Return True if all pieces of a bag have one colour."""
    return len({face[0] for face in faces_in(bag)}) == 1


def no_pair(bag: int) -> Refusal:
    """§4.2  Return the reason why two pieces are no pair."""
    letters = letters_in(bag)
    if letters == "GG":
        return refuse("generals_no_pair")
    if letters[0] == letters[1]:
        return refuse("pair_of_two_colours", pieces=characters_in(bag))
    return refuse("not_identical")


def no_triple(rules: Any, bag: int, made: list[int]) -> Refusal:
    """§4.4, §4.5, §4.7, §4.11, §4.13  Return the reason why three pieces are no combination; `made` as in `longest`."""
    section, letters = TRIPLES[int(rules.combinations)], letters_in(bag)
    if letters in {letters_in(other) for other in made}:
        return refuse("mixed_colours", "4.6" if letters == "PPP" else section, pieces=characters_in(bag))
    if sorted(letters) == sorted("CAE"):
        return refuse("no_cannon_noble", section)
    return refuse("three_pawns") if letters == "PPP" else only_these(bag, made, section)


def no_long_one(rules: Any, bag: int, made: list[int]) -> Refusal:
    """§4.6, §4.8, §4.12  Return the reason why four pieces or more are no combination; `made` as in `longest`."""
    count, written = int(pieces_in(bag)), characters_in(bag)
    if set(letters_in(bag)) == {"P"}:
        return refuse("mixed_colours", "4.6", pieces=written)
    if rules.combinations == SANG_KRIP and count == 5:
        return no_general_and_pairs(bag)
    if rules.combinations == GROUPS:
        if count == 4:
            return refuse("not_four", pieces=written)
        triples = [other for other in made if pieces_in(other) == 3 and letters_in(other) != "PPP"]
        if any(set(kinds_in(other)) <= set(kinds_in(bag)) for other in triples):
            return refuse("not_taken_along")
        return refuse("not_triple_with_pair", pieces=written)
    return only_these(bag, made, "4.6")


def no_general_and_pairs(bag: int) -> Refusal:
    """§4.8, §11.3  Return the reason why five pieces are no general with two pairs."""
    letters = letters_in(bag)
    twins = sorted(letters.count(letter) for letter in TYPES if letter in letters)
    if letters.count("G") == 1 and (twins == [1, 2, 2] or letters == "GPPPP"):
        return refuse("two_pawn_pairs") if is_of_one_colour(bag) else refuse("pairs_of_one_colour")
    return refuse("not_five", pieces=characters_in(bag))


def only_these(bag: int, made: list[int], section: str) -> Refusal:
    """Return the refusal that lists what as many pieces can be, the highest first; `made` as in `longest`."""
    count = int(pieces_in(bag))
    these = [characters_in(other) for other in sorted(made, key=kinds_in, reverse=True) if pieces_in(other) == count]
    return refuse("only_these", section, listed=listed(these, said("joining.list")), pieces=characters_in(bag), n=count)
