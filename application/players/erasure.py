"""Removes erased players from lobbies, and hands their seats in running games to the machine.

An erasure is recorded in the players' tables, in the transaction that erases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from application.games.command_handler import CommandHandler
from application.games.departures import (
    CHECK_INTERVAL,
    GRACE_PERIOD,
    Departure,
    Departures,
    FindMemberships,
    PendingDepartures,
)
from application.players.registry import Players
from application.store.port import Store
from domain.commands import VacateSeat
from domain.events import PlayerId


class _PendingErasures(PendingDepartures):
    def __init__(self, players: Players) -> None:
        self._players = players

    async def pending(self) -> Mapping[PlayerId, Departure]:
        return {
            player: Departure(at=at, command=VacateSeat(by=player))
            for player, at in (await self._players.erasures()).items()
        }

    async def completed(self, players: Iterable[PlayerId]) -> None:
        await self._players.complete_erasures(players)


class Erasures(Departures):
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
        super().__init__(_PendingErasures(players), store, games, known, grace=grace, every=every)
