"""Exercises: every game asks from many seeds, the answers agree with the rules by another road, and nothing hidden is told."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from qipai.bots.exercises import Exercise, find_exercise, make_exercise
from qipai.engine import records
from qipai.engine.chance import seeded
from qipai.engine.errors import LANGUAGES, IllegalAction, QipaiError
from qipai.engine.exercises import Scene
from qipai.engine.lessons import NUMBERED
from qipai.games import GAMES
from qipai.session.deal import Deal, Terms
from tests.reference.gan_deng_yan_rules import Rules as GanDengYanRules
from tests.reference.giog_rules import Rules as GiogRules
from tests.reference.luk_fu_rules import AGED_FROM_THE_START, read, superior

SEEDS = range(100, 112)
WORLDS = 5  # of the questions of a kind that are asked in another world too
KINDS = [(name, kind) for name, game in GAMES.items() for kind in game.puzzles]


@cache
def find(name: str, seed: int, kind: str) -> tuple[Exercise, Scene]:
    return find_exercise(GAMES[name], seed, kind)


@pytest.fixture(params=KINDS, ids="-".join)
def found(request: pytest.FixtureRequest) -> list[tuple[Exercise, Scene]]:
    name, kind = request.param
    made = []
    for seed in SEEDS:
        try:
            made.append(find(name, seed, kind))
        except QipaiError:
            assert kind in ("lead", "aged"), f"{name} has nothing to ask of kind {kind} from seed {seed}"
    assert len(made) > len(SEEDS) // 2
    return made


def test_every_game_asks_from_every_seed() -> None:
    for game in GAMES.values():
        assert make_exercise(game, 7) == make_exercise(game, 7)


def test_a_question_has_right_and_wrong_answers_in_three_languages(found: list[tuple[Exercise, Scene]]) -> None:
    for exercise, _ in found:
        sections = set(NUMBERED.findall(GAMES[exercise.game].book.read_text(encoding="utf-8")))
        rights = [answer.right for answer in exercise.answers]
        assert any(rights), exercise
        assert not all(rights), exercise
        assert exercise.several or sum(rights) == 1
        for answer in exercise.answers:
            assert answer.section in sections
            assert all(answer.why[language] and exercise.question[language] for language in LANGUAGES)


def test_how_an_answer_is_called_tells_nothing(found: list[tuple[Exercise, Scene]]) -> None:
    """Plays of several cards, or with a verb, all have a kind; single cards have none."""
    for exercise, scene in found if found[0][0].kind in ("lead", "follow") else ():
        for answer in exercise.answers:
            play = answer.text["en"]
            named = " " in play or "-" in play or "+" in play
            assert bool(answer.kind) == named, (play, answer.kind)
            assert not answer.kind or scene.game.words["kinds"][answer.kind]["en"]


def test_what_may_be_played_is_what_the_rules_let_a_table_play(found: list[tuple[Exercise, Scene]]) -> None:
    """Each play is put to a copy of the table; the refusal there is the explanation of the answer."""
    for exercise, scene in found:
        for answer in exercise.answers if exercise.kind in ("lead", "follow") else ():
            deal = table_of(exercise, scene)
            action = scene.game.notation.parse_action(answer.text["en"], records.opened(scene.rules))
            if answer.right:
                deal.check(exercise.seat, action)
                scene.game.apply_action(deal.state, scene.rules, exercise.seat, action)
                assert records.to_bytes(deal.state) != records.to_bytes(scene.state)
            else:
                with pytest.raises(IllegalAction) as refused:
                    deal.check(exercise.seat, action)
                assert refused.value.refusal.text == answer.why


def table_of(exercise: Exercise, scene: Scene) -> Deal:
    """A deal at the scene of an exercise; only its state matters for asking what is legal."""
    game = scene.game
    setup = game.setup(scene.rules, exercise.players)
    deal = Deal(Terms(game, game.ruleset(), scene.rules, exercise.players), setup, game.shuffled(scene.rules, setup, 1))
    deal.state = records.copy(scene.state)
    return deal


def test_a_question_tells_no_other_hand(found: list[tuple[Exercise, Scene]]) -> None:
    """Cards that are dealt or drawn are told to their owner, and a trick is told up to where its winner would be."""
    for exercise, _ in found:
        own: Counter[str] = Counter()
        for fact in exercise.told:
            if fact["event"] == "dealt":
                assert len(fact["cards"]) == fact["counts"][exercise.seat]
                own = Counter(fact["cards"])
            elif fact["event"] == "drew":
                assert "cards" not in fact or fact["seat"] == exercise.seat
                own += Counter(fact.get("cards", ()))
        assert Counter(exercise.hand) <= own
        if exercise.kind == "winner":
            assert exercise.told[-1]["event"] != "cleared"
            assert not any("best" in play for fact in exercise.told for play in (fact, *fact.get("plays", ())))


def last_trick(exercise: Exercise) -> list[Mapping[str, Any]]:
    """The facts since the trick before was cleared."""
    ends = [at for at, fact in enumerate(exercise.told) if fact["event"] == "cleared"]
    return list(exercise.told[ends[-1] + 1 if ends else 0 :])


def test_the_winner_of_a_round_of_luk_fu_is_that_of_the_reference() -> None:
    for seed in SEEDS:
        exercise, _ = find("luk_fu", seed, "winner")
        best: Any = None
        winner = None
        for fact in last_trick(exercise):
            if fact["event"] == "laid" and not fact.get("down") and (best is None or superior(read(fact["action"]), best)):
                best, winner = read(fact["action"]), fact["seat"]
        assert [answer.seat for answer in exercise.answers if answer.right] == [winner]


@pytest.mark.parametrize("name", ["giog", "jumapao", "daqiluo1", "zhihu"])
def test_the_winner_of_a_trick_of_pieces_is_that_of_the_reference(name: str) -> None:
    """Where the highest was laid once; equal ones are each game's own."""
    rules = GiogRules(name)
    decided = 0
    for seed in SEEDS:
        exercise, _ = find(name, seed, "winner")
        plays = next(fact["plays"] for fact in reversed(exercise.told) if fact["event"] == "revealed")
        made = {play["seat"]: rules.combination(play["cards"]) for play in plays}
        led = made[plays[0]["seat"]]
        assert led is not None
        counting = {seat: one.strength for seat, one in made.items() if one and one[:3] == led[:3]}
        highest = [seat for seat, strength in counting.items() if strength == max(counting.values())]
        if len(highest) == 1:
            decided += 1
            assert [answer.seat for answer in exercise.answers if answer.right] == highest
    assert decided


@pytest.mark.parametrize("name", ["gan_deng_yan", "dou_dizhu", "gou_ji"])
def test_who_leads_next_is_who_led_next(name: str) -> None:
    """The deal went on: whoever laid the next cards had the lead, as the rules of the table had it.  Two laid in each trick."""
    decided = 0
    for seed in SEEDS:
        exercise, scene = find(name, seed, "leader")
        laid = [fact["seat"] for fact in last_trick(exercise) if fact["event"] == "laid"]
        assert len(set(laid)) > 1
        assert exercise.told[-1]["event"] != "cleared"
        follows = [fact["seat"] for fact in scene.told[len(exercise.told) :] if fact["event"] == "laid"]
        [right] = [answer for answer in exercise.answers if answer.right]
        if follows:
            decided += 1
            assert right.seat == follows[0]
        if name != "gou_ji":  # nobody who is out can have the lead: the deal is over
            assert right.seat == laid[-1]
    assert decided


def test_a_winner_without_cards_leaves_the_lead_to_the_right() -> None:
    """§7.5 of Gou Ji, its example: B plays a 9 as the last card, C is out already, and D, E, F and A pass: D leads."""
    _, scene = find("gou_ji", SEEDS[0], "leader")
    told: list[Mapping[str, Any]] = [
        {"event": "laid", "seat": 0, "cards": ["8S"]},
        {"event": "laid", "seat": 1, "cards": ["9S"]},
        *({"event": "passed", "seat": seat} for seat in (3, 4, 5, 0)),
        {"event": "cleared", "seat": 1, "leader": 3},
        {"event": "wind", "seat": 3, "from": 1},
    ]
    asked = GAMES["gou_ji"].puzzles["leader"](scene._replace(told=told, seat=2))
    assert asked is not None
    assert {answer.seat: (answer.right, answer.section) for answer in asked.answers} == {
        0: (False, "7.3"),
        1: (False, "7.5"),
        3: (True, "7.5"),
        4: (False, "7.3"),
        5: (False, "7.3"),
    }
    assert [fact["event"] for fact in asked.told or ()][-1] == "passed"


def test_a_question_is_the_same_in_another_world(found: list[tuple[Exercise, Scene]]) -> None:
    """What the seat cannot see has no part in it: any other deal that agrees with what it knows raises the same question."""
    for exercise, scene in found[:WORLDS] if found[0][0].kind != "winner" else ():
        world = scene.game.new_state()
        scene.game.sample_world(scene.observation, scene.rules, seeded(exercise.seed), world)
        ask = scene.game.puzzles[exercise.kind]
        asked = [ask(scene._replace(state=state, random=seeded(1))) for state in (scene.state, world)]
        assert asked[0] is not None
        assert asked[0] == asked[1]


def test_what_follows_in_gan_deng_yan_is_what_follows_in_the_reference() -> None:
    rules = GanDengYanRules()
    for seed in SEEDS:
        exercise, _ = find("gan_deng_yan", seed, "follow")
        table = next(fact for fact in reversed(exercise.told) if fact["event"] == "laid")["action"]
        over = next(play for play in rules.plays(named(table)) if play.text == table)
        for answer in exercise.answers:
            play = next((play for play in rules.plays(named(answer.text["en"])) if play.text == answer.text["en"]), None)
            assert answer.right == bool(play and rules.follows(play.reading, over.reading)), (table, answer)


def named(play: str) -> list[str]:
    """The cards of a play: a joker that stands for a card is a joker."""
    return ["X" if "X" in card else card for card in play.split("-")]


def test_cards_aged_from_the_start_are_not_asked_about() -> None:
    for seed in SEEDS[:4]:
        exercise = make_exercise(GAMES["luk_fu"], seed, "aged")
        assert not {card for answer in exercise.answers for card in answer.cards} & set(AGED_FROM_THE_START)


def test_an_unknown_kind_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(QipaiError, match="no exercise 'riddle'; there is follow"):
        make_exercise(GAMES["dou_dizhu"], 1, "riddle")
