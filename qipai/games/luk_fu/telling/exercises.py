"""§6 to §8  Exercises: what may be laid, who wins a round, which cards are aged and why."""

from qipai.engine.errors import Words
from qipai.engine.exercises import Asked, Offered, Scene, before_the_winner, name_seat, puzzles, shuffled
from qipai.engine.records import opened
from qipai.engine.wording import fill

from ..cards import AGED_FROM_THE_START, LI_CHEN, above, face_of
from ..notation.naming import name_cards, name_of
from ..words import WORDS
from .marks import is_leading, known_aged
from .reasons import reasons_of

MOST_AGED = MOST_YOUNG = 2  # cards that are asked about


def ask_aged(scene: Scene) -> Asked | None:
    """§7.2, §12.3  Ask which of some cards are aged, at the beginning of a round; not where all of them are so from the start."""
    observation, rules = opened(scene.observation), opened(scene.rules)
    if not is_leading(observation.public):
        return None
    aged, hand = known_aged(observation, rules), int(observation.own.hand)
    grown = [card for card in range(LI_CHEN + 1) if aged >> card & 1 and not AGED_FROM_THE_START >> card & 1]
    young = [card for card in range(LI_CHEN + 1) if hand >> card & 1 and not aged >> card & 1]
    if not grown or not young:
        return None
    reasons, telling = reasons_of(observation, rules, aged), WORDS["exercises"]["aged"]
    answers = [
        _card(card, True, reasons[card].text, reasons[card].section) for card in shuffled(scene.random, grown)[:MOST_AGED]
    ]
    for card in shuffled(scene.random, young)[:MOST_YOUNG]:
        missing = name_cards(int(observation.unseen) & above(card))
        answers.append(_card(card, False, fill(telling["young"], cards=missing), telling["section"]))
    return Asked(telling["question"], tuple(shuffled(scene.random, answers)), several=True)


def _card(card: int, right: bool, why: Words, section: str) -> Offered:
    """Return an answer that is a card of the hand."""
    return Offered(name_of(card), (face_of(card),), "", None, right, why, section)


def ask_winner(scene: Scene) -> Asked | None:
    """§6.4  Ask who wins the last round of a scene."""
    ends = [at for at, fact in enumerate(scene.told) if fact["event"] == "cleared"]
    if not ends:
        return None
    end, first = ends[-1], ends[-2] + 1 if len(ends) > 1 else 0
    winner, telling = scene.told[end]["seat"], WORDS["exercises"]["winner"]
    answers = []
    for fact in scene.told[first:end]:
        if fact["event"] == "laid":
            why, section = ("down", "6.3") if fact.get("down") else ("beaten", "5.5")
            if fact["seat"] == winner:
                why, section = "best", telling["section"]
            answers.append(name_seat(fact["seat"], fact["seat"] == winner, telling[why], section))
    return Asked(telling["question"], tuple(answers), several=False, told=before_the_winner(scene.told[:end]))


PUZZLES = puzzles(WORDS, "lead", "follow", aged=ask_aged, winner=ask_winner)
