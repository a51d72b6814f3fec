"""§13  What the rules have shown of a hand that nobody sees: some worlds cannot be."""

from qipai.engine.compiling import compiled

from .ranks import KINDS
from .state import MAX_WITNESSES, MEETS


@compiled
def bear_witness(table, seat, what, best, tried):
    """Something has become known of a seat's hand as it is now.  The oldest of very many is forgotten."""
    if table.witness_count == MAX_WITNESSES:
        for number in range(MAX_WITNESSES - 1):
            copy_witness(table.witnesses[number + 1], table.witnesses[number])
        table.witness_count -= 1
    write_witness(table, table.witnesses[table.witness_count], seat, what, best, tried)
    table.witness_count += 1


@compiled
def renew_witness(table, seat):
    """§9.4  The rest of a run meets the condition still, which says all that its beginning said."""
    for number in range(table.witness_count - 1, -1, -1):
        witness = table.witnesses[number]
        if witness.seat == seat and witness.what == MEETS:
            write_witness(table, witness, seat, MEETS, 0, 0)
            return


@compiled
def write_witness(table, witness, seat, what, best, tried):
    witness.seat = seat
    witness.what = what
    witness.best = best
    witness.tried = tried
    for kind in range(KINDS):
        witness.played[kind] = table.played[seat][kind]


@compiled
def copy_witness(source, copy):
    copy.seat = source.seat
    copy.what = source.what
    copy.best = source.best
    copy.tried = source.tried
    for kind in range(KINDS):
        copy.played[kind] = source.played[kind]
