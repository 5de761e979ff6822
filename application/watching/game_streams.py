"""Watching and replaying games: streams and views, redacted for a player or a spectator."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import groupby
from operator import attrgetter
from typing import Final, Self

from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from application.codec import GameId, RecordedEvent, Version, is_same_commit
from application.games.command_handler import redact_events
from application.refusals import UnknownGame, UnknownVersion
from application.runtime.cancellation import cancel_and_wait
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import account_of_task
from application.store.port import LogRestored, LogPosition, EventKey, Store
from application.watching.fan_out import MAX_BUFFERED, GameFanOut, reading
from application.watching.subscriber_buffer import Disconnected, Interrupted, Restored
from application.watching.view_folding import fold_view, fold_player_view
from domain.events import GameStarted, PlayerId
from domain.state import Game
from domain.view import View, hindsight

logger = logging.getLogger(__name__)

RESTART_DELAY = 1.0
"""Seconds after which a failed log follower starts again."""
READ_AT_ONCE: Final = 2
"""Maximum number of whole games read at once: the garbage collector scans all of their events."""
PAGE: Final = 500
"""Number of missed events read at a time for a subscriber."""

AppendListener = Callable[[Sequence[RecordedEvent] | None], None]
"""Callback for what is appended to the log, unredacted; None if events may have been missed."""


class GameStreams:
    """Redacted streams of games; follows the log once for all subscribers."""

    def __init__(self, store: Store, *, max_buffered: int = MAX_BUFFERED) -> None:
        self._store = store
        self.max_buffered = max_buffered
        """Events that a subscriber's buffer may hold before the subscriber is disconnected."""
        self._audiences: dict[GameId, GameFanOut] = {}
        self._heard: set[AppendListener] = set()
        self._reading = asyncio.Semaphore(READ_AT_ONCE)
        self._reading_of_heavy = asyncio.Semaphore(READ_AT_ONCE)
        self._following: asyncio.Task[None] | None = None
        self._stopped = False

    async def __aenter__(self) -> Self:
        """Start following the log at its current end; raises PersistenceError when it cannot be read."""
        self._following = asyncio.create_task(self._follow(await self._marked()), name="kibitz-watching")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        self.stop()
        if self._following is not None:
            await cancel_and_wait([self._following])

    def stop(self) -> None:
        """End all streams with Interrupted, later ones too."""
        self._stopped = True
        for audience in self._audiences.values():
            audience.end(Interrupted)
        for heard in self._heard:
            heard(None)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    @property
    def followed(self) -> int:
        """Number of games with subscribers in this process."""
        return len(self._audiences)

    async def events(self, game: GameId, player: PlayerId | None) -> tuple[RecordedEvent, ...]:
        """Return the game's events, redacted for the player; revealed shuffles are readable.

        Raises UnknownGame.
        """
        recorded, public = await self._admitted(game, player)
        return redact_events(recorded, reading(public, player))

    async def replay(self, game: GameId, player: PlayerId | None, version: Version) -> View:
        """Return the player's view at a version; shuffles revealed since then are readable.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            return await fold_player_view(player, recorded[:version], public.revealed)

    async def moments(
        self, game: GameId, player: PlayerId | None, after: Version, most: int
    ) -> list[tuple[Version, View]]:
        """Return the player's view after each of the next events, as `replay` would return it.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 0 <= after <= len(recorded):
                raise UnknownVersion(after, len(recorded))
            view, moments = await fold_player_view(player, recorded[:after], public.revealed), []
            async for each in TIME_SLICER.iterate(recorded[after : after + most]):
                view = view.after([each.event])
                if type(each.event) is GameStarted:
                    # Before the start no field was private, so the seat knew what every viewer knew.
                    view = replace(view, viewer=view.game.seat_of(player))
                moments.append((each.version, view))
        return moments

    async def hindsight(
        self, game: GameId, player: PlayerId | None, version: Version, seat: int
    ) -> Game | None:
        """Return the game as a seat knew it at a version, None if the player may not see all of that now.

        Also returns None if the commit continued after that version, because the game never stopped there.
        Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            if any(is_same_commit(recorded[version - 1], after) for after in recorded[version : version + 1]):
                return None
            viewer = public.game.seat_of(player)
            events = [each.event for each in recorded[:version]]
            return await asyncio.to_thread(hindsight, events, seat, viewer, public.revealed)

    async def follow(
        self, game: GameId, player: PlayerId | None, after: Version = 0
    ) -> AsyncGenerator[RecordedEvent]:
        """Yield the game's events after a version: first the existing ones, then new ones.

        Ends with the game. Raises UnknownGame, also when the player loses access to a private game,
        UnknownVersion when the game has not reached version `after`, and CutOff.
        """
        async with self._attending(game) as audience:
            if after > audience.version:
                # A caller that knows a later version learned of it from another process.
                await self._catch_up(audience)
            if not audience.admits(player):
                raise UnknownGame(str(game))
            if not 0 <= after <= audience.version:
                raise UnknownVersion(after, audience.version)
            with audience.subscription(player) as subscriber:
                # The follower receives the events after this version; the events up to it are read here.
                upto = audience.version
                while after < upto:
                    missed = await self._store.read(game, after=after, upto=min(after + PAGE, upto))
                    if not missed:
                        raise Restored
                    for each in redact_events(missed, audience.reading(player)):
                        yield each
                        # A long catch-up takes turns with other tasks, and its subscriber may have
                        # disconnected.
                        await asyncio.sleep(0)
                    after = missed[-1].version
                while (coming := await subscriber.next()) is not None:
                    yield coming
                    await asyncio.sleep(0)

    @contextmanager
    def subscribe_to_appends(self, heard: AppendListener) -> Iterator[None]:
        """Subscribe to every append. Events are delivered unredacted."""
        self._heard.add(heard)
        try:
            yield
        finally:
            self._heard.discard(heard)

    def _whole_game(self) -> asyncio.Semaphore:
        """Return the semaphore for reads of whole games; heavy callers share one, all others another."""
        account = account_of_task()
        return self._reading if account is None or not account.is_heavy() else self._reading_of_heavy

    async def _admitted(self, game: GameId, player: PlayerId | None) -> tuple[list[RecordedEvent], View]:
        """Return a game's events and the spectator's view after them; raises UnknownGame."""
        recorded = await self._store.read(game)
        public = await fold_view(View(), recorded)
        if not recorded or not public.game.admits(player):
            raise UnknownGame(str(game))
        return recorded, public

    @asynccontextmanager
    async def _attending(self, game: GameId) -> AsyncIterator[GameFanOut]:
        """Join the game's audience, after it has read the game."""
        if self._stopped:
            raise Interrupted
        audience = self._audiences.get(game)
        if audience is None:
            audience = self._audiences[game] = GameFanOut(game, self.max_buffered)
        audience.subscriber_count += 1
        try:
            async with audience.opening:
                if not audience.version:
                    await self._catch_up(audience)
            yield audience
        finally:
            audience.subscriber_count -= 1
            if not audience.subscriber_count:
                self._forget(audience)

    async def _catch_up(self, audience: GameFanOut) -> None:
        """Bring an audience up to the end of its game's stream."""
        missed = PAGE
        while missed == PAGE:
            found = await self._store.read(audience.game, audience.version, audience.version + PAGE)
            missed = len(found)
            audience.deliver(found)
        if audience.is_over:
            audience.end()

    def _forget(self, audience: GameFanOut) -> None:
        if self._audiences.get(audience.game) is audience:
            del self._audiences[audience.game]

    async def _marked(self) -> LogPosition:
        """Return the mark of the log's current end."""
        identity, head = await self._store.identity(), await self._store.head()
        return LogPosition(identity=identity, position=head, event_key=await self._store.event_key(head))

    async def _follow(self, told: LogPosition) -> None:
        """Deliver the log after a mark for ever, restarting after every failure."""
        missed = False
        while True:
            try:
                if missed:
                    told = await self._go_on_from(told)
                    # Events appended before the new mark while the follower was down are not delivered by
                    # `Store.follow`.
                    for audience in list(self._audiences.values()):
                        await self._go_on(audience, [])
                    self._announce(None)
                async for batch in self._store.follow(told.position):
                    await self._tell(batch)
                    told = _after(told, batch[-1])
            except LogRestored:
                missed = True
                continue
            except PersistenceError:
                logger.exception("following the log failed; trying again in %s s", RESTART_DELAY)
            except Exception:
                # Whatever the error is, subscribers are disconnected with a reason and can resume.
                logger.exception("telling of the log failed; going on in %s s", RESTART_DELAY)
                self._end_all(Interrupted)
            missed = True
            await asyncio.sleep(RESTART_DELAY)

    async def _go_on_from(self, told: LogPosition) -> LogPosition:
        """Return the mark of the log's current end; ends all streams if the log was restored."""
        found = await self._store.identity(), await self._store.event_key(told.position)
        if found != (told.identity, told.event_key):
            logger.warning("the log was restored: those who follow it begin again")
            self._end_all(Restored)
        return await self._marked()

    def _end_all(self, why: type[Disconnected]) -> None:
        """End all streams; a subscriber that comes back causes its game to be read again."""
        audiences, self._audiences = self._audiences, {}
        for audience in audiences.values():
            audience.end(why)
        self._announce(None)

    async def _tell(self, batch: Sequence[RecordedEvent]) -> None:
        for game, recorded in groupby(batch, attrgetter("game")):
            audience = self._audiences.get(game)
            if audience is not None:
                await self._go_on(audience, list(recorded))
        self._announce(batch)

    def _announce(self, batch: Sequence[RecordedEvent] | None) -> None:
        for heard in list(self._heard):
            try:
                heard(batch)
            except Exception:
                # A failing callback must not keep the other callbacks from being called.
                logger.exception("%s could not take in what was appended", heard)

    async def _go_on(self, audience: GameFanOut, recorded: Sequence[RecordedEvent]) -> None:
        """Deliver events to an audience; read what it misses from the store if there is a gap."""
        try:
            # A batch may end within a commit, but a stream ends only after the whole commit.
            if not recorded or not audience.deliver(recorded) or audience.is_over:
                await self._catch_up(audience)
        except Exception:
            # A fault in one game must not stop the others; a subscriber that comes back to it gets the error.
            logger.exception("game %s cannot be followed further", audience.game)
            self._forget(audience)
            audience.end(Interrupted)


def _after(mark: LogPosition, recorded: RecordedEvent) -> LogPosition:
    event_key = EventKey(recorded.game, recorded.version)
    return LogPosition(identity=mark.identity, position=recorded.position, event_key=event_key)
