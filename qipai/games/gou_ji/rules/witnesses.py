"""§13  What the rules have shown of a hand that nobody sees: some worlds cannot be."""

from qipai.engine.compiling import compiled
from qipai.engine.deriving import copying

from ..ranks import KINDS
from ..state import MAX_WITNESSES, MEETS, Witness

copy_witness = copying(Witness)


@compiled
def bear_witness(public, seat, what, best, tried, jokers):
    """Note what has become known of a seat's hand as it is now; the oldest of too many witnesses is dropped."""
    if public.witness_count == MAX_WITNESSES:
        for number in range(MAX_WITNESSES - 1):
            copy_witness(public.witnesses[number + 1], public.witnesses[number])
        public.witness_count -= 1
    write_witness(public, public.witnesses[public.witness_count], seat, what, best, tried, jokers)
    public.witness_count += 1


@compiled
def renew_witness(public, seat):
    """§9.4  Note that the rest of a run still meets the condition, which says all that its beginning said."""
    for number in range(public.witness_count - 1, -1, -1):
        witness = public.witnesses[number]
        if witness.seat == seat and witness.what == MEETS:
            write_witness(public, witness, seat, MEETS, 0, 0, 0)
            return


@compiled
def write_witness(public, witness, seat, what, best, tried, jokers):
    witness.seat = seat
    witness.what = what
    witness.best = best
    witness.tried = tried
    witness.jokers = jokers
    for kind in range(KINDS):
        witness.played[kind] = public.played[seat][kind]
