"""Matches seeks in one process, brings its tables to their start, and tells players about their seeks.

Every process with players who seek forms tables, one at a time over all processes: forming them is one
transaction under the lock of the tables of seeks. A new seek wakes its own process at once, the others poll.
A process without such players and tables is idle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
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
from application.moderation.bans import Bans
from application.runtime.cancellation import cancel_and_wait
from application.seeks.seek import Seek, SeekCriteria
from application.seeks.seek_follower import SeekFollower
from application.seeks.seeker_addresses import SeekerAddresses
from application.seeks.storage import HEARTBEAT, PendingChanges, SeeksOfPlayer, SeekState, SeekStorage
from application.seeks.table_start import TableStart
from application.seeks.tables import Match
from application.store.port import Store
from application.watching.game_streams import GameStreams
from domain.commands import DeclineInvitation, LeaveGame
from domain.events import GameCreated, PlayerId, PlayerInvited
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


class PlayerGone(Exception):
    """The player was banned or erased, or its address banned, before its seek was opened."""


class Seeks:
    """The seeks of the players, of all processes; matches them while it is entered."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        games: CommandHandler,
        watching: GameStreams,
        bans: Bans,
    ) -> None:
        self._storage = SeekStorage(engine, token_hex(8))
        self._addresses = SeekerAddresses(bans)
        bans.subscribe(self._cancel_banned)
        self._store = store
        self._games = games
        self._watching = watching
        self._existing: LRUCache[GameId, bool] = LRUCache(_KNOWN_GAMES)
        self._followers: dict[PlayerId, set[SeekFollower]] = {}
        self._tables: dict[GameId, tuple[TableStart, asyncio.Task[None]]] = {}
        self._new = PendingChanges()
        self._openings: list[asyncio.Future[Seek | None]] = []
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        # A thread of its own: others may be busy with reads.
        self._thread = ThreadPoolExecutor(1, "seeks")
        self._active = True
        self._count = -1
        self._states: Mapping[PlayerId, SeeksOfPlayer] = {}
        self._next_round = self._next_presence = 0.0

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
        for opening in self._openings:
            opening.cancel()
        self._thread.shutdown()

    async def open(self, player: PlayerId, criteria: SeekCriteria, address: str) -> Seek:
        """Open a seek, or return the one that the player has if it is matched or has the same criteria.

        Raises PlayerGone.
        """
        if self._addresses.is_banned(address):
            raise PlayerGone(player)
        self._addresses.note(player, address)
        opening: asyncio.Future[Seek | None] = asyncio.get_running_loop().create_future()
        self._new.opened.append((player, criteria))
        self._openings.append(opening)
        self._woken.set()
        seek = await opening
        if seek is None:
            raise PlayerGone(player)
        return seek

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
                    # The player has only a seat or only an invitation, or the game has just started. After
                    # any other refusal the table breaks up by itself: its match is marked.
                    logger.debug("%s of a cancelled seek: %s", command, refusal)
        return True

    async def of(self, player: PlayerId) -> SeeksOfPlayer:
        """Return a player's seeks."""
        states = await asyncio.to_thread(self._storage.of_player, player)
        for each in states:
            await self._check_exists(each)
        return self._shown(states)

    @contextmanager
    def subscription_of(self, player: PlayerId, address: str) -> Iterator[SeekFollower]:
        """Follow a player's seeks; they last as long as it has a subscription, and a grace period."""
        follower = SeekFollower(player)
        if self._watching.stopped:
            follower.end()
        self._followers.setdefault(player, set()).add(follower)
        self._new.present.add(player)
        self._woken.set()
        try:
            with self._addresses.following(player, address):
                yield follower
        finally:
            self._followers[player].discard(follower)
            if not self._followers[player]:
                del self._followers[player]

    def _cancel_banned(self) -> None:
        """Cancel the seeks of players whose address is banned; the ban itself cancels those of its player."""
        if banned := self._addresses.banned():
            self._new.forbidden |= banned
            self._woken.set()

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
            match each.event:
                case GameCreated(organizer=player):
                    self._existing[each.game] = True
                    self._expect_match(player)
                case PlayerInvited(player=player, reserved=True):
                    self._expect_match(player)

    def _expect_match(self, player: PlayerId) -> None:
        """Tell a follower whose game exists now; this process may have to read first who formed it."""
        if player in self._followers:
            if player in self._states:
                self._tell(player)
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
        """Play a round if there is something new here or elsewhere, or if it is time."""
        loop, now = asyncio.get_running_loop(), monotonic()
        if is_beat := bool(self._followers or self._tables) and now >= self._next_presence:
            self._next_presence = now + HEARTBEAT
            self._new.present |= self._followers.keys()
            self._new.held |= self._tables.keys()
        new, openings = self._new, self._openings
        new.present &= self._followers.keys()
        if not new.any and now < self._next_round:
            if await loop.run_in_executor(self._thread, self._storage.count) == self._count:
                return
            new, openings = self._new, self._openings
        self._new, self._openings = PendingChanges(), []
        self._next_round = now + FORM_INTERVAL
        new.followed = frozenset(self._followers)
        try:
            played = await loop.run_in_executor(self._thread, self._storage.play_round, new)
        except SQLAlchemyError as error:
            for opening in openings:
                if not opening.done():
                    opening.set_exception(error)
            self._new.concluded |= new.concluded
            self._new.forbidden |= new.forbidden
            raise
        for opening, seek in zip(openings, played.opened, strict=True):
            if not opening.done():
                opening.set_result(seek)
        self._count, self._states = played.count, played.states
        self._active = played.any_left or bool(self._followers)
        for match in played.mine:
            if match.game not in self._tables:
                table = TableStart(match, self._storage, self._games, self._store)
                task = asyncio.create_task(self._start(match, table), name=f"table of game {match.game}")
                self._tables[match.game] = table, task
        for game in played.breaking_up & self._tables.keys():
            self._tables[game][0].break_up()
        if is_beat:
            for each in (each for states in played.states.values() for each in states):
                # The event of its creation may have been missed.
                await self._check_exists(each)
        for player in new.followed:
            self._tell(player)

    async def _start(self, match: Match, table: TableStart) -> None:
        try:
            await table.run()
        except Exception:
            # A fault at one table must not stop the others. Its hold expires, and another process tries.
            logger.exception("the table of game %s cannot be started", match.game)
        finally:
            if table.seated is not None:
                self._new.concluded[match.game] = table.seated
            self._tables.pop(match.game, None)
            self._woken.set()

    def _tell(self, player: PlayerId) -> None:
        """Tell a player's followers of its seeks, if they are others than before."""
        current = self._shown(self._states.get(player, ()))
        for follower in self._followers.get(player, ()):
            if follower.tell(current) and any(each.match for each in current):
                # That the client is here after the match counts for an organizer, who need not join.
                self._new.present.add(player)
                self._woken.set()

    def _shown(self, states: SeeksOfPlayer) -> SeeksOfPlayer:
        """Return seeks as they are told: a table once its game exists."""
        return tuple(
            each
            if each.match is None or each.match.game in self._existing
            else structs.replace(each, match=None)
            for each in states
        )

    async def _check_exists(self, state: SeekState) -> None:
        if (match := state.match) is None or match.game in self._existing:
            return
        if await self._store.version(match.game):
            self._existing[match.game] = True

    def _every_follower(self) -> list[SeekFollower]:
        return [each for followers in self._followers.values() for each in followers]
