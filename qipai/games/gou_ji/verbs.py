"""Actions: a verb and its value.  A set that is laid is its own number (`sets.py`)."""

from qipai.engine.compiling import inlined
from qipai.engine.forms import OneOf, Part
from qipai.engine.packing import packing

from .ranks import RANKS, parts_of_a_set
from .seating import SEATS

VERB_BITS = 20  # a set needs so many
pack_action, verb_of, value_of = packing(VERB_BITS)

(
    LAY,  # value: the set
    PASS,
    TAKER,  # §2.3 value: a seat
    KEEP,  # §3.2
    SHOW,
    PLAY_ON,  # §4.1
    REVOLT,
    SILENT,  # §4.3
    PLEAD,
    WITHDRAW,
    STAY,  # §5.1
    SWAP,
    PAY,  # §5.3
    REFUSE,
    INSIST,  # §5.4
    WAIVE,
    RETURN,  # §5.6 value: two kinds, the lower one first; 0 for none
    NO_SHAO,  # §9.1
    SHAO,  # value: the first set
    TAKE,  # §10.4
    LEAVE,
    FIRST,  # §14.8 value: a seat
    RANG,  # §11.1
    DISAGREE,
    AGREE,
    COUNT,  # §11.2 value: a seat
    SAY,  # §14.20 value: a number, or MORE
    SHOW_HAND,  # §11.3
    EXPOSE,  # §11.4
    ASK_WIND,  # §14.10
    ADVISE,  # §11.4 value: a set, or 0 for passing
) = range(31)

FEW = 10  # §11.2 so many cards and fewer are told exactly
MORE = FEW + 1
KIND_SHIFT = 4  # of the second kind of a return

# the words of vectors for the verbs, in their order
VERBS = tuple(
    """lay pass taker keep show play_on revolt silent plead withdraw stay swap pay refuse insist waive return no_shao shao take leave
    first rang disagree agree count say show_hand expose ask_wind advise""".split()
)
ONE_KIND = OneOf(RANKS, 1, 0)
PARTS_OF_AN_ACTION = (
    Part("verb", VERB_BITS, 5, OneOf(VERBS)),
    *parts_of_a_set(LAY, SHAO, ADVISE),
    Part("seat", 0, 3, OneOf(tuple(str(number) for number in range(SEATS))), (TAKER, FIRST, COUNT)),
    Part("lower", KIND_SHIFT, 4, ONE_KIND, (RETURN,)),
    Part("higher", 0, 4, ONE_KIND, (RETURN,)),
    Part("says", 0, 4, OneOf((*map(str, range(FEW + 1)), "more")), (SAY,)),
)


@inlined
def pack_kinds(lower, higher):
    """§5.6  One card or two, as the value of a return."""
    return higher | lower << KIND_SHIFT


@inlined
def lower_kind(value):
    return value >> KIND_SHIFT


@inlined
def higher_kind(value):
    return value & (1 << KIND_SHIFT) - 1
