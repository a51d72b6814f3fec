"""§7  Why cards are aged, in sentences: what their holder has seen, and the facts that prove the rest."""

import random

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES
from qipai.engine.game import seeded
from qipai.games.luk_fu.cards import AGED_FROM_THE_START
from qipai.games.luk_fu.telling.reasons import reasons_of
from tests.games.luk_fu.told import GAME, ToldDeal, deal_of


def check(deal: ToldDeal, seat: int, card: str, section: str, text: str, *facts: tuple[int, list[int], str]) -> None:
    """The reason of a card, in English, and the rounds that it speaks of: the round, the seats and what they did."""
    mark = deal.marks(seat)[card]
    assert mark["aged"]
    reason = mark["reason"]
    assert (reason["section"], reason["text"]["en"]) == (section, text)
    assert [(fact["round"], fact["seats"], fact["fact"]) for fact in reason["facts"]] == list(facts)


def test_aged_from_the_start() -> None:
    """§7.1  Before the play too, when the players call."""
    deal = deal_of("9S-8S-1S-1C-L-2K", "9G-2S-2G-3G-4G-3S", "3K", "9K-7S-6S-5G-6G-4K", calls="")
    assert deal.phase == "calling"
    check(deal, 0, "9S", "7.1", "Aged from the start: no Sip is higher than the nine.")
    check(deal, 0, "1S", "7.1", "Aged from the start: as a single card nothing beats Bak Chi (1 Sip).")
    check(deal, 0, "L", "7.1", "Aged from the start: as a single card nothing beats Li Chen.")
    check(deal, 0, "8S", "7.2", "You hold 9 Sip yourself.")
    assert deal.marks(0)["8S"]["reason"]["text"]["zh-Hans"] == "九拾在你自己手里。"
    assert not deal.marks(0)["2K"]["aged"]
    assert deal.marks(0)["2K"]["reason"] is None


def test_what_was_seen() -> None:
    """§7.3  The example of the book: 9S lies face up, and 8S one has thrown away oneself."""
    deal = deal_of("9S-3C", "8S-7S", "2K", "5S-4C", done="9S down 8S down 5S")
    check(deal, 1, "7S", "7.3", "9 Sip was played face up; you gave up 8 Sip yourself.")
    assert deal.marks(1)["7S"]["reason"]["text"]["zh-Hant"] == "九拾明著打出過；八拾是你自己墊掉的。"


@pytest.mark.parametrize("level", ["exact", "bounds"])
def test_both_surrendered_to_a_single_card(level: str) -> None:
    """§7.4  The example of the book: nobody has seen 8C, and it does not matter where it is."""
    hands = ("9C-7C-6C", "8C-2K-3K", "4C", "5C-4K-5K")
    deal = deal_of(*hands, done="6C down 8C down 5C", aged_inference=level)
    said = "You hold 9 Chen yourself. No opponent can have 8 Chen: neither opponent kept a Chen above 6 when they gave up a card to 6 Chen in round 1."
    check(deal, 0, "7C", "7.4", said, (1, [1, 3], "surrender"))
    deal = deal_of(*hands, done="6C down 8C down 5C", aged_inference="faceup")
    assert deal.marks(0)["7C"]["reason"] is None


def test_who_has_surrendered_to_nothing_may_hold_it() -> None:
    """§7.4  The example of the book, where player 2 beat with 5C."""
    deal = deal_of("9C-7C-4C-2C", "8C-5C-3C-2K", "4K", "3K-5K-6K-7K", done="4C 5C down 3K")
    assert not deal.marks(0)["7C"]["aged"]


def test_an_opponent_would_have_led_a_higher_suit() -> None:
    """§7.5, §7.7  The example of the book: 9S is not with player 3, who surrendered to 8S, nor with player 2, who led a Gon."""
    deal = deal_of("7S-6S-8G", "8S-7G-2C", "9S", "3C-4C-5C", done="6S 8S down 3C 7G down 4C 8G")
    said = (
        "8 Sip was played face up. No opponent can have 9 Sip: player 3 kept no Sip above 8 when giving up a card to 8 Sip in round 1;"
        " player 2 led 7 Gon in round 2 and so had no Sip then."
    )
    check(deal, 0, "7S", "7.7", said, (1, [3], "surrender"), (2, [1], "lead"))


def test_a_surrender_to_a_gok() -> None:
    """§7.6  The example of the book: two nines that were laid later were in that hand, and so no third was."""
    hands = ("8G-8K-8C-8S-6S-2C-3C", "4C-5K-3K-7S-9G-9K-4K", "9S", "1G-2G-3G-5S-1K-2K-6C")
    done = "8G-8K-8C down 4C-5K-3K down 1G-2G-3G 6S 7S down 5S 9G down 1K down 2C 9K down 2K down 3C"
    deal = deal_of(*hands, calls="not_play play", done=done)
    said = (
        "No opponent can have 9 Sip: player 2 kept no gok of 3 above the 8s when giving up cards to 8 Gon, 8 Sok, 8 Chen in round 1,"
        " although 9 Gon, 9 Sok, played later, were there then; player 3 kept no Sip above 7 when giving up a card to 7 Sip in round 2."
    )
    check(deal, 0, "8S", "7.6", said, (1, [1], "surrender"), (2, [3], "surrender"))


def test_a_surrender_to_a_run() -> None:
    """§7.6  With 8K and 7K, which were laid later, 9K would have been a run."""
    hands = ("6K-5K-4K-3K-2K-1C", "3C-4C-6C-7K-8K-2C", "9K", "5C-7C-8C-9C-1K-3G")
    deal = deal_of(*hands, done="6K-5K-4K down 3C-4C-6C down 5C-7C-8C 3K 7K down 9C 8K down 1K down 1C")
    said = (
        "8-7-6-5-4-3 Sok were played face up. No opponent can have 9 Sok: player 2 kept no run of 3 above 6-5-4 Sok when giving up cards to it"
        " in round 1, although 8-7 Sok, played later, were there then; player 3 kept no Sok above 8 when giving up a card to 8 Sok in round 3."
    )
    check(deal, 0, "2K", "7.6", said, (1, [1], "surrender"), (3, [3], "surrender"))


def test_two_leads() -> None:
    """§7.7  The example of the book: neither the dealer nor player 2, who both led Chen, had a Sok."""
    deal = deal_of("5C-4C-2C", "6C-9C-7C", "9K", "6K-3C-1C", done="5C 6C down 3C 9C down 1C down 4C")
    said = (
        "No opponent can have 9 Sok: the dealer led 5 Chen in round 1 and so had no Sok then;"
        " player 2 led 9 Chen in round 2 and so had no Sok then."
    )
    check(deal, 3, "6K", "7.7", said, (1, [0], "lead"), (2, [1], "lead"))


def test_a_privileged_lead_that_could_have_been_beaten() -> None:
    """§7.7  The example of the book: 7C was not aged, for one holds 8C."""
    hands = ("6K-5K-8C", "8K-1C-2C", "9K", "7K-7C-3C")
    deal = deal_of(*hands, calls="not_play not_play play", done="5K down 8K 7K 7C 8C down 1C")
    said = (
        "7 Sok was played face up. No opponent can have 9-8 Sok: player 2 kept no Sok above 5 when giving up a card to 5 Sok in round 1;"
        " player 3, privileged, led 7 Chen in round 2, which your 8 Chen could have beaten: it was not aged, so player 3 had no Sok then."
    )
    check(deal, 0, "6K", "7.7", said, (1, [1], "surrender"), (2, [3], "lead"))


def test_a_nine_comes_after_the_young_cards_of_its_suit() -> None:
    """§7.7  The example of the book: with 7G player 2 would have had to lead it before 9G."""
    deal = deal_of("8G-6G-4G-2K", "5G-9G-2C-1C", "7G", "3C-4C-5C-6C", done="4G 5G down 3C 9G down 4C down 2K")
    said = (
        "You hold 8 Gon yourself; 9 Gon was played face up. No opponent can have 7 Gon: player 3 kept no Gon above 5 when giving up a card"
        " to 5 Gon in round 1; player 2 led 9 Gon in round 2 and so had no Gon then that another could have beaten."
    )
    check(deal, 0, "6G", "7.7", said, (1, [3], "surrender"), (2, [1], "lead"))
    check(deal, 0, "8G", "7.3", "9 Gon was played face up.")


def test_the_lead_that_a_surrender_is_measured_by_is_named() -> None:
    """§11.2"""
    done = "6S 8S down 3C 7G down 4C 8G"
    deal = deal_of("7S-6S-8G", "8S-7G-2C", "9S", "3C-4C-5C", done=done, surrender_reference="lead")
    assert "to 8 Sip in round 1 (6 Sip had been led, §11.2); player 2" in deal.marks(0)["7S"]["reason"]["text"]["en"]


@pytest.mark.parametrize("players", GAME.seats)
def test_every_aged_card_has_its_reason(players: int) -> None:
    """§7, §12.3  In three languages; none for young cards; the facts are of others and of rounds that are over."""
    chance = random.Random(players)
    for seed in range(4):
        deal = ToldDeal.dealt(players, seed, **GAME.changed_options(random_ruleset(GAME, chance)))
        while deal.phase != "over":
            if deal.phase == "leading":
                for seat in range(players):
                    check_reasons(deal, seat)
            legal = deal.legal(GAME.to_act(deal.state))
            bold = [text for text in legal if text != "declare" and not text.startswith("down")]
            deal.tell(chance.choice(bold if bold and chance.random() < 0.5 else legal))


def check_reasons(deal: ToldDeal, seat: int) -> None:
    marks = deal.board(seat)["marks"]
    if marks is None:
        return
    observation = deal.observation(seat)
    assert sum(mark["aged"] for mark in marks) == int(observation.aged).bit_count()
    for mark in marks:
        reason = mark["reason"]
        assert (reason is not None) == mark["aged"]
        if reason:
            assert set(reason["text"]) == set(LANGUAGES)
            assert not any("{" in text or "None" in text for text in reason["text"].values())
            assert all(
                0 < fact["round"] <= int(observation.public.round_number) and seat not in fact["seats"]
                for fact in reason["facts"]
            )


def test_reasons_are_the_same_in_every_world() -> None:
    """§12.2, §12.3  They tell nothing that their reader does not know: cards that are dealt otherwise change no word."""
    chance = random.Random(3)
    for seed in range(4):
        deal = ToldDeal.dealt(4, seed)
        while deal.phase != "over":
            if deal.phase == "leading" and deal.public.round_number:
                check_every_world(deal, deal.asked[0])
            legal = deal.legal(GAME.to_act(deal.state))
            deal.tell(chance.choice([text for text in legal if text != "declare"]))


def check_every_world(deal: ToldDeal, seat: int) -> None:
    seen, other, world = GAME.new_observation(), GAME.new_observation(), GAME.new_state()
    GAME.observe(deal.state, deal.rules, seat, seen)
    GAME.sample_world(seen, deal.rules, seeded(deal.public.round_number), world)
    GAME.observe(world, deal.rules, seat, other)
    rules, aged = records.opened(deal.rules), int(records.opened(seen).aged)
    assert reasons_of(records.opened(other), rules, aged) == reasons_of(records.opened(seen), rules, aged)


def test_a_proof_asks_for_what_is_unseen_alone() -> None:
    """§7.1  Cards that are aged from the start need none."""
    deal = ToldDeal.dealt(4, 2)
    deal.tell("keep", "keep", "keep", "play")
    seat = deal.asked[0]
    reasons = reasons_of(deal.observation(seat), records.opened(deal.rules), int(deal.hand(seat) & AGED_FROM_THE_START))
    assert all(reason.section == "7.1" and not reason.facts for reason in reasons.values())
