"""Live streams of games: missed events first, then new ones, redacted for a player or a spectator."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from itertools import groupby
from operator import attrgetter
from typing import Self

from eventsourcing.persistence import PersistenceError

from application.admission import FIRST_EVENTS, is_surely_unknown
from application.codec import GameId, RecordedEvent, Version
from application.redaction import redact_events
from application.refusals import UnknownGame, UnknownVersion
from application.runtime.cancellation import cancel_and_wait
from application.store.port import EventKey, LogIdentity, LogPosition, LogRestored, Store
from application.watching.fan_out import MAX_BUFFERED, PAGE, GameFanOut
from application.watching.game_history import GameHistory
from application.watching.game_updates import GameUpdate, ResumePoint
from application.watching.subscriber_buffer import Disconnected, Interrupted, Restored, TakeAtOnce
from application.watching.table_signals import SeatListener, TableSignal, ignore
from domain.events import PlayerId
from domain.view import viewer_of

logger = logging.getLogger(__name__)

RESTART_DELAY = 1.0
"""Seconds after which a failed log follower starts again."""

AppendListener = Callable[[Sequence[RecordedEvent] | None], None]
"""Callback for what is appended to the log, unredacted; None if events may have been missed."""


class GameStreams(GameHistory):
    """Redacted streams of games; follows the log once for all subscribers."""

    def __init__(
        self, store: Store, *, max_buffered: int = MAX_BUFFERED, seat_listener: SeatListener = ignore
    ) -> None:
        super().__init__(store)
        self._seat_listener = seat_listener
        self.max_buffered = max_buffered
        """Events that a subscriber's buffer may hold before the subscriber is disconnected."""
        self._identity: LogIdentity | None = None
        self._fan_outs: dict[GameId, GameFanOut] = {}
        self._listeners: set[AppendListener] = set()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    async def __aenter__(self) -> Self:
        """Start following the log at its current end; raises PersistenceError when it cannot be read."""
        position = await self._end_of_log()
        self._identity = position.identity
        self._task = asyncio.create_task(self._follow_log(position), name="kibitz-watching")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        self.stop()
        if self._task is not None:
            await cancel_and_wait([self._task])

    def stop(self) -> None:
        """End all streams with Interrupted, later ones too."""
        self._stopped = True
        for fan_out in self._fan_outs.values():
            fan_out.end(Interrupted)
        for listener in self._listeners:
            listener(None)

    @property
    def stopped(self) -> bool:
        """True if `stop` was called."""
        return self._stopped

    async def identity(self) -> LogIdentity:
        """Return the identity of the log that all streams come from."""
        # Not the store's current one: after a restore, streams show the former log until they end.
        return self._identity or await self._store.identity()

    @property
    def followed(self) -> int:
        """Number of games with subscribers in this process."""
        return len(self._fan_outs)

    async def follow(
        self,
        game: GameId,
        player: PlayerId | None,
        after: Version = 0,
        take_at_once: TakeAtOnce[RecordedEvent] | None = None,
    ) -> AsyncGenerator[RecordedEvent]:
        """Yield the game's events after a version: first the existing ones, then new ones.

        `take_at_once` may take the events of a new commit instead, while the caller waits for them. Ends with
        the game. Raises UnknownGame, also when the player loses access to a private game,
        UnknownVersion when the game has not reached version `after`, and Disconnected.
        """
        async with self._opened_fan_out(game, player) as fan_out:
            if not fan_out.admits(player):
                raise UnknownGame(str(game))
            if not 0 <= after <= fan_out.version:
                raise UnknownVersion(after, fan_out.version)
            with fan_out.subscription(player) as subscriber:
                # The follower receives the events after this version; the events up to it are read here.
                upto = fan_out.version
                while after < upto:
                    missed = await self._store.read(game, after=after, upto=min(after + PAGE, upto))
                    if not missed:
                        raise Restored
                    for each in redact_events(missed, fan_out.public.redaction_for(player)):
                        yield each
                        # A long catch-up takes turns with other tasks, and its subscriber may have
                        # disconnected.
                        await asyncio.sleep(0)
                    after = missed[-1].version
                subscriber.take_at_once = take_at_once
                while (event := await subscriber.next()) is not None:
                    yield event
                    await asyncio.sleep(0)

    async def updates(
        self,
        game: GameId,
        player: PlayerId | None,
        after: ResumePoint | None = None,
        take_at_once: TakeAtOnce[GameUpdate] | None = None,
    ) -> AsyncGenerator[GameUpdate]:
        """Yield an update of each commit after a point: first of the missed commits, then of new ones.

        Without a point, and with one that is not in the log (which was restored since), a snapshot comes
        first. `take_at_once` may take a new update instead, while the caller waits for it. Ends with the
        game. Raises UnknownGame, also when the player loses access to a private game, and Disconnected.
        """
        async with self._opened_fan_out(game, player) as fan_out:
            known = after.version if after is not None and after.log == await self.identity() else 0
            if not fan_out.admits(player):
                raise UnknownGame(str(game))
            viewer = viewer_of(fan_out.public.game, player)
            with fan_out.update_subscription(player) as subscriber:
                if 0 < known <= fan_out.version:
                    async with aclosing(fan_out.missed_updates(viewer, known)) as missed:
                        async for update in missed:
                            yield update
                            await asyncio.sleep(0)
                else:
                    yield fan_out.snapshot(player)
                subscriber.take_at_once = take_at_once
                while (new := await subscriber.next()) is not None:
                    yield new
                    await asyncio.sleep(0)

    async def signals(self, game: GameId, player: PlayerId | None) -> AsyncGenerator[TableSignal]:
        """Yield the signals of a table, also after the end of its game; raises as `updates` does."""
        async with self._opened_fan_out(game, player) as fan_out:
            if not fan_out.admits(player):
                raise UnknownGame(str(game))
            with fan_out.signal_subscription(player) as subscriber:
                while (signal := await subscriber.next()) is not None:
                    yield signal
                    await asyncio.sleep(0)

    def fan_out_of(self, game: GameId) -> GameFanOut | None:
        """Return the fan-out of a game with subscribers in this process, None for another game."""
        return self._fan_outs.get(game)

    @contextmanager
    def subscribe_to_appends(self, listener: AppendListener) -> Iterator[None]:
        """Subscribe to every append. Events are delivered unredacted."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    @asynccontextmanager
    async def _opened_fan_out(self, game: GameId, player: PlayerId | None) -> AsyncIterator[GameFanOut]:
        """Yield the game's fan-out with all that is stored by now; it may still not admit the player."""
        if self._stopped:
            raise Interrupted
        fan_out = self._fan_outs.get(game)
        if fan_out is None or fan_out.is_interrupted:
            fan_out = GameFanOut(self._store, game, self.max_buffered, self._seat_listener)
            self._fan_outs[game] = fan_out
        fan_out.subscriber_count += 1
        try:
            async with fan_out.opening:
                if is_new := not fan_out.version:
                    if is_surely_unknown(await self._store.read(game, upto=FIRST_EVENTS), player):
                        raise UnknownGame(str(game))
                    await fan_out.catch_up()
            if not is_new:
                # What was acknowledged to the subscriber may not have arrived from the log yet.
                await fan_out.catch_up_together.next()
            yield fan_out
        finally:
            fan_out.subscriber_count -= 1
            if not fan_out.subscriber_count:
                self._drop(fan_out)

    def _drop(self, fan_out: GameFanOut) -> None:
        if self._fan_outs.get(fan_out.game) is fan_out:
            del self._fan_outs[fan_out.game]

    async def _end_of_log(self) -> LogPosition:
        """Return the current end of the log."""
        identity, head = await self._store.identity(), await self._store.head()
        return LogPosition(identity=identity, position=head, event_key=await self._store.event_key(head))

    async def _follow_log(self, position: LogPosition) -> None:
        """Deliver the log after a position for ever, restarting after every failure."""
        missed = False
        while True:
            try:
                if missed:
                    position = await self._check_log(position)
                    # Events appended before the new position while the follower was down are not delivered by
                    # `Store.follow`.
                    for fan_out in list(self._fan_outs.values()):
                        await self._deliver_to(fan_out, [])
                    self._notify_listeners(None)
                async for batch in self._store.follow(position.position):
                    await self._deliver(batch)
                    position = _position_after(position, batch[-1])
            except LogRestored:
                missed = True
                continue
            except PersistenceError:
                logger.exception("following the log failed; trying again in %s s", RESTART_DELAY)
            except Exception:
                # Whatever the error is, subscribers are disconnected with a reason and can resume.
                logger.exception("delivering the log failed; trying again in %s s", RESTART_DELAY)
                self._end_all(Interrupted)
            missed = True
            await asyncio.sleep(RESTART_DELAY)

    async def _check_log(self, position: LogPosition) -> LogPosition:
        """Return the current end of the log; ends all streams if the log was restored."""
        found = await self._store.identity(), await self._store.event_key(position.position)
        if found != (position.identity, position.event_key):
            logger.warning("the log was restored: all streams end and their subscribers begin again")
            self._identity = found[0]
            self._end_all(Restored)
        return await self._end_of_log()

    def _end_all(self, reason: type[Disconnected]) -> None:
        """End all streams; a subscriber that comes back causes its game to be read again."""
        fan_outs, self._fan_outs = self._fan_outs, {}
        for fan_out in fan_outs.values():
            fan_out.end(reason)
        self._notify_listeners(None)

    async def _deliver(self, batch: Sequence[RecordedEvent]) -> None:
        for game, recorded in groupby(batch, attrgetter("game")):
            fan_out = self._fan_outs.get(game)
            if fan_out is not None:
                await self._deliver_to(fan_out, list(recorded))
        self._notify_listeners(batch)

    def _notify_listeners(self, batch: Sequence[RecordedEvent] | None) -> None:
        for listener in list(self._listeners):
            try:
                listener(batch)
            except Exception:
                # A failing callback must not keep the other callbacks from being called.
                logger.exception("the listener %s failed", listener)

    async def _deliver_to(self, fan_out: GameFanOut, recorded: Sequence[RecordedEvent]) -> None:
        """Deliver events to a game's subscribers; read missing events from the store first."""
        try:
            # A batch may end within a commit, and a stream ends only after the whole commit.
            delivered = fan_out.deliver(recorded)
            if not recorded or not delivered or fan_out.received > fan_out.version or fan_out.is_over:
                await fan_out.catch_up()
        except Exception:
            # A fault in one game must not stop the others; a subscriber that comes back to it gets the error.
            logger.exception("game %s cannot be followed further", fan_out.game)
            self._drop(fan_out)
            fan_out.end(Interrupted)


def _position_after(start: LogPosition, recorded: RecordedEvent) -> LogPosition:
    event_key = EventKey(recorded.game, recorded.version)
    return LogPosition(identity=start.identity, position=recorded.position, event_key=event_key)
