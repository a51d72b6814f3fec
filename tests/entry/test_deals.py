"""What `import qipai` offers: deals as one object, what a seat knows, positions and worlds."""

import copy
import re
import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

import qipai
from qipai.engine.errors import IllegalAction, NotationError, QipaiError
from qipai.engine.game import Game
from qipai.engine.records import to_bytes
from qipai.engine.seats import SPECTATOR
from qipai.games import GAMES

EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_the_package_offers_its_names_and_loads_nothing_before_they_are_asked_for() -> None:
    code = "import qipai, sys; assert 'deal' in dir(qipai); print('numpy' in sys.modules); qipai.deal; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
    with pytest.raises(AttributeError, match=r"'deals'; it has .*deal"):
        _ = qipai.deals  # type: ignore[attr-defined]


def test_games_are_listed_whether_or_not_their_package_was_imported_before() -> None:
    for before in ("", "import qipai.games; "):
        code = f"{before}import qipai; print(*qipai.games())"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split() == list(GAMES)
    assert qipai.game("giog") is GAMES["giog"]


@EVERY
def test_a_deal_is_the_one_that_the_contract_deals_and_plays(game: Game) -> None:
    deal = qipai.deal(game.name, seed=7)
    rules = game.rules()
    state = game.start(rules, game.setup(rules, deal.players), seed=7)
    while not game.is_over(state):
        assert to_bytes(deal.state) == to_bytes(state)
        seat = game.to_act(state)
        legal = game.legal(state, rules, seat)
        assert (deal.seat, deal.legal) == (seat, legal)
        deal.play(legal[-1])
        game.apply_action(state, rules, seat, legal[-1])
    assert deal.over
    assert deal.legal == deal.seats == []
    assert deal.result == [points / game.unit for points in game.result(state, rules).points[: deal.players]]
    with pytest.raises(QipaiError, match="The deal is over"):
        deal.play(0)


@EVERY
def test_a_copy_goes_its_own_way(game: Game) -> None:
    deal = qipai.deal(game, seed=3)
    twin = copy.copy(deal) if game.room == "giog" else deal.copy()
    before = to_bytes(deal.state)
    twin.play(twin.legal[-1])
    assert to_bytes(deal.state) == before
    assert to_bytes(twin.state) != before
    assert (len(deal.decisions), len(twin.decisions)) == (0, 1)


@EVERY
def test_what_is_not_legal_is_refused_with_the_rule_and_changes_nothing(game: Game) -> None:
    deal = qipai.deal(game, seed=7)
    before = to_bytes(deal.state)
    refused = 0
    for number in range(-3, 40):
        if number not in deal.legal:
            with pytest.raises(QipaiError) as caught:
                deal.play(number)
            refused += isinstance(caught.value, IllegalAction) and bool(re.match(r"§\d", str(caught.value)))
    assert refused
    assert to_bytes(deal.state) == before


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: qipai.deal("chess"), "There is no game 'chess'; there is gan_deng_yan"),
        (lambda: qipai.deal("giog", players=9), "giog is for 2 to 4 players, not 9."),
        (lambda: qipai.deal("giog", players="4"), "The number of players is a whole number"),
        (lambda: qipai.deal("giog", seed=-1), "A seed is a whole number from 0 to"),
        (lambda: qipai.deal("giog", seed=1.5), "A seed is a whole number"),
        (lambda: qipai.deal("giog", variant="x"), "giog has no variant 'x'"),
        (lambda: qipai.deal("giog", decks=1), "giog has no option 'decks'"),
        (lambda: qipai.deal("luk_fu", seed=7).result, "The deal has no result yet; seats 1, 2, 3 to act."),
        (lambda: qipai.deal("giog").play(10**30), "An action is a number of `legal` or its text, not 10000"),
        (
            lambda: qipai.deal("gan_deng_yan", seed=7).play(-5),
            "-5 is no action of gan_deng_yan; those of this moment are in `legal`.",
        ),
        (lambda: qipai.deal("giog").play(None), "An action is a number of `legal` or its text, not None."),
        (lambda: qipai.deal("giog").play(1, seat=4), "A seat is a whole number from 0 to 3, not 4."),
        (lambda: qipai.deal("giog").observe(-2), "A seat is a whole number from -1 to 3, not -2."),
        (
            lambda: qipai.worlds(qipai.deal("giog").observe(), 0),
            "The number of worlds is a whole number from 1 to 1048576, not 0.",
        ),
        (
            lambda: qipai.worlds(qipai.deal("giog").observe(), 10**30),
            "The number of worlds is a whole number from 1 to 1048576, not 1",
        ),
        (lambda: qipai.worlds(3), "Worlds are drawn from what a seat observed (`deal.observe()`), not from 3."),
        (lambda: qipai.worlds(qipai.deal("giog").observe())[0].draw(), "A sampled world has no history"),
        (lambda: qipai.position(""), "There is no game ''; there is gan_deng_yan"),
    ],
)
def test_bad_input_gets_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(QipaiError, match=re.escape(sentence)):
        call()


def test_actions_may_be_given_as_text() -> None:
    deal = qipai.position("gan_deng_yan hands=4-6-X/5-5/2-2 4")
    assert deal.players == 3
    assert deal.texts == ["pass", "5"]
    deal.play("5")
    assert [deal.game.notation.format_action(action, deal.ruleset) for _, action in deal.decisions] == ["4", "5"]
    with pytest.raises(NotationError, match="hum"):
        deal.play("hum")
    deal = qipai.position("gan_deng_yan hands=4-6-X/5-5/2-2 4")
    with pytest.raises(IllegalAction, match=r"§5\.2 K-X is not in your hand"):
        deal.play("K-QX")  # a play of no rules, since no run of Queens begins with a King; its cards are read


def test_actions_are_numbers_and_not_made_into_them() -> None:
    seen = qipai.deal("gan_deng_yan", seed=1).observe()
    for wrong in ([1.7], ["5"], ["x"], [1 << 70], 5, None):
        with pytest.raises(TypeError, match="Actions are"):
            seen.features_of(wrong)


@EVERY
def test_what_a_seat_knows_is_what_the_contract_observes(game: Game) -> None:
    deal = qipai.deal(game, seed=7)
    for seat in (SPECTATOR, *range(deal.players)):
        seen, record = deal.observe(seat), game.new_observation()
        game.observe(deal.state, deal.rules, seat, record)
        assert to_bytes(seen.record) == to_bytes(record)
        assert seen.vector.shape == (len(seen.names),)
        assert seen.features.shape[0] == len(seen.legal) == len(seen.texts)
    assert deal.observe().legal == deal.legal


@EVERY
def test_worlds_agree_with_what_is_known_and_come_again_with_their_seed(game: Game) -> None:
    deal = qipai.deal(game, seed=7)
    for _ in range(3):
        deal.play(deal.legal[0])
    if deal.over:
        deal = qipai.deal(game, seed=7)
    seen = deal.observe()
    found = qipai.worlds(seen, 4, seed=1)
    assert all(game.accepts(seen.record, deal.rules, world.state) for world in found)
    assert all(world.legal == deal.legal for world in found)
    assert [to_bytes(world.state) for world in found] == [to_bytes(world.state) for world in qipai.worlds(seen, 4, seed=1)]


@EVERY
def test_the_picture_shows_every_card_of_every_hand(game: Game) -> None:
    deal = qipai.deal(game, seed=7)
    for _ in range(8):
        if not deal.over:
            deal.play(deal.legal[-1])
    page = ElementTree.fromstring(deal._repr_html_())
    words = [element.text or "" for element in page.iter() if element.tag.endswith("text")]
    counts = [int(word.split()[0]) for word in words if word.endswith(" cards")]
    boxes = [element for element in page.iter() if element.tag.endswith("rect")]
    lamps = len(deal.seats)
    assert len(counts) == deal.players
    assert len(boxes) == 1 + lamps + sum(counts)
    assert words[0].startswith(game.titles["en"])


def test_pictures_as_arrays_have_one_size_for_a_number_of_players() -> None:
    pytest.importorskip("PIL", reason="pictures as arrays need Pillow, which the extra envs brings")
    pixels = qipai.deal("gan_deng_yan", seed=7).draw().pixels()
    assert pixels.dtype == np.uint8
    assert pixels.shape[2] == 3
    assert pixels.shape == qipai.deal("gan_deng_yan", seed=8).draw().pixels().shape
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 3


@pytest.mark.parametrize("seed", [2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_deals(seed: int) -> None:
    deal = qipai.deal("giog", seed=seed)
    game, rules = GAMES["giog"], GAMES["giog"].rules()
    state = game.start(rules, game.setup(rules, game.usual_players), seed)
    assert to_bytes(deal.state) == to_bytes(state)
    assert len(qipai.worlds(deal.observe(), 2, seed=seed)) == 2
