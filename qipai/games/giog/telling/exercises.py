"""Exercises of the family: what may be laid, and who wins a trick (§5.3, §6, §8)."""

from collections.abc import Mapping
from typing import Any

from qipai.engine.errors import Words
from qipai.engine.exercises import Asked, Offered, Puzzle, Scene, before_the_winner, name_seat, puzzles
from qipai.engine.records import opened

from ..variants import SET_ASIDE
from ..words import WORDS

Told = Mapping[str, Any]
COVERED, STRANGE, LOWER = "8.3", "5.3", "5.4"


def puzzles_of(shown: bool) -> dict[str, Puzzle]:
    """Return the kinds of exercises of a game.  `shown`: whether all pieces of a trick are seen before it is won."""
    return puzzles(WORDS, "lead", "follow", **({"winner": ask_winner} if shown else {}))


def ask_winner(scene: Scene) -> Asked | None:
    """§5.3, §6.3, §6.4, §6.6, §8.4  Ask who wins the last trick of a scene."""
    ends = [at for at, fact in enumerate(scene.told) if fact["event"] == "cleared"]
    if not ends:
        return None
    end, first = ends[-1], ends[-2] + 1 if len(ends) > 1 else 0
    won, facts = scene.told[end], scene.told[first:end]
    shown = [fact for fact in facts if fact["event"] == "revealed"]
    plays = shown[-1]["plays"] if shown else [fact for fact in facts if fact["event"] == "laid"]
    telling = WORDS["exercises"]["winner"]
    answers = [_answer(play, won, bool(shown), telling) for play in plays]
    if opened(scene.rules).ties == SET_ASIDE:
        nobody = won["winner"] is None
        answers.append(
            name_seat(None, nobody, WORDS["why"][won["why"]], won["section"])
            if nobody
            else name_seat(None, False, telling["somebody"], "6.4")
        )
    return Asked(telling["question"], tuple(answers), several=False, told=before_the_winner(scene.told[:end]))


def _answer(play: Told, won: Told, together: bool, telling: Mapping[str, Words]) -> Offered:
    """Return the answer that names the seat of a play."""
    seat = play["seat"]
    if seat == won["winner"]:
        return name_seat(seat, True, WORDS["why"][won["why"]], won["section"])
    if play.get("under") or (together and not play["kind"]):
        return name_seat(seat, False, telling["strange"], COVERED if play.get("under") else STRANGE)
    return name_seat(seat, False, telling["lower" if together else "covered"], LOWER if together else won["section"])
