"""§7  Aged cards: the examples of the rule book, each played from the deal on; and what holds of all of them."""

import random

import pytest

from tests.games.luk_fu.situations import LEVELS, Situation, at, by_level, cards_in, chance_deal, playing


def proved_by(card: str, situation: Situation, holder: int = 0) -> str:
    """The weakest level that proves a card to be aged; each one more proves what it does (§11.4)."""
    assert card in cards_in(situation.hand(holder))
    proved = [card in cards_in(aged) for aged in by_level(situation, holder)]
    assert proved == sorted(proved)
    return "nothing" if not any(proved) else LEVELS[proved.index(True)]


def test_aged_from_the_start() -> None:
    """§7.1, §1.2  In every hand; 8 Sip is young, and with three players there is no Li Chen."""
    assert by_level(playing({0: "9S-1S-9G-9K-9C-1C-L", 1: "8S"}), 0) == ["9S-1S-9G-9K-9C-1C-L"] * 3
    assert by_level(playing({0: "8S-2S", 1: "9S-9C"}), 0) == ["1C"] * 3
    assert by_level(playing({0: "9S-1S-9G-9K-9C-1C", 1: "8C"}, players=3), 0) == ["9S-1S-9G-9K-9C-1C"] * 3


def test_own_higher_cards_are_out_of_the_way() -> None:
    """§7.2  8 Gon is as old as 9 Gon, 6 Gon young as long as another may hold 7 Gon; with 9-8-7 Sok 4 Sok is young."""
    assert by_level(playing({0: "9G-8G-6G-2S", 1: "9C"}), 0) == ["9G-8G-1C"] * 3
    assert by_level(playing({0: "9K-8K-7K-4K", 1: "9C"}), 0) == ["9K-8K-7K-1C"] * 3
    assert by_level(playing({0: "9S-8S-1S-6G", 1: "9C"}), 0) == ["9S-8S-1S-1C"] * 3


def test_the_missing_card_may_be_the_dreamers() -> None:
    """§7.2  As long as nothing proves that no opponent has it, 8 Sip is young, wherever 9 Sip lies."""
    for place in (1, 2, 3):
        assert proved_by("8S", playing({0: "8S", place: "9S"})) == "nothing"


def test_it_is_aged_for_one_and_young_for_another() -> None:
    """§7.2, §7.3  Only who threw 9 Gon face down knows that it is away."""
    deal = "dealer=0 hands=9S-8G-2C/9G-3K-3C/./7S-6G-4C play 9S down 9G down 7S"
    assert proved_by("8G", at(deal)) == "nothing"
    deal = "dealer=0 hands=9S-2C-4K/9G-8G-3C/./7S-6G-4C play 9S down 9G down 7S"
    assert proved_by("8G", at(deal), 1) == "faceup"


def test_what_one_has_seen() -> None:
    """§7.3  9 Sip lies face up, and player 2 threw 8 Sip: the 7 Sip is aged for that player, and 6 Sip is not for the third."""
    story = ("9S", "down 8S", "down 5S")
    situation = playing({0: "9S", 1: "8S-7S", 3: "6S-5S"}, *story)
    assert proved_by("7S", situation, 1) == "faceup"
    assert proved_by("6S", situation, 3) == "nothing"


CHENS = ("9C-7C-6C/8C-1C-2C/L/3C-4C-5C", "9C-7C-6C/1C-2C-L/3C/8C-4C-5C", "9C-7C-6C/1C-2C-L/8C/3C-4C-5C")


@pytest.mark.parametrize("hands", CHENS)
def test_both_have_surrendered_to_a_lower_card(hands: str) -> None:
    """§7.4  Nobody has seen 8 Chen, and it does not matter who threw it or whether the dreamer has it."""
    situation = at(f"dealer=0 hands={hands} keep keep keep play 6C")
    for _ in range(2):
        situation.play("down 8C" if "8C" in situation.hand(situation.seat) else situation.legal()[0])
    assert proved_by("7C", situation) == "bounds"


def test_one_who_beat_has_no_bound() -> None:
    """§7.4  Player 2 has surrendered to nothing and may hold 8 Chen."""
    situation = at("dealer=0 hands=9C-7C-4C/5C-8C-1C/L/2C-3C-6C keep keep keep play 4C 5C down 6C")
    assert proved_by("7C", situation) == "nothing"


def test_the_best_at_that_moment_counts() -> None:
    """§7.4  Player 3 surrendered to 6 Chen, not to the 3 Chen that was led, and may hold 5 Chen; 7 Chen is nowhere."""
    situation = at("dealer=0 hands=3C-1C-L/6C-4C-2C/./5C-2K-7C keep keep keep play 3C 6C down 7C")
    assert proved_by("4C", situation, 1) == "nothing"
    situation.play("2C", "5C", "down 1C")
    assert proved_by("4C", situation, 1) == "bounds"


def test_to_what_stands_alone_everybody_surrenders() -> None:
    """§7.4  This shows nothing about any Chen."""
    situation = at("dealer=0 hands=1C-L/7C-3C/9C/8C-2C keep keep keep play 1C down 3C down 8C")
    assert proved_by("7C", situation, 1) == "nothing"


def test_one_sok_is_an_ordinary_card() -> None:
    """§7.4, §5.2  Who surrenders to it has not a single Sok left."""
    situation = at("dealer=0 hands=1K-3K-3C/5K-4C-5C/./6K-6C-7C play 1K down 5K down 6K")
    assert proved_by("3K", situation) == "bounds"
    assert proved_by("3C", situation) == "nothing"


@pytest.mark.parametrize("caller", [0, 1])
def test_every_world_that_agrees(caller: int) -> None:
    """§7.5, §7.7  Player 3 surrendered to 8 Sip, player 2 led a Gon that could be beaten: nobody has 9 Sip."""
    hands = {0: "7S-6S-8G", 1: "8S-7G-L", 2: "9G", 3: "9S"}
    situation = playing(hands, "6S", "8S", "down 9S", "7G", "down 2G", "8G", caller=caller)
    assert proved_by("7S", situation) == "exact"


def test_one_world_is_enough_to_make_it_young() -> None:
    """§7.5  Before player 2 leads that Gon, 9 Sip may still be there."""
    situation = playing({0: "7S-6S-8G", 1: "8S-7G-L", 2: "9G", 3: "9S"}, "6S", "8S", "down 9S")
    assert proved_by("7S", situation) == "nothing"


def test_what_stayed_could_not_beat() -> None:
    """§7.6  Player 2 kept no three nines before three eights and shows two of them later: 9 Sip is not there."""
    hands = {0: "8S-6S-8G-8K-8C", 1: "7S-9G-9K-1G-2G", 2: "9S", 3: "9C-L"}
    eights = ("8G-8K-8C", "down 1G-2G-1K", "down 3G-4G-5G")
    situation = playing(hands, *eights, "6S", "7S", "down 6G", caller=1)
    assert proved_by("8S", situation) == "nothing"
    situation.play("9G", "down 7G", "down 1C", "9K", "down 1S", "down 2C")
    assert proved_by("8S", situation) == "exact"
    without = playing(hands, "6S", "7S", "down 6G", "9G", "down 7G", "down 1C", "9K", "down 1S", "down 2C", caller=1)
    assert proved_by("8S", without) == "nothing"


def test_an_ordinary_lead_comes_from_the_highest_suit() -> None:
    """§7.7  The dealer led 5 Chen, player 2 led 9 Chen: neither has a Sok, and 9 Sok lies with the dreamer."""
    hands = "dealer=0 hands=5C-2C-7C/6C-9C-8C/9K/6K-3C-4C"
    story = "5C 6C down 3C 9C down 4C down 2C"
    assert proved_by("6K", at(f"{hands} play {story}"), 3) == "exact"
    assert proved_by("6K", at(f"{hands} not_play play {story}"), 3) == "nothing"  # a privileged player 2 may keep it


def test_a_lead_that_could_have_been_beaten_was_not_aged() -> None:
    """§7.7  Even a privileged leader of 7 Chen has no Sok, if 8 Chen is in your hand; of 9 Chen it shows nothing."""
    deal = "dealer=0 hands=5K-6K-8C/2C-3C-4C/9K/8K-7C-9C not_play not_play play 5K down 2C 8K"
    assert proved_by("6K", at(f"{deal} 7C 8C down 3C")) == "exact"
    assert proved_by("6K", at(f"{deal} 9C down 8C down 3C")) == "nothing"


def test_what_was_always_aged_comes_last_of_its_suit() -> None:
    """§7.7  Player 2 led 9 Gon and so has no 7 Gon, which 8 Gon could have beaten; the third kept no Gon above 5."""
    hands = {0: "8G-6G-4G", 1: "5G-9G-L", 2: "7G", 3: "1G-2G-3G"}
    situation = playing(hands, "4G", "5G", "down 1G", "9G", "down 2G", "down 1C")
    assert proved_by("6G", situation) == "exact"
    assert proved_by("8G", situation) == "faceup"
    privileged = playing(hands, "4G", "5G", "down 1G", "9G", "down 2G", "down 1C", caller=1)
    assert proved_by("6G", privileged) == "nothing"


def test_li_chen_is_led_when_nothing_else_is_left() -> None:
    """§7.7  Who is not privileged and leads it has nothing else: 9 Sok is with the third, or nowhere."""
    deal = "dealer=0 hands=2K-6K-4C/3K-L-3C/8K/2C-5C-6C keep keep keep"
    story = "2K 3K down 2C 3C"
    situation = at(f"{deal} play {story}")
    assert situation.seat == 3


def test_goks_runs_and_beating_show_nothing_of_other_suits() -> None:
    """§7.7  The dealer who led a run may hold 9 Sok; so may player 2 who only beat."""
    run = at("dealer=0 hands=9K-6C-5C-4C/8K-7C-3C-2C/./7K-6K-9C-8C play 6C-5C-4C down 7C-3C-2C down 6K-9C-8C")
    assert proved_by("8K", run, 1) == "nothing"
    beat = at("dealer=0 hands=5C-4C-7C/6C-8C-9K/./6K-3C-2C play 5C 6C down 3C")
    assert proved_by("6K", beat, 3) == "nothing"


def test_a_free_opening_shows_nothing() -> None:
    """§11.5, §7.7  A dealer who called and may open with any card."""
    hands, story = "dealer=0 hands=5C-2C-7C/6C-9C-8C/9K/6K-3C-4C", "5C 6C down 3C 9C down 4C down 2C"
    assert proved_by("6K", at(f"dealer_caller_free_open=true {hands} play {story}"), 3) == "nothing"
    # the dealer may hold 9 Sok now; where player 2 called the opening was not free, but player 2 is privileged
    assert proved_by("6K", at(f"dealer_caller_free_open=true {hands} not_play not_play play {story}"), 3) == "exact"


def test_a_free_surrender_shows_nothing() -> None:
    """§11.3, §7.4, §7.6"""
    story = "keep keep keep play 6C down 1C down 3C"
    assert proved_by("7C", at(f"dealer=0 hands={CHENS[2]} {story}")) == "bounds"
    assert proved_by("7C", at(f"surrender_singles_free=true dealer=0 hands={CHENS[2]} {story}")) == "nothing"


def test_what_a_surrender_measured_by_the_lead_shows() -> None:
    """§11.2, §7.6  Who surrendered to 6 Chen kept nothing above the 3 Chen that was led, or could not beat 6 Chen at all."""
    hands = "dealer=0 hands=3C-8C/6C-7C/./9C-5C"
    story = "play 3C 6C down 9C"
    assert not at(f"surrender_reference=lead {hands} play 3C 6C").may("down 9C")  # 5 Chen would stay
    assert at(f"{hands} {story}").aged(1) == "."
    assert proved_by("7C", at(f"{hands} {story}"), 1) == "nothing"  # the dealer may hold 8 or 9 Chen


def test_levels_prove_more_and_more_and_nothing_is_forgotten() -> None:
    """§7.8, §11.4  faceup ⊆ bounds ⊆ exact; what is aged stays aged; nobody can beat what is; all are told of own cards only."""
    chance = random.Random(12)
    for number in range(24):
        situation = chance_deal(chance, players=3 + number % 2)
        before: dict[int, set[str]] = {}
        players = [seat for seat in range(situation.players) if situation.players == 3 or seat != 2]
        while situation.phase != "over":
            if situation.phase == "leading":
                for holder in players:
                    faceup, bounds, exact = (set(cards_in(text)) for text in by_level(situation, holder))
                    hand = set(cards_in(situation.hand(holder)))
                    assert faceup <= bounds <= exact <= hand
                    assert before.get(holder, set()) & hand <= exact
                    before[holder] = exact
                    others = {card for seat in players if seat != holder for card in cards_in(situation.hand(seat))}
                    for card in exact - {"1S", "1C", "L"}:
                        assert not any(card[1:] == other[1:] and card < other for other in others)
            situation.play(chance.choice([text for text in situation.legal() if text != "declare"]))


def test_the_dreamer_has_no_aged_cards() -> None:
    """§7, §12.2  Nor has who watches; and while nobody plays none are told."""
    situation = playing({2: "9K"})
    assert situation.aged(2) == "."
    assert situation.aged(-1) == "."
