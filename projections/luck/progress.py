"""State of a public game until the luck of all its deals is known; it contains only public information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from application.luck.deal_luck import GameTable, game_table
from domain.cards import Card, Cards
from domain.events import DeckRevealed, GameWon, OptionValue, RoundDealt, RoundScored
from domain.luck.deals import Deal
from domain.luck.table import UNIT, LuckGroup
from domain.state import Seat


class DealtRound(Struct, array_like=True):
    """A round: its deal, its points, and the luck of its hands."""

    deal: Deal
    points: tuple[int, ...] = ()
    """The points of each seat; empty in a round without a score."""
    luck: tuple[int, ...] = ()
    """The luck of each seat in units, once the hands are public; empty before, and where no table has it."""


class GameEnd(Struct, array_like=True):
    """The end of a game that was won."""

    at: datetime
    ranking: tuple[tuple[int, ...], ...]


class LuckProgress(Struct, omit_defaults=True):
    """The state of one game, updated with each of its events."""

    variant: str
    rules_version: int
    options: dict[str, OptionValue]
    seats: tuple[Seat, ...] = ()
    shuffle: int = -1
    """The number of the latest shuffle."""
    scores: tuple[int, ...] = ()
    """The running totals of the seats; empty until the first round is scored."""
    rounds: list[DealtRound] = []
    orders: dict[int, tuple[Card, ...]] = {}
    """The orders of shuffles that are revealed, as far as deals wait for them."""
    revealed: int = -1
    """The number of the latest shuffle that is revealed."""
    end: GameEnd | None = None

    @property
    def table(self) -> GameTable | None:
        """The table of luck for the game."""
        return game_table(self.variant, self.rules_version, self.options)

    @property
    def is_complete(self) -> bool:
        """True if the game was won, and no further reveal can tell more of its hands."""
        return self.end is not None and self.revealed >= self.shuffle

    def dealt(self, event: RoundDealt) -> None:
        """Add a round."""
        deal = Deal(event.round, event.dealer, event.hands, event.stock, self.shuffle)
        self.rounds.append(DealtRound(deal))

    def scored(self, event: RoundScored) -> None:
        """Add the points of the last round."""
        before = self.scores or (0,) * len(event.scores)
        self.scores = event.scores
        if self.rounds and self.rounds[-1].deal.round == event.round:
            self.rounds[-1].points = tuple(
                after - points for after, points in zip(event.scores, before, strict=True)
            )

    def shown(self, event: DeckRevealed) -> None:
        """Add the luck of the deals whose cards are all public with this reveal."""
        table = self.table
        self.revealed = max(self.revealed, event.shuffle)
        if table is None:
            return
        self.orders[event.shuffle] = event.order
        revealed: dict[int, Cards] = dict(self.orders)
        for round in self.rounds:
            if round.deal.shuffle == event.shuffle:
                round.luck = table.luck_of_hands(round.deal, revealed) or ()
        # A deal takes cards from the latest shuffle and the one before it.
        self.orders = {event.shuffle: event.order}

    def won(self, event: GameWon, at: datetime) -> None:
        """End the game."""
        self.end = GameEnd(at, event.ranking)

    def results(self, round: DealtRound) -> list[int | None]:
        """Return the result of each seat in a round, in units relative to the mean of the table.

        A game without points has one result, which its only deal led to.
        """
        if self.scores:
            return [*_relative(round.points or (0,) * len(self.seats))]
        if len(self.rounds) == 1 and self.end is not None:
            return [*_of_places(self.end.ranking, len(self.seats))]
        return [None] * len(self.seats)

    def game_results(self) -> list[int]:
        """Return the result of each seat in the game, in units; with points the sum over the rounds."""
        if self.scores:
            of_rounds = (_relative(round.points) for round in self.rounds if round.points)
            return [sum(of_seat) for of_seat in zip(*of_rounds, strict=True)]
        return [*_of_places(self.end.ranking if self.end is not None else (), len(self.seats))]

    def hands(self, seat: int) -> Iterator[tuple[LuckGroup | None, int | None]]:
        """Yield for each round the group of a seat's hand, and its luck as far as it is public."""
        table = self.table
        for round in self.rounds:
            group = None if table is None else table.group(round.deal, seat)
            yield group, round.luck[seat] if round.luck else None


def _relative(points: Sequence[int]) -> Iterator[int]:
    """Yield points less their mean, in units; a third of a point is rounded."""
    count, total = len(points), sum(points)
    return (((count * each - total) * UNIT + count // 2) // count for each in points)


def _of_places(ranking: Sequence[Sequence[int]], seats: int) -> Iterator[int]:
    """Yield the middle place less the place of each seat, in units; seats that tie have their mean place."""
    found: dict[int, int] = {}
    for tied in ranking:
        # Twice the place, which is whole for seats that tie.
        twice = 2 * len(found) + 1 + len(tied)
        for seat in tied:
            found[seat] = (seats + 1 - twice) * UNIT // 2
    return (found.get(seat, 0) for seat in range(seats))
