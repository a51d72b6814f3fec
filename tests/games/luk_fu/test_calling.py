"""§4  Ng Fu Ha San, calling, and who is privileged."""

import pytest

from qipai.engine import records
from qipai.engine.seats import SPECTATOR
from qipai.games.luk_fu.seating import privileged_of
from tests.games.luk_fu.situations import DREAMER, GAME, at, dealt, playing, spell

TIGERS = "1S-1G-1K-1C-L"


def test_all_three_are_asked_together() -> None:
    """§4.1  Everybody is asked, so that the question tells nobody who holds what; the dreamer is not."""
    for holder in (0, 1, 3, None):
        situation = dealt({} if holder is None else {holder: TIGERS}, spare="K G C S" if holder is None else "C K G S")
        assert situation.asked == [0, 1, 3]
        assert situation.phase == "claiming"


def test_only_who_holds_the_five_can_claim() -> None:
    """§4.1  Four of them are not enough."""
    situation = dealt({0: "1S-1G-1K-1C", 1: "L"})
    assert [situation.legal(seat) for seat in (0, 1, 3)] == [["keep"]] * 3
    assert not situation.may("claim", seat=0)
    situation = dealt({3: TIGERS})
    assert [situation.legal(seat) for seat in (0, 1, 3)] == [["keep"], ["keep"], ["claim", "keep"]]


@pytest.mark.parametrize("order", [(0, 1, 3), (3, 0, 1), (1, 3, 0)])
def test_a_claim_wins_at_once(order: tuple[int, ...]) -> None:
    """§4.1, §10.5, §12.1  Whoever answers last: the deal is over, the five cards are shown, the dreamer's card is not (§3.2)."""
    situation = dealt({1: TIGERS})
    for seat in order:
        assert situation.phase == "claiming"
        situation.play("claim" if seat == 1 else "keep", seat=seat)
    assert (situation.phase, situation.ending, situation.public.winner) == ("over", "claimed", 1)
    assert spell(situation.public.revealed) == TIGERS
    assert situation.public.dreamt == 0
    assert situation.points() == [-4, 8, 0, -4]


def test_a_claim_is_secret_while_others_answer() -> None:
    """§4.1, §12.2  Nobody else sees who has claimed before all have answered."""
    claimed = dealt({0: TIGERS}).play("claim", seat=0)
    kept = dealt({0: TIGERS}).play("keep", seat=0)
    for seat in (1, DREAMER, 3, SPECTATOR):
        assert records.to_bytes(claimed.observation(seat)) == records.to_bytes(kept.observation(seat))
    assert records.to_plain(claimed.observation(0)).claims == 1


def test_who_keeps_silent_has_given_up_the_right() -> None:
    """§4.1, §11.1  In play the five are no meld; four of them are one, and Li Chen can be led."""
    situation = playing({0: TIGERS, 1: "9C"}, spare="K G S C", caller=1)
    assert "claim" not in situation.legal()
    assert not situation.may(TIGERS)
    assert situation.may("1S-1G-1K-1C")
    assert at("dealer=0 hands=L/2S/./3S keep keep keep play").legal() == ["L"]


def test_a_late_claim() -> None:
    """§11.1  Once more right after the dealer's call, whatever it was, and never again."""
    for call in ("play", "not_play"):
        situation = dealt({3: TIGERS}, ng_fu_late_claim="true").play("keep", "keep", "keep", call)
        assert (situation.phase, situation.asked) == ("claiming", [0, 1, 3])
        later = situation.copy().play("keep", "keep", "claim")
        assert (later.ending, later.public.winner, later.points()) == ("claimed", 3, [-4, -4, 0, 8])
        situation.play("keep", "keep", "keep")
        assert situation.phase == ("leading" if call == "play" else "calling")
        if call == "not_play":
            assert situation.seat == 1
            assert situation.play("not_play").phase == "calling"
    assert dealt({3: TIGERS}).play("keep", "keep", "keep", "play").phase == "leading"


def test_a_late_claim_makes_the_call_void() -> None:
    """§11.1, §10.5  Nobody is privileged: each pays for themselves, the dealer who called too."""
    situation = dealt({1: TIGERS}, ng_fu_late_claim="true").play("keep", "keep", "keep", "play", "keep", "claim", "keep")
    assert situation.points() == [-4, 8, 0, -4]


def test_three_players_are_never_asked() -> None:
    """§2.2, §11.1"""
    situation = dealt({}, players=3, ng_fu_late_claim="true")
    assert situation.phase == "calling"
    assert situation.play("not_play").phase == "calling"


@pytest.mark.parametrize(
    ("calls", "caller", "privileged"),
    [
        (("play",), 0, None),
        (("not_play", "play"), 1, 1),
        (("not_play", "not_play", "play"), 3, 3),
    ],
)
def test_the_first_who_calls_ends_the_calling(calls: tuple[str, ...], caller: int, privileged: int | None) -> None:
    """§4.2, §4.3, §6.1  A caller who is not the dealer is privileged; the dealer leads in any case."""
    situation = dealt({}).play("keep", "keep", "keep")
    for call in calls:
        assert (situation.phase, situation.legal()) == ("calling", ["play", "not_play"])
        situation.play(call)
    assert (situation.phase, situation.seat, situation.public.caller) == ("leading", 0, caller)
    assert privileged_of(records.opened(situation.state).public) == (-1 if privileged is None else privileged)


def test_nobody_calls() -> None:
    """§4.4, §10.7  Abandoned: no payments, however strong the hands."""
    situation = dealt({}).play("keep", "keep", "keep", "not_play", "not_play", "not_play")
    assert (situation.phase, situation.ending, situation.asked) == ("over", "abandoned", [])
    assert situation.points() == [0, 0, 0, 0]
    assert situation.public.dreamt == 0


def test_nobody_has_to_call() -> None:
    """§4.2  However strong the hand."""
    best = "9S-8S-7S-6S-5S-4S-3S-2S-1S-9G-8G-L"
    situation = dealt({0: best}).play("keep", "keep", "keep")
    assert situation.legal() == ["play", "not_play"]
    assert GAME.notation.format_action(GAME.default_action(situation.state, situation.rules, 0), None) == "not_play"
