"""Quotas of unfinished games that one player, and one address, may have created."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final
from uuid import uuid4

from sqlalchemy import Connection, select

from api.graphql.rates import Rates
from application.recorded import GameId
from application.refusals import TooManyMachineGames, TooManyOpenTables
from domain.events import PlayerId
from domain.refusals import Refusal
from domain.state import Stage
from projections.database import ReadDatabase
from projections.game_list import GAME_LIST
from projections.tables import active_tables

MOST_HOLDERS: Final = 20_000
"""Players and addresses whose games are counted, those that came last."""
_WAITING: Final = frozenset({Stage.WAITING_FOR_PLAYERS})
_UNFINISHED: Final = _WAITING | {Stage.PLAYING}


Hold = Callable[[GameId], None]
"""Receives the id of the game that was created."""


class Quota:
    """Counts games by who made them, as long as they are in some stages; in this process."""

    def __init__(
        self, database: ReadDatabase, rates: Rates, most: int, counted: frozenset[Stage],
        refusal: Callable[[int], Refusal],
    ) -> None:  # fmt: skip
        self._database = database
        self._enabled = rates.enabled
        self._most = {"player": most, "address": most * rates.address}
        self._counted = counted
        self._refusal = refusal
        self._held: OrderedDict[tuple[str, str], set[GameId]] = OrderedDict()

    @asynccontextmanager
    async def one_more(self, player: PlayerId, address: str) -> AsyncIterator[Hold]:
        """Reserve room for a game and yield a function for its id; raises the refusal of the quota."""
        if not self._enabled:
            yield lambda _: None
            return
        holders = ("player", player), ("address", address)
        for holder in holders:
            if self._is_full(holder):
                await self._let_go(holder)
        for holder in holders:
            if self._is_full(holder):
                raise self._refusal(self._most[holder[0]])
        # It counts before it is there, so that several at once do not pass for one.
        coming = uuid4()
        self._hold(coming, *holders)
        try:
            yield lambda game: self._hold(game, *holders)
        finally:
            for holder in holders:
                self._held.get(holder, set()).discard(coming)

    def _is_full(self, holder: tuple[str, str]) -> bool:
        return len(self._held.get(holder, ())) >= self._most[holder[0]]

    def _hold(self, game: GameId, *holders: tuple[str, str]) -> None:
        for holder in holders:
            self._held.setdefault(holder, set()).add(game)
            self._held.move_to_end(holder)
        while len(self._held) > MOST_HOLDERS:
            self._held.popitem(last=False)

    async def _let_go(self, holder: tuple[str, str]) -> None:
        """Forget the games that do not count any more; those that the read model does not know yet do."""
        held = self._held[holder]
        for game, stage in (await self._database.read(_stages, frozenset(held))).items():
            if stage not in self._counted:
                held.discard(game)


class Quotas:
    """The quotas of a server."""

    def __init__(self, database: ReadDatabase, rates: Rates) -> None:
        self.tables = Quota(database, rates, rates.open_tables, _WAITING, TooManyOpenTables)
        """Tables that wait for players, by who set them up."""
        self.machines = Quota(database, rates, rates.machine_games, _UNFINISHED, TooManyMachineGames)
        """Games with machine players, by who let these in."""


def _stages(connection: Connection, games: frozenset[GameId]) -> dict[GameId, Stage]:
    game = active_tables(connection, GAME_LIST)["game"]
    found = connection.execute(select(game.c.game, game.c.stage).where(game.c.game.in_(games)))
    return {each: Stage(stage) for each, stage in found}
