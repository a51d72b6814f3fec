"""Gan Deng Yan 干瞪眼, written a second time from the rule book alone: slow, of objects, and easy to check.

Nothing of the engine is used here.  § numbers are those of `qipai/games/gan_deng_yan/RULES.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.reference.gan_deng_yan_rules import Play, Rules, is_joker


class Table:
    """One deal, from the order in which the cards are drawn to the points.

    Any order longer than the hands makes a deal, so a test may play with a few cards.  `each` is what a seat that is
    not the dealer is dealt.  `stakes` are what the seats have on the table (§7.17), by default the stake of the first deal.
    """

    def __init__(
        self,
        options: Mapping[str, object] | None,
        players: int,
        dealer: int,
        order: Sequence[str],
        each: int = 5,
        stakes: Sequence[float] | None = None,
    ) -> None:
        self.rules = Rules(options)
        self.players = players
        self.stakes = list(stakes or [self.rules.limit("table_stakes")] * players)
        self.dealer = dealer
        if self.rules["decks"] == 1:  # §1.1 the colours mean nothing
            order = ["X" if is_joker(card) else card for card in order]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        dealt = players * each + 1
        for place, card in enumerate(order[:dealt]):  # §2.2
            self.hands[(dealer + place) % players].append(card)
        self.talon = list(order[dealt:])  # §2.3
        self.drawn = 0
        self.to_act: int | None = None
        self.choices: dict[str, Play | None] = {}
        self.over = False
        self.winner: int | None = None
        self.last: int | None = None
        self.on_table: Play | None = None
        self.passed: set[int] = set()
        self.tricks = 0
        self.plays_made = [0] * players
        self.bombs: list[str] = []
        self.announcements: list[tuple[int, int]] = []
        self.announced: set[int] = set()
        self._begin_trick(dealer)

    @property
    def talon_left(self) -> int:
        return len(self.talon) - self.drawn

    @property
    def next_dealer(self) -> int | None:
        """§2.1  The winner; after a deal without one the same again.  None before the end."""
        if not self.over:
            return None
        return self.dealer if self.winner is None else self.winner

    def legal(self) -> set[str]:
        return set(self.choices)

    def play(self, text: str) -> None:
        play = self.choices[text]
        if play is None:
            self.passed.add(self.to_act)
            self._next_turn()
        else:
            self._lay(play)

    def points(self) -> list[int]:
        """§6.1  All noughts where nobody won."""
        if self.winner is None:
            return [0] * self.players
        hao_chun = self.winner == self.dealer and self.plays_made[self.dealer] == 1
        alone = not any(made for seat, made in enumerate(self.plays_made) if seat != self.winner)  # §8.7
        public = self.rules.public_factor(self.bombs, hao_chun, self.tricks, alone)
        payments = {
            seat: self.rules.payment(self.hands[seat], public, self._never_played(seat), self.stakes[seat])
            for seat in range(self.players)
            if seat != self.winner
        }
        return self.rules.settle(self.winner, payments, self.players)

    def _never_played(self, seat: int) -> bool:
        """§8.6, §8.7  The dealer's lead is not counted to him: he must lay more than that.

        The separate factor means the same by spring as the app.
        """
        return self.plays_made[seat] <= (1 if seat == self.dealer else 0)

    def _begin_trick(self, leader: int) -> None:
        """§5.1  Who cannot lead does not: the next to the right who can does (§7.8, §7.10).

        That takes no action, no more than the pass of a player without cards does: there is nothing to choose.  Where
        nobody can lead, nobody ever will (cards are drawn after tricks only), so the deal is void whichever of the two
        options stands in the way.
        """
        self.on_table = None
        self.passed = set()
        for step in range(self.players):
            seat = (leader + step) % self.players
            leads = self.rules.leads(self.hands[seat], self.talon_left)
            if leads:
                self.to_act = seat
                self.choices = {play.text: play for play in leads}
                return
        self._end(None)

    def _lay(self, play: Play) -> None:
        seat = self.to_act
        for card in play.cards:
            self.hands[seat].remove(card)
        if self.on_table is None:
            self.tricks += 1
        self.on_table = play
        self.last = seat
        self.plays_made[seat] += 1
        if self.rules.level(play.kind):
            self._count_bomb(play)
        if not self.hands[seat] and self.rules.may_win(self.talon_left):
            self._end(seat)  # §5.6, §3.11
            return
        self._announce(seat)
        if play.kind == "djoker":
            self._end_trick()  # §4.5
        else:
            self._next_turn()

    def _count_bomb(self, play: Play) -> None:
        """§8.2, §8.5  The winning bomb is counted too."""
        if play.kind == "djoker":
            self.bombs.append("djoker")
        else:
            self.bombs.append(("soft_" if any(map(is_joker, play.cards)) else "hard_") + play.kind)

    def _next_turn(self) -> None:
        """§5.2, §5.3  The trick is over when the turn comes back to whoever played last."""
        for step in range(1, self.players):
            seat = (self.to_act + step) % self.players
            if seat == self.last:
                break
            if not self.hands[seat]:
                continue  # §7.10 a player without cards passes of himself
            if self.rules["pass_sticky"] and seat in self.passed:
                continue  # §7.16
            self.to_act = seat
            above = [name for name in self.rules.readings if self.rules.follows(name, self.on_table.reading)]
            follows = self.rules.plays(self.hands[seat], above)
            self.choices = {"pass": None} | {play.text: play for play in follows}  # §5.2
            return
        self._end_trick()

    def _end_trick(self) -> None:
        self._draw()
        self._begin_trick(self.last)  # §5.4

    def _draw(self) -> None:
        """§5.4, §5.5  Each draws the next card of the talon."""
        drawers = self.rules.drawers(self.players, self.last, self.talon_left)
        for seat in drawers:
            self.hands[seat].append(self.talon[self.drawn])
            self.drawn += 1
        for seat in drawers:
            self._announce(seat)

    def _announce(self, seat: int) -> None:
        """§7.9  Said after one's own play or draw; a hand that has grown again is announced no longer."""
        self.announced.discard(seat)
        if self.rules.must_announce(len(self.hands[seat])):
            self.announced.add(seat)
            self.announcements.append((seat, len(self.hands[seat])))

    def _end(self, winner: int | None) -> None:
        self.over = True
        self.winner = winner
        self.to_act = None
        self.choices = {}
