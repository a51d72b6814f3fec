"""Actions: a verb and its value.  A set that is laid is its own number (`sets.py`)."""

from qipai.engine.compiling import inlined

VERB_BITS = 20  # a set needs so many
VALUE_MASK = (1 << VERB_BITS) - 1

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
) = range(30)

FEW = 10  # §11.2 so many cards and fewer are told exactly
MORE = FEW + 1
KIND_SHIFT = 4  # of the second kind of a return


@inlined
def pack_action(verb, value):
    return verb << VERB_BITS | value


@inlined
def verb_of(action):
    return action >> VERB_BITS


@inlined
def value_of(action):
    return action & VALUE_MASK


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
