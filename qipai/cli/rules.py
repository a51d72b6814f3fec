"""`qipai rules GAME`: list the house rules of a game, or print its rule book."""

from typing import Annotated

import typer

from . import run_rules
from .app import GameName, app, find_game, speaks

NO_OPTIONS = {"en": "no house rules.", "zh-Hans": "没有可选规则。", "zh-Hant": "沒有可選規則。"}


@app.command()
@speaks
def rules(
    game: GameName,
    book: Annotated[bool, typer.Option("--book", help="Print the rule book instead.")] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
) -> None:
    """List a game's house rules with their values, § and named forms, or print its rule book."""
    run_rules("plain")
    from qipai.engine.errors import LANGUAGES, QipaiError

    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    found = find_game(game)
    if book:
        path = found.book if language == "en" else found.book.with_name(f"RULES.{language}.md")
        typer.echo(path.read_text(encoding="utf-8"))
        return
    if not found.options:
        typer.echo(f"{found.titles[language]}: {NO_OPTIONS[language]}")
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console

    from qipai.arena.progress import folding

    table = folding("option", "values", "§", "", title=found.titles[language], title_justify="left", box=SIMPLE_HEAD)
    for option in found.options:
        values = ", ".join(f"[bold]{name}[/]" if name == option.default else name for name in option.values)
        if option.numbers:
            values += f"{', ' if values else ''}{option.numbers[0]}–{option.numbers[-1]}"
        table.add_row(option.name, values, option.section, option.sentence[language])
    console = Console()
    console.print(table)
    for name, variant in found.variants.items():
        changes = ", ".join(f"{key}={value}" for key, value in found.changed_options(variant.ruleset).items())
        console.print(f"--variant {name}: {changes or 'every default (bold above)'}", highlight=False)
