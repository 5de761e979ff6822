"""Matches seeks in one process, brings its tables to their start, and tells players about their seeks.

Every process with players who seek forms tables, one at a time over all processes: forming them is one
transaction under the lock of the tables of seeks. A new seek wakes its own process at once, the others poll.
A process without such players and tables is idle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import token_hex
from time import monotonic
from types import TracebackType
from typing import Final, Self

from cachetools import LRUCache
from msgspec import structs
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from application.codec import GameId, RecordedEvent
from application.games.command_handler import CommandHandler
from application.runtime.cancellation import cancel_and_wait
from application.seeks.seek import Seek, Wish
from application.seeks.storage import HEARTBEAT, Matching, SeekState, SeekStorage
from application.seeks.table_start import TableStart
from application.seeks.tables import Match
from application.store.port import Store
from application.watching.game_streams import GameStreams
from application.watching.subscriber_buffer import Interrupted
from domain.commands import DeclineInvitation, LeaveGame
from domain.events import GameCreated, PlayerId
from domain.refusals import Refusal

logger = logging.getLogger(__name__)

POLL_INTERVAL: Final = 0.25
"""Maximum seconds between two checks for changes by another process."""
FORM_INTERVAL: Final = 1.0
"""Seconds after which tables are formed again without a change: ranges widen, and times for machines come."""
MIN_INTERVAL: Final = 0.05
"""Minimum seconds between two checks, so that seeks that come together are matched together."""
IDLE_INTERVAL: Final = 60.0
"""Seconds between two checks while nobody seeks in this process, for tables of a process that was killed."""
_KNOWN_GAMES: Final = 10_000
"""Maximum number of matched games that are remembered to exist."""
RETRY_INTERVAL: Final = 1.0
"""Seconds after which a check that failed is repeated."""

MayPlay = Callable[[PlayerId], Awaitable[None]]
"""Raises a Refusal for a player who may not play."""


async def everyone_may_play(_: PlayerId) -> None:
    """Refuse nobody."""


SeeksOfPlayer = tuple[SeekState, ...]
"""A player's seeks at one moment, the oldest first."""


class SeekFollower:
    """One subscription to a player's seeks; it always has the latest state only."""

    def __init__(self, player: PlayerId) -> None:
        self.player = player
        self._current: SeeksOfPlayer | None = None
        self._told: SeeksOfPlayer | None = None
        self._news = asyncio.Event()
        self._ended = False

    async def next(self) -> SeeksOfPlayer:
        """Return the seeks once they differ from those returned before; raises Interrupted at the end."""
        while self._current is None or self._current == self._told:
            if self._ended:
                raise Interrupted
            self._news.clear()
            await self._news.wait()
        self._told = self._current
        return self._current

    def tell(self, current: SeeksOfPlayer) -> bool:
        """Replace the state; return whether it is another one."""
        is_news = current != self._current
        if is_news:
            self._current = current
            self._news.set()
        return is_news

    def end(self) -> None:
        """End the subscription: the server stops."""
        self._ended = True
        self._news.set()


class Seeks:
    """The seeks of the players, of all processes; matches them while it is entered."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        games: CommandHandler,
        watching: GameStreams,
        *,
        may_play: MayPlay = everyone_may_play,
    ) -> None:
        self._storage = SeekStorage(engine, token_hex(8))
        self._store = store
        self._games = games
        self._watching = watching
        self._may_play = may_play
        self._existing: LRUCache[GameId, bool] = LRUCache(_KNOWN_GAMES)
        self._new: set[PlayerId] = set()
        self._followers: dict[PlayerId, set[SeekFollower]] = {}
        self._tables: dict[GameId, tuple[TableStart, asyncio.Task[None]]] = {}
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._active = True
        self._told = self._formed = -1
        self._next_forming = self._next_presence = 0.0

    async def __aenter__(self) -> Self:
        """Start matching in the background."""
        self._task = asyncio.create_task(self._run(), name="seeks")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop; another process takes the tables over."""
        if self._task is not None:
            await cancel_and_wait([self._task, *(task for _, task in self._tables.values())])

    async def open(self, player: PlayerId, wish: Wish) -> Seek:
        """Open a seek, or return the one that the player has if it is matched or has the same settings.

        Raises the refusal of a player who may not play.
        """
        # The one place that decides who may seek: bans belong here.
        await self._may_play(player)
        opened = await asyncio.to_thread(self._storage.open, player, wish)
        self._woken.set()
        return opened

    async def cancel(self, player: PlayerId, variant: str) -> bool:
        """Cancel a player's seek of a variant and give up a place that it has led to.

        Returns False if there is no such seek.
        """
        seek = await asyncio.to_thread(self._storage.cancel, player, variant)
        if seek is None:
            return False
        self._woken.set()
        if seek.game is not None:
            for command in (DeclineInvitation(by=player), LeaveGame(by=player)):
                try:
                    await self._games.carry_out(seek.game, command)
                except Refusal as refusal:
                    # The player has only a seat or only an invitation, or the game has just started.
                    logger.debug("%s of a cancelled seek: %s", command, refusal)
        return True

    async def of(self, player: PlayerId) -> SeeksOfPlayer:
        """Return a player's seeks."""
        return (await self._read([player])).get(player, ())

    @contextmanager
    def subscription_of(self, player: PlayerId) -> Iterator[SeekFollower]:
        """Follow a player's seeks; they last as long as somebody does, and a grace period after that."""
        follower = SeekFollower(player)
        if self._watching.stopped:
            follower.end()
        self._followers.setdefault(player, set()).add(follower)
        self._told = -1
        self._new.add(player)
        self._woken.set()
        try:
            yield follower
        finally:
            self._followers[player].discard(follower)
            if not self._followers[player]:
                del self._followers[player]

    def handle_appends(self, batch: Sequence[RecordedEvent] | None) -> None:
        """Wake the tables whose games have new events, and look for matches that other processes formed."""
        if batch is None:
            if self._watching.stopped:
                for follower in self._every_follower():
                    follower.end()
            for table, _ in self._tables.values():
                table.changed.set()
            return
        for each in batch:
            if (found := self._tables.get(each.game)) is not None:
                found[0].changed.set()
            if self._followers and type(each.event) is GameCreated:
                # It may be a table of a follower, which is told once the game exists.
                self._told = -1
                self._woken.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL_INTERVAL if self._active else IDLE_INTERVAL)
            self._woken.clear()
            try:
                await self._look()
            except SQLAlchemyError:
                # An unavailable database returns, and the seeks are still there.
                logger.exception("seeks cannot be matched; trying again")
                self._active = True
                await asyncio.sleep(RETRY_INTERVAL)
            await asyncio.sleep(MIN_INTERVAL)

    async def _look(self) -> None:
        """Record presence, form tables and tell the followers, each if it is due."""
        now = monotonic()
        new, self._new = self._new & self._followers.keys(), set()
        if (self._followers or self._tables) and now >= self._next_presence:
            self._next_presence = now + HEARTBEAT
            await asyncio.to_thread(self._storage.record_presence, list(self._followers), list(self._tables))
            # Once in a while, the numbers of open seeks are told, too.
            self._told = -1
        elif new:
            await asyncio.to_thread(self._storage.record_presence, new, ())
        count = await asyncio.to_thread(self._storage.count)
        if count != self._formed or now >= self._next_forming:
            self._next_forming = now + FORM_INTERVAL
            matching = await asyncio.to_thread(self._storage.form)
            self._take(matching)
            count = matching.count
        if count != self._told:
            self._told = count
            await self._tell()

    def _take(self, matching: Matching) -> None:
        self._formed = matching.count
        self._active = matching.any_left or bool(self._followers)
        for match in matching.mine:
            if match.game not in self._tables:
                table = TableStart(match, self._storage, self._games, self._store)
                task = asyncio.create_task(self._start(match, table), name=f"table of game {match.game}")
                self._tables[match.game] = table, task

    async def _start(self, match: Match, table: TableStart) -> None:
        try:
            await table.run()
        except Exception:
            # A fault at one table must not stop the others. Its hold expires, and another process tries.
            logger.exception("the table of game %s cannot be started", match.game)
        finally:
            self._tables.pop(match.game, None)
            self._woken.set()

    async def _tell(self) -> None:
        players = list(self._followers)
        if not players:
            return
        found = await self._read(players)
        for player in players:
            for follower in self._followers.get(player, ()):
                is_news = follower.tell(found.get(player, ()))
                if is_news and any(each.match for each in found.get(player, ())):
                    # That the client is here after the match counts for an organizer, who need not join.
                    self._new.add(player)
                    self._woken.set()

    async def _read(self, players: Sequence[PlayerId]) -> dict[PlayerId, SeeksOfPlayer]:
        """Return the seeks of players who have any; a match is shown once its game exists."""
        found: dict[PlayerId, SeeksOfPlayer] = {}
        for each in await asyncio.to_thread(self._storage.of_players, players):
            # The time of the last sign of life is not for the player: each would be a message.
            shown = structs.replace(each, seek=structs.replace(each.seek, seen=0))
            if each.match is not None and not await self._exists(each.match.game):
                shown = structs.replace(shown, match=None)
            found[each.seek.player] = (*found.get(each.seek.player, ()), shown)
        return found

    async def _exists(self, game: GameId) -> bool:
        if game not in self._existing and await self._store.version(game):
            self._existing[game] = True
        return game in self._existing

    def _every_follower(self) -> list[SeekFollower]:
        return [each for followers in self._followers.values() for each in followers]
