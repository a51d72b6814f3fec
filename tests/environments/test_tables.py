"""The tables in docs are those of the code, and every field has its sentence or a name that needs none."""

import pytest

from qipai.engine.game import Game
from qipai.environments.tables import COMMAND, page, sentence_of
from qipai.games import GAMES
from tests.test_architecture import ROOT

ROOMS = {game.room: game for game in GAMES.values()}


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_the_table_in_docs_is_made_from_the_code(game: Game) -> None:
    written = (ROOT / "docs" / "observations" / f"{game.room}.md").read_text(encoding="utf-8")
    assert written == page(game), f"run {COMMAND}"


def test_a_sentence_is_read_where_the_record_says_it() -> None:
    module = "qipai.games.gan_deng_yan.state"
    assert sentence_of("hand.count", "OBSERVATION", module) == "one's own cards; empty for spectators; cards of each kind"
    assert sentence_of("owner", "OBSERVATION", module, "STATE") == "who played last in this trick; NOBODY before the lead"
