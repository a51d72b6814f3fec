"""The English that people read is spelled right: every word of it is one that somebody has accepted."""

import pytest

from . import spelling


def test_every_word_is_accepted() -> None:
    assert spelling.unknown() == {}, "correct it, or `just spelling --accept WORD` if it is right"


@pytest.mark.parametrize("wrong", ["recieve", "teh", "Thes", "seperate", "playes", "oponents", "occured", "Yann"])
def test_a_wrong_word_is_noticed(wrong: str) -> None:
    assert not all(map(spelling.is_known, spelling.words_in(f"They {wrong} it.")))


def test_names_and_endings_are_understood() -> None:
    text = "Gan Deng Yan's players' cards; OpenSpiel’s `anyhting`, [a game](anyhwere.md), docs/anyhting.md, {anyhting}, Dǎ qí luò, 2 TLS."
    words = list(spelling.words_in(text))
    assert words == ["Gan", "Deng", "Yan's", "players", "cards", "OpenSpiel's", "game"]
    assert all(map(spelling.is_known, words))


def test_sentences_are_found_wherever_people_read_them() -> None:
    def words(place: str) -> set[str]:
        return set(spelling.words_in(spelling.text_of(spelling.ROOT / place) or ""))

    assert {"Autopilot", "playing"} <= words("frontend/src/words/en.ts")
    assert {"House", "rules", "joined", "commas"} <= words("qipai/cli/app.py")
    assert {"deals", "leads"} <= words("qipai/games/gan_deng_yan/words/events.toml")
    assert {"Host", "header"} <= words("qipai/server/refusals.py")
    assert spelling.text_of(spelling.ROOT / "docs" / "players.zh-Hans.md") is None


def test_the_list_is_in_order() -> None:
    lines = spelling.ACCEPTED.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines), key=lambda word: (word.lower(), word))
