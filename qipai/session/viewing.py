"""One chair's view of a table, built from what that chair may know: an observation, and the facts told to it."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.records import Record, opened
from qipai.engine.seats import SPECTATOR

from .deal import Deal
from .folding import PLAYING, Folded
from .story import Story
from .views import AnswerView, CardView, ChoiceView, DealView, SeatView, TableView

MOST_CHOICES = 300  # that are sent with a view
APART = ("trick", "to_act", "owner", "seats")  # what `describe` tells of every game: it has its own place in a view


def view_table(
    table: Folded,
    seat: int | None,
    /,
    *,
    code: str = "",
    watch: str = "",
    host: bool = False,
    connected: Sequence[bool] = (),
    next_at: int | None = None,
    records: Sequence[str] = (),
    **named: str,
) -> TableView:
    """What a chair sees of a table; `Session.view` says what the server adds."""
    observer = SPECTATOR if seat is None else seat
    observation = table.deal_now.observation(observer) if table.deal_now else None
    board = describe(table.deal_now, observation) if table.deal_now else {}
    seats = [
        _view_seat(table, place, board, last, connected[place] if connected else True)
        for place, last in enumerate(_lasts(table, observer))
    ]
    return TableView(
        table=named.get("table", ""),
        code=code,
        watch=watch,
        game=table.game.name,
        rules=table.options,
        variant=table.variant,
        changes=_changes(table),
        clock=table.clock_name,
        level=table.level,
        deals=table.deals,
        phase=table.phase,
        you=seat,
        host=host,
        seats=seats,
        teams=teams_of(table),
        scores=table.scores,
        winners=table.winners,
        deal=_view_deal(table.story, table, observer, observation, board) if table.story else None,
        records=list(records),
        next_at=next_at,
    )


def describe(deal: Deal, observation: Record) -> dict[str, Any]:
    """The board as the game describes it from an observation."""
    return deal.terms.game.telling.describe(opened(observation), opened(deal.terms.rules))


def teams_of(table: Folded) -> list[int]:
    """The team of each seat."""
    players = len(table.chairs)
    return list(table.game.teams(table.terms.ruleset, players)) if table.terms else list(range(players))


def _lasts(table: Folded, observer: int) -> list[dict[str, Any] | None]:
    return list(table.story.last_seen_by(observer)) if table.story else [None] * len(table.chairs)


def _changes(table: Folded) -> list[str]:
    """The options that differ from the variant that the table started from."""
    if table.terms is None:
        return []
    variant = table.game.variants[table.variant].ruleset
    return [name for name in table.options if getattr(variant, name) != getattr(table.terms.ruleset, name)]


def _view_seat(table: Folded, seat: int, board: dict[str, Any], last: dict[str, Any] | None, connected: bool) -> SeatView:
    chair = table.chairs[seat]
    return SeatView(
        name=chair.name,
        player=chair.player,
        level=chair.level,
        connected=connected,
        autopilot=chair.autopilot,
        ready=chair.ready,
        score=sum(row[seat] for row in table.scores),
        cards=board["seats"][seat]["cards"] if board and table.phase == PLAYING else None,
        last=last,
        chips=board["seats"][seat]["chips"] if board else [],
    )


def _view_deal(story: Story, table: Folded, observer: int, observation: Record, board: dict[str, Any]) -> DealView:
    deal, playing = table.deal_now, table.phase == PLAYING
    asked = board["to_act"] if board and playing else []
    sealed = deal.sealed if deal else {}
    choices, more = _choices_of(table, deal, observer, observation) if deal and playing else ([], False)
    if table.window_open:  # who has answered is not told, nor is who has nothing to say asked for it
        asked = [seat for seat in asked if seat != observer or choices]
        sealed = {seat: answer for seat, answer in sealed.items() if seat == observer and choices}
    answers = deal is not None and observer in deal.asked() and bool(choices)
    return DealView(
        number=story.number,
        trick=board["trick"] if board else 0,
        to_act=[seat for seat in asked if seat not in sealed],
        locked=[seat for seat in asked if seat in sealed],
        owner=board["owner"] if board else None,
        board={key: value for key, value in board.items() if key not in APART},
        hand=_view_hand(deal, observer) if deal and observer != SPECTATOR else [],
        choices=choices,
        default=deal.write(deal.default(observer))["action"] if deal and answers else None,
        more=more,
        answer=AnswerView(**{"cards": [], **deal.write(sealed[observer])}) if deal and observer in sealed else None,
        log=story.seen[observer],
        over=not playing,
        result=story.result.seen_by(observer) if story.result else None,
    )


def _view_hand(deal: Deal, seat: int) -> list[CardView]:
    game, rules = deal.terms.game, opened(deal.terms.rules)
    return [CardView(game.notation.format_card(card), game.telling.name_kind(card, rules)) for card in deal.hand(seat)]


def _choices_of(table: Folded, deal: Deal, seat: int, observation: Record) -> tuple[list[ChoiceView], bool]:
    """A seat's choices, worked out once a state: with four jokers they are thousands, and views are asked for often."""
    if seat == SPECTATOR or not (seat in deal.asked() or deal.has_right(seat)):
        return [], False
    if seat not in table.choices:
        table.choices[seat] = _view_choices(deal, seat, observation)
    return table.choices[seat]


def _view_choices(deal: Deal, seat: int, observation: Record) -> tuple[list[ChoiceView], bool]:
    legal = deal.terms.game.legal(deal.state, deal.terms.rules, seat)
    if deal.window and len(legal) == 1:
        return [], False
    return view_choices(deal, observation, legal)[:MOST_CHOICES], len(legal) > MOST_CHOICES


def view_choices(deal: Deal, observation: Record, actions: Sequence[int]) -> list[ChoiceView]:
    """Legal actions as their seat chooses them, cheapest first."""
    told = deal.terms.game.telling.choices(opened(observation), opened(deal.terms.rules), actions)
    return [
        ChoiceView(choice.action, list(choice.needs), choice.kind, list(choice.spells), [dict(one) for one in choice.says])
        for choice in told
    ]
