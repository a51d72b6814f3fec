"""The board of Gou Ji as each seat sees it, and the choices that people are offered."""

import json
import random

import pytest

from qipai.engine.conformance import random_ruleset
from qipai.engine.seats import SPECTATOR
from tests.games.gou_ji.told import EVERYBODY, GAME, SEATS, ToldGame

SMALL = "hands=4-5-2/5-6/6-7/8-9/7-8/3-3 leader=0"
OWN = ("exposed", "shown", "tributes", "unseen")  # where the boards of two seats may differ, beside `seats`
LAST = "last=1/2/3/4/5/6"


@pytest.mark.parametrize("seed", range(4))
def test_all_see_the_same_table(seed: int) -> None:
    """§13.1, §13.2  Seats in their own order whoever looks, JSON values only, and no count but those that are told."""
    chance = random.Random(seed)
    game = ToldGame.dealt(seed, **GAME.changed_options(random_ruleset(GAME, chance)))
    while game.phase != "over":
        if chance.random() < 0.1:
            public = game.board()
            assert json.loads(json.dumps(public)) == public
            for seat in EVERYBODY:
                board = game.board(seat)
                assert [board[key] for key in board if key not in (*OWN, "seats")] == [
                    public[key] for key in public if key not in (*OWN, "seats")
                ]
                for other, place in enumerate(board["seats"]):
                    assert place["cards"] in (None, len(game.hand(other)))
                    assert seat != other or place["cards"] is not None
        seat = chance.choice(game.asked)
        game.act(seat, chance.choice(game.legal(seat)))


def test_before_the_play() -> None:
    """§2, §3, §4"""
    board = ToldGame("hands=3-3-4/3-3-8/6/8/7/9 phase=showing threes=S-S:20:S/H-H:19:H/./././. taker=2 kaipai=4").board(1)
    assert (board["phase"], board["window"], board["kind"], board["trick"]) == ("showing", True, "first", 0)
    assert (board["taker"], board["kaipai"], board["starter"], board["big_loser"]) == (2, 4, None, None)
    assert board["to_act"] == [0, 1, 2, 3, 4, 5]
    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    game.tell("1:play_on", "2:revolt", "3:play_on", "4:play_on", "5:play_on", "0:play_on", "0:plead")
    board = game.board(5)
    assert (board["phase"], board["window"], board["wish"], board["to_act"]) == ("pleading", False, 2, [4])
    assert game.chips(2)[-1] == "wish"
    game.tell("4:plead")
    assert game.board()["pleas"] == [0, 4]
    assert (game.chips(0)[-1], game.chips(4)[-1]) == ("pleads", "pleads")
    game.tell("revolt")
    assert game.board()["thrown_in"]


def test_answers_are_no_part_of_the_board() -> None:
    """§13.2  Of those who are asked together, nobody sees what another has answered."""
    position = "hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1"
    game, twin = ToldGame(position), ToldGame(position)
    game.tell("2:revolt")
    twin.tell("2:play_on")
    assert [game.board(seat) for seat in EVERYBODY] == [twin.board(seat) for seat in EVERYBODY]


def test_tribute() -> None:
    """§5.2 to §5.6, §13.2  Who owes whom, all see; the cards only those two."""
    game = ToldGame(f"hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9-2-B phase=liberating {LAST} taker=2")
    assert game.board()["last"] == [1, 2, 3, 4, 5, 6]
    owed = {"from": 5, "to": 0, "n": 2, "state": "owed", "given": None, "returned": None}
    assert game.board()["tributes"] == [{**owed, "from": 4, "to": 1, "n": 1}, owed]
    assert (game.chips(5), game.chips(4)) == (["big_loser", "few"], ["second_loser", "few"])
    game.tell("5:pay", "4:pay", "0:return 3-4", "1:return 8")
    returned = {**owed, "state": "returned"}
    assert game.board(2)["tributes"][1] == returned
    assert game.board(0)["tributes"][1] == {**returned, "given": ["2", "B"], "returned": ["3", "4"]}
    assert game.board(5)["tributes"][1] == game.board(0)["tributes"][1]
    assert game.board(4)["tributes"] == [
        {**owed, "from": 4, "to": 1, "n": 1, "state": "returned", "given": ["A"], "returned": ["8"]},
        returned,
    ]
    assert game.board()["starter"] == 5


def test_counts_are_printed_where_they_are_told() -> None:
    """§11.2, §13.3, §14.18"""
    hands = "hands=4-5-2/5-6/6-7/8-9/7-8/3-3-3-3-3-3-3-3-3-3-3 leader=0"
    game = ToldGame(hands)
    counts = [place["cards"] for place in game.board(1)["seats"]]
    assert counts == [None, 2, None, None, None, None]
    assert game.chips(5, 1)[-1] == "over_ten"
    assert "few" in game.chips(0, 1)
    game.tell("0:count 2", "0:count 4", "1:count 5")
    board = game.board(3)
    assert board["told"] == [None, None, "2", None, "2", "more"]
    assert [place["cards"] for place in board["seats"]] == [None, None, 2, 2, 2, None]
    assert not {"few", "over_ten"} & set(game.chips(2, 3))
    game.tell("4", "5", "6")
    assert (game.board(3)["told"][2], game.board(3)["seats"][2]["cards"]) == (None, None)
    game = ToldGame(f"counts_public=true {hands}")
    assert [place["cards"] for place in game.board()["seats"]] == [3, 2, 2, 2, 2, 11]
    assert "few" not in game.chips(0)


def test_open_hands() -> None:
    """§11.3, §11.4, §13.2  A shown hand is on the boards of the team mates only, an exposed one on all."""
    game = ToldGame(SMALL)
    game.tell("1:show_hand", "expose")
    for seat in EVERYBODY:
        board = game.board(seat)
        assert board["exposed"] == {"0": ["4", "5", "2"]}
        assert board["shown"] == ({"1": ["5", "6"]} if seat in (1, 3, 5) else {})
        assert board["seats"][1]["cards"] == (2 if seat in (1, 3, 5) else None)
        assert board["seats"][0]["cards"] == 3
    assert "exposed" in game.chips(0)
    game.tell("4", "5")
    assert (game.board(3)["shown"], game.board(2)["exposed"]) == ({"1": ["6"]}, {"0": ["5", "2"]})


def test_what_one_has_not_seen() -> None:
    """§13.1, §13.2  The pack, but for what was laid, one's own hand, and the hands that one sees."""
    game = ToldGame(SMALL)
    game.tell("1:show_hand", "expose")

    def unseen(observer: int) -> dict[str, int]:
        board = game.board(observer)
        return {rank: n for rank, n in zip(board["ranks"], board["unseen"], strict=True) if n}

    assert unseen(SPECTATOR) == {"3": 2, "5": 1, "6": 2, "7": 2, "8": 2, "9": 1}
    assert unseen(2) == {"3": 2, "5": 1, "6": 1, "7": 1, "8": 2, "9": 1}
    assert unseen(3) == {"3": 2, "6": 1, "7": 2, "8": 1}
    assert game.board()["wild"] == ["2", "B", "R"]
    game.tell("4", "5")
    assert unseen(2) == {"3": 2, "6": 1, "7": 1, "8": 2, "9": 1}


def test_the_dui_men_is_marked_on_ones_own_board() -> None:
    """§1.2"""
    game = ToldGame(SMALL)
    for observer in range(SEATS):
        assert [seat for seat in range(SEATS) if "dui_men" in game.chips(seat, observer)] == [(observer + 3) % SEATS]
    assert not any("dui_men" in game.chips(seat) for seat in range(SEATS))


def test_a_trick_as_it_lies() -> None:
    """§6.5, §7.2, §7.3"""
    game = ToldGame("hands=4-5-5/6-6-7/3/8/7/9-9-9 leader=0")
    game.tell("5-5", "6-6", "pass")
    board = game.board()
    assert (board["phase"], board["mode"], board["to_act"], board["owner"], board["leader"]) == (
        "following",
        "normal",
        [3],
        1,
        0,
    )
    assert board["best"] == {"cards": ["6", "6"], "high": False, "kind": "several"}
    assert (board["passed"], board["played"][:2], board["duel"], board["shao"]) == ([2], [["5", "5"], ["6", "6"]], None, None)
    assert game.chips(2) == ["passed", "few"]


def test_duel_and_shao_pai() -> None:
    """§8.1, §9.1, §9.3, §9.4"""
    game = ToldGame("hands=4-K-K-9/5-8-A-A-R/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K")
    board = game.board()
    assert (board["phase"], board["window"], board["mode"], board["duel"]) == (
        "window",
        True,
        "duel",
        {"starter": 0, "defender": 3},
    )
    assert (board["to_act"], board["candidates"], board["best"]["high"]) == ([1, 5], [1, 5], True)
    assert ("duel_starter" in game.chips(0), "duel_defender" in game.chips(3)) == (True, True)
    game.tell("1:shao A-A", "5:no_shao")
    board = game.board()
    assert (board["mode"], board["duel"], board["shao"]) == ("shao", None, {"declarer": 1, "starter": 0, "first": True})
    assert "runner" in game.chips(1)
    game.tell("pass", "pass", "pass", "pass", "pass")
    board = game.board()
    assert (board["mode"], board["shao"]) == ("run", {"declarer": 1, "starter": None, "first": False})
    assert [choice.action for choice in game.choices(1) if choice.needs] == ["5-R", "8-R"]


def test_who_is_out() -> None:
    """§7.4, §8.4, §10.1 to §10.4"""
    game = ToldGame("hands=4/5/6-7/8-9/7-8/9-9 leader=0")
    game.tell("4")
    board = game.board()
    assert (board["places"], board["headless"], board["endgame"]) == ([1, None, None, None, None, None], [3], None)
    assert board["seats"][0] == {
        "cards": 0,
        "chips": [{"chip": "kaipai"}, {"chip": "taker"}, {"chip": "starter"}, {"chip": "place", "n": 1}],
    }
    game.tell("5")
    board = game.board()
    assert (board["phase"], board["endgame"], board["blocks"], board["candidates"]) == ("ordering", "alternating", None, [2, 4])
    game = ToldGame("hands=4/5-5/6/8-9/7-8/9-9 leader=0")
    game.tell("4", "pass", "6")
    assert (game.board()["endgame"], game.board()["blocks"]) == ("blocks", [[1, 3, 5], [4]])


def test_a_penalised_hand_is_seen_by_nobody() -> None:
    """§9.7, §13.2"""
    game = ToldGame("hands=4-K-K-9/5-6-8-A-A/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K", "1:shao A-A", "5:no_shao", "pass", "pass", "pass", "pass", "pass")
    board = game.board(3)
    assert (board["penalised"], board["places"][1], board["seats"][1]["cards"]) == ([1], 6, 0)
    assert "penalised" in game.chips(1)


def test_questions() -> None:
    """§11.1, §14.10, §14.19, §14.20  Who asks, and who is asked."""
    game = ToldGame("hands=5-6-6-K-R/3/4/9-2/A/8 leader=0")
    game.tell("5", "pass", "pass", "9", "0:rang")
    assert [game.board()[key] for key in ("phase", "asker", "asked", "to_act")] == ["holding", 0, 4, [4]]
    game = ToldGame(f"infringement=big_loser {SMALL}")
    game.tell("0:count 2")
    assert [game.board()[key] for key in ("phase", "asker", "asked", "to_act")] == ["telling", 0, 2, [2]]
    game = ToldGame("wind_protocol=request hands=9/10-J/6-7/8-9/7-8/3-3 leader=0")
    game.tell("9", "ask_wind")
    assert [game.board()[key] for key in ("phase", "asker", "asked")] == ["following", 1, 2]
    game = ToldGame("misplay=correct hands=7-7-4/Q-Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    game.tell("7-7", "Q-Q-Q")
    assert [game.board()[key] for key in ("phase", "tried", "to_act")] == ["correcting", ["Q", "Q", "Q"], [1]]


def test_what_is_asked() -> None:
    """§4.3, §8.2, §9.3, §9.4, §11.1, §14.8, §14.10  The question in the words of the moment, with its § and who asks it."""

    def asks(game: ToldGame) -> tuple[str, str, int | None]:
        found = game.board()["asks"]
        assert {found["what"], f"{found['what']}_own"} & set(GAME.words["board"])
        return found["what"], found["section"], found["name"]

    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    assert asks(game) == ("revolution", "4.1", None)
    game.tell("1:play_on", "2:revolt", "3:play_on", "4:play_on", "5:play_on", "0:play_on")
    assert asks(game) == ("plea_asked", "4.3", 2)
    game = ToldGame("hands=4-K-K-9/5-8-A-A-R/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    assert asks(game) == ("leading", "7.1", None)
    game.tell("K-K")
    assert asks(game) == ("window", "9.1", None)
    game.tell("1:no_shao", "5:no_shao")
    assert asks(game) == ("answering_duel", "8.2", None)
    game = ToldGame("hands=4-K-K-9/5-8-A-A-R/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K", "1:shao A-A", "5:no_shao")
    assert asks(game) == ("answering_shao", "9.3", None)
    game.tell("pass", "pass", "pass", "pass", "pass")
    assert asks(game) == ("running", "9.4", None)
    game = ToldGame("hands=5-6-6-K-R/3/4/9-2/A/8 leader=0")
    game.tell("5", "pass", "pass", "9", "0:rang")
    assert asks(game) == ("rang_asked", "11.1", 0)
    game = ToldGame("wind_protocol=request hands=9/10-J/6-7/8-9/7-8/3-3 leader=0")
    game.tell("9", "ask_wind")
    assert asks(game) == ("answering_wind", "14.10", 1)
    game = ToldGame("order_protocol=vote hands=4/5/6-7/8-9/7-8/9-9 leader=0")
    game.tell("4", "5")
    assert asks(game) == ("voting", "14.8", None)


# -- choices


def test_cheap_sets_come_first() -> None:
    """§7.1  Without wild cards, whole ranks, low ranks; then 2s, Blacks and Reds."""
    game = ToldGame("hands=3-5-5-2-B-R/6/7/8/9/10 leader=0")
    texts = [choice.action for choice in game.choices(0)]
    assert texts[:7] == ["3", "5-5", "5", "3-2", "5-5-2", "2", "5-2"]
    assert texts.index("2") < texts.index("B") < texts.index("R") < texts.index("2-R")
    game.tell("3")
    assert [choice.action for choice in game.choices(1)][:2] == ["6", "pass"]


def test_choices_of_whole_hands() -> None:
    """§7.1  Of thousands of leads the first 300 hold every rank alone, and all that takes no cards."""
    hand = "3-3-3-4-4-5-5-6-6-7-7-8-8-9-9-10-10-J-J-Q-K-A-A-2-2-2-2-2-2-2-2-B-B-R-R-R"
    game = ToldGame(f"hands={hand}/6-7/7-8/8-9/9-10/10-J leader=0")
    choices = game.choices(0)
    first = choices[:300]
    assert len(choices) > 2000
    assert {choice.spells[0] for choice in first if len(set(choice.spells)) == 1} == set(
        "3 4 5 6 7 8 9 10 J Q K A 2 B R".split()
    )
    assert {choice.action for choice in choices if not choice.needs} == {choice.action for choice in first if not choice.needs}
    assert {choice.action for choice in first if not choice.needs} == {f"count {seat}" for seat in (2, 3, 4)}


def test_the_final_set_of_a_run_comes_first() -> None:
    """§9.2, §9.4  So do declarations that are not false."""
    game = ToldGame("hands=4-K-K-9/5-5-8-A-A-2-2-B/6/8-8-B/7-7-A-A/4-9-A-A leader=0")
    game.tell("K-K")
    texts = [choice.action for choice in game.choices(1)]
    assert texts[0] == "shao A-A"
    assert texts[-1] == "no_shao"
    game.tell("1:shao A-A", "5:no_shao", "pass", "pass", "pass", "pass", "pass", "8-B", "pass", "pass", "pass", "pass", "pass")
    assert next(choice.action for choice in game.choices(1)) == "5-5-2-2"


def test_what_choices_need() -> None:
    """§5.6, §8.2, §9.1  The cards that they take, by rank; passing in a duel is clearing."""
    game = ToldGame("hands=4-K-K-9/5-8-A-A/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    assert next((choice.needs, choice.kind, choice.spells) for choice in game.choices(0) if choice.action == "K-K") == (
        ("K", "K"),
        "several",
        ("K", "K"),
    )
    game.tell("K-K")
    assert next((choice.needs, choice.kind) for choice in game.choices(1) if choice.action == "shao A-A") == (
        ("A", "A"),
        "shao",
    )
    game.tell("1:no_shao", "5:no_shao")
    kinds = {choice.action: choice.kind for choice in game.choices(3)}
    assert (kinds["2-2"], kinds["pass"]) == ("wild", "clear")
    game = ToldGame(f"hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9-2-B phase=liberating {LAST} taker=2")
    game.tell("5:pay", "4:pay")
    assert game.choices(0)[0][:3] == ("return 3-4", ("3", "4"), "return")
    assert GAME.telling.name_kind(GAME.notation.parse_card("10H"), game.rules) == "10"


def says(game: ToldGame, seat: int, action: str) -> list[dict[str, object]]:
    return [dict(one) for choice in game.choices(seat) if choice.action == action for one in choice.says]


def test_what_there_is_to_know_of_a_set() -> None:
    """§6.4, §6.5, §8.1  That it is of Gou Ji level, and who alone may answer; that nothing beats it."""
    game = ToldGame("hands=4-K-K-9/5-8-A-A/6/8-8-B-2-2/7-7-A-A/4-9-A-A-R leader=0")
    assert [says(game, 0, text) for text in ("4", "K")] == [[], []]
    assert says(game, 0, "K-K") == [{"say": "high"}, {"say": "duel", "to": 3}]
    game.tell("K-K", "1:no_shao", "5:no_shao")
    assert says(game, 3, "2-2") == []  # that duel is on
    game = ToldGame("hands=4/5-8/6-7/A-A-8/7-7/4-9-R leader=0")
    game.tell("4")
    game.tell("pass", "pass", "pass", "pass")
    assert (game.asked, says(game, 5, "R")) == ([5], [{"say": "red"}])
    game = ToldGame("hands=./5-8/6-7/A-A-8/7-7/4-9 leader=3")
    assert says(game, 3, "A-A") == [{"say": "high"}]  # the Dui Men is out


@pytest.mark.parametrize("seed", range(3))
def test_duels_begin_when_it_was_said(seed: int) -> None:
    """§8.1, §9.5, §14.7  Under any house rules; a game that ends begins nothing."""
    chance = random.Random(seed)
    for number in range(2):
        game = ToldGame.dealt(10 * seed + number, **GAME.changed_options(random_ruleset(GAME, chance)))
        while game.phase != "over":
            seat = chance.choice(game.asked)
            sets = [
                choice for choice in game.choices(seat) if choice.needs and not choice.action.startswith(("shao", "return"))
            ]
            picked = chance.choice(sets) if sets else None
            facts = game.act(seat, picked.action if picked else chance.choice(game.legal(seat)))
            if picked and facts[0].event == "laid" and game.phase != "over":
                assert any(one["say"] == "duel" for one in picked.says) == any(fact.event == "duel" for fact in facts)


def test_what_there_is_to_know_of_a_declaration() -> None:
    """§9.2, §9.6, §9.7  What the hand is afterwards and what the run needs; that it would be false; that it is the whole hand."""
    game = ToldGame("hands=4-K-K-9/5-5-8-A-A-2-2-B/6/8-8-B/A-A/4-9-A-A leader=0")
    game.tell("K-K")
    assert says(game, 1, "shao A-A") == [{"say": "rest", "ranks": 2, "jokers": 1, "needed": 1}]
    assert says(game, 1, "shao 2-B") == [{"say": "rest", "ranks": 3, "jokers": 0, "needed": 2}, {"say": "false"}]
    game = ToldGame("shao_allow_single=true hands=4-K-K-9/A-A/6/8-8-B/A-A/4-9-A-A leader=0")
    game.tell("K-K")
    assert says(game, 1, "shao A-A") == [{"say": "alone"}]


def test_wrong_numbers_of_cards_come_last() -> None:
    """§14.19"""
    game = ToldGame("misplay=correct hands=7-7-4/Q-Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    game.tell("7-7")
    texts = [choice.action for choice in game.choices(1)]
    assert texts[0] == "Q-Q"
    assert set(texts[1:4]) == {"4", "Q", "Q-Q-Q"}


def test_spectators_have_a_board() -> None:
    assert len(ToldGame(SMALL).board(SPECTATOR)["seats"]) == SEATS


TABLE = ("+4", "+2", "0", "0", "−2", "−4")  # §12.1 by places


@pytest.mark.parametrize("places", [(1, 2, 4, 3, 6, 5), (1, 6, 3, 4, 5, 2), (6, 1, 4, 2, 5, 3)])
def test_what_each_place_is_worth(places: tuple[int, ...]) -> None:
    """§12.1  Each place with its points by the table of the book, and the sum of each team in the order of its places."""
    worth = [int(points.replace("−", "-")) for points in TABLE]
    hands = "/".join("9" if place == 6 else "." for place in places)
    game = ToldGame(f"hands={hands} places={'/'.join(map(str, places))} phase=over ending=played")
    for seat in (*EVERYBODY, SPECTATOR):
        told = game.board(seat)["settlement"]
        assert told["worth"] == [worth[place - 1] for place in places]
        for team, one in enumerate(told["teams"]):
            addends = [worth[place - 1] for place in sorted(places[team::2])]
            expected = {
                "team": team,
                "addends": addends,
                "times": 1,
                "points": sum(addends),
                "section": "12.1",
                "noted": sum(addends),
            }
            assert one == expected
        assert told["tribute"] == "5.2"


def test_how_a_sweep_is_reckoned() -> None:
    """§12.2, §14.21, §14.23, §4.4  Twice the sum; without places to play for, what the others gain; nothing of it before the end."""
    swept = "hands=./9/./9/./9 places=1/./2/./3/. phase=over ending=sweep"
    first, second = ToldGame(swept).board()["settlement"]["teams"]
    assert (first["addends"], first["times"], first["points"], first["section"]) == ([4, 2, 0], 2, 12, "12.2")
    assert (second["addends"], second["points"]) == ([], -12)
    assert ToldGame(swept).board()["settlement"]["worth"] == [4, None, 2, None, 0, None]
    second = ToldGame("stop_on_sweep=false hands=./././././9 places=1/4/2/5/3/6 phase=over ending=sweep").board()["settlement"][
        "teams"
    ][1]
    assert (second["addends"], second["times"], second["points"]) == ([0, -2, -4], 2, -12)
    first, second = ToldGame(f"score_record=winner_only {swept}").board()["settlement"]["teams"]
    assert "noted_section" not in first
    assert (second["points"], second["noted"], second["noted_section"]) == (-12, 0, "14.23")
    called_off = ToldGame("hands=3/4/5/6/7/8 phase=over ending=thrown_in").board()["settlement"]
    assert (called_off["worth"], called_off["teams"], called_off["tribute"]) == ([None] * 6, [], "5.7")
    assert "settlement" not in ToldGame(SMALL).board()
