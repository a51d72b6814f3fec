"""Files of sentences: what they give, and what is said of one that cannot be used."""

from pathlib import Path
from typing import NamedTuple

import pytest

from qipai.engine.catalogue import Catalogue, CatalogueError, Later, read
from qipai.engine.options import HouseRules
from qipai.engine.wording import capitalised, fill, followed, listed

GOOD = """
[refusals.wrong_number]
section = "7.2"
en = "{cards} will not do: {n} {n|card|cards}."
zh-Hans = "{cards} 不行：要 {n} 张。"
zh-Hant = "{cards} 不行：要 {n} 張。"

[suits]
S = { en = "spades", zh-Hans = "黑桃", zh-Hant = "黑桃" }
"""


def catalogue(folder: Path, text: str) -> Catalogue:
    (folder / "words.toml").write_text(text, encoding="utf-8")
    return Catalogue(folder, "words")


def test_a_refusal_is_put_together(tmp_path: Path) -> None:
    """The fields are filled in each language, a plural by its number, and the sentence begins with a capital letter."""
    words = catalogue(tmp_path, GOOD)
    named = {"en": "one spade", "zh-Hans": "一张黑桃", "zh-Hant": "一張黑桃"}
    refusal = words.refuse("wrong_number", cards=named, n=2)
    assert refusal == (
        "wrong_number",
        "7.2",
        {
            "en": "One spade will not do: 2 cards.",
            "zh-Hans": "一张黑桃 不行：要 2 张。",
            "zh-Hant": "一張黑桃 不行：要 2 張。",
        },
    )
    assert words.refuse("wrong_number", "9.9", cards="7", n=1)[1:] == (
        "9.9",
        {"en": "7 will not do: 1 card.", "zh-Hans": "7 不行：要 1 张。", "zh-Hant": "7 不行：要 1 張。"},
    )
    with pytest.raises(KeyError, match="cards"):
        words.refuse("wrong_number", n=1)
    assert words.said("suits.S")["en"] == "spades"
    assert list(words.told("suits")["suits"]) == ["S"]


def test_things_are_listed_and_sentences_joined() -> None:
    comma, last = ({"en": en, "zh-Hans": "、", "zh-Hant": "、"} for en in (", ", " or "))
    word = {"en": "ace", "zh-Hans": "A 牌", "zh-Hant": "A 牌"}
    assert listed(["7", 8, word], comma, last) == {"en": "7, 8 or ace", "zh-Hans": "7、8、A 牌", "zh-Hant": "7、8、A 牌"}
    assert listed([word], comma, last) == word
    assert listed(["7", "8"], comma)["en"] == "7, 8"
    assert followed(capitalised(word), fill({"en": " {n}", "zh-Hans": "{n}", "zh-Hant": "{n}"}, n=3)) == {
        "en": "Ace 3",
        "zh-Hans": "A 牌3",
        "zh-Hant": "A 牌3",
    }


def test_files_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    words = Catalogue(tmp_path, "missing")
    told = words.told("events")
    assert isinstance(told, Later)
    with pytest.raises(CatalogueError, match="install it unpacked, as pip does"):
        read(Path(__file__) / "words.toml")
    with pytest.raises(CatalogueError, match=r"missing\.toml cannot be read"):
        len(told)


WRONG = {
    "words.toml cannot be read: ": "[refusals",
    "words.toml: suits.S: zh-Hant is missing; there are en, zh-Hans, zh-Hant.": '[suits]\nS = { en = "a", zh-Hans = "b" }',
    "words.toml: suits.S: zh-Hant is no text; there are en, zh-Hans, zh-Hant.": (
        '[suits]\nS = { en = "a", zh-Hans = "b", zh-Hant = "" }'
    ),
    "words.toml: suits.S: zh-hant is no language; there are en, zh-Hans, zh-Hant.": (
        '[suits]\nS = { en = "a", zh-Hans = "b", zh-Hant = "c", zh-hant = "c" }'
    ),
    "words.toml: suits.S: {n} is in one of en and zh-Hans only.": (
        '[suits]\nS = { en = "{n} cards", zh-Hans = "张", zh-Hant = "{n} 張" }'
    ),
    "words.toml: suits.S.en: a brace is open; a field is written {name}, a plural {n|card|cards}.": (
        '[suits]\nS = { en = "{n cards", zh-Hans = "{n}", zh-Hant = "{n}" }'
    ),
    'words.toml: refusals.no: section is None; it must be a § of the book without the sign, like "7.2".': (
        '[refusals.no]\nen = "a"\nzh-Hans = "b"\nzh-Hant = "c"'
    ),
    "words.toml: suits.S: section is '§7'; it must be a § of the book without the sign, like \"7.2\".": (
        '[suits.S]\nsection = "§7"\nen = "a"\nzh-Hans = "b"\nzh-Hant = "c"'
    ),
    "words.toml: suits.S is 7; it may be a sentence, or a table of sentences.": "[suits]\nS = 7",
}


@pytest.mark.parametrize("says", WRONG)
def test_what_is_wrong_is_said_with_file_and_key(tmp_path: Path, says: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        list(catalogue(tmp_path, WRONG[says]))
    assert str(wrong.value).startswith(says)


def test_a_field_may_be_left_out_where_the_file_says_so(tmp_path: Path) -> None:
    words = catalogue(tmp_path, '[a.b]\nnot_in_all = ["n"]\nen = "{n} cards"\nzh-Hans = "张"\nzh-Hant = "張"')
    assert words.said("a.b", n=2)["en"] == "2 cards"


def test_no_chapter_is_in_two_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"two\.toml: refusals is a chapter of another file too\."):
        list(Catalogue(tmp_path, "one", "two"))


# -- house rules

WORD = '{ en = "a", zh-Hans = "b", zh-Hant = "c" }'
OPTIONS = f"""
[yes_no]
false = {WORD}
true = {WORD}

[options.draw_rule]
section = "7.12"
default = "all"
numbers = [5, 9]
title = {WORD}
sentence = {WORD}
values.all = {{ number = 0, en = "a", zh-Hans = "b", zh-Hant = "c" }}
values.2 = {WORD}

[options.sticky]
section = "7.16"
default = "true"
often = true
title = {WORD}
sentence = {WORD}
values = ["true", "false"]

[variants.default]
title = {WORD}

[variants.loose]
section = "10.2"
title = {WORD}
rules = {{ draw_rule = "7", sticky = "false" }}
"""


class Ruleset(NamedTuple):
    draw_rule: int
    sticky: int


def house_rules(folder: Path, text: str) -> HouseRules:
    (folder / "options.toml").write_text(text, encoding="utf-8")
    return HouseRules(folder / "options.toml")


def test_house_rules_are_read(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, OPTIONS)
    draw, sticky = rules.options()
    assert (draw.section, draw.default, draw.values, draw.numbers, draw.often) == (
        "7.12",
        "all",
        {"all": 0, "2": 2},
        range(5, 10),
        False,
    )
    assert (list(sticky.values.items()), sticky.often) == ([("true", 1), ("false", 0)], True)
    assert rules.options("sticky") == (sticky,)
    assert rules.numbers("draw_rule", "all") == (0,)
    assert (rules.defaults(), rules.defaults("sticky")) == ({"draw_rule": 0, "sticky": 1}, {"sticky": 1})
    loose = rules.variants(Ruleset(**rules.defaults()))["loose"]
    assert (loose.ruleset, loose.section) == (Ruleset(7, 0), "10.2")


WRONG_RULES = {
    "options.toml: options.draw_rule: the default is 'none'; it may be all, 2 or a whole number from 5 to 9.": (
        'default = "all"',
        'default = "none"',
    ),
    "options.toml: options.draw_rule: hint is unknown; there are default, name, numbers, often, section, sentence, title, values.": (
        'default = "all"',
        'default = "all"\nhint = "x"',
    ),
    "options.toml: options.draw_rule.values.all: the number is None; the rules read a whole number.": ("number = 0, ", ""),
    "options.toml: options.draw_rule: section is '§7.12'": ('"7.12"', '"§7.12"'),
    "options.toml: variants.loose: there is no option drawing.": ('draw_rule = "7"', 'drawing = "7"'),
    "options.toml: options.sticky.title is None; it must be a text in each of en, zh-Hans, zh-Hant.": (
        f"often = true\ntitle = {WORD}",
        "often = true",
    ),
}


def test_numbers_are_had_by_all_names(tmp_path: Path) -> None:
    """In the order that is asked for; a name too many or too few is an error."""
    third = OPTIONS.replace("values.2 =", f"values.some = {WORD[:2]}number = 1, {WORD[2:]}\nvalues.2 =")
    rules = house_rules(tmp_path, third)
    assert rules.numbers("draw_rule", "some", "all") == (1, 0)
    for names in (("all",), ("all", "some", "none"), ("all", "sum")):
        says = f"options.toml: options.draw_rule: its values are all, some; the rules read {', '.join(names)}."
        with pytest.raises(CatalogueError, match=f"^{says}$"):
            rules.numbers("draw_rule", *names)


@pytest.mark.parametrize("says", WRONG_RULES)
def test_what_is_wrong_with_house_rules_is_said(tmp_path: Path, says: str) -> None:
    def use() -> None:
        house_rules(tmp_path, OPTIONS.replace(*WRONG_RULES[says])).variants(Ruleset(0, 1))

    with pytest.raises(CatalogueError) as wrong:
        use()
    assert str(wrong.value).startswith(says)
