"""The rule model of RLCard 1.2.0 at a table of ours: `--bots net,examples/players/rlcard_rule.py:RuleModel` in `qipai tournament dou_dizhu`.

Needs RLCard (`pip install rlcard`).  The model decides which cards to lay; its game has no bidding and no doubling, so there it declines.
"""

from typing import Any

import numpy as np
from rlcard.games.doudizhu.utils import CARD_TYPE
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

from qipai.engine import records
from qipai.engine.game import Game
from qipai.entry.deals import Observed
from qipai.games.dou_dizhu.state import CARDS, LOWEST, PASS

LETTERS = "3456789TJQKA2BR"
PLACE = {card: place for place, card in enumerate(CARDS)}
DECLINED = "no"
PASSED = "pass"


class RuleModel:
    """Plays Dou Dizhu as `DouDizhuRuleAgentV1` does."""

    def __init__(self, game: Game, ruleset: Any, seed: int) -> None:
        self.game, self.ruleset = game, ruleset
        self.model = DouDizhuRuleAgentV1()
        self.luck = np.random.RandomState(seed % (1 << 32))

    def act(self, observation: Observed, legal: list[int]) -> int:
        """Return the action that the model chooses."""
        if DECLINED in observation.texts:
            return legal[observation.texts.index(DECLINED)]
        actions = {written(text): action for text, action in zip(observation.texts, legal, strict=True)}
        known = {text: action for text, action in actions.items() if text == PASSED or text in CARD_TYPE[0]}
        chosen = self.asked(self.seen(observation, list(known)))
        return known.get(chosen) or known[min(known, key=len)]  # where a bug of the model names no legal play

    def asked(self, state: dict[str, Any]) -> str:
        """Ask the model, which draws from NumPy's one generator for all, with numbers of its own."""
        before = np.random.get_state()
        np.random.set_state(self.luck.get_state())
        try:
            return str(self.model.step({"raw_obs": state}))
        finally:
            self.luck.set_state(np.random.get_state())
            np.random.set_state(before)

    def seen(self, observation: Observed, actions: list[str]) -> dict[str, Any]:
        """Return what RLCard shows a player, as far as the model looks at it."""
        seen = records.opened(observation.record)
        hand = "".join(letter * int(seen.hand.count[LOWEST + place]) for place, letter in enumerate(LETTERS))
        trace = []
        if seen.to_beat != PASS:
            beaten = written(self.game.notation.format_action(int(seen.to_beat), self.ruleset))
            owner = int(seen.owner)
            trace = [(owner, beaten)] + [((owner + 1 + late) % 3, PASSED) for late in range(int(seen.passes))]
        return {"current_hand": hand, "actions": actions, "trace": trace, "self": 0, "landlord": int(seen.landlord)}


def written(text: str) -> str:
    """Return a play of our notation as RLCard writes it.

    >>> written("10-10-10+3"), written("pass")
    ('3TTT', 'pass')
    """
    if text == PASSED:
        return text
    places = sorted(PLACE[card] for part in text.split("+") for card in part.split("-"))
    return "".join(LETTERS[place] for place in places)
