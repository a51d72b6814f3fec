"""`qipai exercises` as a person types it: the right answers are those of the maker, and every mistake has its sentence."""

import pytest

from qipai.bots.exercises import make_exercise
from qipai.games import GAMES

from .test_commands import qipai

SEED = 104


def answers(name, seed, kind, wanted):
    """The numbers of the answers that are right, or of the others."""
    found = make_exercise(GAMES[name], seed, kind)
    return [str(n) for n, one in enumerate(found.answers, 1) if one.right == wanted]


@pytest.mark.parametrize(
    ("name", "kind", "language", "right", "score"),
    [
        ("gan_deng_yan", "follow", "en", "Right.", "1 of 2 right."),
        ("luk_fu", "aged", "zh-Hant", "答對了。", "2 題答對 1 題。"),
        ("giog", "winner", "zh-Hans", "答对了。", "2 题答对 1 题。"),
    ],
)
def test_who_knows_the_rules_is_told_so_and_who_does_not_why(name, kind, language, right, score):
    typed = f"{' '.join(answers(name, SEED, kind, True))}\n{answers(name, SEED + 1, kind, False)[0]}\n"
    done = qipai("exercises", name, "--kind", kind, "--seed", str(SEED), "-n", "2", "--language", language, typed=typed)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert sum(line.endswith(right) for line in lines) == 1
    assert lines[-1] == score
    for seed in (SEED, SEED + 1):
        for one in make_exercise(GAMES[name], seed, kind).answers:
            assert any(one.why[language] in line and f"(§{one.section})" in line for line in lines)


def test_the_same_seed_asks_the_same():
    told = [qipai("exercises", "gou_ji", "--seed", "7", "-n", "1", typed="1\n").stdout for _ in range(2)]
    assert told[0] == told[1]
    assert make_exercise(GAMES["gou_ji"], 7).question["en"] in told[0]


def test_what_is_no_answer_is_asked_again():
    most = len(make_exercise(GAMES["gan_deng_yan"], SEED).answers)
    typed = f"\n0\nx\n{most + 1}\n²\n1,2\nq\n"
    done = qipai("exercises", "gan_deng_yan", "--seed", str(SEED), typed=typed)
    assert done.returncode == 0
    assert done.stdout.count(f"Type numbers from 1 to {most} with blanks between them.") == 5
    assert "✗" in done.stdout


def test_of_several_seats_one_is_named():
    done = qipai("exercises", "giog", "-k", "winner", "--seed", str(SEED), "-n", "1", typed="1 2\n1\n")
    assert "Type a number from 1 to " in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("bridge",), "There is no game 'bridge'; there is gan_deng_yan"),
        (("giog", "--kind", "riddle"), "giog has no exercise 'riddle'; there is lead, follow, winner."),
        (("giog", "--seed", "-1"), "A seed is a whole number from 0 to 2**64 - 1, not -1."),
        (("giog", "--language", "fr"), "There is no text in 'fr'; there are en, zh-Hans, zh-Hant."),
    ],
)
def test_every_mistake_has_its_sentence(words, told):
    done = qipai("exercises", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_the_whole_deal_is_told_to_who_asks_for_it():
    short, long = [
        qipai("exercises", "luk_fu", "-k", "winner", "--seed", str(SEED), "-n", "1", *more, typed="1\n").stdout
        for more in ((), ("--whole",))
    ]
    assert len(short.splitlines()) < len(long.splitlines())
    assert all(line in long for line in short.splitlines())
