"""How long lists are: counted a second time, and written as the page has them."""

import pytest

from qipai.engine.compiling import NATIVE
from qipai.environments.lists import HEADS, lengths, main
from qipai.games import GAN_DENG_YAN


def test_the_table_has_a_line_for_each_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    main(["gan_deng_yan", "--decisions", "1000"])
    heads, _, *rows = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in heads.strip("|").split("|")] == list(HEADS)
    assert [row[: len("| Gan Deng Yan | 2 | 1,000 |")] for row in rows] == [
        f"| Gan Deng Yan | {n} | 1,000 |" for n in range(2, 7)
    ]


@pytest.mark.skipif(NATIVE, reason="batches deal in another order")
def test_lists_are_counted_whole() -> None:
    """The first decision of a deal is a lead: as many as the hand of that deal can make."""
    game, rules = GAN_DENG_YAN, GAN_DENG_YAN.rules()
    state = game.start(rules, game.setup(rules, 2), 0)
    counts = lengths(game, 2, 500)
    assert len(counts) == 500
    assert counts[0] == len(game.legal(state, rules, game.to_act(state)))
    assert counts.min() >= 1
