"""`qipai exercises GAME`: questions about real positions in the terminal, with what the rules say of each answer."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from . import run_rules
from .app import GameName, app, find_game, speaks

if TYPE_CHECKING:
    from qipai.bots.exercises import Exercise
    from qipai.engine.errors import Words
    from qipai.engine.game import Game

SEEDS = 10**9  # as many are drawn from
MOST = 100

# What the terminal says besides the game's own words.
SAYS: dict[str, "Words"] = {
    "which": {"en": "{game}, seed {seed}", "zh-Hans": "{game}，种子 {seed}", "zh-Hant": "{game}，種子 {seed}"},
    "hand": {"en": "Your hand: {cards}", "zh-Hans": "手牌：{cards}", "zh-Hant": "手牌：{cards}"},
    "several": {
        "en": "All that are right, as 1 3; q to leave > ",
        "zh-Hans": "对的都写出来，如 1 3；q 退出 > ",
        "zh-Hant": "對的都寫出來，如 1 3；q 離開 > ",
    },
    "one": {"en": "Which? q to leave > ", "zh-Hans": "哪个？q 退出 > ", "zh-Hant": "哪個？q 離開 > "},
    "accepted": {
        "en": "Type {accepted}.",
        "zh-Hans": "请输入 {accepted}。",
        "zh-Hant": "請輸入 {accepted}。",
    },
    "numbers": {
        "en": "numbers from 1 to {most} with blanks between them",
        "zh-Hans": "1 到 {most} 的号码，用空格隔开",
        "zh-Hant": "1 到 {most} 的號碼，用空格隔開",
    },
    "number": {"en": "a number from 1 to {most}", "zh-Hans": "1 到 {most} 的一个号码", "zh-Hant": "1 到 {most} 的一個號碼"},
    "right": {"en": "Right.", "zh-Hans": "答对了。", "zh-Hant": "答對了。"},
    "wrong": {"en": "Not quite:", "zh-Hans": "不全对：", "zh-Hant": "不完全對："},
    "nobody": {"en": "nobody", "zh-Hans": "没有人", "zh-Hant": "沒有人"},
    "you": {"en": "you", "zh-Hans": "你", "zh-Hant": "你"},
    "score": {"en": "{n} of {of} right.", "zh-Hans": "{of} 题答对 {n} 题。", "zh-Hant": "{of} 題答對 {n} 題。"},
}


@app.command()
@speaks
def exercises(
    game: GameName,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed asks the same; the next question is of the next seed.")
    ] = None,
    kind: Annotated[str, typer.Option("--kind", "-k", help="What is asked: lead, follow, winner, …; else any.")] = "",
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=MOST, help="Questions.")] = 3,
    whole: Annotated[
        bool, typer.Option("--whole", "-w", help="Tell the deal from its beginning, not the last trick alone.")
    ] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
) -> None:
    """Ask about positions of imaginary deals, and say of every answer whether it is right, why, and by which § of the book."""
    run_rules("plain")
    from qipai.bots.exercises import make_exercise
    from qipai.engine.chance import checked_seed
    from qipai.engine.errors import LANGUAGES, QipaiError

    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    found = find_game(game)
    first = secrets.randbelow(SEEDS) if seed is None else seed
    checked_seed(first)
    checked_seed(first + count - 1)
    right = 0
    for one in range(first, first + count):
        exercise = make_exercise(found, one, kind)
        show(found, exercise, language, whole)
        right += judge(exercise, ask(exercise, language), language)
    typer.echo(SAYS["score"][language].format(n=right, of=count))


def show(game: "Game", exercise: "Exercise", language: str, whole: bool) -> None:
    """Print what the seat was told, of the last trick or the `whole` deal, its hand, the question and the answers by number."""
    from qipai.engine.exercises import trick_of
    from qipai.engine.lines import Teller
    from qipai.session.chairs import BOT_NAMES

    names = BOT_NAMES[: exercise.players]
    typer.echo(f"\n{SAYS['which'][language].format(game=game.titles[language], seed=exercise.seed)}")
    teller = Teller(game, names, language, you=exercise.seat)
    for fact in exercise.told if whole else trick_of(exercise.told):
        for line in teller.lines(fact):
            typer.echo(f"  {line}")
    if exercise.hand:
        typer.echo(SAYS["hand"][language].format(cards="  ".join(exercise.hand)))
    typer.echo(exercise.question[language])
    for number, answer in enumerate(exercise.answers, 1):
        if answer.cards:
            told = answer.text[language]
        elif answer.seat is None:
            told = SAYS["nobody"][language]
        else:
            told = SAYS["you"][language] if answer.seat == exercise.seat else names[answer.seat]
        kind = game.words["kinds"].get(answer.kind, {}).get(language, "")
        typer.echo(f"  {number}  {told}{f' ({kind})' if kind else ''}")


def ask(exercise: "Exercise", language: str) -> set[int]:
    """Ask until numbers of answers are typed; return their places.  Raises `typer.Exit` for `q`."""
    most = len(exercise.answers)
    accepted = SAYS["numbers" if exercise.several else "number"][language].format(most=most)
    while True:
        typed = input(SAYS["several" if exercise.several else "one"][language]).strip()
        if typed in ("q", "quit"):
            raise typer.Exit
        words = typed.replace(",", " ").replace("、", " ").replace("，", " ").split()
        valid = all(word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= most for word in words)
        if words and valid and (exercise.several or len(words) == 1):
            return {int(word) - 1 for word in words}
        typer.echo(SAYS["accepted"][language].format(accepted=accepted))


def judge(exercise: "Exercise", chosen: set[int], language: str) -> bool:
    """Say whether an answer is right, and why each of them is or is not; return whether it is."""
    right = chosen == {place for place, answer in enumerate(exercise.answers) if answer.right}
    typer.echo(SAYS["right" if right else "wrong"][language])
    for number, answer in enumerate(exercise.answers, 1):
        typer.echo(f"  {number} {'✓' if answer.right else '✗'} {answer.why[language]} (§{answer.section})")
    return right
