"""A contest: candidates who meet opponents in every seat, with the same shuffles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from application.games.croupier import Croupier
from application.games.simulation import Setup, Strategy
from domain.events import PlayerId

StrategyFactory = Callable[[int, int, Mapping[PlayerId, str]], Strategy]
"""Creates a player for the number of a game and a seat; the mapping has the names at the table."""

PlayerLookup = Callable[[str, str, str | None], StrategyFactory]
"""Finds a player by its name, the variant and the seed of its choices.

It is a function of a module, so that worker processes can find players too.
"""


class InvalidContest(Exception):
    """The contest cannot be played; the message gives the reason."""


class Contest(Struct, frozen=True, kw_only=True):
    """The players of a contest, and what they play."""

    setup: Setup
    """Its seats are one for each candidate and each opponent."""
    candidates: tuple[str, ...]
    """The names of the players to measure, who sit next to each other."""
    opponents: tuple[str, ...]
    """The names of the other players, clockwise after the candidates."""
    deals: int
    """Number of deals; each is played once for every seat of the first candidate."""
    seed: str
    """The seed of the shuffles and of the players' choices."""

    def check(self, lookup: PlayerLookup) -> None:
        """Raise InvalidContest, a Refusal or an error of `lookup` unless the contest can be played."""
        if self.deals < 1:
            raise InvalidContest(f"a contest has at least 1 deal, not {self.deals}")
        if not self.candidates or len(self.lineup) != self.setup.seats:
            raise InvalidContest(
                f"{self.setup.seats} seats are for at least one candidate and for the opponents, "
                f"not for {len(self.candidates)} and {len(self.opponents)}"
            )
        Croupier().create(self.setup.checked().creation)
        for name in dict.fromkeys(self.lineup):
            lookup(name, self.setup.variant, self.seed)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The players clockwise, the first candidate first."""
        return (*self.candidates, *self.opponents)

    def seated(self, first: int) -> tuple[str, ...]:
        """Return the players by seat, where the first candidate has the given seat."""
        count = len(self.lineup)
        return tuple(self.lineup[(seat - first) % count] for seat in range(count))

    def seats_of_candidates(self, first: int) -> tuple[int, ...]:
        """Return the seats of the candidates, where the first one has the given seat."""
        return tuple((first + place) % len(self.lineup) for place in range(len(self.candidates)))
