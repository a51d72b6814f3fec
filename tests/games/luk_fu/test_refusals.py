"""Why something may not be done in Luk Fu: the code, the § and the sentence in three languages."""

import random

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES
from tests.games.luk_fu.told import GAME, ToldDeal, deal_of


def check(deal: ToldDeal, seat: int, text: str, code: str, section: str, *parts: str, explained: bool = True) -> None:
    """What refuses an action, and a selection of its cards."""
    refusal = deal.why_not(seat, text)
    assert refusal is not None, f"{text} may be done"
    assert (refusal.code, refusal.section) == (code, section)
    assert set(refusal.text) == set(LANGUAGES)
    for part in parts:
        assert any(part in sentence for sentence in refusal.text.values()), refusal.text
    if explained:
        assert deal.explain(seat, text.removeprefix("down ")) == ((), refusal)


# -- whose turn it is


def test_out_of_turn() -> None:
    """§2.1, §6.1, §9.1"""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G")
    check(deal, 1, "9S", "lead_later", "6.1")
    check(deal, 2, "2K", "dreamer_watches", "2.1")
    deal.tell("7S")
    check(deal, 3, "down 6S", "lay_later", "6.1")
    check(deal, 0, "4G", "laid_already", "6.1")
    deal.tell("9S", "down 6S", "3G", "down 2G", "4G")
    check(deal, 0, "4G", "deal_over", "9.1")


def test_the_question_for_the_five_tigers() -> None:
    """§4.1  Who lacks one of the five cannot claim, and all else waits."""
    deal = ToldDeal("luk_fu dealer=0 hands=1S-1G/9S-3G/L/6S-2G")
    check(deal, 0, "claim", "not_five_tigers", "4.1", "1 Sok, 1 Chen, Li Chen", explained=False)
    check(deal, 0, "1S", "answer_now", "4.1")
    check(deal, 0, "play", "answer_now", "4.1", explained=False)
    deal.tell("keep")
    check(deal, 0, "keep", "answered_already", "4.1", explained=False)


def test_calling() -> None:
    """§4.2"""
    deal = ToldDeal("luk_fu dealer=0 hands=1S-1G/9S-3G/2K/6S-2G")
    check(deal, 1, "play", "call_later", "4.2", explained=False)
    check(deal, 0, "1S", "call_now", "4.2")
    check(deal, 0, "claim", "call_now", "4.2", explained=False)
    check(deal, 0, "declare", "call_now", "4.2", explained=False)


def test_another_thing_is_wanted() -> None:
    """§6.1, §6.3"""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G")
    check(deal, 0, "down 7S", "lead_now", "6.1", explained=False)
    check(deal, 0, "play", "lead_now", "6.1", explained=False)
    assert deal.explain(0, "").refusal.code == "lead_now"
    deal.tell("7S")
    check(deal, 1, "keep", "lay_now", "6.3", "1", explained=False)
    assert deal.explain(1, "").refusal.code == "lay_now"


def test_declaring() -> None:
    """§9.1  Only with six together, and only before a lead."""
    deal = deal_of("9S-8S-7S-6S-5S-2G", "2K-2C-3G-3K-3C-4C", "1C", "5G-5K-7C-7K-8G-8K")
    check(deal, 0, "declare", "too_few_to_declare", "9.1", "0", "5", explained=False)
    deal.tell("9S")
    check(deal, 1, "declare", "declare_later", "9.1", explained=False)


# -- cards that are no meld


@pytest.mark.parametrize(
    ("text", "code", "section", "named"),
    [
        ("4S-4G", "two_cards", "5.3", ""),
        ("1S-1G-L", "li_chen_alone", "5.3", ""),
        ("9S-8S-6S-5S", "not_neighbours", "5.4", "7 Sip"),
        ("9S-6S-5S", "not_neighbours", "5.4", "八七拾"),
        ("9S-8S-4G", "no_meld", "5.3", "9-8 Sip, 4 Gon"),
        ("4S-4G-3G", "no_meld", "5.3", ""),
        ("2S", "not_in_hand", "6.1", "2 Sip"),
    ],
)
def test_what_is_no_meld(text: str, code: str, section: str, named: str) -> None:
    """§5.3, §5.4"""
    hand = "9S-8S-6S-5S-4S-1S-4G-3G-1G-L"
    deal = deal_of(hand, "2K-3K-4K-5K-6K-7K-8K-9K-1K-2G", "9G", "1C-2C-3C-4C-5C-6C-7C-8C-9C-5G")
    check(deal, 0, text, code, section, named)


# -- leading single cards (§8)


def test_the_first_category_goes_first() -> None:
    """§8.1, §8.2, §8.4  The example of the book: from 9S-4S-7G-1C only 4S; what is in a meld may still be led in it."""
    deal = deal_of("9S-4S-7G-1C", "8S-3G-2G-5C", "6S", "7S-6G-5G-4G")
    check(deal, 0, "7G", "higher_suit_first", "8.2", "4 Sip", "四拾")
    check(deal, 0, "1C", "higher_suit_first", "8.2", "Mau Gung")
    check(deal, 0, "9S", "young_first", "8.2", "4 Sip")
    assert deal.explain(0, "4S").actions == ("4S",)
    assert "§8.4" not in deal.why_not(0, "7G").text["en"]
    deal = deal_of("6S-5S-4S-8K", "9S-3G-2G-5C", "7S", "6K-6G-5G-4G")
    check(deal, 0, "8K", "higher_suit_first", "8.2", "one of 6-5-4 Sip", "六五四拾")
    assert deal.explain(0, "6S-5S-4S").actions == ("6S-5S-4S",)
    deal = deal_of("6S-8G-8K-8C", "9S-3G-2G-5C", "7S", "6K-6G-5G-4G")
    check(deal, 0, "8K", "higher_suit_first", "8.2", "§8.4")


def test_li_chen_goes_last() -> None:
    """§8.1, §8.2"""
    deal = deal_of("L-1C", "9S-3G", "7S", "6K-6G")
    check(deal, 0, "L", "li_chen_last", "8.2", "Mau Gung")


def test_a_privileged_player_may_bring_aged_cards_forward() -> None:
    """§8.3  But not hold them back for young ones of a lower suit."""
    deal = deal_of("8S-3G-2G-5C", "9S-4S-7G-1C", "6S", "7S-8G-5G-4G", calls="not_play play", done="8S 9S down 7S")
    check(deal, 1, "7G", "neither_first_nor_aged", "8.3", "4 Sip")
    assert deal.explain(1, "1C").actions == ("1C",)
    assert deal.explain(1, "4S").actions == ("4S",)


# -- beating (§5.5, §6.2)


def test_what_does_not_beat_a_single_card() -> None:
    """§5.1, §5.2, §5.5"""
    deal = deal_of("5K-4K", "8K-3K", "2S", "9S-1S", done="5K")
    check(deal, 1, "3K", "not_superior", "5.5", "5 Sok", explained=False)
    check(deal, 1, "8K-3K", "wrong_number", "6.1", "1", "2")
    deal.tell("8K")
    check(deal, 3, "9S", "other_suit", "5.1", "8 Sok", explained=False)
    check(deal, 3, "1S", "beats_nothing", "5.2", "Bak Chi", explained=False)
    deal = deal_of("1S", "9S", "2S", "3S", done="1S")
    check(deal, 1, "9S", "cannot_be_beaten", "5.2", "Bak Chi", explained=False)
    assert deal.explain(1, "9S").actions == ("down 9S",)


def test_what_does_not_beat_a_gok() -> None:
    """§5.3, §5.5"""
    deal = deal_of("6G-6K-6C-2S", "9S-8S-7S-5G", "2G", "4S-4G-4K-8G", done="6G-6K-6C")
    check(deal, 1, "9S-8S-7S", "other_type", "5.5", "9-8-7 Sip", explained=False)
    check(deal, 1, "9S-8S-5G", "no_meld", "5.3", explained=False)
    deal.tell("down 9S-8S-7S")
    check(deal, 3, "4S-4G-4K", "not_superior", "5.5", explained=False)
    check(deal, 3, "4S-4G", "wrong_number", "6.1", "3", "2")


# -- surrendering (§6.3)


def test_what_stays_may_not_beat_the_best() -> None:
    """§6.3  The examples of the book: what would stay is named."""
    deal = deal_of("3S-3G-3C-1S-1G-1K", "7S-7G-7K-9C-7C-2C", "2S", "6S-6G-5K-4K-4C-5C", done="3S-3G-3C")
    check(deal, 1, "down 7S-9C-2C", "keeps_power", "6.3", "7 Gon, 7 Sok, 7 Chen", "七贯、七索、七线")
    assert deal.explain(1, "7S-7K-2C").actions == ("down 7S-7K-2C",)
    deal = deal_of("4K-3K-2K-1S-1G-1K", "8G-7G-6G-5G-9C-2C", "2S", "6S-6C-5S-4S-4C-5C", done="4K-3K-2K")
    check(deal, 1, "down 8G-9C-2C", "keeps_power", "6.3", "7-6-5 Gon")
    assert deal.explain(1, "7G-9C-2C").actions == ("down 7G-9C-2C",)


def test_the_same_cards_may_beat_and_be_surrendered() -> None:
    """§6.3  One higher card: beat with it, or throw just that one; with two one must beat."""
    deal = deal_of("5S-4S", "9S-2G", "2S", "8S-6S", done="5S")
    assert deal.explain(1, "9S").actions == ("9S", "down 9S")
    check(deal, 1, "down 2G", "keeps_power", "6.3", "9 Sip")
    deal.tell("down 9S")
    check(deal, 3, "down 8S", "must_beat", "6.3", "5 Sip", explained=False)
    assert deal.explain(3, "8S").actions == ("8S",)
    deal = deal_of("2S-2G-2K-1K", "8S-8G-8K-8C", "1S", "7S-7G-6K-6C", done="2S-2G-2K")
    assert deal.explain(1, "8S-8G-8C").actions == ("8S-8G-8C", "down 8S-8G-8C")


def test_who_must_beat_a_gok_or_a_run() -> None:
    """§6.3  Whatever three cards go, a gok or a run stays that beats."""
    hands = ("2S-2G-2K-1K-1S-1G-1C-3S", "8S-8G-8K-8C-7S-7G-7K-7C", "3G", "6S-5S-6G-5G-4K-3K-4C-3C")
    check(deal_of(*hands, done="2S-2G-2K"), 1, "down 8S-8G-7S", "must_beat", "6.3", "2 Sip")
    hands = ("3K-2K-1K-4S", "9K-8K-7K-6K", "3G", "6S-5S-6G-5G")
    deal = deal_of(*hands, done="3K-2K-1K")
    check(deal, 1, "9K-8K-6K", "not_neighbours", "5.4", explained=False)
    assert deal.explain(1, "9K-8K-7K").actions == ("9K-8K-7K", "down 9K-8K-7K")
    assert deal.explain(1, "9K-8K-6K").actions == ("down 9K-8K-6K",)


def test_a_surrender_may_be_measured_by_the_lead() -> None:
    """§11.2"""
    deal = deal_of("4C-3C", "6C-2G", "2S", "9C-5C", done="4C 6C", surrender_reference="lead")
    check(deal, 3, "down 5C", "must_beat_lead", "11.2", "beat 6 Chen", "beat 4 Chen")
    deal = deal_of("4C-3C", "6C-2G", "2S", "9C-5G", done="4C 6C", surrender_reference="lead")
    check(deal, 3, "down 5G", "keeps_power_lead", "11.2", "9 Chen", "4 Chen")


def test_single_cards_may_be_free() -> None:
    """§11.3"""
    deal = deal_of("5S-4S", "9S-2G", "2S", "8S-6S", done="5S", surrender_singles_free="true")
    assert deal.explain(1, "2G").actions == ("down 2G",)


# -- all of them


@pytest.mark.parametrize("players", GAME.seats)
def test_what_is_legal_is_not_refused_and_all_else_is(players: int) -> None:
    """Every action of anybody at any time is legal, or refused with a sentence."""
    chance = random.Random(players)
    for seed in range(3):
        deal = ToldDeal.dealt(players, seed, **GAME.changed_options(random_ruleset(GAME, chance)))
        texts = ["9S", "down 9S-8S", "declare", "claim", "keep", "play", "L", "8S-8G-8K", "down L"]
        while deal.phase != "over":
            seat = GAME.to_act(deal.state)
            legal = deal.legal(seat)
            texts += chance.sample(legal, min(3, len(legal)))
            for text in chance.sample(texts, 6):
                action = GAME.notation.parse_action(text, deal.ruleset)
                for other in range(players):
                    refusal = deal.why_not(other, text)
                    assert (refusal is None) == bool(GAME.is_legal(deal.state, deal.rules, other, action))
                    assert refusal is None or not any("{" in sentence for sentence in refusal.text.values())
            bold = [text for text in legal if text != "declare" and not text.startswith("down")]
            deal.tell(chance.choice(bold or legal))


def test_a_selection_is_what_is_legal() -> None:
    """§6.2, §6.3  Any cards of the hand are explained as the legal actions that they are, and refused otherwise."""
    chance = random.Random(11)
    for seed in range(6):
        deal = ToldDeal.dealt(4, seed)
        while deal.phase != "over":
            seat = GAME.to_act(deal.state)
            legal, hand = deal.legal(seat), [GAME.notation.format_card(card) for card in deal.faces.hands[seat]]
            for _ in range(4):
                cards = chance.sample(hand, chance.randint(1, min(4, len(hand))))
                explained = deal.explain(seat, "-".join(cards))
                written = "-".join(sorted(cards))
                same = [text for text in legal if "-".join(sorted(text.removeprefix("down ").split("-"))) == written]
                assert sorted(explained.actions) == sorted(same)
                assert (explained.refusal is None) == bool(same)
            deal.tell(chance.choice(legal))


def test_an_onlooker_learns_nothing_from_a_refusal() -> None:
    """§12.2  A refusal is made from what its reader may know."""
    deal = deal_of("5S-4S", "9S-2G", "2S", "8S-6S", done="5S")
    for text in ("down 2G", "9S", "8S"):
        action = GAME.notation.parse_action(text, deal.ruleset)
        refusal = GAME.telling.why_not(*map(records.opened, (deal.state, deal.rules)), 0, action)
        assert refusal.code == "laid_already"
