"""§11, §14.10, §14.25  Table talk: Rang Pai, counts, showing and exposing a hand, advice, asking for the wind; and who may speak out of turn."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from .. import verbs
from ..seating import SEATS, dui_men, first_from, is_in, next_in, right_of, team_mask, team_of, turned
from ..state import (
    DUEL,
    FOLLOWING,
    HOLDING,
    LEADING,
    NORMAL,
    ROTATION,
    RUN,
    SHAO_PAI,
    TALKS,
    TALKS_OF_ADVICE,
    TALKS_OF_COUNTS,
    TALKS_OF_WIND,
    TELLING,
    WIND_TO_MATES,
)
from ..variants import BIG_LOSER
from ..verbs import ADVISE, pack_action
from .endgame import is_endgame
from .sets import beats, is_set, make_follows, make_leads
from .shao import make_run_leads, may_run_with, ranks_of
from .tricks import able, ask, forget_advice, heir, holds


@inlined
def is_playing(public):
    """Return whether table talk is possible: in the play, and not while a question is open."""
    return public.talk & TALKS != 0 and (public.phase == LEADING or public.phase == FOLLOWING)


@inlined
def may_count(public, seat):
    """§11.2  Return the mask of the seats whose count a seat may ask for; what was told is not asked again before the hand changes.

    Those are its team mates, its Dui Men while it is in the game itself, and everybody whose own Dui Men is out.
    """
    if not public.talk & TALKS_OF_COUNTS:
        return 0
    own = 1 << seat
    others = public.active & ~public.exposed & ~own
    askable = others & (team_mask(team_of(seat)) | ~turned(public.active, 3) | turned(public.active & own, 3))
    for other in range(SEATS):
        if askable >> other & 1 and public.told[other]:
            askable &= ~(1 << other)
    return askable


@inlined
def may_show_hand(public, seat):
    """§11.3  Return whether a seat may show its hand to its team mates: once, with ten cards or fewer; they see it from then on."""
    return is_in(public.active & ~public.shown & ~public.exposed, seat) == 1 and public.left[seat] <= verbs.FEW


@inlined
def may_expose(public, rules, seat):
    """§11.4, §14.17  Return whether a seat may expose its hand: in its own turn, with `expose_max` cards at most."""
    return is_in(public.asked & ~public.exposed, seat) == 1 and public.left[seat] <= rules.expose_max


@compiled
def rang_asker(public):
    """§11.1  Return the seat that may ask for Rang Pai now, or NOBODY."""
    if public.phase != FOLLOWING or public.mode != NORMAL or public.rang_asked or public.beaten == NOBODY:
        return NOBODY
    asker = int(public.beaten)
    if public.owner != dui_men(asker) or not is_in(public.active, asker) or public.asked != 1 << right_of(asker, 4):
        return NOBODY
    still_in = public.active & ~public.passed
    if is_in(still_in, right_of(asker, 1)) or is_in(still_in, right_of(asker, 2)):
        return NOBODY
    return NOBODY if is_endgame(public) or public.wind_asker != NOBODY else asker


@compiled
def may_talk(public):
    """Return the mask of the seats that may say something although nobody asks them."""
    mask = 0
    if is_playing(public):
        asker = rang_asker(public)
        for seat in range(SEATS):
            if seat == asker or may_count(public, seat) or may_show_hand(public, seat) or may_advise(public, seat):
                mask |= 1 << seat
    return (mask | who_may_ask_wind(public)) & ~public.asked


@compiled
def make_talk(public, rules, seat, actions):
    """Add all that a seat may say."""
    if not is_playing(public):
        return
    counts = may_count(public, seat)
    for other in range(SEATS):
        if counts >> other & 1:
            add(actions, pack_action(verbs.COUNT, other))
    if rang_asker(public) == seat:
        add(actions, pack_action(verbs.RANG, 0))
    if may_show_hand(public, seat):
        add(actions, pack_action(verbs.SHOW_HAND, 0))
    if may_expose(public, rules, seat):
        add(actions, pack_action(verbs.EXPOSE, 0))


@compiled
def may_say(public, rules, seat, verb, value):
    """Return whether a seat may say this."""
    if not is_playing(public):
        return False
    if verb == verbs.COUNT:
        return value < SEATS and is_in(may_count(public, seat), value) == 1
    if value:
        return False
    if verb == verbs.RANG:
        return rang_asker(public) == seat
    if verb == verbs.SHOW_HAND:
        return may_show_hand(public, seat)
    return verb == verbs.EXPOSE and may_expose(public, rules, seat)


@compiled
def talk(public, rules, seat, verb, value):
    """§11.1 to §11.4  Say something, which changes no turn."""
    if verb == verbs.RANG:
        public.rang_asked = 1
        public.phase = HOLDING
        public.asked = 1 << right_of(seat, 4)
    elif verb == verbs.SHOW_HAND:
        public.shown |= 1 << seat
    elif verb == verbs.EXPOSE:
        public.exposed |= 1 << seat
    elif rules.infringement == BIG_LOSER:
        public.interrupted = public.phase
        public.waiting = next_in(public.asked, seat)
        public.asker = seat
        public.told_by = value
        public.phase = TELLING
        public.asked = 1 << value
    else:
        public.told[value] = told_size(public, value)


@inlined
def told_size(public, seat):
    """§11.2  Return what is to be told of a hand: its size up to ten, else that there are more."""
    return min(int(public.left[seat]), verbs.MORE)


# -- advice


NO_SET = 0  # advice to pass


@inlined
def is_advised(public):
    """Return whether the seat whose turn it is has an open hand, so that it may be advised."""
    playing = public.phase == LEADING or public.phase == FOLLOWING
    return playing and public.talk & TALKS != 0 and public.talk & TALKS_OF_ADVICE != 0 and public.asked & public.exposed != 0


@inlined
def may_advise(public, seat):
    """§11.4  Return whether it is a team mate's turn, and the seat has not advised in it."""
    mates = team_mask(team_of(seat)) & ~(1 << seat)
    return is_advised(public) and public.asked & mates != 0 and not is_in(public.advised, seat)


@compiled
def make_advice(state, seat, actions):
    """§11.4  Add all that may be advised: what the team mate may lead or follow with, and a pass."""
    public = state.public
    if not may_advise(public, seat):
        return
    other = first_from(public.asked, 0)
    hand = state.hands[other]
    begin = actions.count
    if public.phase == FOLLOWING:
        make_follows(hand, public.best, actions)
        add(actions, NO_SET)
    elif public.mode == RUN:
        make_run_leads(hand, public.left[other], actions)
    else:
        make_leads(hand, actions)
    for number in range(begin, actions.count):
        actions.list[number] = pack_action(ADVISE, actions.list[number])


@compiled
def is_advice(state, seat, cards):
    """§11.4  Return whether this set, or pass, may be advised."""
    public = state.public
    if not may_advise(public, seat):
        return False
    if cards == NO_SET:
        return public.phase == FOLLOWING
    other = first_from(public.asked, 0)
    hand = state.hands[other]
    if not is_set(cards) or not holds(hand, cards):
        return False
    if public.phase == FOLLOWING:
        return beats(cards, public.best)
    return public.mode != RUN or may_run_with(hand, ranks_of(hand), int(public.left[other]), cards)


@compiled
def advise(public, seat, cards):
    """§11.4  Note a seat's advice, which holds for this turn."""
    public.advised |= 1 << seat
    public.advice[place_of_mate(first_from(public.asked, 0), seat)] = cards


@inlined
def place_of_mate(seat, mate):
    """Return the place of a team mate in `advice`: 0 on the right, 1 on the left."""
    return 0 if mate == right_of(seat, 2) else 1


# -- the wind


@inlined
def may_beat(public):
    """§7.2, §8.5, §9.3  Return the mask of the seats that may still act on the best set."""
    if public.mode == DUEL:
        return 1 << dui_men(public.owner)
    return int(public.responders) if public.mode == SHAO_PAI else able(public)


@compiled
def may_ask_wind(public, seat):
    """§14.10  Return whether a seat may ask for the wind: it would catch it, asks once, and others may still act."""
    if not public.talk & TALKS_OF_WIND or public.phase != FOLLOWING or is_in(public.active, public.owner):
        return False
    if public.wind_asker != NOBODY or public.promised == seat:
        return False
    if is_in(may_beat(public), seat) and not is_in(public.asked, seat):
        return False
    return may_beat(public) & ~(1 << seat) != 0 and heir(public, int(public.owner), public.talk & WIND_TO_MATES) == seat


@compiled
def who_may_ask_wind(public):
    """Return the mask of the seats that may ask for the wind: one at most."""
    mask = 0
    if public.talk & TALKS_OF_WIND:
        for seat in range(SEATS):
            if may_ask_wind(public, seat):
                mask |= 1 << seat
    return mask


@compiled
def ask_wind(public, seat):
    """§14.10  Ask the others who may still act to agree, one after the other; each may beat instead."""
    forget_advice(public)
    public.wind_asker = seat
    public.responders = may_beat(public) & ~(1 << seat)
    public.arrangement = ROTATION
    ask(public, next_in(public.responders, seat))
