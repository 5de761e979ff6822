"""Watches a server's log: it may only grow, and finished games must be in it as the client saw them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kibitz_client.connection import EVENTS_PER_PAGE, Connection
from kibitz_client.errors import Fault, LogAlarm, Unreachable
from kibitz_client.schema.types import GameProof
from kibitz_client.transparency.checkpoints import Checkpoint
from kibitz_client.transparency.log_answers import NEW_RECORDS, PROVEN, RECORDS, LogAndGame, ToldRecord
from kibitz_client.transparency.log_growth import LogCheck, LogRestored, check_growth, compared
from kibitz_client.transparency.pins import CheckpointPins
from kibitz_client.transparency.records import GameHead
from kibitz_client.transparency.shown_game import ShownGame
from kibitz_client.values import Page

PAUSE: Final = 1.0
"""Seconds between two requests for a proof, and between two writes of the heads of a followed game."""


class GameCheck(Struct, frozen=True):
    """A game that is as the client saw it."""

    game: str
    head: GameHead
    """The head of all records, which players of the game can compare."""
    checkpoint: Checkpoint | None
    """The checkpoint in which the game is proven to be; None until it is over and in one."""
    restored: LogRestored | None
    """Set if the server shows another origin than before."""
    changed_since: str | None
    """The former origin under which the client saw other events of the game; None if there is none."""


Check = TypeVar("Check", LogCheck, GameCheck)


class LogWatcher:
    """Compares the log of a connection's server with pins.

    All methods raise a LogAlarm if the server contradicts the pins, which keep what it contradicts; Fault
    and Unreachable as the connection does; and OSError if the pins cannot be written.
    """

    def __init__(self, connection: Connection, pins: CheckpointPins | None = None) -> None:
        """Watch with the pins of a file, or with new ones in memory."""
        self.connection = connection
        self.pins = CheckpointPins() if pins is None else pins

    async def check(self) -> LogCheck:
        """Check that the log has only grown since it was pinned, and pin its newest checkpoint."""
        return await self._unless_restored(self._compare)

    async def follow(self, game: str) -> GameHead:
        """Keep the head of a game until the game ends, and return it.

        It shows later whether the server has changed events that it sent during the game.
        """
        shown = self._shown_game((await self.check()).key, game)
        clock = asyncio.get_running_loop().time
        saved_at = clock()
        retry = None
        try:
            while True:
                stream = self.connection.operations.subscribe(
                    NEW_RECORDS, {"game": game, "after": shown.head.version}, ToldRecord, "version"
                )
                async with aclosing(stream) as news:
                    async for each in news:
                        retry = None
                        shown.add(each.record)
                        shown.keep()
                        if clock() - saved_at > PAUSE:
                            await self._save()
                            saved_at = clock()
                state = (await self.connection.get_game(game)).game
                if state.over and shown.head.version >= state.version:
                    return shown.head
                retry = retry or self.connection.operations.retry()
                await retry.wait("the stream of events ended before the game")
        finally:
            await self._save()

    async def check_game(self, game: str, *, wait: float = 0.0) -> GameCheck:
        """Check that a game is as the client saw it and, once it is over, that the log contains it.

        The server proves a game with its next checkpoint, a minute after the end by default. `wait` is the
        time to wait for that, in seconds.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + wait
        restored = None
        while True:
            found = await self._unless_restored(partial(self._check_game, game))
            restored = restored or found.restored
            if found.checkpoint is not None or clock() >= until:
                return replace(found, restored=restored)
            await asyncio.sleep(min(PAUSE, max(0.0, until - clock())))

    async def _unless_restored(self, check: Callable[[], Awaitable[Check]]) -> Check:
        """Run a check, and again after an alarm: a restore between two answers looks like a contradiction.

        An honest answer after a contradiction does not undo it.
        """
        async with self.pins.comparing:
            try:
                found = await check()
            except LogAlarm as alarm:
                try:
                    found = await check()
                except (Fault, Unreachable) as error:
                    # A server that has given such an answer might refuse the next one for ever.
                    raise (alarm if alarm.in_one_answer else error) from None
                if found.restored is None:
                    raise alarm from None
            await self._save()
        return found

    async def _compare(self) -> LogCheck:
        return await compared(self.connection, self.pins, await self.connection.query.log())

    async def _check_game(self, game: str) -> GameCheck:
        # The records come after the proof, so that they contain all that it covers.
        answer = await self.connection.operations.fetch(PROVEN, {"id": game}, LogAndGame)
        log = await compared(self.connection, self.pins, answer.log)
        shown = self._shown_game(log.key, game)
        for text in await self._records(game):
            shown.add(text)
        shown.check_complete()
        checkpoint = None
        if answer.game.proof is not None:
            checkpoint = await self._check_proof(log, shown, answer.game.proof)
        shown.keep()
        return GameCheck(game, shown.head, checkpoint, log.restored, shown.changed_since())

    async def _check_proof(self, log: LogCheck, shown: ShownGame, proof: GameProof) -> Checkpoint | None:
        checkpoint = shown.check_proof(proof)
        if checkpoint is not None and log.checkpoint is not None:
            # The server looks for both at the same time: either may be the newer one.
            older, newer = sorted((log.checkpoint, checkpoint), key=lambda each: each.size)
            pinned, note = log.checkpoint.note, checkpoint.note
            await check_growth(self.connection, older, newer, pinned=pinned, shown=note)
            self.pins.keep_checkpoint(self.connection.url, log.key, newer.note)
        return checkpoint

    async def _records(self, game: str) -> list[str]:
        found: list[str] = []
        after = None
        while True:
            values = {"id": game, "first": EVENTS_PER_PAGE, "after": after}
            page = await self.connection.operations.fetch_optional(RECORDS, values, Page[ToldRecord])
            if page is None:
                raise Fault(f"the server returned nothing for the game {game}")
            found += [each.record for each in page]
            if page.next is None:
                return found
            after = page.next

    def _shown_game(self, key: str, game: str) -> ShownGame:
        return ShownGame(game, self.pins, self.connection.url, key)

    async def _save(self) -> None:
        await asyncio.to_thread(self.pins.save)
