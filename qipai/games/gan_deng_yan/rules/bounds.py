"""§6.1, §7.13, §7.15, §7.17, §8  What a deal can cost or bring at most, and what its points add up to."""

from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.contract import Bounds

from ..state import ACE, BLACK, LOWEST, RED
from ..variants import (
    APP,
    AS_JOKERS_AND_BOMB,
    AS_TWO_JOKERS,
    BOMB,
    BOMBS_PLAYED,
    NO_MULTIPLIERS,
    ONCE,
    PAGAT_SCHEDULE,
    SOFT_HARD,
    WINNER_ONLY,
    Ruleset,
)
from .scoring import (
    ACE_FACTOR,
    APP_CAP,
    DOUBLE_JOKER_FACTOR,
    HARD_FACTOR,
    JOKER_FACTOR,
    MOST,
    QUAD_FACTOR,
    SOFT_FACTOR,
    TRIPLET_FACTOR,
)

TRIPLET_CARDS, QUAD_CARDS = 3, 4
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
    products = {cards: product_of(ruleset, twin, cards) for cards in range(1, most + 1)}
    cap = min(ruleset.payment_cap or MOST, MOST)
    payment = min(max((cards * product for cards, product in products.items()), default=0), cap)
    low = 0 if ruleset.winner_scores_only else -payment
    high = min(together * max(products.values(), default=0), (twin.players - 1) * payment)
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


def product_of(ruleset: Ruleset, setup: Any, cards: int) -> int:
    """§8.1  Return an upper bound of the product of a loser who has this number of cards left.

    §8.7  After hao chun there has been one play, of the whole hand of the dealer, who leads.  (A dealer who holds nothing but jokers may
    have to let others lead, §7.8; a hand of more cards than there are jokers holds another one.)
    """
    if ruleset.multipliers == APP:
        return int(APP_CAP * aces_factor(ruleset, min(setup.pack[ACE], cards)))
    dealers = setup.hand_size + 1
    alone = dealers > setup.pack[BLACK] + setup.pack[RED]
    usual = most_multiplied(ruleset, setup, cards, None) * (1 if alone else ruleset.hao_chun_factor)
    at_once = most_multiplied(ruleset, setup, cards, dealers) * ruleset.hao_chun_factor if cards <= setup.hand_size else 1
    return int(ruleset.spring_factor * max(usual, at_once))


def most_multiplied(ruleset: Ruleset, setup: Any, cards: int, only: int | None) -> int:
    """§8.2 to §8.8  Return the most that a hand of so many cards and the bombs played multiply by; `only` one play was of so many cards.

    Of the hand it is only asked how many jokers it has; those are not in bombs that were played.
    """
    jokers = setup.pack[BLACK] + setup.pack[RED]
    products = []
    for held in range(min(jokers, cards) + 1):
        bombs = bombs_of(ruleset, setup.pack, jokers - held)
        if only is None:
            laid = bombs_played(bombs, *cards_to_play(ruleset, setup, cards))
        else:
            laid = max((bomb.factor for bomb in bombs if bomb.cards == only and bomb.most), default=1)
        products.append(laid * hand_factor(ruleset, setup.pack, cards, held))
    return max(products)


def cards_to_play(ruleset: Ruleset, setup: Any, left: int) -> tuple[int, int]:
    """§5.1, §5.4  Return how many cards can be played where one loser has `left`, and how many of them besides a card for each trick.

    All cards but those left may be played.  But the talon comes into the hands only by tricks, each of which takes a play: without the
    last tricks fewer cards come in than plays are saved, so it is best to count all tricks that it takes to draw the talon, and the one
    in which the deal ends.  A bomb takes its place in a trick of its own at best; then what it costs is its cards but one.
    """
    talon = sum(setup.pack) - setup.players * setup.hand_size - 1
    drawn = 1 if ruleset.draw_rule == WINNER_ONLY else setup.players
    tricks = -(-max(talon, 0) // drawn) + 1
    cards = sum(setup.pack) - left
    return cards, cards - tricks


class Bomb(NamedTuple):
    """A kind of bomb that multiplies when it is played."""

    cards: int  # the fewest that it takes
    factor: int
    most: int  # how many there can be, of this pack


def bombs_of(ruleset: Ruleset, pack: list[int], jokers: int) -> list[Bomb]:
    """§8.2, §8.5, §8.8  Return the bombs of these rules, with so many jokers for those that take some."""
    if ruleset.multipliers == NO_MULTIPLIERS:
        return []
    is_bomb = ruleset.triplet_mode == BOMB
    naturals = pack[LOWEST:BLACK]
    least = TRIPLET_CARDS if is_bomb else QUAD_CARDS
    if ruleset.multipliers == SOFT_HARD:
        return [
            Bomb(2, ruleset.djoker_pub, jokers // 2),
            Bomb(least, SOFT_FACTOR, jokers),  # §8.5 each holds a joker
            Bomb(least, HARD_FACTOR, sum(count // least for count in naturals)),
        ]
    double = ruleset.djoker_pub if ruleset.multipliers == BOMBS_PLAYED else DOUBLE_JOKER_FACTOR
    triplets = sum(count // TRIPLET_CARDS for count in naturals) + jokers if is_bomb else 0
    return [
        Bomb(2, double, jokers // 2),
        Bomb(QUAD_CARDS, QUAD_FACTOR, sum(count // QUAD_CARDS for count in naturals) + jokers),
        Bomb(TRIPLET_CARDS, TRIPLET_FACTOR, triplets),
    ]


def bombs_played(bombs: list[Bomb], cards: int, besides: int) -> int:
    """Return the most that bombs of so many cards multiply by, of which each but one of a bomb is `besides` what the tricks take."""
    if not bombs:
        return 1
    bomb, rest = bombs[0], bombs[1:]
    count = max(min(bomb.most, cards // bomb.cards, besides // (bomb.cards - 1)), 0)
    return int(
        max(
            bomb.factor**played * bombs_played(rest, cards - played * bomb.cards, besides - played * (bomb.cards - 1))
            for played in (range(count + 1) if rest else [count])
        )
    )


def aces_factor(ruleset: Ruleset, aces: int) -> int:
    """§7.14  Return what aces in hand multiply by."""
    return int(ruleset.ace_factor ** min(aces, 1 if ruleset.ace_count == ONCE else aces))


def hand_factor(ruleset: Ruleset, pack: list[int], cards: int, jokers: int) -> int:
    """§7.14, §8.3, §8.4  Return the most that a hand of so many cards, jokers among them, multiplies by."""
    aces = range(min(pack[ACE], cards - jokers) + 1)
    if ruleset.multipliers != PAGAT_SCHEDULE:
        return aces_factor(ruleset, aces[-1])
    pairs = 0 if ruleset.djoker_in_hand == AS_TWO_JOKERS else jokers // 2
    single = jokers if ruleset.djoker_in_hand == AS_JOKERS_AND_BOMB else jokers - 2 * pairs
    of_jokers = DOUBLE_JOKER_FACTOR**pairs * JOKER_FACTOR**single
    return int(
        of_jokers
        * max(
            aces_factor(ruleset, held)
            * ACE_FACTOR**held
            * held_bombs(ruleset, held)
            * held_bombs(ruleset, cards - jokers - held)
            for held in aces
        )
    )


def held_bombs(ruleset: Ruleset, naturals: int) -> int:
    """§8.3  Return the most that fours and triplets among so many cards multiply by: fours first, which are worth more a card."""
    fours, rest = divmod(naturals, QUAD_CARDS)
    return int(QUAD_FACTOR**fours * (TRIPLET_FACTOR if rest == TRIPLET_CARDS and ruleset.triplet_mode == BOMB else 1))


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """Return an upper bound of the decisions of a deal: one for each card of the pack and each player.

    Each play puts at least one card aside for good, so there are no more plays than cards.  After each play every other player
    passes at most once before the next play or the end of the trick (§5.3), and every trick begins with a play (§5.1):
    where nobody can lead, the deal is over (§7.8).  A leader always holds a card, since a player who shed the last one and did not
    win draws before the next lead (§7.10: more than five cards are left, enough for six).
    """
    twin = records.to_plain(setup)
    return int(sum(twin.pack) * twin.players)
