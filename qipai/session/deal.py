"""One deal at a table: the rules' state and the physical cards, moved together, with sealed answers."""

from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.errors import IllegalAction, RecordError
from qipai.engine.game import Action, Game
from qipai.engine.records import Record, RulesRecord
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.engine.telling import Card, Faces, Fact, copy_of, kind_of

from .refusals import NotYourTurn, Refused

SEALED, UNSEALED = "sealed", "unsealed"
MOST_TALK = 16  # more legal actions than these are never talk but for one


class Terms(NamedTuple):
    """What a table plays: the game, the rules, and by how many."""

    game: Game
    ruleset: Any
    rules: RulesRecord
    players: int


class Answer(NamedTuple):
    """What a seat decided: an action, and the physical cards for it; None for the lowest of their kinds."""

    action: Action
    chosen: list[Card] | None


class Deal:
    """A deal in progress.  Its methods trust their arguments; `Session.act` checks them."""

    def __init__(self, terms: Terms, setup: Record, order: Record) -> None:
        game = terms.game
        self.terms = terms
        self.setup = setup
        self.state = game.new_state()
        self.faces = Faces(terms.players)
        self.sealed: dict[int, Answer] = {}  # answers of seats that were asked together, held until all have answered
        self.withdrawn: dict[int, Answer] = {}  # answers taken back and not yet replaced
        self._asked: list[int] | None = None  # once known for the present state; so with `_window`
        self._window: bool | None = None
        self.questions = 0  # how many questions were answered, or changed by a right
        game.deal(self.state, terms.rules, setup, order)
        opened = records.opened
        self.opening = game.telling.tell_deal(opened(self.state), opened(terms.rules), opened(setup), opened(order), self.faces)

    def copy(self) -> "Deal":
        """Return an independent copy."""
        twin = copy(self)
        twin.state = records.copy(self.state)
        twin.faces = Faces(self.terms.players)
        twin.faces.hands = [hand.copy() for hand in self.faces.hands]
        twin.faces.undealt = self.faces.undealt.copy()
        twin.sealed, twin.withdrawn = self.sealed.copy(), self.withdrawn.copy()
        return twin

    @property
    def over(self) -> bool:
        """Whether the deal is finished."""
        return bool(self.terms.game.is_over(self.state))

    def asked(self) -> list[int]:
        """Return the seats that owe a decision, including those whose sealed answer may still be changed."""
        if self._asked is None:
            self._asked = list(seats_in(self.terms.game.pending(self.state)))
        return self._asked.copy()

    def waiting(self) -> list[int]:
        """Return the seats that owe a decision and have not answered."""
        return [seat for seat in self.asked() if seat not in self.sealed]

    @property
    def window(self) -> bool:
        """Whether the current question is a window (`Game.is_window`)."""
        if self._window is None:
            self._window = bool(self.terms.game.is_window(records.opened(self.state)))
        return self._window

    def has_right(self, seat: int) -> bool:
        """Return whether a seat may act although it is not its turn."""
        return bool(self.terms.game.may_act(self.state) >> seat & 1)

    def rights(self) -> list[int]:
        """Return the seats that may act although it is not their turn."""
        return list(seats_in(self.terms.game.may_act(self.state)))

    def has_choice(self, seat: int) -> bool:
        """Return whether a seat has more than one legal action."""
        return len(self.terms.game.legal(self.state, self.terms.rules, seat)) > 1

    def only_answer(self, seat: int) -> Action | None:
        """Return the one legal action that answers the question which is put to a seat; None if there are several.

        An action that leaves the question as it is, and makes nothing legal that was not, answers nothing: talk at one's turn.
        """
        legal = self.terms.game.legal(self.state, self.terms.rules, seat)
        if len(legal) > MOST_TALK:
            return None
        answers = legal if len(legal) == 1 else [action for action in legal if not self._is_talk(seat, action, legal)]
        return answers[0] if len(answers) == 1 else None

    def _is_talk(self, seat: int, action: Action, legal: list[Action]) -> bool:
        game, rules = self.terms.game, self.terms.rules
        state = records.copy(self.state)
        game.apply_action(state, rules, seat, action)
        return (
            game.pending(state) == game.pending(self.state)
            and not game.is_over(state)
            and game.default_action(state, rules, seat) == game.default_action(self.state, rules, seat)
            and set(game.legal(state, rules, seat)) < set(legal)
        )

    def default(self, seat: int) -> Answer:
        """Return the answer that is played for a seat when its time runs out."""
        return Answer(int(self.terms.game.default_action(self.state, self.terms.rules, seat)), None)

    def check(self, seat: int, action: Action) -> None:
        """Raise `NotYourTurn` or `IllegalAction`, with the game's reason, unless a seat may do this action now."""
        game, rules = self.terms.game, self.terms.rules
        asked = seat in self.asked() or self.has_right(seat)
        if asked and game.is_legal(self.state, rules, seat, action):
            return
        refusal = game.telling.why_not(records.opened(self.state), records.opened(rules), seat, action)
        if asked and refusal:
            raise IllegalAction(refusal)
        raise NotYourTurn(refusal)

    def answer(self, seat: int, answer: Answer) -> list[Fact]:
        """Take a seat's answer; return its facts.

        The answer of a seat that was asked alone, and a right, are played at once.  Answers of seats that were asked together are sealed
        until the last one is in, and then all played.  In a window nobody learns even that a seat has answered, until `close_window`.
        Raises `WrongCards` if the chosen cards are not those of the action.
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
        """Play the answers of a window in the order of seats, the default for seats without one; return the facts."""
        facts = []
        for seat in self.asked():
            facts += self.play(seat, self.sealed.get(seat) or self.default(seat))
        return facts

    def seal(self, seat: int, answer: Answer) -> None:
        """Keep an answer until all who were asked have answered; it replaces an earlier one."""
        self.sealed[seat] = answer
        self.withdrawn.pop(seat, None)

    def unseal(self, seat: int) -> None:
        """Take a sealed answer back; it is played if the seat's time runs out before it gives another."""
        self.withdrawn[seat] = self.sealed.pop(seat)

    def _with_cards(self, seat: int, answer: Answer) -> Answer:
        """Return an answer with its cards filled in, so that wrong cards raise now and not when all answers are played."""
        told = self.read_answer(self.copy().play(seat, answer)[0])
        assert told is not None
        return told[1]

    def play(self, seat: int, answer: Answer) -> list[Fact]:
        """Apply an answer now; return its facts and all that follow, the result of a finished deal included."""
        game, rules = self.terms.game, self.terms.rules
        unasked = None if seat in self.asked() else self._question()
        before = records.copy(self.state)
        game.apply_action(self.state, rules, seat, answer.action)
        self._asked = self._window = None
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
        """Return what identifies the current question: the seats that are asked, and the default action of each."""
        return self.terms.game.pending(self.state), [self.default(seat).action for seat in self.asked()]

    def _go_on(self, question: tuple[int, list[Action]]) -> None:
        """After a right was used, drop sealed answers that no longer fit; count a new question if `question` has changed."""
        other = self._question() != question
        self.questions += other
        for answers in (self.sealed, self.withdrawn):
            for seat, answer in list(answers.items()):
                if other or not self.terms.game.is_legal(self.state, self.terms.rules, seat, answer.action):
                    del answers[seat]

    def result(self) -> Record:
        """Return the result of a finished deal (a record of type `Game.RESULT`)."""
        result = records.new(self.terms.game.RESULT)
        self.terms.game.returns(self.state, self.terms.rules, result)
        return result

    def observation(self, seat: int, into: Record = None) -> Record:
        """Return what a seat may know, `SPECTATOR` for what is public: in a new record, or in one that is overwritten."""
        observation = self.terms.game.new_observation() if into is None else into
        self.terms.game.observe(self.state, self.terms.rules, seat, observation)
        return observation

    def hand(self, seat: int) -> list[Card]:
        """Return a hand from low to high, so that its order does not show when the cards came."""
        return sorted(self.faces.hands[seat], key=low_to_high)

    def read_answer(self, fact: Fact) -> tuple[int, Answer] | None:
        """Return the seat and the decision that a fact tells, visible or not; None for a fact without an `action`.

        Raises `RecordError` for a seat that is not at the table, `NotationError` or `Refused` for a wrong action or card.
        """
        told = decision_told(fact)
        if told is None:
            return None
        seat: Any = told.get("seat")
        if seat not in range(self.terms.players):
            raise RecordError(f"A {fact.event!r} fact tells no seat of this table.")
        action = self.terms.game.notation.parse_action(told["action"], self.terms.ruleset)
        return seat, Answer(action, self.find_cards(seat, told["cards"]) if "cards" in told else None)

    def write(self, answer: Answer) -> dict[str, Any]:
        """Return an answer as fields of a fact: `action`, and `cards` if they were chosen."""
        notation = self.terms.game.notation
        written: dict[str, Any] = {"action": notation.format_action(answer.action, self.terms.ruleset)}
        if answer.chosen is not None:
            written["cards"] = [notation.format_card(card) for card in answer.chosen]
        return written

    def find_cards(self, seat: int, faces: Iterable[str]) -> list[Card]:
        """Return cards with these faces from a hand.  Raises `NotationError` for a text that is no face, `Refused` for one not held."""
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


def decision_told(fact: Fact) -> dict[str, Any] | None:
    """Return the fields of a fact that tells a decision, visible or not; None for a fact without an `action`."""
    told = {**fact.hidden, **fact.private.get(fact.public.get("seat", SPECTATOR), {}), **fact.public}
    return told if "action" in told else None


def low_to_high(card: Card) -> tuple[int, int]:
    """Return the sort key of cards in a hand: by kind, then by copy."""
    return kind_of(card), copy_of(card)
