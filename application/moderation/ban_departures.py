"""Takes banned players out of their games, as `KickPlayer` does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from sqlalchemy import Engine, delete, select

from application.games.command_handler import CommandHandler
from application.games.departures import (
    CHECK_INTERVAL,
    GRACE_PERIOD,
    Departure,
    Departures,
    FindMemberships,
    PendingDepartures,
)
from application.moderation.tables import departures
from application.store.port import Store
from domain.commands import KickPlayer
from domain.events import PlayerId


class _PendingBans(PendingDepartures):
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._recorded_at: dict[PlayerId, int] = {}

    async def pending(self) -> Mapping[PlayerId, Departure]:
        return await asyncio.to_thread(self._pending)

    async def completed(self, players: Iterable[PlayerId]) -> None:
        if out := set(players):
            await asyncio.to_thread(self._complete, out)

    def _pending(self) -> dict[PlayerId, Departure]:
        with self._engine.connect() as connection:
            found = {
                row.player: Departure(at=row.at, command=KickPlayer(by=row.operator, player=row.player))
                for row in connection.execute(select(departures))
            }
        self._recorded_at = {player: each.at for player, each in found.items()}
        return found

    def _complete(self, players: set[PlayerId]) -> None:
        with self._engine.begin() as connection:
            for player in players:
                # A player who was banned again meanwhile has to leave again.
                known = departures.c.player == player, departures.c.at == self._recorded_at[player]
                connection.execute(delete(departures).where(*known))


class BanDepartures(Departures):
    """Takes players out of their games whose ban requires it."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        games: CommandHandler,
        known: FindMemberships,
        *,
        grace: float = GRACE_PERIOD,
        every: float = CHECK_INTERVAL,
    ) -> None:
        super().__init__(_PendingBans(engine), store, games, known, grace=grace, every=every)
