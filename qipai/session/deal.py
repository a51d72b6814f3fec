"""One deal at a table: the rules' state and the cards that people see, moved together."""

from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.errors import IllegalAction, RecordError
from qipai.engine.game import Action, Game
from qipai.engine.records import Record
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.engine.telling import Card, Faces, Fact, copy_of, kind_of

from .refusals import NotYourTurn, Refused

SEALED, UNSEALED = "sealed", "unsealed"


class Terms(NamedTuple):
    """What a table plays."""

    game: Game
    ruleset: Any
    rules: Record  # the rule set, packed
    players: int


class Answer(NamedTuple):
    """What a seat decided: the action and, if it chose them, the cards for it."""

    action: Action
    chosen: list[Card] | None


class Deal:
    """A deal in progress.  Its methods trust; `Session.act` checks."""

    def __init__(self, terms: Terms, setup: Record, order: Record) -> None:
        game = terms.game
        self.terms = terms
        self.setup = setup
        self.state = game.new_state()
        self.faces = Faces(terms.players)
        self.sealed: dict[int, Answer] = {}  # answers that wait for the other seats that were asked together
        self.withdrawn: dict[int, Answer] = {}  # answers taken back and not yet given anew
        self.questions = 0  # that were answered, or of which a right made others
        game.deal(self.state, terms.rules, setup, order)
        opened = records.opened
        self.opening = game.telling.tell_deal(opened(self.state), opened(terms.rules), opened(setup), opened(order), self.faces)

    def copy(self) -> "Deal":
        """An independent deal in the same situation."""
        twin = copy(self)
        twin.state = records.copy(self.state)
        twin.faces = Faces(self.terms.players)
        twin.faces.hands = [hand.copy() for hand in self.faces.hands]
        twin.faces.undealt = self.faces.undealt.copy()
        twin.sealed, twin.withdrawn = self.sealed.copy(), self.withdrawn.copy()
        return twin

    @property
    def over(self) -> bool:
        return bool(self.terms.game.is_over(self.state))

    def asked(self) -> list[int]:
        """The seats that owe a decision, among them those whose answer is sealed and may still be changed."""
        return list(seats_in(self.terms.game.pending(self.state)))

    def waiting(self) -> list[int]:
        """The seats whose answer is still wanted."""
        return [seat for seat in self.asked() if seat not in self.sealed]

    @property
    def window(self) -> bool:
        """Is the question one that only some hands raise, put to all who might have such a hand?"""
        return bool(self.terms.game.is_window(records.opened(self.state)))

    def has_right(self, seat: int) -> bool:
        """May a seat do something that it is not asked for?"""
        return bool(self.terms.game.may_act(self.state) >> seat & 1)

    def has_choice(self, seat: int) -> bool:
        """Can a seat that is asked answer one thing or another?"""
        return len(self.terms.game.legal(self.state, self.terms.rules, seat)) > 1

    def default(self, seat: int) -> Answer:
        """What the clock plays for a seat."""
        return Answer(int(self.terms.game.default_action(self.state, self.terms.rules, seat)), None)

    def check(self, seat: int, action: Action) -> None:
        """May a seat do this?  Raises `NotYourTurn` or `IllegalAction` with the game's own reason."""
        game, rules = self.terms.game, self.terms.rules
        asked = seat in self.asked() or self.has_right(seat)
        if asked and game.is_legal(self.state, rules, seat, action):
            return
        refusal = game.telling.why_not(records.opened(self.state), records.opened(rules), seat, action)
        if asked and refusal:
            raise IllegalAction(refusal)
        raise NotYourTurn(refusal)

    def answer(self, seat: int, answer: Answer) -> list[Fact]:
        """Take a seat's answer.  Seats that were asked together are told nothing until the last of them has answered.

        In a window nobody is told even that, until it is closed.  A right is used at once.
        """
        asked = self.asked()
        if seat not in asked or (len(asked) == 1 and not self.window):
            return self.play(seat, answer)
        answer = self._with_cards(seat, answer)
        self.seal(seat, answer)
        if self.window:
            return [Fact(SEALED, hidden={"seat": seat, **self.write(answer)})]
        facts = [Fact(SEALED, {"seat": seat}, {seat: self.write(answer)})]
        if not self.waiting():
            for other in asked:
                facts += self.play(other, self.sealed.pop(other))
        return facts

    def close_window(self) -> list[Fact]:
        """Play what was answered in a window, in the order of seats; the default for who has not answered."""
        facts = []
        for seat in self.asked():
            facts += self.play(seat, self.sealed.get(seat) or self.default(seat))
        return facts

    def seal(self, seat: int, answer: Answer) -> None:
        """Keep an answer until the others who were asked have given theirs; it replaces an earlier one."""
        self.sealed[seat] = answer
        self.withdrawn.pop(seat, None)

    def unseal(self, seat: int) -> None:
        """Give a seat its answer back."""
        self.withdrawn[seat] = self.sealed.pop(seat)

    def _with_cards(self, seat: int, answer: Answer) -> Answer:
        """An answer with the cards that it takes, so that what is wrong with them is found now and not when all is turned up."""
        told = self.read_answer(self.copy().play(seat, answer)[0])
        assert told is not None
        return told[1]

    def play(self, seat: int, answer: Answer) -> list[Fact]:
        """Apply an action and tell everything that follows, the result included."""
        game, rules = self.terms.game, self.terms.rules
        unasked = None if seat in self.asked() else self._question()
        before = records.copy(self.state)
        game.apply_action(self.state, rules, seat, answer.action)
        self.sealed.pop(seat, None)
        self.withdrawn.pop(seat, None)
        if unasked is None:
            self.questions += 1
        else:
            self._go_on(unasked)
        opened = records.opened
        facts = game.telling.tell(
            opened(before), opened(self.state), opened(rules), seat, answer.action, self.faces, answer.chosen
        )
        if self.over:
            result = records.new(game.RESULT)
            game.returns(self.state, rules, result)
            facts = facts + game.telling.tell_result(opened(self.state), opened(rules), opened(result), self.faces)
        return facts

    def _question(self) -> tuple[int, list[Action]]:
        """What is asked, as a clock sees it: of whom, and what it would play for each."""
        return self.terms.game.pending(self.state), [self.default(seat).action for seat in self.asked()]

    def _go_on(self, question: tuple[int, list[Action]]) -> None:
        """After a right: the same question is still asked, with the answers to it that may still be given, or another."""
        other = self._question() != question
        self.questions += other
        for answers in (self.sealed, self.withdrawn):
            for seat, answer in list(answers.items()):
                if other or not self.terms.game.is_legal(self.state, self.terms.rules, seat, answer.action):
                    del answers[seat]

    def result(self) -> Record:
        """The record of a finished deal's result."""
        result = records.new(self.terms.game.RESULT)
        self.terms.game.returns(self.state, self.terms.rules, result)
        return result

    def observation(self, seat: int) -> Record:
        """What a seat may know; `SPECTATOR` for the public view."""
        observation = self.terms.game.new_observation()
        self.terms.game.observe(self.state, self.terms.rules, seat, observation)
        return observation

    def hand(self, seat: int) -> list[Card]:
        """The cards of a seat from low to high: no order of theirs tells when they came."""
        return sorted(self.faces.hands[seat], key=low_to_high)

    def read_answer(self, fact: Fact) -> tuple[int, Answer] | None:
        """The decision that a fact tells of, or None: `seat`, `action` and `cards`, whoever may see them."""
        told = {**fact.hidden, **fact.private.get(fact.public.get("seat", SPECTATOR), {}), **fact.public}
        if "action" not in told:
            return None
        seat: Any = told.get("seat")
        if seat not in range(self.terms.players):
            raise RecordError(f"A {fact.event!r} fact tells no seat of this table.")
        action = self.terms.game.notation.parse_action(told["action"], self.terms.ruleset)
        return seat, Answer(action, self.find_cards(seat, told["cards"]) if "cards" in told else None)

    def write(self, answer: Answer) -> dict[str, Any]:
        """An answer as a fact tells it: `action`, and `cards` where it takes any."""
        notation = self.terms.game.notation
        written: dict[str, Any] = {"action": notation.format_action(answer.action, self.terms.ruleset)}
        if answer.chosen is not None:
            written["cards"] = [notation.format_card(card) for card in answer.chosen]
        return written

    def find_cards(self, seat: int, faces: Iterable[str]) -> list[Card]:
        """The cards of a hand with these faces.  Raises `NotationError` for a text that is no face, `Refused` for one not held."""
        notation = self.terms.game.notation
        held: dict[str, list[Card]] = {}
        for card in self.faces.hands[seat]:
            held.setdefault(notation.format_card(card), []).append(card)
        found = []
        for text in faces:
            face = notation.format_card(notation.parse_card(text))
            if not held.get(face):
                raise Refused("not_in_hand")
            found.append(held[face].pop())
        return found


def low_to_high(card: Card) -> tuple[int, int]:
    """The canonical order of cards in hand: by kind, then by copy."""
    return kind_of(card), copy_of(card)
