"""Write a review in lines for people."""

from collections.abc import Iterator

from qipai.engine.lines import Teller
from qipai.records.qp import Record

from .figures import Judged, Review, Weighed

METHOD = (
    "How: from what {name} knew at each moment, {worlds} deals that agree with it were played to their end for each choice, by the rule of "
    "thumb of all seats. ± is a 95 % interval. A choice is called better only if the difference is clear of zero; the three that cost most "
    "were compared once more in fresh deals. Nobody's hidden cards were looked at."
)


def tell_review(record: Record, review: Review, language: str = "en") -> Iterator[str]:
    """Yield a title, the decisions that cost most, all decisions, and how it was computed."""
    teller = Teller(record.game, record.header.players, language)
    of_side = " of the team" if len(review.side) > 1 else ""
    fine = sum(not one.better for one in review.decisions)
    yield (
        f"{record.game.titles[language]}, deal {record.header.deal}, {review.name}: {_count(len(review.decisions), 'decision')} with a choice, "
        f"{fine} of them best or equal for all that can be told; {signed(review.result)} points{of_side} at the end"
    )
    yield ""
    if not review.worst:
        yield "Nothing better was found with certainty."
    for rank, number in enumerate(review.worst, start=1):
        one = review.decisions[number]
        best = one.options[one.best]
        played, better = said(teller, one.options[0]), said(teller, best)
        if played == better:  # what was laid lies face down
            played, better = f"{played} ({one.options[0].action})", f"{better} ({best.action})"
        yield f"{rank}. Decision {one.move + 1}: {played}"
        yield f"   Better: {better}   −{best.gain:.1f} ± {best.gain_error:.1f} points"
    yield ""
    yield f"{'decision':>8}  {'expected':>16}  {'given away':>14}  played; better"
    for one in review.decisions:
        yield line(teller, one)
    yield ""
    yield METHOD.format(name=review.name, worlds=review.worlds)


def line(teller: Teller, one: Judged) -> str:
    """Return the line of a decision in the table of all."""
    played, best = one.options[0], one.options[one.best]
    expected = f"{signed(played.value)} ± {played.error:.1f}"
    if one.better:
        given, words = f"{best.gain:.1f} ± {best.gain_error:.1f}", f"{played.action}; {best.action}"
    else:
        given, words = "–", played.action
    return f"{one.move + 1:>8}  {expected:>16}  {given:>14}  {words}"


def said(teller: Teller, option: Weighed) -> str:
    """Return what an action is called: the game's sentence, or its text."""
    return " ".join(teller.lines(option.fact)) or option.action


def signed(points: float) -> str:
    """Return points with a sign.

    >>> signed(-1.25), signed(0), signed(3)
    ('-1.2', '0.0', '+3.0')
    """
    return f"{points:+.1f}" if points else "0.0"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
