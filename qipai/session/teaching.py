"""A table whose first deal is a lesson: how far its line is, what is said at a decision, and what the line does next.

The log of such a table names the lesson by its key (`key_of`), so a table that is read again stands where it stood.  If the lesson
has been rewritten since, its key is another one: then the deal goes on without it.  While the lesson lasts, the learner's choices are those
of its line, at its stops by their own hand, and those of all other seats too.  After the last stop the deal is played on like any other.
"""

from hashlib import sha256

from qipai.engine import records
from qipai.engine.errors import IllegalAction, Refusal
from qipai.engine.game import Action, Game
from qipai.engine.lessons import Lesson, Stop, has_lesson, load_lesson
from qipai.engine.positions import players_in

from .folding import PLAYING, Folded
from .refusals import Refused
from .views import LessonView, StopView

OTHERWISE = "not_the_lesson"  # code of the answer to a legal choice with which the lesson does not go on


def key_of(lesson: Lesson) -> str:
    """Return the key of a lesson: another one for other cards, another line or other stops, the same for other words."""
    line = [(decision.seat, int(decision.action)) for decision in lesson.line]
    deal = records.to_bytes(lesson.setup) + records.to_bytes(lesson.order)
    return sha256(deal + repr((lesson.seat, line, [stop.at for stop in lesson.stops])).encode()).hexdigest()[:16]


def players_of(lesson: Lesson) -> int:
    """Return how many play in a lesson."""
    return players_in(lesson.game, lesson.setup)


def lesson_with(game: Game, key: str) -> Lesson | None:
    """Return the lesson of a game if it is still the one with this key."""
    lesson = load_lesson(game) if has_lesson(game) else None
    return lesson if lesson and key_of(lesson) == key else None


class Taught(Folded):
    """A table, and the lesson on it if there is one."""

    _lesson: tuple[Lesson | None] | None = None  # once it was looked for

    @property
    def lesson(self) -> Lesson | None:
        """The lesson with which the table began."""
        if not self.lesson_key:
            return None
        if self._lesson is None:
            self._lesson = (lesson_with(self.game, self.lesson_key),)
        return self._lesson[0]

    @property
    def teaching(self) -> bool:
        """Whether the lesson still goes on: its last stop is not behind."""
        lesson = self.lesson
        if lesson is None or self.serial != 1 or self.phase != PLAYING or self.deal_now is None:
            return False
        return self.decided <= lesson.stops[-1].at

    def _place(self, seat: int) -> int | None:
        """Return where in the line a seat's next decision is; None if others decide before it."""
        if not self.teaching:
            return None
        assert self.lesson is not None
        assert self.deal_now is not None
        line, asked = self.lesson.line, self.deal_now.asked()
        if line[self.decided].seat not in asked:  # a right out of turn
            return self.decided if line[self.decided].seat == seat else None
        if seat not in asked:
            return None
        for place in range(self.decided, len(line)):
            if line[place].seat == seat:
                return place
            if line[place].seat not in asked:
                break
        return None

    def stop(self, seat: int) -> Stop | None:
        """Return the stop at which a seat decides now, or None."""
        place = self._place(seat)
        if place is None or self.lesson is None or seat != self.lesson.seat:
            return None
        return next((stop for stop in self.lesson.stops if stop.at == place), None)

    def scripted(self, seat: int) -> str | None:
        """Return the text of the action that the line plays for a seat now; None if the seat decides itself, or later."""
        if self.chairs[seat].thinks and self.stop(seat):
            return None
        return self._line_choice(seat)

    def _line_choice(self, seat: int) -> str | None:
        place = self._place(seat)
        if place is None or self.terms is None or self.lesson is None:
            return None
        return self.game.notation.format_action(self.lesson.line[place].action, self.terms.ruleset)

    def moving(self) -> list[int]:
        """Return the seats that are to be driven if no person decides there: those that are waited for, or use a right in the line."""
        waiting = self.deal_now.waiting() if self.deal_now and self.phase == PLAYING else []
        if self.teaching and self.lesson:
            seat = self.lesson.line[self.decided].seat
            if self.deal_now and seat not in self.deal_now.asked():
                return [seat]
        return waiting

    def check_line(self, seat: int, action: Action) -> None:
        """Raise `IllegalAction` or `Refused` if the lesson does not go on with a legal action of the learner's."""
        lesson = self.lesson
        if not self.teaching or lesson is None or seat != lesson.seat:
            return
        place, stop = self._place(seat), self.stop(seat)
        if place is not None and lesson.line[place].action == action:
            return
        if stop is None:
            raise Refused("lesson_goes_on")
        raise IllegalAction(Refusal(OTHERWISE, stop.section, stop.otherwise))

    def choice_at_stop(self, seat: int) -> str:
        """Return the text of the action with which the lesson goes on at the learner's stop.  Raises `Refused` if it is at none."""
        found = self._line_choice(seat) if self.stop(seat) else None
        if found is None:
            raise Refused("no_stop")
        return found

    def view_lesson(self, seat: int | None) -> LessonView | None:
        """Return what the learner is told of the lesson; None for everybody else."""
        lesson = self.lesson
        if lesson is None or seat != lesson.seat:
            return None
        stop = self.stop(seat) if self.deal_now and seat not in self.deal_now.sealed else None
        done = sum(stop.at < self.decided for stop in lesson.stops) if self.teaching else len(lesson.stops)
        return LessonView(
            stops=[dict(one.title) for one in lesson.stops],
            done=done,
            now=StopView(dict(stop.text), stop.section, list(stop.told)) if stop else None,
        )
