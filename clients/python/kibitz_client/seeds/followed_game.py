"""A followed game: its seed's steps, and its start when the time for missing seeds is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from kibitz_client.errors import ClientError
from kibitz_client.schema.enums import Stage
from kibitz_client.schema.refusals import SeedsAwaited
from kibitz_client.seeds.seeded_games import SeededGames
from kibitz_client.state_updates import StateUpdate
from kibitz_client.views import View

PAUSE: Final = 1.0
"""Seconds after which a client tries to start the game again."""
SEAT_DELAY: Final = 0.1
"""Seconds between the first attempts of successive seats, so that they are not sent all at once."""
MAX_GUESS: Final = 10.0
"""The longest wait, in seconds, if the server's clock is not known."""


class FollowedGame:
    """Takes the steps of the seed in a game, and starts the game once the time for seeds is over."""

    def __init__(self, games: SeededGames) -> None:
        self._games = games
        self._starting: asyncio.Task[None] | None = None

    async def observed(self, update: StateUpdate) -> StateUpdate:
        """Take the step that is due, and return the update; a snapshot with the state after the step.

        Errors of requests are ignored: the next update, or the attempt to start the game, repeats the step.
        """
        if (view := update.game.view) is None:
            self.stop()
            return update
        if view.stage is Stage.WAITING_FOR_SEEDS:
            if self._starting is None or self._starting.done():
                self._starting = asyncio.create_task(self._start_when_due(view, update.at))
        else:
            self.stop()
        try:
            answer = await self._games.take_step(view)
        except ClientError:
            return update
        # Otherwise each program that starts a game after its snapshot would see the lobby a second time.
        return replace(update, game=answer.game) if update.snapshot and answer is not None else update

    def stop(self) -> None:
        """Stop waiting for the time to start the game."""
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None

    async def _start_when_due(self, view: View, at: datetime | None) -> None:
        await asyncio.sleep(_seconds_until_start(view, at) + SEAT_DELAY * view.seat)
        while True:
            try:
                await self._games.take_step(view)
                result = await self._games.mutations.start_game(game=view.id)
                if not isinstance(result, SeedsAwaited):
                    return
            except ClientError:
                # The subscription of the game raises errors that last.
                pass
            await asyncio.sleep(PAUSE)


def _seconds_until_start(view: View, at: datetime | None) -> float:
    if view.deal is None or view.deal.seeds_until is None:
        return 0.0
    left = (view.deal.seeds_until - (at or datetime.now(UTC))).total_seconds()
    return max(0.0, left if at is not None else min(left, MAX_GUESS))


@asynccontextmanager
async def following(games: SeededGames | None) -> AsyncGenerator[FollowedGame | None, None]:
    """Follow a game until the end of the block; yields None for a connection that adds no seeds."""
    if games is None:
        yield None
        return
    followed = FollowedGame(games)
    try:
        yield followed
    finally:
        followed.stop()
