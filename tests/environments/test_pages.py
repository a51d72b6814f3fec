"""The tables in docs are those of the code, and every field has its sentence or a name that needs none."""

import pytest

from qipai.engine.game import Game
from qipai.engine.schema import leaves, sentence
from qipai.environments.layouts import layouts
from qipai.environments.pages import COMMAND, page
from qipai.games import GAMES, GAN_DENG_YAN
from tests.test_architecture import ROOT

ROOMS = {game.room: game for game in GAMES.values()}


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_the_table_in_docs_is_made_from_the_code(game: Game) -> None:
    written = (ROOT / "docs" / "observations" / f"{game.room}.md").read_text(encoding="utf-8")
    assert written == page(game), f"run {COMMAND}"


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_every_field_says_what_it_means(game: Game) -> None:
    made, declared = layouts(game), game.vectors
    assert declared
    for layout, record in zip(made[:3], (declared.observation, declared.state, declared.action), strict=True):
        assert [path for path in layout.blocks if not sentence(record, path)] == []


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_setups_and_results_are_declared(game: Game) -> None:
    """So that nobody has to look a field up in the rules; of a result every seat's points, which have no bound."""
    assert game.between
    setup, result = game.between
    assert (setup.dtype, result.dtype) == (game.SETUP, game.RESULT)
    assert [name for record in game.between for name, field in record.fields.items() if not field.says] == []
    assert result.fields["points"].form is None
    with pytest.raises(TypeError, match=r"^Result\.\w+ is any whole number, which has no entries in a vector\.$"):
        leaves(result)


def test_a_sentence_is_said_from_the_outermost_record_in() -> None:
    vectors = GAN_DENG_YAN.vectors
    assert vectors
    assert sentence(vectors.observation, "hand.count") == "one's own cards; empty for spectators; cards of each kind"
    assert sentence(vectors.observation, "owner") == "who played last in this trick; NOBODY before the lead"
