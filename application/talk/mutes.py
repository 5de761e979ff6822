"""The players whom players have muted: their phrases are not shown to those who muted them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from time import time
from typing import Final

from sqlalchemy import Engine, delete, func, select

from application.players.session_tables import lock_player
from application.refusals import UnknownPlayer
from application.store.upserts import put_if_absent
from application.talk.refusals import CannotMuteYourself, TooManyMuted
from application.talk.tables import mute_changes, mutes
from domain.events import PlayerId

MAX_MUTED: Final = 500
"""Maximum number of players whom one player can mute."""
_BATCH: Final = 500
"""Maximum number of players whose mutes are read at once."""
_NONE: Final[frozenset[PlayerId]] = frozenset()


class Mutes:
    """The muted players; those of players who follow a table are kept in memory."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._followers: Counter[PlayerId] = Counter()
        self._muted: dict[PlayerId, frozenset[PlayerId]] = {}
        self._count = -1

    async def mute(self, player: PlayerId, muted: PlayerId) -> None:
        """Mute a player for another one; raises CannotMuteYourself, UnknownPlayer and TooManyMuted."""
        await asyncio.to_thread(self._mute, player, muted)
        await self.refresh()

    async def unmute(self, player: PlayerId, muted: PlayerId) -> None:
        """Show a player's phrases to another one again."""
        await asyncio.to_thread(self._unmute, player, muted)
        await self.refresh()

    async def of(self, player: PlayerId) -> list[PlayerId]:
        """Return the players whom a player has muted, the last one first."""
        return await asyncio.to_thread(self._listed, player)

    @asynccontextmanager
    async def following(self, player: PlayerId | None) -> AsyncIterator[None]:
        """Keep a player's mutes in memory."""
        if player is None:
            yield
            return
        self._followers[player] += 1
        try:
            if player not in self._muted:
                self._muted |= await asyncio.to_thread(self._read, [player])
            yield
        finally:
            self._followers[player] -= 1
            if not self._followers[player]:
                del self._followers[player]
                self._muted.pop(player, None)

    def hides(self, viewer: PlayerId | None, player: PlayerId) -> bool:
        """Return whether a viewer who follows a table has muted a player."""
        return viewer is not None and player in self._muted.get(viewer, _NONE)

    async def refresh(self) -> None:
        """Read the mutes of the followers again, if any mute has changed, in this process or another."""
        count = await asyncio.to_thread(self._read_count)
        if count != self._count:
            followers = list(self._followers)
            for start in range(0, len(followers), _BATCH):
                found = await asyncio.to_thread(self._read, followers[start : start + _BATCH])
                self._muted |= {each: muted for each, muted in found.items() if each in self._followers}
            self._count = count

    def _mute(self, player: PlayerId, muted: PlayerId) -> None:
        if player == muted:
            raise CannotMuteYourself
        if not (muted.isascii() and muted.isprintable()):
            raise UnknownPlayer(muted)
        with self._engine.begin() as connection:
            # In one order, so that two players who mute each other do not wait for each other.
            locked = {each: lock_player(connection, each) for each in sorted((player, muted))}
            if not locked[player] or not locked[muted]:
                raise UnknownPlayer(muted)
            mine = select(func.count()).where(mutes.c.player == player, mutes.c.muted != muted)
            if connection.execute(mine).scalar_one() >= MAX_MUTED:
                raise TooManyMuted(MAX_MUTED)
            put_if_absent(connection, mutes, {"player": player, "muted": muted, "since": int(time())})
            mute_changes.increment(connection)

    def _unmute(self, player: PlayerId, muted: PlayerId) -> None:
        if not (muted.isascii() and muted.isprintable()):
            return
        with self._engine.begin() as connection:
            connection.execute(delete(mutes).where(mutes.c.player == player, mutes.c.muted == muted))
            mute_changes.increment(connection)

    def _listed(self, player: PlayerId) -> list[PlayerId]:
        query = (
            select(mutes.c.muted)
            .where(mutes.c.player == player)
            .order_by(mutes.c.since.desc(), mutes.c.muted)
            .limit(MAX_MUTED)
        )
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def _read(self, players: Collection[PlayerId]) -> dict[PlayerId, frozenset[PlayerId]]:
        found: dict[PlayerId, set[PlayerId]] = {each: set() for each in players}
        with self._engine.connect() as connection:
            for row in connection.execute(select(mutes).where(mutes.c.player.in_(players))):
                found[row.player].add(row.muted)
        return {player: frozenset(muted) for player, muted in found.items()}

    def _read_count(self) -> int:
        with self._engine.connect() as connection:
            return mute_changes.count(connection)
