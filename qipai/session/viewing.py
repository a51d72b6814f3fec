"""Build one seat's view of a table from what that seat may know: its observation, and the facts told to it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from qipai.engine.boards import as_values
from qipai.engine.records import Record, opened
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact

from .deal import Deal
from .folding import PLAYING, Folded
from .views import AnswerView, CardView, ChoiceView, DealView, LessonView, ReasonView, RemovalView, SeatView, TableView

MOST_CHOICES = 300  # the most choices in a view
Board = dict[str, Any]
APART = ("trick", "to_act", "owner", "seats")  # fields of every board that have a place of their own in a view


class Showing:
    """What a table shows after an entry.  What is the same for several seats is made once.

    A part that is equal to what was shown `before` the entry is the very same object, so that differences are found by identity.
    """

    def __init__(self, table: Folded, before: "Showing | None" = None) -> None:
        self._table = table
        self._scores: list[list[int]] = kept(before._scores if before else None, [row.copy() for row in table.scores])
        self._totals = table.own_points(table.scores)
        deal = table.deal_now if table.phase == PLAYING else None
        self._asked = deal.asked() if deal else []
        self._rights = deal.rights() if deal else []
        self._in_window = table.window_open
        self._observed: set[int] = set()
        self._boards: dict[int, Shown] = {}
        self._chairs: dict[tuple[int, tuple[bool, ...]], list[SeatView]] = {}
        self._deals: dict[int, DealView] = {}
        self._boards_before: dict[int, Shown] = before._boards_before | before._boards if before else {}
        self._chairs_before: dict[int, list[SeatView]] = before._chairs_before if before else {}  # the last of each observer

    def view(
        self,
        seat: int | None,
        /,
        *,
        code: str = "",
        watch: str = "",
        host: bool = False,
        kept: int | None = None,
        stands_in: bool = False,
        removed: bool = False,
        connected: Sequence[bool] = (),
        next_at: int | None = None,
        records: Sequence[str] = (),
        lesson: LessonView | None = None,
        **named: str,
    ) -> TableView:
        """Return the view of a seat, None for the public one.  The other arguments are what the server adds (see `Session.view`)."""
        table, observer = self._table, SPECTATOR if seat is None else seat
        return TableView(
            table=named.get("table", ""),
            code=code,
            watch=watch,
            game=table.game.name,
            room=table.game.room,
            rules=table.options,
            variant=table.variant,
            changes=table.changes,
            clock=table.clock_name,
            level=table.level,
            deals=table.deals,
            phase=table.phase,
            you=seat,
            kept=kept,
            removed=removed,
            host=host,
            stands_in=stands_in,
            removals=[RemovalView(one.number, one.name) for one in table.removed.values()] if host and not stands_in else [],
            locked=table.locked,
            listed=table.listed,
            seats=self._seats(observer, tuple(connected)),
            teams=table.teams,
            scores=self._scores,
            winners=table.winners,
            deal=self._deal(observer) if table.story else None,
            records=list(records),
            next_at=next_at,
            lesson=lesson,
            begun_from=table.begun_from,
        )

    def _observation(self, deal: Deal, observer: int) -> Record:
        """Return what a seat knows, in a record that is used again after the next entry."""
        records = self._table.observations
        if observer not in self._observed:
            self._observed.add(observer)
            records[observer] = deal.observation(observer, records.get(observer))
        return records[observer]

    def _board(self, observer: int) -> "Shown":
        """Return the board of an observer: the very same as the public one, where the game shows a seat no more."""
        if observer not in self._boards:
            self._boards[observer] = self._describe(observer, self._boards_before.get(observer, NOTHING).board)
        return self._boards[observer]

    def _describe(self, observer: int, before: Board) -> "Shown":
        deal = self._table.deal_now
        if deal is None:
            return NOTHING
        game, rules = deal.terms.game, opened(deal.terms.rules)
        own = game.particulars.describe_own
        if observer == SPECTATOR or (own is None and not game.public_board):
            board = {
                key: kept(before.get(key), value) for key, value in describe(deal, self._observation(deal, observer)).items()
            }
            return Shown(board, without_parts(board))
        public = self._board(SPECTATOR)
        added = own(opened(self._observation(deal, observer)), rules, public.board) if own else None
        if not added:
            return public
        added = {key: kept(before.get(key), kept(public.board.get(key), value)) for key, value in as_values(added).items()}
        return Shown({**public.board, **added}, {**public.own, **without_parts(added)})

    # -- chairs

    def _seats(self, observer: int, connected: tuple[bool, ...]) -> list[SeatView]:
        """Return the chairs as an observer sees them: the very same list for all who are told the same of them."""
        if (observer, connected) not in self._chairs:
            public = self._seats(SPECTATOR, connected) if observer != SPECTATOR else None
            views = self._view_seats(observer, connected, public)
            self._chairs[observer, connected] = views = (
                views if views is public else kept(self._chairs_before.get(observer), views)
            )
            self._chairs_before[observer] = views
        return self._chairs[observer, connected]

    def _view_seats(self, observer: int, connected: tuple[bool, ...], public: list[SeatView] | None) -> list[SeatView]:
        board, story = self._board(observer).board, self._table.story
        told: Sequence[Fact | None] = story.last if story else [None] * len(self._table.chairs)
        alike: Sequence[bool] = [False] * len(told)
        if public is not None:
            if self._board(observer) is self._board(SPECTATOR) and not any(fact and observer in fact.private for fact in told):
                return public
            places, seen = self._board(SPECTATOR).board.get("seats", told), board.get("seats", told)
            alike = [
                own is other and (fact is None or observer not in fact.private)
                for own, other, fact in zip(seen, places, told, strict=True)
            ]
        return [
            public[place]
            if public is not None and alike[place]
            else self._view_seat(
                place, board, story.shown_to(observer, fact) if story and fact else None, not connected or connected[place]
            )
            for place, fact in enumerate(told)
        ]

    def _view_seat(self, seat: int, board: Board, last: dict[str, Any] | None, connected: bool) -> SeatView:
        chair = self._table.chairs[seat]
        return SeatView(
            name=chair.name,
            player=chair.player,
            level=chair.level,
            connected=connected,
            autopilot=chair.autopilot,
            gone=chair.gone,
            host=bool(chair.guest) and chair.guest == self._table.host,
            ready=chair.ready,
            reserved=self._table.reserved[seat].name if seat in self._table.reserved else "",
            score=self._totals[seat],
            since=chair.since,
            brought=chair.brought,
            cards=board["seats"][seat]["cards"] if board and self._table.phase == PLAYING else None,
            last=last,
            chips=board["seats"][seat]["chips"] if board else [],
        )

    # -- the deal

    def _deal(self, observer: int) -> DealView:
        if observer not in self._deals:
            self._deals[observer] = self._view_deal(observer)
        return self._deals[observer]

    def _view_deal(self, observer: int) -> DealView:
        table, (board, own) = self._table, self._board(observer)
        assert table.story
        story, deal, playing = table.story, table.deal_now, table.phase == PLAYING
        asked = board["to_act"] if board and playing else []
        sealed = deal.sealed if deal else {}
        choices, more, alone = self._choices(deal, observer) if deal and playing else ([], False, None)
        if self._in_window:  # show neither who has answered nor a question to a seat without a choice
            asked = [seat for seat in asked if seat != observer or choices]
            sealed = {seat: answer for seat, answer in sealed.items() if seat == observer and choices}
        answers = observer in self._asked and bool(choices)
        return DealView(
            number=story.number,
            trick=board["trick"] if board else 0,
            to_act=[seat for seat in asked if seat not in sealed],
            locked=[seat for seat in asked if seat in sealed],
            owner=board["owner"] if board else None,
            board=own,
            hand=self._hand(deal, observer) if deal and observer != SPECTATOR else [],
            choices=choices,
            default=deal.write(deal.default(observer))["action"] if deal and answers else None,
            more=more,
            alone=alone if answers and observer not in sealed else None,
            answer=AnswerView(**{"cards": [], **deal.write(sealed[observer])}) if deal and observer in sealed else None,
            log=story.seen[observer],
            over=not playing,
            result=story.result.seen_by(observer) if story.result else None,
        )

    def _choices(self, deal: Deal, seat: int) -> tuple[list[ChoiceView], bool, ReasonView | None]:
        """Return a seat's choices, whether there are more, and why but one answers; cached: with four jokers there are thousands."""
        if seat not in self._asked and seat not in self._rights:
            return [], False, None
        if seat not in self._table.choices:
            self._table.choices[seat] = _view_choices(deal, seat, self._observation(deal, seat))
        return self._table.choices[seat]

    def _hand(self, deal: Deal, seat: int) -> list[CardView]:
        """Return a hand from low to high, cached until a card of it moves."""
        held = deal.faces.hands[seat]
        kept = self._table.hands.get(seat)
        if kept is None or kept[0] != held:
            game, rules = deal.terms.game, opened(deal.terms.rules)
            views = [CardView(game.notation.format_card(card), game.telling.name_kind(card, rules)) for card in deal.hand(seat)]
            self._table.hands[seat] = kept = held.copy(), views
        return kept[1]


class Shown(NamedTuple):
    """A board as a game describes it, and the part of it that is the `board` of a view."""

    board: Board
    own: Board


NOTHING = Shown({}, {})


def without_parts(board: Board) -> Board:
    """Return a board without the fields that a view has elsewhere."""
    return {key: value for key, value in board.items() if key not in APART}


def kept(before: Any, after: Any) -> Any:
    """Return `after` with the objects of `before` for all parts that are equal, so that `is` finds them."""
    if before == after:
        return before
    if type(before) is type(after) is list and len(before) == len(after):
        return [old if old == new else new for old, new in zip(before, after, strict=True)]
    return after


def describe(deal: Deal, observation: Record) -> dict[str, Any]:
    """Return the board that the game describes from an observation, as JSON values."""
    return as_values(deal.terms.game.telling.describe(opened(observation), opened(deal.terms.rules)))


def _view_choices(deal: Deal, seat: int, observation: Record) -> tuple[list[ChoiceView], bool, ReasonView | None]:
    legal = deal.terms.game.legal(deal.state, deal.terms.rules, seat)
    if deal.window and len(legal) == 1:
        return [], False, None
    why = deal.terms.game.particulars.why_alone(opened(observation), opened(deal.terms.rules), legal)
    alone = ReasonView(dict(why.text), why.section) if why else None
    return view_choices(deal, observation, legal)[:MOST_CHOICES], len(legal) > MOST_CHOICES, alone


def view_choices(deal: Deal, observation: Record, actions: Sequence[int]) -> list[ChoiceView]:
    """Return legal actions as choices for their seat, the cheapest first."""
    told = deal.terms.game.telling.choices(opened(observation), opened(deal.terms.rules), actions)
    return [
        ChoiceView(choice.action, list(choice.needs), choice.kind, list(choice.spells), [dict(one) for one in choice.says])
        for choice in told
    ]
