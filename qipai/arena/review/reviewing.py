"""Go through a finished deal: each decision of a seat with what else it could have done, and what that was worth."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from qipai.bots.bot import make_bot
from qipai.bots.levels import NET
from qipai.bots.nets.playing import fits
from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.lines import sentence_of
from qipai.engine.records import Record as EngineRecord
from qipai.records.qp import Record
from qipai.records.verifying import replay, terms_of
from qipai.session.deal import Answer, Deal, Terms

from .figures import Judged, Review, Weighed
from .weighing import AGAIN, Compared, Weigher

MOST_TOLD = 3  # decisions that cost most
LONG = 1000  # decisions that a deal may have; longer ones are reviewed with fewer worlds
WORLDS, WORLDS_LONG = (200, 60) if NATIVE else (24, 6)
FEWEST_WORLDS, MOST_WORLDS = 4, 100_000
DIGITS = 4


def usual_worlds(game: Game, ruleset: Any, setup: Any) -> int:
    """Return the number of worlds for a deal: fewer for a long deal, and far fewer in the interpreter."""
    return WORLDS_LONG if game.max_decisions(ruleset, records.opened(setup)) > LONG else WORLDS


def advisers(game: Game, ruleset: Any, players: int, seed: int) -> list[Any]:
    """Return the bots whose choice is weighed at every decision, whatever the game's shortlist says."""
    return [make_bot(game, NET, ruleset, seed)] if fits(game, players, ruleset) else []


def review_record(record: Record, seat: int, worlds: int | None = None, seed: int = 1) -> Review:
    """Return the review of a seat's decisions.  Raises `RecordError` if the rules do not confirm the record."""
    *_, last = Reviewer(record, seat, worlds, seed).steps()
    return last


class Reviewer:
    """Reviews a seat of a record step by step.  The same seed, worlds and record give the same review."""

    def __init__(self, record: Record, seat: int, worlds: int | None = None, seed: int = 1) -> None:
        """Prepare.  Raises `QipaiError` for a seat or a number of worlds that cannot be, `RecordError` for rules that are not known."""
        self.record, self.seat, self.seed = record, seat, seed
        self.terms = terms_of(record)
        game, ruleset, players = self.terms.game, self.terms.ruleset, self.terms.players
        if not 0 <= seat < players:
            raise QipaiError(f"The deal has the seats 0 to {players - 1}, and no seat {seat}.")
        if game.chooser is None:
            raise QipaiError(f"{game.name} has no rule of thumb, by which a review plays deals to their end.")
        first, _ = next(iter(replay(record)))
        self.worlds = usual_worlds(game, ruleset, first.setup) if worlds is None else worlds
        if not FEWEST_WORLDS <= self.worlds <= MOST_WORLDS:
            raise QipaiError(f"A review takes {FEWEST_WORLDS} to {MOST_WORLDS} worlds a decision, not {self.worlds}.")
        self.weigher = Weigher(game, ruleset, seed, self.worlds)
        sides = game.teams(ruleset, players)
        self.side = [other for other in range(players) if sides[other] == sides[seat]]
        self.advisers = advisers(game, ruleset, players, seed)
        self.decisions = 0  # how many there are, once `steps` has begun

    def steps(self) -> Iterator[Review]:
        """Yield the review so far after every decision, and the finished one last."""
        asked = list(self.asked())
        self.decisions = len(asked)
        judged: list[Judged] = []
        for number, moment in enumerate(asked):
            observation, legal = moment.deal.observation(self.seat), self.legal(moment.deal)
            also = tuple(int(bot.act(observation, legal, None)) for bot in self.advisers)
            actions = self.weigher.choose(observation, legal, moment.answer.action, number, also)
            judged.append(self.write(moment, self.weigher.compare(observation, legal, actions, number)))
            yield self.so_far(judged, [], done=False)
        dear = dearest(judged, range(len(judged)))
        for number in dear:  # the dearest of many is partly luck, too: once more in fresh worlds
            moment, actions = asked[number], in_order(self.terms, judged[number])
            observation, legal = moment.deal.observation(self.seat), self.legal(moment.deal)
            judged[number] = self.write(moment, self.weigher.compare(observation, legal, actions, number, step=AGAIN))
        yield self.so_far(judged, dearest(judged, dear), done=True)

    def asked(self) -> Iterator["Moment"]:
        """Yield every decision in which the seat was asked and had a choice, with the deal before it."""
        before: Deal | None = None
        for move, (deal, facts) in enumerate(replay(self.record)):
            told = before.read_answer(facts[0]) if before else None
            if before and told and told[0] == self.seat in before.asked() and before.has_choice(self.seat):
                yield Moment(move - 1, before, told[1])
            before = deal.copy()

    def legal(self, deal: Deal) -> EngineRecord:
        """Return a record of the seat's legal actions."""
        actions = self.terms.game.new_actions()
        count = self.terms.game.legal_actions(deal.state, self.terms.rules, self.seat, actions)
        records.opened(actions).count = count
        return actions

    def write(self, moment: "Moment", compared: Compared) -> Judged:
        """Return the figures of a decision as they are told, in points."""
        terms, unit, options = self.terms, self.terms.game.unit, []
        sentences = terms.game.words["events"]
        for place, action in enumerate(compared.actions):
            answer = moment.answer if place == 0 else Answer(action, None)
            fact = moment.deal.copy().play(self.seat, answer)[0].seen_by(self.seat)
            value, gain = compared.mean(place), compared.gain(place)
            options.append(
                Weighed(
                    terms.game.notation.format_action(action, terms.ruleset),
                    {**fact, **sentence_of(fact, sentences)},
                    *(round(part / unit, DIGITS) for part in (*value, *gain)),
                )
            )
        best = 1 if len(options) > 1 and options[1].gain > 0 else 0
        notation = terms.game.notation
        return Judged(
            move=moment.move,
            seq=moment.move + 2,
            hand=[notation.format_card(card) for card in moment.deal.hand(self.seat)],
            legal=len(terms.game.legal(moment.deal.state, terms.rules, self.seat)),
            worlds=len(compared.points),
            options=options,
            best=best,
            better=best > 0 and options[best].gain > options[best].gain_error,
        )

    def so_far(self, judged: list[Judged], worst: list[int], *, done: bool) -> Review:
        """Return the review with these decisions."""
        header = self.record.header
        points = sum(self.record.result.points[seat] for seat in self.side)
        return Review(
            game=header.game,
            seat=self.seat,
            name=header.players[self.seat],
            side=self.side,
            worlds=self.worlds,
            seed=self.seed,
            decisions=judged.copy(),
            of=self.decisions,
            worst=worst,
            given=round(sum(judged[number].cost for number in worst), DIGITS),
            result=points / self.terms.game.unit,
            done=done,
        )


class Moment(NamedTuple):
    """A decision of the seat: how many decisions were before it, the deal then, and what was played."""

    move: int
    deal: Deal
    answer: Answer


def dearest(judged: Sequence[Judged], among: Iterable[int]) -> list[int]:
    """Return those of some decisions in which something else was better for certain: the three that cost most, the dearest first."""
    return sorted((number for number in among if judged[number].better), key=lambda number: -judged[number].cost)[:MOST_TOLD]


def in_order(terms: Terms, judged: Judged) -> list[Action]:
    """Return the actions that were compared in a decision, the played one first."""
    return [terms.game.notation.parse_action(option.action, terms.ruleset) for option in judged.options]
