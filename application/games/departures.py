"""Takes players out of their games: out of lobbies, and their seats in running games to the machine.

A departure is recorded in tables beside the log, and stays pending until a pass over the player's games that
began late enough has succeeded. An interrupted pass is repeated by the next one, of this process or another:
each step is a command that is refused if nothing is left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from time import time
from types import TracebackType
from typing import Final, Protocol, Self

from msgspec import Struct

from application.codec import GameId, Position
from application.games.command_handler import CommandHandler
from application.games.machine_moves import MachineStuck
from application.refusals import TooBusy, VersionConflict
from application.runtime.periodic_work import PeriodicWork
from application.store.port import EventTypes, Store, StoreError
from domain.commands import Command
from domain.events import GameClosed, GameWon, PlayerId, PlayerInvited, PlayerJoined
from domain.refusals import Refusal, UnknownRules

logger = logging.getLogger(__name__)

GRACE_PERIOD: Final = 10.0
"""Seconds for which a departing player may still act: other processes notice a departure later."""
CHECK_INTERVAL: Final = 5.0
"""Seconds between two checks for departures that another process may have recorded."""
MAX_CHECK_INTERVAL: Final = 300.0
"""Longest interval in seconds between two checks while departures cannot be completed."""
SLICE_LENGTH: Final = 10_000
"""Number of positions of the log that are searched at a time."""

_MEMBERSHIP: Final[EventTypes] = frozenset({PlayerJoined, PlayerInvited, GameWon, GameClosed})


class Memberships(Struct, frozen=True, kw_only=True):
    """Players' memberships of unfinished games, as of a position in the log."""

    upto: Position = 0
    members: frozenset[tuple[PlayerId, GameId]] = frozenset()


FindMemberships = Callable[[Collection[PlayerId]], Awaitable[Memberships]]
"""Returns the memberships that a read model contains; later ones are read from the log."""


class Departure(Struct, frozen=True, kw_only=True):
    """A pending departure."""

    at: int
    """The time at which it was recorded, in seconds since 1970."""
    command: Command
    """The command that takes the player out of one game."""


class PendingDepartures(Protocol):
    """Record of the players who have to leave their games."""

    async def pending(self) -> Mapping[PlayerId, Departure]:
        """Return the pending departures by player."""
        ...

    async def completed(self, players: Iterable[PlayerId]) -> None:
        """Record that players are out of all their games."""
        ...


class Departures:
    """Completes departures: those recorded before it was entered, then new ones."""

    def __init__(
        self,
        recorded: PendingDepartures,
        store: Store,
        games: CommandHandler,
        known: FindMemberships,
        *,
        grace: float = GRACE_PERIOD,
        every: float = CHECK_INTERVAL,
    ) -> None:
        self._recorded = recorded
        self._store = store
        self._games = games
        self._known = known
        self._grace = grace
        # Every error is caught: the recorded departures must be completed once the database is available.
        self._work = PeriodicWork(
            "the completion of departures",
            self.complete,
            every,
            longest=MAX_CHECK_INTERVAL,
            at_once=True,
            catches_all=True,
        )

    async def __aenter__(self) -> Self:
        """Start completing departures in the background."""
        self._work.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def stop(self) -> None:
        """Stop completing departures; pending ones stay recorded."""
        await self._work.cancel()

    def wake(self) -> None:
        """Check for departures now."""
        self._work.wake()

    async def complete(self) -> bool:
        """Remove players with pending departures from their games; return whether all are out."""
        begun = time()
        pending = await self._recorded.pending()
        if not pending:
            return True
        members = await self._members(pending.keys())
        # Sequentially: departures are few, and play continues meanwhile.
        failed = {
            player for player, game in sorted(members) if not await self._left(game, pending[player].command)
        }
        settled = {player for player, each in pending.items() if each.at + self._grace < begun}
        await self._recorded.completed(settled - failed)
        return not failed

    async def _members(self, players: Collection[PlayerId]) -> frozenset[tuple[PlayerId, GameId]]:
        """Return pairs of a player and an unfinished game, from the read model and the rest of the log."""
        head = await self._store.head()
        known = await self._known(players)
        if known.upto > head:
            # The log was restored: it is shorter than the one that the read model was built from.
            known = Memberships()
        found, over, position = set(known.members), set[GameId](), known.upto
        while position < head:
            log_slice = await self._store.read_slice(position, SLICE_LENGTH, _MEMBERSHIP)
            for each in log_slice.events:
                match each.event:
                    case PlayerJoined(player=player) | PlayerInvited(player=player) if player in players:
                        found.add((player, each.game))
                    case GameWon() | GameClosed():
                        over.add(each.game)
            position = log_slice.upto
        return frozenset((player, game) for player, game in found if game not in over)

    async def _left(self, game: GameId, command: Command) -> bool:
        """Remove a player from a game; return whether the player is out."""
        try:
            await self._games.carry_out(game, command)
        except (TooBusy, VersionConflict, UnknownRules, MachineStuck, StoreError) as error:
            logger.warning("a departing player is still in game %s, trying again: %s", game, error)
            return False
        except Refusal:
            # The player is out already: the game is over, the seat was given up, or the machine plays it.
            return True
        return True
