"""Watching and replaying games: what a player or an onlooker may read of a game's stream."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Self

from eventsourcing.persistence import PersistenceError

from application.ending import ended
from application.games import redacted, seen_by
from application.recorded import GameId, Recorded, Version
from application.refusals import UnknownGame, UnknownVersion
from application.store import Store
from domain.events import PlayerId
from domain.state import Stage
from domain.view import View

logger = logging.getLogger(__name__)

RESTART_AFTER = 1.0
"""Seconds after which the log is followed again when that failed."""


class Watching:
    """The streams of games, redacted for whoever asks; follows the log to wake who waits for more."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bells: defaultdict[GameId, set[asyncio.Event]] = defaultdict(set)
        self._following: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to follow the log."""
        self._following = asyncio.create_task(self._follow())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        if self._following is not None:
            await ended([self._following])

    async def events(self, game: GameId, player: PlayerId | None) -> tuple[Recorded, ...]:
        """Return the game's events as the player may read them; revealed shuffles are open.

        Raises UnknownGame.
        """
        recorded, public = await self._admitted(game, player)
        return redacted(recorded, _reading(public, player))

    async def replay(self, game: GameId, player: PlayerId | None, version: Version) -> View:
        """Return the game as it stood at a version; shuffles revealed since then are open.

        Raises UnknownGame and UnknownVersion.
        """
        recorded, public = await self._admitted(game, player)
        if not 1 <= version <= len(recorded):
            raise UnknownVersion(version, len(recorded))
        return seen_by(player, recorded[:version], public.revealed)

    async def follow(
        self, game: GameId, player: PlayerId | None, after: Version = 0
    ) -> AsyncIterator[Recorded]:
        """Yield the game's events after a version, first those that are there, then each as it comes.

        Ends with the game. Raises UnknownGame, also when the player ceases to be one of a private
        game's, and UnknownVersion when the game has not come so far as `after`.
        """
        with self._listening(game) as bell:
            recorded, public = await self._admitted(game, player)
            if not 0 <= after <= len(recorded):
                raise UnknownVersion(after, len(recorded))
            while True:
                for each in redacted(recorded, _reading(public, player)):
                    if each.version > after:
                        yield each
                after = max(after, recorded[-1].version) if recorded else after
                if public.game.stage in (Stage.WON, Stage.CLOSED):
                    return
                # Before the look, so that what is appended after the look is not slept through.
                bell.clear()
                recorded = await self._store.read(game, after=after)
                if not recorded:
                    await bell.wait()
                    recorded = await self._store.read(game, after=after)
                public = public.after(each.event for each in recorded)
                if not public.game.admits(player):
                    raise UnknownGame(str(game))

    async def _admitted(self, game: GameId, player: PlayerId | None) -> tuple[list[Recorded], View]:
        """Return a game's events and what an onlooker sees after them; raises UnknownGame."""
        recorded = await self._store.read(game)
        public = View().after(each.event for each in recorded)
        if not recorded or not public.game.admits(player):
            raise UnknownGame(str(game))
        return recorded, public

    @contextmanager
    def _listening(self, game: GameId) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._bells[game].add(bell)
        try:
            yield bell
        finally:
            self._bells[game].discard(bell)
            if not self._bells[game]:
                del self._bells[game]

    async def _follow(self) -> None:
        while True:
            try:
                head = await self._store.head()
                # What came while nobody followed, before the head, is found by whoever looks once more.
                for game in list(self._bells):
                    self._ring(game)
                async for batch in self._store.follow(head):
                    for game in {each.game for each in batch}:
                        self._ring(game)
            except PersistenceError:
                logger.exception("following the log failed; trying again in %s s", RESTART_AFTER)
            await asyncio.sleep(RESTART_AFTER)

    def _ring(self, game: GameId) -> None:
        for bell in self._bells.get(game, ()):
            bell.set()


def _reading(public: View, player: PlayerId | None) -> View:
    """Return whose eyes a player reads with, and what is open to all; before the start nothing is private."""
    return View(viewer=public.game.seat_of(player), revealed=public.revealed)
