"""§6.1, §7.13, §7.15, §7.17, §8  What a deal can cost or bring at most, and what its points add up to."""

from typing import Any

from qipai.engine import records
from qipai.engine.contract import Bounds

from ..state import ACE, BLACK, LOWEST, RED
from ..variants import (
    APP,
    AS_JOKERS_AND_BOMB,
    BOMB,
    BOMBS_PLAYED,
    NO_MULTIPLIERS,
    ONCE,
    PAGAT_SCHEDULE,
    SOFT_HARD,
    WINNER_ONLY,
    Ruleset,
)
from .combinations import QUAD, TRIPLET
from .scoring import (
    ACE_FACTOR,
    APP_CAP,
    DOUBLE_JOKER_FACTOR,
    HARD_FACTOR,
    JOKER_FACTOR,
    MOST,
    SOFT_FACTOR,
)

PAIR_FACTOR = 2  # what two cards of a bomb multiply by at most
SURELY_LED = 2  # cards: a dealer who holds more has one to lead (§3.11)


def utility_sum(ruleset: Ruleset, players: int) -> int | None:
    """§6.1, §7.13  Return the sum of all seats' points, which is always 0; None where the winner gets nothing."""
    return None if ruleset.winner_scores_only else 0


def bounds(ruleset: Ruleset, setup: Any) -> Bounds:
    """§6.1  Return the lowest and highest points that a seat can have at the end of a deal.

    A loser pays at most a product for each card; the winner gets what all losers pay.  Each payment is at most `MOST`, at most the cap
    of §7.15 where there is one, and at most the loser's stake (§7.17).
    """
    twin: Any = records.to_plain(setup)
    most, together = cards_left(ruleset, twin)
    product = multiplier(ruleset, twin.pack, most)
    cap = ruleset.payment_cap or MOST
    low = 0 if ruleset.winner_scores_only else -min(most * product, cap)
    high = min(together * product, (twin.players - 1) * cap)
    if ruleset.table_stakes:
        stakes = twin.stakes[: twin.players]
        low, high = max(low, -max(stakes)), min(high, sum(stakes) - min(stakes))
    return Bounds(low, high)


def cards_left(ruleset: Ruleset, setup: Any) -> tuple[int, int]:
    """§2.2, §5.4  Return the most cards that one loser can hold at the end, and that all losers together can hold.

    Each trick gives everybody a card (§5.4), so a loser who always passes has the hand that was dealt and a card for every full round
    of the talon.  In a round that does not go all round the last player draws first, and has laid a card in that trick: the cards
    of that round enlarge one hand fewer than they are.  The dealer's additional card is spent on the first lead.  §7.12 Where only the last
    player draws, no hand grows at all.
    """
    hand = setup.hand_size + (setup.hand_size < SURELY_LED)
    if ruleset.draw_rule == WINNER_ONLY:
        return hand, (setup.players - 1) * hand
    rounds, rest = divmod(sum(setup.pack) - setup.players * setup.hand_size - 1, setup.players)
    more = max(rest - 1, 0)
    return hand + rounds + (more > 0), (setup.players - 1) * (hand + rounds) + more


def multiplier(ruleset: Ruleset, pack: list[int], most: int) -> int:
    """§8.1  Return an upper bound of one loser's product, with at most `most` cards in hand.

    It assumes that every card of the pack multiplies as much as it can and that every spring counts.  §7.14 A loser's aces multiply as
    many times as there are aces and places for them in the hand.
    """
    aces = int(ruleset.ace_factor ** min(pack[ACE], most, 1 if ruleset.ace_count == ONCE else pack[ACE]))
    if ruleset.multipliers == APP:
        return APP_CAP * aces
    springs = ruleset.spring_factor * ruleset.hao_chun_factor  # §8.7
    if ruleset.multipliers == NO_MULTIPLIERS:
        return springs * aces
    factors = {SOFT_HARD: soft_and_hard, BOMBS_PLAYED: bombs_played, PAGAT_SCHEDULE: schedule}
    return springs * aces * factors[ruleset.multipliers](ruleset, pack)


def natural_bombs(pack: list[int]) -> int:
    """Return an upper bound of the product of all natural bombs' factors.

    Four cards of a bomb multiply by four and three by two, so two cards by two at most.
    """
    return int(PAIR_FACTOR ** (sum(pack[LOWEST:BLACK]) // 2))


def schedule(ruleset: Ruleset, pack: list[int]) -> int:
    """§8.2 to §8.4  Return an upper bound of the product of all bombs, aces and jokers, played or held.

    A held ace multiplies by two more, a held joker by two, two jokers as a bomb by eight.  §8.4 Two held jokers may count as jokers and
    as a bomb.
    """
    pairs, single = divmod(pack[BLACK] + pack[RED], 2)
    pair = DOUBLE_JOKER_FACTOR * (JOKER_FACTOR**2 if ruleset.djoker_in_hand == AS_JOKERS_AND_BOMB else 1)
    return int(natural_bombs(pack) * ACE_FACTOR ** pack[ACE] * pair**pairs * JOKER_FACTOR**single)


def bombs_played(ruleset: Ruleset, pack: list[int]) -> int:
    """§8.8  Return an upper bound of the product of all bombs played.

    Two jokers are a bomb of their own, or cards of other bombs.
    """
    pairs, single = divmod(pack[BLACK] + pack[RED], 2)
    return int(natural_bombs(pack) * max(ruleset.djoker_pub, PAIR_FACTOR) ** pairs * PAIR_FACTOR**single)


def soft_and_hard(ruleset: Ruleset, pack: list[int]) -> int:
    """§8.5  Return an upper bound of the product of all soft and hard bombs.

    A hard bomb takes three natural cards of its rank, or four where triplets are ordinary (§7.2); a soft one takes a joker.
    """
    least = TRIPLET if ruleset.triplet_mode == BOMB else QUAD
    pairs, single = divmod(pack[BLACK] + pack[RED], 2)
    hard = sum(count // least for count in pack[LOWEST:BLACK])
    return int(HARD_FACTOR**hard * max(SOFT_FACTOR**2, ruleset.djoker_pub) ** pairs * SOFT_FACTOR**single)


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """Return an upper bound of the decisions of a deal: one for each card of the pack and each player.

    Each play puts at least one card aside for good, so there are no more plays than cards.  After each play every other player
    passes at most once before the next play or the end of the trick (§5.3), and every trick begins with a play (§5.1):
    where nobody can lead, the deal is over (§7.8).  A leader always holds a card, since a player who shed the last one and did not
    win draws before the next lead (§7.10: more than five cards are left, enough for six).
    """
    twin = records.to_plain(setup)
    return int(sum(twin.pack) * twin.players)
