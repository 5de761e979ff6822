"""Watching and replaying games: what a player or an onlooker may read of a game's stream."""

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

from application.audience import MOST_WAITING, Audience, reading
from application.delivery import CutOff, Interrupted, Restored
from application.ending import ended
from application.games import redacted
from application.pacing import PACE
from application.recorded import GameId, Recorded, Version, together
from application.refusals import UnknownGame, UnknownVersion
from application.store import LogRestored, Mark, Stamp, Store
from application.viewing import later, seen_by
from application.work import account_of_task
from domain.events import GameStarted, PlayerId
from domain.state import Game
from domain.view import View, hindsight

logger = logging.getLogger(__name__)

RESTART_AFTER = 1.0
"""Seconds after which the log is followed again when that failed."""
READ_AT_ONCE: Final = 2
"""Whole games that are read at once: the garbage collector looks at all of their events."""
PAGE: Final = 500
"""Events that are read at once for who has missed some."""

Heard = Callable[[Sequence[Recorded] | None], None]
"""Is told what the log has grown by, as it stands there; None when something may have been missed."""


class Watching:
    """The streams of games, redacted for whoever asks; follows the log once for all who wait for more."""

    def __init__(self, store: Store, *, most_waiting: int = MOST_WAITING) -> None:
        self._store = store
        self.most_waiting = most_waiting
        """How many events may wait for a follower before it is cut off."""
        self._audiences: dict[GameId, Audience] = {}
        self._heard: set[Heard] = set()
        self._reading = asyncio.Semaphore(READ_AT_ONCE)
        self._reading_of_heavy = asyncio.Semaphore(READ_AT_ONCE)
        self._following: asyncio.Task[None] | None = None
        self._stopped = False

    async def __aenter__(self) -> Self:
        """Begin to follow the log from here on; raises PersistenceError when it cannot be read."""
        self._following = asyncio.create_task(self._follow(await self._marked()), name="kibitz-watching")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        self.stop()
        if self._following is not None:
            await ended([self._following])

    def stop(self) -> None:
        """Let all streams end with Interrupted, those to come too."""
        self._stopped = True
        for audience in self._audiences.values():
            audience.end(Interrupted)
        for heard in self._heard:
            heard(None)

    @property
    def stopped(self) -> bool:
        """Whether no stream goes on here."""
        return self._stopped

    @property
    def followed(self) -> int:
        """How many games somebody follows here."""
        return len(self._audiences)

    async def events(self, game: GameId, player: PlayerId | None) -> tuple[Recorded, ...]:
        """Return the game's events as the player may read them; revealed shuffles are open.

        Raises UnknownGame.
        """
        recorded, public = await self._admitted(game, player)
        return redacted(recorded, reading(public, player))

    async def replay(self, game: GameId, player: PlayerId | None, version: Version) -> View:
        """Return the game as it stood at a version; shuffles revealed since then are open.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            return await seen_by(player, recorded[:version], public.revealed)

    async def moments(
        self, game: GameId, player: PlayerId | None, after: Version, most: int
    ) -> list[tuple[Version, View]]:
        """Return the game as it stood after each of the next events, each as `replay` shows it.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 0 <= after <= len(recorded):
                raise UnknownVersion(after, len(recorded))
            view, moments = await seen_by(player, recorded[:after], public.revealed), []
            async for each in PACE.sliced(recorded[after : after + most]):
                view = view.after([each.event])
                if type(each.event) is GameStarted:
                    # Before that nothing was private, so the seat knew what everyone knew.
                    view = replace(view, viewer=view.game.seat_of(player))
                moments.append((each.version, view))
        return moments

    async def hindsight(
        self, game: GameId, player: PlayerId | None, version: Version, seat: int
    ) -> Game | None:
        """Return the game as a seat knew it at a version, None where the player may not see all of that now.

        None too where the game did not stop at that version, since what led there went on in the same
        commit. Raises UnknownGame and UnknownVersion.
        """
        async with self._whole_game():
            recorded, public = await self._admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            if any(together(recorded[version - 1], after) for after in recorded[version : version + 1]):
                return None
            viewer = public.game.seat_of(player)
            events = [each.event for each in recorded[:version]]
            return await asyncio.to_thread(hindsight, events, seat, viewer, public.revealed)

    async def follow(
        self, game: GameId, player: PlayerId | None, after: Version = 0
    ) -> AsyncGenerator[Recorded]:
        """Yield the game's events after a version, first those that are there, then each as it comes.

        Ends with the game. Raises UnknownGame, also when the player ceases to be one of a private
        game's, UnknownVersion when the game has not come so far as `after`, and CutOff.
        """
        async with self._attending(game) as audience:
            if after > audience.version:
                # Whoever has come further has heard of it from another process.
                await self._catch_up(audience)
            if not audience.admits(player):
                raise UnknownGame(str(game))
            if not 0 <= after <= audience.version:
                raise UnknownVersion(after, audience.version)
            with audience.joined(player) as follower:
                # The follower is handed what comes after this version; what lies before it is read here.
                upto = audience.version
                while after < upto:
                    missed = await self._store.read(game, after=after, upto=min(after + PAGE, upto))
                    if not missed:
                        raise Restored
                    for each in redacted(missed, audience.reading(player)):
                        yield each
                        # Who has missed much takes turns with the others, and may have gone.
                        await asyncio.sleep(0)
                    after = missed[-1].version
                while (coming := await follower.next()) is not None:
                    yield coming
                    await asyncio.sleep(0)

    @contextmanager
    def hearing(self, heard: Heard) -> Iterator[None]:
        """Have somebody told of all that is appended to the log; what it is told is nobody's view of it."""
        self._heard.add(heard)
        try:
            yield
        finally:
            self._heard.discard(heard)

    def _whole_game(self) -> asyncio.Semaphore:
        """Return what bounds the games that are read whole at once; who is held up holds up only its like."""
        account = account_of_task()
        return self._reading if account is None or not account.is_heavy() else self._reading_of_heavy

    async def _admitted(self, game: GameId, player: PlayerId | None) -> tuple[list[Recorded], View]:
        """Return a game's events and what an onlooker sees after them; raises UnknownGame."""
        recorded = await self._store.read(game)
        public = await later(View(), recorded)
        if not recorded or not public.game.admits(player):
            raise UnknownGame(str(game))
        return recorded, public

    @asynccontextmanager
    async def _attending(self, game: GameId) -> AsyncIterator[Audience]:
        """Give the game's audience, which knows of all that had happened."""
        if self._stopped:
            raise Interrupted
        audience = self._audiences.get(game)
        if audience is None:
            audience = self._audiences[game] = Audience(game, self.most_waiting)
        audience.attending += 1
        try:
            async with audience.opening:
                if not audience.version:
                    await self._catch_up(audience)
            yield audience
        finally:
            audience.attending -= 1
            if not audience.attending:
                self._forget(audience)

    async def _catch_up(self, audience: Audience) -> None:
        """Bring an audience up to the log."""
        missed = PAGE
        while missed == PAGE:
            found = await self._store.read(audience.game, audience.version, audience.version + PAGE)
            missed = len(found)
            audience.hear(found)
        if audience.over:
            audience.end()

    def _forget(self, audience: Audience) -> None:
        if self._audiences.get(audience.game) is audience:
            del self._audiences[audience.game]

    async def _marked(self) -> Mark:
        """Return where the log ends now."""
        identity, head = await self._store.identity(), await self._store.head()
        return Mark(identity=identity, position=head, stamp=await self._store.stamp(head))

    async def _follow(self, told: Mark) -> None:
        """Tell of the log from a mark on, for ever, whatever happens."""
        missed = False
        while True:
            try:
                if missed:
                    told = await self._go_on_from(told)
                    # What came while nobody followed, before the mark, is not told by the log any more.
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
                logger.exception("following the log failed; trying again in %s s", RESTART_AFTER)
            except Exception:
                # Whatever it is: those who follow are told, and those who come back are served.
                logger.exception("telling of the log failed; going on in %s s", RESTART_AFTER)
                self._end_all(Interrupted)
            missed = True
            await asyncio.sleep(RESTART_AFTER)

    async def _go_on_from(self, told: Mark) -> Mark:
        """Return where the log ends now; ends all streams where it is not the one any more that was told."""
        found = await self._store.identity(), await self._store.stamp(told.position)
        if found != (told.identity, told.stamp):
            logger.warning("the log was restored: those who follow it begin again")
            self._end_all(Restored)
        return await self._marked()

    def _end_all(self, why: type[CutOff]) -> None:
        """End all streams; who comes back reads its game anew."""
        audiences, self._audiences = self._audiences, {}
        for audience in audiences.values():
            audience.end(why)
        self._announce(None)

    async def _tell(self, batch: Sequence[Recorded]) -> None:
        for game, recorded in groupby(batch, attrgetter("game")):
            audience = self._audiences.get(game)
            if audience is not None:
                await self._go_on(audience, list(recorded))
        self._announce(batch)

    def _announce(self, batch: Sequence[Recorded] | None) -> None:
        for heard in list(self._heard):
            try:
                heard(batch)
            except Exception:
                # One who cannot listen is no reason for the others not to be told.
                logger.exception("%s could not take in what was appended", heard)

    async def _go_on(self, audience: Audience, recorded: Sequence[Recorded]) -> None:
        """Let an audience hear what the log tells, or all that it does not know when that is not enough."""
        try:
            # The log may be told in pieces of what a command led to, but a stream ends after all of it.
            if not recorded or not audience.hear(recorded) or audience.over:
                await self._catch_up(audience)
        except Exception:
            # Whatever is wrong with one game, the others go on; who comes back to this one is told.
            logger.exception("game %s cannot be followed further", audience.game)
            self._forget(audience)
            audience.end(Interrupted)


def _after(mark: Mark, recorded: Recorded) -> Mark:
    stamp = Stamp(recorded.game, recorded.version)
    return Mark(identity=mark.identity, position=recorded.position, stamp=stamp)
