"""Compiled helpers that fill lists: legal actions, and the unshuffled pack."""

from .compiling import compiled, inlined
from .telling import KIND_BITS


@inlined
def add(actions, action):
    """Append an action to a list of legal actions (a record of type `records.actions_type`)."""
    actions.list[actions.count] = action
    actions.count += 1


@compiled
def list_pack(counts, kinds, order):
    """Write a pack into `order`: `counts[kind]` cards of each kind from 0 to `kinds` - 1, as copies 0, 1, …"""
    order.count = 0
    for kind in range(kinds):
        for copy in range(counts[kind]):
            order.cards[order.count] = kind | copy << KIND_BITS
            order.count += 1
