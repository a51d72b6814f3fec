"""The reference of the Giog family, section by section of the rule book."""

import pytest

from tests.reference.giog import Table
from tests.reference.giog_distribution import Distribution, Lots, first_by_dice, order_of_stacks, rows_of
from tests.reference.giog_evidence import World, doubt
from tests.reference.giog_rules import Rules


def sharing(game, players=4, lots=None, **stacks):
    """A distribution with these bottom pieces, `s5="rG"`, among pieces that nobody looks at."""
    rules = Rules(game, None, players)
    order = ["??"] * len(rules.pack())
    for name, piece in stacks.items():
        order[2 * int(name[1:]) - 2] = piece
    return Distribution(rules, order, lots or Lots(dice=[0] * players))


def answered(distribution, *answers):
    for answer in answers:
        seat, text = answer.split(":")
        assert distribution.asked == int(seat)
        assert text in distribution.choices
        distribution.answer(text)
    return distribution


def table_of(game, hands, leader=0, trick=2, options=None, priority=None):
    """A table in the middle of a deal, with these hands."""
    hands = [hand.split("-") for hand in hands]
    table = Table(game, options, len(hands), Rules(game, None, len(hands)).pack(), Lots(dice=[0] * len(hands)))
    table.distribution.asked = None
    table.distribution.priority = priority or list(range(len(hands)))
    table.hands = hands
    table.trick = trick - 1
    table._begin_trick(leader)
    return table


def laid(table, *texts):
    """Lets those who are asked say these, in turn."""
    for text in texts:
        seat = table.pending()[0]
        assert text in table.legal(seat)
        table.play(seat, text)
    return table


def test_three_rows_and_the_long_one():  # §3.1, §11.2
    assert [len(row) for row in rows_of(3, 1)] == [5, 6, 5]
    assert rows_of(3, 0)[1] == [7, 8, 9, 10, 11]
    chosen = Distribution(Rules("giog", {"long_row": "3"}, 3), ["??"] * 32, Lots(long_row=0))
    assert len(chosen.rows[2]) == 6


def test_nobody_turns_up_a_stack_of_the_own_row_or_one_chosen_before():  # §3.2
    distribution = sharing("giog", lots=Lots(2), s1="rG")
    assert (distribution.asked, len(distribution.choices)) == (2, 12)
    answered(distribution, "2:turn 1")
    assert distribution.asked == 3
    assert not {"turn 1", "turn 13"} & distribution.choices


def test_equal_pieces_are_decided_among_the_equal_only():  # §3.3
    distribution = sharing("giog", s5="rE", s9="bH", s13="bP", s1="bH", s6="rG", s2="bP")
    answered(distribution, "0:turn 5", "1:turn 9", "2:turn 13", "3:turn 1", "1:turn 2", "3:turn 6")
    assert distribution.priority == [0, 3, 1, 2]


def test_two_pairs_of_equals_turn_up_in_the_same_sequence():  # §3.3
    distribution = sharing("giog", lots=Lots(1), s5="rE", s9="bH", s13="rE", s1="bH", s6="rP", s2="bP", s7="bC", s10="rC")
    answered(distribution, "1:turn 9", "2:turn 13", "3:turn 1", "0:turn 5")
    answered(distribution, "1:turn 10", "2:turn 2", "3:turn 7", "0:turn 6")
    assert distribution.priority == [0, 2, 1, 3]


def test_without_a_stack_left_the_turn_decides():  # §3.3
    order = ["rP"] * 32
    distribution = Distribution(Rules("giog", None, 2), order, Lots(1))
    for _ in range(16):
        answered(distribution, f"{distribution.asked}:{min(distribution.choices)}")
    assert distribution.priority == [1, 0]


def test_whoever_has_no_stack_comes_after_the_equals_who_had_one():  # §3.3
    distribution = Distribution(Rules("giog", None, 3), ["rP"] * 32, Lots(1, 1))  # rows 1 to 5, 6 to 11, 12 to 16
    for round_ in range(5):
        answered(distribution, f"1:turn {12 + round_}", f"2:turn {1 + round_}", f"0:turn {6 + round_}")
    assert (distribution.asked, distribution.choices) == (2, {"turn 11"})
    answered(distribution, "2:turn 11", "2:take 1")
    assert distribution.priority == [2, 1, 0]


def test_what_is_left_over_may_have_been_seen():  # §3.4, §3.5
    distribution = sharing("giog", 2, s9="rG", s8="bH")
    answered(distribution, "0:turn 9", "1:turn 8", "0:take 1")
    assert (distribution.seen, distribution.unused_seen) == ([["rG"], ["bH"]], [])
    distribution = sharing("giog", 2, s13="rG", s8="bH")
    answered(distribution, "0:turn 13", "1:turn 8", "0:take 1")
    assert (distribution.unused_seen, len(distribution.unused)) == (["rG"], 8)


def test_the_opener_of_the_circle():  # §3.6, §3.7
    order = ["bP", "bP", *["??"] * 30]
    distribution = Distribution(Rules("jumapao", None, 3), order, Lots(2))
    answered(distribution, "2:turn 1")
    assert (distribution.first, distribution.asked) == (0, 1)  # 16 counted from seat 0
    assert distribution.choices == {"take 2", "take 16"}
    answered(distribution, "1:take 16")
    assert [stack for stack, seat in distribution.stacks.taker.items() if seat == 0] == [1, 14, 11, 8, 5]
    assert len(distribution.unused) == 2


def test_the_winner_opens_and_of_several_the_first_after_the_old_opener():  # §3.6
    table = laid(table_of("jumapao", ["rP", "rR", "bP", "bP"]), "rP", "rR", "bP", "bP")
    assert openers_after(table) == [1, 1, 1, 1]
    table.captured = [8, 8, 0, 8]
    assert openers_after(table) == [1, 3, 3, 0]


def openers_after(table):
    """Who opens next, by who opened."""
    found = []
    for opener in range(table.players):
        table.distribution.lots = Lots(opener)
        found.append(table.next_opener())
    return found


def test_the_circle_of_sang_krip():  # §3.8
    distribution = answered(sharing("sangkrip", 3, Lots(1)), "1:take 1", "2:take 16")
    assert [len(hand) for hand in distribution.hands] == [8, 8, 8]
    assert len(distribution.unused) == 8


def test_the_highest_die_thrown_first():  # §3.9
    assert first_by_dice(Lots(2, 0, [5, 3, 1, 5]), 4) == 3


def test_an_equal_highest_goes_to_the_leader_or_by_priority():  # §6.3
    table = table_of("giog", ["bA-rC", "rC-rC", "bA-rC", "bH-rC"], leader=1, priority=[2, 3, 0, 1])
    assert laid(table, "rC", "bA", "bH", "bA").leader == 2
    table = table_of("giog", ["rR-bP", "rR-bP", "bA-bA", "bA-bA"], leader=1, priority=[0, 1, 2, 3])
    assert laid(table, "rR", "bA", "bA", "rR").leader == 2


def test_a_tied_trick_is_set_aside():  # §6.4, §6.5
    table = table_of("jumapao", ["rR-bP", "rP-bP", "rR-rC", "rH-bC"])
    laid(table, "rR", "rP", "rR", "rH")
    assert (table.pot, table.leader, table.trick) == (4, 0, 3)
    laid(table, "bP", "bP", "rC", "bC")
    assert (table.pot, table.captured, table.over) == (0, [0, 0, 8, 0], True)


def test_an_avoidable_general_is_illegal():  # §9.1
    table = table_of("giog", ["rG-rA-rE", "bG-rP-rP", "rC-rC-rP"])
    assert table.legal(0) == {"rG", "rA", "rE"}  # the noble would be the last trick
    table = table_of("giog", ["rG-rA-rE", "bG-rP-rP", "rC-rC-rP"], trick=1)
    assert laid(table, "rA").legal(1) == {"rP"}


def test_a_forced_general_is_beheaded_and_may_win():  # §9.2, §9.3
    table = table_of("giog", ["rP", "rG", "rC"])
    laid(table, "rP", "rG", "rC")
    assert (table.captured, table.points(), table.offenders) == ([0, 3, 0], [20, 20, 20], {1})


def test_with_penalty_a_general_may_always_be_laid():  # §11.1
    table = table_of("giog", ["rG-rA-rE", "bG-rP-rP", "rC-rC-rP"], options={"general_rule": "penalty"})
    assert "rG-rA-rE" in table.legal(0)
    laid(table, "rG-rA-rE", "bG-rP-rP", "rC-rC-rP")
    assert (table.offenders, table.points()) == ({0, 1}, [20, 20, 20])


def test_only_what_beats_the_best_is_exposed():  # §7.2, §7.3
    table = laid(table_of("sangkrip", ["rC-rP", "bA-rP", "bA-rP", "rH-rP"]), "rC", "bA", "bA", "rH")
    assert table.leader == 1
    assert [lies.seen for lies in table.decided[0].laid.values()] == [True, True, False, False]


def test_a_void_general_loses_to_any_single_piece():  # §11.1
    void = {"general_rule": "void"}
    table = laid(table_of("sangkrip", ["rG", "bP", "rP", "bP"], options=void), "rG", "bP", "rP", "bP")
    assert (table.decided[-1].winner, table.offenders) == (2, {0})
    table = laid(table_of("sangkrip", ["rG", "bG"], leader=1, options=void), "bG", "rG")
    assert table.decided[-1].winner == 0
    assert table.points() == [2 - 8, -8]


def test_the_offenders_pieces_go_to_the_last_winner_or_the_next_without_offence():  # §9.4
    rules = Rules("sangkrip")
    assert Rules("sangkrip", players=3).score([12, 6, 6], {0}, 0, []) == [-8, 10, -2]
    assert rules.score([10, 6, 8, 8], {0}, 2, []) == [-8, -2, 10, 0]
    assert rules.score([10, 6, 8, 8], {0, 1}, 0, []) == [-8, -8, 16, 0]
    assert Rules("sangkrip", players=2).score([10, 6], {0, 1}, 0, []) == [0, 0]


def test_concealing():  # §11.5, §7.5
    table = table_of("sangkrip", ["rC-rP", "bA-rP", "rP-rP"], options={"may_conceal": "true"})
    laid(table, "rC", "bA", "rP")
    assert table.legal(1) == {"expose", "conceal"}
    laid(table, "conceal")
    assert table.legal(2) == {"conceal"}
    assert laid(table, "conceal").leader == 0
    table = table_of("sangkrip", ["rG", "rP", "bP"], options={"may_conceal": "true", "general_rule": "void"})
    assert laid(table, "rG", "rP", "bP", "conceal", "conceal").decided[-1].winner == 1  # §11.1


def test_a_concealed_general_is_known_when_the_trick_is_over():  # §12.1
    table = table_of("sangkrip", ["rC", "bG", "rP"], options={"general_rule": "penalty", "may_conceal": "true"})
    laid(table, "rC", "bG", "rP", "conceal")
    assert table.beheaded_openly() == []
    assert laid(table, "conceal").beheaded_openly() == [1]


def test_what_cannot_have_been_led_is_doubted():  # §9.2, §12.4
    table = laid(table_of("giog", ["rR-rH-rC", "rG-rA-rE", "bP-bP-bP"]), "rR-rH-rC")
    assert doubt(table, 2, World([[], ["rR", "rH", "rC"], ["bP"] * 3], {0: ["rG", "rA", "rE"]})) is not None
    table = laid(table_of("giog", ["rR-bP", "rG-rA", "bP-bP"]), "rR")
    assert doubt(table, 2, World([["bP"], ["rR", "rA"], ["bP"] * 2], {0: ["rG"]})) is None
    assert doubt(table, 2, World([["bP"], ["rR", "rA"], ["bP", "rA"]], {0: ["rG"]})) is not None


def test_black_over_red_where_it_is_played():  # §11.4
    rules = Rules("sangkrip", {"gpp_black_beats_red": "true"})

    def beats(play, best):
        return rules.beats(rules.combination(play.split("-")), rules.combination(best.split("-")))

    assert beats("bG-bA-bA-bC-bC", "rG-rE-rE-rC-rC")
    assert not beats("bG-bA-bA-bC-bC", "rG-rA-rA-rC-rC")
    assert not beats("bG-bA-bA-bC-bC", "rG-rE-rE-rH-rH")
    assert beats("rG-rA-rA-rC-rC", "bG-bA-bA-bC-bC")


def test_two_pairs_of_pawns():  # §11.3
    assert Rules("sangkrip").combination("rG rP rP rP rP".split()).kind == "gpp"
    assert Rules("sangkrip", {"gpp_double_pawn_pairs": "false"}).combination("rG rP rP rP rP".split()) is None


def test_equal_or_higher_goes_on_top_and_all_else_under_the_pile():  # §8.2, §8.3, §11.6
    table = laid(table_of("daqiluo2", ["rC-rP", "bA-rP", "rA-rP"]), "rC")
    assert table.legal(1) == {"bA", "rP"}
    free = laid(table_of("daqiluo2", ["rC-rP", "bA-rP", "rA-rP"], options={"must_show": "false"}), "rC")
    assert free.legal(1) == {"bA", "rP", "under bA"}
    laid(free, "under bA", "rP")
    assert (free.leader, free.decided[0].laid[1].seen) == (0, False)


def test_the_last_trick_won_with_a_general():  # §10.4
    table = laid(table_of("daqiluo2", ["rG", "rP", "rP"]), "rG", "rP", "rP")
    assert table.points() == [3 - 10 + 4, -12, -12]


def test_groups():  # §4.11
    table = laid(table_of("zhihu", ["bC-bP", "rG-bP", "bH-bP", "rP-bP"]), "bC", "rG", "bH", "rP")
    assert table.leader == 2


def test_banned_pieces_cannot_win_the_first_trick():  # §9.5, §11.8
    table = laid(table_of("tamcuc", ["rA-bP", "rG-bP", "rE-bP", "rC-bP"], trick=1), "rA", "rG", "rE", "rC")
    assert table.legal(1) == {"conceal"}
    laid(table, "conceal")
    assert table.legal(2) == {"expose", "conceal"}
    assert laid(table, "conceal", "conceal").leader == 0
    three = Rules("tamcuc", None, 3)
    assert three.is_banned(["rE"], first_trick=True)
    assert not three.is_banned(["rE"], first_trick=False)
    assert not Rules("tamcuc", {"first_trick_ban": "none"}, 3).is_banned(["rG"], first_trick=True)


def test_the_pieces_of_three_at_tam_cuc():  # §11.9
    assert len(Rules("tamcuc", {"tamcuc_three": "27"}, 3).pack()) == 27
    assert len(Rules("tamcuc", None, 3).pack()) == 30


@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        ("left", "12345678"),
        ("right", "87654321"),
        ("alternate_left", "13572468"),
        ("alternate_right", "86427531"),
        ("ends_left", "18273645"),
        ("ends_right", "81726354"),
    ],
)
def test_the_orders_of_the_stacks(name, stacks):  # §11.10
    assert [place + 1 for place in order_of_stacks(name, 8)] == list(map(int, stacks))


def test_stacks_go_round_as_the_first_player_says():  # §11.10
    rules = Rules("daqiluo2", {"stack_order": "directed"}, 2)
    order = rules.pack()
    row = [order[place : place + 4] for place in range(0, 32, 4)]
    sharing = Distribution(rules, order, Lots(first=0, dice=[2, 5]))
    assert (sharing.asked, sharing.phase, len(sharing.choices), sharing.hands) == (1, "directing", 6, [[], []])
    sharing.answer("direct ends_right")
    assert sharing.hands == [row[0] + row[1] + row[2] + row[3], row[7] + row[6] + row[5] + row[4]]
