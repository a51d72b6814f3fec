"""§1, §2, §3  The cards, the players and the deal; §10.7 and §11.9, who deals next."""

from collections import Counter

import pytest

from qipai.engine import records
from qipai.games.luk_fu import cards
from tests.games.luk_fu.situations import (
    CARDS,
    DREAMER,
    GAME,
    Situation,
    at,
    cards_in,
    dealt,
    mask,
    playing,
    spell,
)


def begun(players: int, seed: int = 1) -> Situation:
    ruleset = GAME.ruleset()
    setup = GAME.setup(GAME.rules(), players)
    return Situation(ruleset, setup, GAME.start(GAME.rules(), setup, seed))


def test_the_pack_for_four() -> None:
    """§1.1, §1.4  Four suits of nine, and Li Chen; of the thirty-eight Li Fa is put away.  No two cards are alike."""
    pack = [card for seat in range(4) for card in cards_in(begun(4).hand(seat))]
    assert Counter(pack) == Counter(CARDS)
    assert len(CARDS) == 37 == 38 - 1
    assert Counter(card[1:] for card in CARDS) == {"S": 9, "G": 9, "K": 9, "C": 9, "": 1}


def test_the_pack_for_three() -> None:
    """§1.5, §2.2  Li Chen is put away too: 36 cards, no dreamer, and nobody is asked for Ng Fu Ha San."""
    situation = begun(3)
    pack = [card for seat in range(3) for card in cards_in(situation.hand(seat))]
    assert Counter(pack) == Counter(CARDS[:-1])
    assert [len(cards_in(situation.hand(seat))) for seat in range(3)] == [12, 12, 12]
    assert situation.phase == "calling"
    assert situation.asked == [situation.public.dealer]


def test_red_imprints() -> None:
    """§1.2  Eight cards; the first seven are aged from the start (§7.1), and 8 Sip is not."""
    assert spell(cards.RED_IMPRINTS) == "9S-8S-1S-9G-9K-9C-1C-L"
    assert spell(cards.AGED_FROM_THE_START) == "9S-1S-9G-9K-9C-1C-L"


def test_the_order_of_cards() -> None:
    """§1.3  Sip, Gon, Sok, Chen, each from nine to one, and Li Chen after all of them: so hands are written."""
    assert GAME.notation.format_action(mask("L-1C-9C-2K-3G-1S-8S"), None) == "8S-1S-3G-2K-9C-1C-L"
    assert cards.rank_of(cards.LI_CHEN) == 1


def test_the_places_and_who_is_asked() -> None:
    """§2.1  Dealer, player 2, dreamer, player 3, to the right; the dreamer makes no decision."""
    for dealer in range(4):
        hands = [f"{rank}S-{rank}G" for rank in range(1, 5)]
        hands[(dealer + 2) % 4] = "9K"
        situation = at(f"dealer={dealer} hands={'/'.join(hands)}")
        asked = [situation.seat]
        while situation.phase == "calling":
            asked.append(situation.play("not_play").seat)
        assert asked == [dealer, (dealer + 1) % 4, (dealer + 3) % 4, -1]


def test_the_places_of_three() -> None:
    """§2.2"""
    situation = at("dealer=1 hands=1S/2S/3S")
    assert [situation.seat, situation.play("not_play").seat, situation.play("not_play").seat] == [1, 2, 0]


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_dealer_is_chosen_by_lot(players: int) -> None:
    """§2.3  Every seat sooner or later, and about as often as any other."""
    dealers = Counter(begun(players, seed).public.dealer for seed in range(400))
    assert set(dealers) == set(range(players))
    assert min(dealers.values()) > 400 / players / 2


def test_places_move_on_with_the_dealer() -> None:
    """§2.3, §10.7  The old dreamer is then player 2."""
    setup = records.to_plain(GAME.setup(GAME.rules(), 4))
    setup.dealer = 3
    situation = Situation(GAME.ruleset(), records.from_plain(setup), GAME.start(GAME.rules(), records.from_plain(setup), 1))
    sizes = [len(cards_in(situation.hand(seat))) for seat in range(4)]
    assert sizes == [12, 1, 12, 12]  # seat 1 dreams
    assert situation.public.dealer == 3


def test_who_gets_which_card() -> None:
    """§3.1  Dealer, player 2, dreamer, player 3, and then eleven times without the dreamer."""
    setup = records.to_plain(GAME.setup(GAME.rules(), 4))
    setup.dealer = 0
    order = records.to_plain(records.new(GAME.ORDER))
    order.count = 37
    order.cards[:37] = range(1, 38)  # 1 Chen first, Li Chen last
    state = GAME.new_state()
    GAME.deal(state, GAME.rules(), records.from_plain(setup), records.from_plain(order))
    situation = Situation(GAME.ruleset(), records.from_plain(setup), state)
    from_low = [*(f"{rank}{suit}" for suit in "CKGS" for rank in range(1, 10)), "L"]
    assert situation.hand(DREAMER) == "3C"
    for seat, first, second in ((0, "1C", 4), (1, "2C", 5), (3, "4C", 6)):
        assert set(cards_in(situation.hand(seat))) == {first, *from_low[second::3]}


def test_the_dreamers_card_is_hidden_from_all_in_play() -> None:
    """§3.2, §12.2"""
    situation = playing({DREAMER: "5K"})
    for seat in (0, 1, 3):
        seen = records.to_plain(situation.observation(seat))
        assert seen.unseen & mask("5K")
        assert seen.public.dreamt == 0
    assert spell(records.to_plain(situation.observation(DREAMER)).own.hand) == "5K"


LOST = ("not_play",) * 3


@pytest.mark.parametrize(
    ("options", "actions", "ending", "following"),
    [
        ({}, ("keep",) * 3 + LOST, "abandoned", 1),  # §4.4
        ({}, ("keep",) * 3 + ("play", "declare"), "won", 1),  # §10.7 the dealer has won
        ({"dealer_next": "winner"}, ("keep",) * 3 + ("play", "declare"), "won", 0),  # §11.9
        ({"dealer_next": "winner"}, ("keep",) * 3 + LOST, "abandoned", 1),
    ],
)
def test_who_deals_next(options: dict[str, str], actions: tuple[str, ...], ending: str, following: int) -> None:
    """§4.4, §10.7, §11.9"""
    hands = {0: "9S-8S-7S-9G-8G-9K-6S-5K-4K-3K-2K-1K"}
    situation = dealt(hands, **options).play(*actions)
    assert situation.ending == ending
    assert next_dealer(situation) == following


def next_dealer(situation: Situation) -> int:
    result, setup = records.new(GAME.RESULT), records.new(GAME.SETUP)
    GAME.returns(situation.state, situation.rules, result)
    GAME.next_setup(situation.setup, result, situation.rules, setup)
    return int(records.to_plain(setup).dealer)


def test_after_a_drawn_deal() -> None:
    """§10.7, §11.9  Player 2, or by option the same dealer."""
    drawn = "dealer=0 hands=2S/3S/./1S play 2S 3S down 1S"
    assert next_dealer(at(drawn)) == 1
    assert next_dealer(at(f"dealer_next=winner {drawn}")) == 0


def test_a_claim_counts_as_a_win() -> None:
    """§11.9"""
    situation = dealt({3: "1S-1G-1K-1C-L"}, dealer_next="winner").play("keep", "keep", "claim")
    assert (situation.ending, next_dealer(situation)) == ("claimed", 3)
    assert next_dealer(dealt({3: "1S-1G-1K-1C-L"}).play("keep", "keep", "claim")) == 1


@pytest.mark.parametrize("players", [3, 4])
def test_the_dreamers_place(players: int) -> None:
    """§2.1, §2.2  A card for the dreamer, where there is one; a number, in every way of running, for it is logged."""
    dreamer = records.to_plain(GAME.setup(GAME.rules(), players)).dreamer
    assert (type(dreamer), dreamer) == (int, players - 3)
