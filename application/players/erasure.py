"""Removes erased players from lobbies, and hands their seats in running games to the machine.

An erasure is recorded in the players' tables, in the transaction that erases, and stays pending until a pass
over the player's games that began late enough has succeeded. An interrupted pass is repeated by the next one,
of this process or another: each step is a command that is refused if nothing is left to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from time import time
from types import TracebackType
from typing import Final, Self

from msgspec import Struct

from application.codec import GameId, Position
from application.games.command_handler import CommandHandler
from application.games.machine_moves import MachineStuck
from application.players.registry import Players
from application.refusals import TooBusy, VersionConflict
from application.runtime.cancellation import cancel_and_wait
from application.store.port import EventTypes, Store, StoreError
from domain.commands import VacateSeat
from domain.events import GameClosed, GameWon, PlayerId, PlayerInvited, PlayerJoined
from domain.refusals import Refusal, UnknownRules

logger = logging.getLogger(__name__)

GRACE_PERIOD: Final = 10.0
"""Seconds for which an erased player may still act: other processes notice an erasure later."""
CHECK_INTERVAL: Final = 5.0
"""Seconds between two checks for erasures that another process may have recorded."""
MAX_CHECK_INTERVAL: Final = 300.0
"""Longest interval in seconds between two checks while erasures cannot be completed."""
SLICE_LENGTH: Final = 10_000
"""Number of positions of the log that are searched at a time."""

_MEMBERSHIP: Final[EventTypes] = frozenset({PlayerJoined, PlayerInvited, GameWon, GameClosed})


class Memberships(Struct, frozen=True, kw_only=True):
    """Players' memberships of unfinished games, as of a position in the log."""

    upto: Position = 0
    members: frozenset[tuple[PlayerId, GameId]] = frozenset()


FindMemberships = Callable[[Collection[PlayerId]], Awaitable[Memberships]]
"""Returns the memberships that a read model contains; later ones are read from the log."""


class Erasures:
    """Completes erasures: those recorded before it was entered, then new ones."""

    def __init__(
        self,
        players: Players,
        store: Store,
        games: CommandHandler,
        known: FindMemberships,
        *,
        grace: float = GRACE_PERIOD,
        every: float = CHECK_INTERVAL,
    ) -> None:
        self._players = players
        self._store = store
        self._games = games
        self._known = known
        self._grace = grace
        self._every = every
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start completing erasures in the background."""
        self._task = asyncio.create_task(self._run(), name="erasures")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def stop(self) -> None:
        """Stop completing erasures; pending ones stay recorded."""
        if self._task is not None:
            await cancel_and_wait([self._task])

    def wake(self) -> None:
        """Check for erasures now."""
        self._wanted.set()

    async def complete(self) -> bool:
        """Remove players with pending erasures from their games; return whether all are out."""
        begun = time()
        pending = await self._players.erasures()
        if not pending:
            return True
        members = await self._members(pending.keys())
        # Sequentially: erasures are few, and play continues meanwhile.
        failed = {player for player, game in sorted(members) if not await self._vacated(player, game)}
        settled = {player for player, at in pending.items() if at + self._grace < begun}
        await self._players.complete_erasures(settled - failed)
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
            stretch = await self._store.read_slice(position, SLICE_LENGTH, _MEMBERSHIP)
            for each in stretch.events:
                match each.event:
                    case PlayerJoined(player=player) | PlayerInvited(player=player) if player in players:
                        found.add((player, each.game))
                    case GameWon() | GameClosed():
                        over.add(each.game)
            position = stretch.upto
        return frozenset((player, game) for player, game in found if game not in over)

    async def _vacated(self, player: PlayerId, game: GameId) -> bool:
        """Remove a player from a game; return whether the player is out."""
        try:
            await self._games.carry_out(game, VacateSeat(by=player))
        except (TooBusy, VersionConflict, UnknownRules, MachineStuck, StoreError) as error:
            logger.warning("an erased player is still in game %s, trying again: %s", game, error)
            return False
        except Refusal:
            # The player is out already: the game is over, the seat was given up, or the machine plays it.
            return True
        return True

    async def _run(self) -> None:
        delay = self._every
        while True:
            self._wanted.clear()
            try:
                done = await self.complete()
            except Exception:
                # An unavailable database returns, and the recorded erasures must be completed then.
                logger.exception("erasures cannot be completed; trying again")
                done = False
            delay = self._every if done else min(2 * delay, MAX_CHECK_INTERVAL)
            try:
                await asyncio.wait_for(self._wanted.wait(), delay)
            except TimeoutError:
                continue
