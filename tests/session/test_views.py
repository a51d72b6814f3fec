"""A view tells what a person in that chair may know, and nothing else."""

import re
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import GAN_DENG_YAN, GOU_JI
from qipai.session import Session, viewing
from qipai.session.differences import difference
from qipai.session.shuffles import read_shuffle, tell_shuffle

from .live import Live

FACE = re.compile(r'"((?:[2-9JQKA]|10)[SHDC]|[BR])"')


def test_no_face_is_told_that_its_reader_has_not_seen() -> None:
    """Every view and every message of whole deals, read as text."""
    for seed in range(3):
        random = Random(seed)
        live = Live(GAN_DENG_YAN, seats=4, deals=1, rules={"decks": "2", "announce_at": "3"})
        live.do(live.session.begin())
        laid: set[str] = set()
        own: dict[int | None, set[str]] = {seat: set() for seat in (None, *range(4))}
        shown = {seat: live.session.view(seat) for seat in own}
        while live.session.phase == "playing":
            for seat in own:
                if seat is not None and live.session.deal_now:
                    own[seat] |= {GAN_DENG_YAN.notation.format_card(card) for card in live.session.deal_now.hand(seat)}
                before, shown[seat] = shown[seat], live.session.view(seat)
                texts = [
                    msgspec.json.encode(shown[seat]),
                    msgspec.json.encode(difference(before, shown[seat])),
                    msgspec.json.encode(live.log[-1].seen_by(seat if seat is not None else -1)),
                ]
                told = {face for text in texts for face in FACE.findall(text.decode())}
                assert told <= laid | own[seat]
            entry = live.move(random)
            laid |= {face for fact in entry.facts if fact.event == "laid" for face in fact.public["cards"]}


def play(game: Game, order: records.Record, moves: list[tuple[int, str, list[str]]]) -> list[list[bytes]]:
    """What seats and spectators are sent while these moves are played over an order of the cards."""
    live = Live(game, seats=3, deals=1)
    sent: list[list[bytes]] = [[], [], [], []]
    shown = {viewer: live.session.view(viewer) for viewer in (0, 1, 2, None)}
    facts = live.session.begin(order)
    for seat, action, cards in [*moves, (0, "", [])]:
        entry = live.do(facts)
        for place, viewer in enumerate((0, 1, 2, None)):
            facts_seen = entry.seen_by(-1 if viewer is None else viewer)
            before, shown[viewer] = shown[viewer], live.session.view(viewer)
            changed = difference(before, shown[viewer])
            sent[place] += [msgspec.json.encode(part) for part in (shown[viewer], changed, facts_seen)]
        if action:
            facts = live.session.act(seat, action, cards)
    return sent


def test_hidden_cards_change_no_byte_of_what_is_sent() -> None:
    """The same moves over cards that were dealt otherwise where a seat cannot see them: it is sent the very same."""
    game = GAN_DENG_YAN
    for seed in range(4):
        random = Random(seed)
        session = Live(game, seats=3, deals=1).session
        order = game.shuffled(session.terms.rules, game.setup(session.terms.rules, 3), seed)  # type: ignore[union-attr]
        live = Live(game, seats=3, deals=1)
        live.do(live.session.begin(order))
        moves, seen = [], [set[str]() for _ in range(4)]
        for _ in range(25):
            assert live.session.deal_now
            for seat in range(3):
                seen[seat] |= {game.notation.format_card(card) for card in live.session.deal_now.hand(seat)}
            fact = live.move(random).facts[0]
            if live.session.phase != "playing":
                break
            moves.append((fact.public["seat"], fact.public["action"], fact.public.get("cards", [])))
        for seat in range(3):
            seen[seat] |= {game.notation.format_card(card) for card in live.session.deal_now.hand(seat)}
        laid = {face for _, _, cards in moves for face in cards}
        shuffle = tell_shuffle(game, 1, game.setup(session.terms.rules, 3), order)  # type: ignore[union-attr]
        true = play(game, order, moves)
        for place in range(4):
            faces = list(shuffle.hidden["order"])
            hidden = [at for at, face in enumerate(faces) if face not in seen[place] | laid]
            shuffled = random.sample(hidden, len(hidden))
            other = [faces[shuffled[hidden.index(at)]] if at in hidden else face for at, face in enumerate(faces)]
            assert other != faces
            redealt = read_shuffle(game, shuffle.__class__("shuffled", {}, hidden={**shuffle.hidden, "order": other}))[1]
            assert play(game, redealt, moves)[place] == true[place]


def test_spectators_see_no_hand_and_no_choices() -> None:
    live = Live(GAN_DENG_YAN, seats=3)
    live.do(live.session.begin())
    view = live.session.view(None)
    assert view.you is None
    assert view.deal is not None
    assert (view.deal.hand, view.deal.choices) == ([], [])
    assert sorted(seat.cards for seat in view.seats if seat.cards) == [5, 5, 6]


def test_choices_are_worked_out_once_a_decision() -> None:
    """A hand with four jokers has thousands: looking again, coming back or a new name at the table costs nothing."""
    worked = []
    telling = GAN_DENG_YAN.telling
    counted = SimpleNamespace(**vars(telling))
    counted.choices = lambda *given: worked.append(given) or telling.choices(*given)
    live = Live(replace(GAN_DENG_YAN, telling=counted), seats=3, deals=1).people("Ann", "Ben", "Cy")
    live.do(live.session.begin())
    for _ in range(4):
        worked.clear()
        seat = live.session.waiting()[0]
        before = live.session.view(seat).deal
        live.do(live.session.rename(seat, f"{live.session.seq}"))
        after = live.session.view(seat).deal
        assert before
        assert after
        assert before.choices == after.choices != []
        assert len(worked) == 1
        assert [choice.action for choice in after.choices] == [choice.action for choice in telling.choices(*worked[0])]
        live.do(live.session.act(seat, live.session.default_action(seat)))


def test_of_many_choices_the_cheapest_are_sent_and_every_one_may_be_asked_for_and_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = Live(GAN_DENG_YAN, seats=3)
    live.do(live.session.begin())
    (seat,) = live.session.waiting()
    every = live.session.view(seat).deal
    assert every
    assert not every.more
    monkeypatch.setattr(viewing, "MOST_CHOICES", len(every.choices) - 1)
    again = Session.fold(GAN_DENG_YAN, live.log)
    deal = again.view(seat).deal
    assert deal
    assert (deal.choices, deal.more) == (every.choices[:-1], True)
    dear = every.choices[-1]
    hand = deal.hand.copy()
    cards = [hand.pop(next(place for place, card in enumerate(hand) if card.kind == kind)).face for kind in dear.needs]
    explained = again.explain(seat, cards).actions
    assert dear.action in explained
    assert [choice.action for choice in again.view_choices(seat, explained)] == list(explained)
    assert dear in again.view_choices(seat, explained)
    assert again.act(seat, dear.action, cards)[0].public["action"] == dear.action


@pytest.mark.parametrize("game", [GAN_DENG_YAN, GOU_JI], ids=lambda game: game.name)
def test_whoever_is_asked_is_told_what_the_clock_would_do(game: Game) -> None:
    """One of the choices, and in a window nothing to those who can only say no; teams are as the game has them."""
    random = Random(5)
    live = Live(game, seats=game.seats[-1], deals=1)
    live.do(live.session.begin())
    players = range(game.seats[-1])
    for _ in range(60):
        session = live.session
        if session.phase != "playing":
            break
        for seat in (None, *players):
            view = session.view(seat)
            assert view.deal
            assert view.teams == list(game.teams(game.ruleset(), len(players)))
            asked = seat is not None and seat in session.deal_now.asked() and bool(view.deal.choices)  # type: ignore[union-attr]
            assert view.deal.default == (session.default_action(seat) if asked and seat is not None else None)
            assert view.deal.default is None or view.deal.default in [choice.action for choice in view.deal.choices]
        live.move(random)


def test_only_who_is_asked_has_choices_the_cheapest_first() -> None:
    live = Live(GAN_DENG_YAN, seats=3)
    live.do(live.session.begin())
    asked = live.session.waiting()
    views = [live.session.view(seat).deal for seat in range(3)]
    assert [seat for seat, deal in enumerate(views) if deal and deal.choices] == asked
    assert all(deal and deal.to_act == asked for deal in views)


def test_the_last_plays_lie_until_the_cards_are_cleared_and_the_finished_deal_stays() -> None:
    live = Live(GAN_DENG_YAN, seats=3, deals=2)
    live.do(live.session.begin())
    random, lying = Random(4), 0
    while live.session.phase == "playing":
        events = [fact.event for fact in live.move(random).facts]
        lying = 0 if "cleared" in events else lying + 1
        assert sum(seat.last is not None for seat in live.session.view(0).seats) == min(lying, 3)
    view = live.session.view(0)
    assert view.phase == "between"
    assert view.deal is not None
    assert view.deal.over
    assert view.deal.result is not None
    assert view.deal.result["points"] == view.scores[0]
    assert [seat.score for seat in view.seats] == view.scores[0]
    assert view.deal.log[-1]["event"] == "scored"
    lying = [seat.last for seat in view.seats if seat.last is not None]
    assert lying  # the winning play
    told = [{name: value for name, value in fact.items() if name != "seq"} for fact in view.deal.log]
    assert all(fact in told for fact in lying), "with the key of its sentence, as in the log"
    live.do(live.session.deal())
    view = live.session.view(0)
    assert view.deal is not None
    assert (view.deal.number, view.deal.result, len(view.deal.log)) == (2, None, 1)


def test_the_server_adds_what_no_log_knows() -> None:
    live = Live(GAN_DENG_YAN, seats=2)
    view = live.session.view(
        0, table="t1", code="AB12", watch="w", host=True, records=["r"], next_at=5, connected=[True, False]
    )
    assert (view.table, view.code, view.watch, view.host, view.records, view.next_at) == ("t1", "AB12", "w", True, ["r"], 5)
    assert [seat.connected for seat in view.seats] == [True, False]


def test_a_guests_key_is_told_to_nobody() -> None:
    live = Live(GAN_DENG_YAN, seats=2, host="key of the host").people("Ann")
    live.do(live.session.begin())
    for viewer in (None, 0, 1):
        told = [msgspec.json.encode(live.session.view(viewer))]
        told += [msgspec.json.encode(entry.seen_by(-1 if viewer is None else viewer)) for entry in live.log]
        assert b"guest of Ann" not in b"".join(told)
        assert b"key of the host" not in b"".join(told)
    again = Session.fold(GAN_DENG_YAN, live.log)
    assert (again.host, again.chairs[0].guest) == ("key of the host", "guest of Ann")
