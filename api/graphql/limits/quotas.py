"""Quotas per player and address: open tables, and unfinished games with machine players."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final
from uuid import uuid4

from sqlalchemy import Connection, select

from api.graphql.limits.rates import Rates
from application.codec import GameId
from application.refusals import TooManyMachineGames, TooManyOpenTables
from domain.events import PlayerId
from domain.refusals import Refusal
from domain.state import BEFORE_START, Stage
from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.games.game_list import GAME_LIST

MAX_HOLDERS: Final = 20_000
"""Maximum players and addresses whose games are counted; the least recently used are evicted."""
_UNFINISHED: Final = BEFORE_START | {Stage.PLAYING}


RecordGame = Callable[[GameId], None]
"""Records the id of the game that uses the reserved place."""


class Quota:
    """Counts the games of each player and address in this process, while the games are in given stages."""

    def __init__(
        self, database: ReadDatabase, rates: Rates, limit: int, counted: frozenset[Stage],
        refusal: Callable[[int], Refusal],
    ) -> None:  # fmt: skip
        self._database = database
        self._enabled = rates.enabled
        self._limits = {"player": limit, "address": limit * rates.address}
        self._counted = counted
        self._refusal = refusal
        self._games: OrderedDict[tuple[str, str], set[GameId]] = OrderedDict()

    @asynccontextmanager
    async def reserve(self, player: PlayerId, address: str) -> AsyncIterator[RecordGame]:
        """Reserve a place and yield a function that records the game's id; raises the quota's refusal."""
        if not self._enabled:
            yield lambda _: None
            return
        holders = ("player", player), ("address", address)
        for holder in holders:
            if self._is_full(holder):
                await self._release_finished(holder)
        for holder in holders:
            if self._is_full(holder):
                raise self._refusal(self._limits[holder[0]])
        # The reservation counts before the game exists, so that concurrent commands cannot exceed the quota.
        placeholder = uuid4()
        self._add(placeholder, *holders)
        try:
            yield lambda game: self._add(game, *holders)
        finally:
            for holder in holders:
                self._games.get(holder, set()).discard(placeholder)

    def count(self, player: PlayerId, address: str, game: GameId) -> None:
        """Count a game that the server created for a player, whether or not the quota has room."""
        if self._enabled:
            self._add(game, ("player", player), ("address", address))

    def _is_full(self, holder: tuple[str, str]) -> bool:
        return len(self._games.get(holder, ())) >= self._limits[holder[0]]

    def _add(self, game: GameId, *holders: tuple[str, str]) -> None:
        for holder in holders:
            self._games.setdefault(holder, set()).add(game)
            self._games.move_to_end(holder)
        while len(self._games) > MAX_HOLDERS:
            self._games.popitem(last=False)

    async def _release_finished(self, holder: tuple[str, str]) -> None:
        """Release the games that no longer count; a game that is not in the read model yet still counts."""
        games = self._games[holder]
        for game, stage in (await self._database.read(_stages, frozenset(games))).items():
            if stage not in self._counted:
                games.discard(game)


class Quotas:
    """The quotas of a server."""

    def __init__(self, database: ReadDatabase, rates: Rates) -> None:
        self.tables = Quota(database, rates, rates.open_tables, BEFORE_START, TooManyOpenTables)
        """Tables that wait for players, counted for their creators."""
        self.machines = Quota(database, rates, rates.machine_games, _UNFINISHED, TooManyMachineGames)
        """Unfinished games with machine players, counted for the players who filled the seats."""


def _stages(connection: Connection, games: frozenset[GameId]) -> dict[GameId, Stage]:
    game = active_tables(connection, GAME_LIST)["game"]
    rows = connection.execute(select(game.c.game, game.c.stage).where(game.c.game.in_(games)))
    return {each: Stage(stage) for each, stage in rows}
