"""Brings the table of a match to its start: creates the game, waits for the players, starts it.

Each step is idempotent: after a crash, another process takes the match over and repeats what is missing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from time import monotonic
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from application.codec import RecordedEvent, Version
from application.games.command_handler import CommandHandler
from application.games.machine_moves import MachineStuck
from application.refusals import TooBusy, VersionConflict
from application.seeks.storage import SeekStorage
from application.seeks.tables import Match
from application.store.port import Store, StoreError
from domain.commands import Command, CreateGame, FillSeats, LeaveGame, StartGame
from domain.events import InvitationDeclined, InvitationWithdrawn, PlayerId, PlayerLeft
from domain.game import NEW, fold
from domain.refusals import Refusal
from domain.state import Game, Stage

logger = logging.getLogger(__name__)

JOIN_WITHIN: Final = 30.0
"""Seconds within which matched players must take their seats."""
SEED_PATIENCE: Final = 3.0
"""Seconds for which a full table waits for the seed commitment of its organizer, whom the server seated."""
RETRY_INTERVAL: Final = 0.5
"""Seconds after which a step is repeated that failed."""
CHECK_INTERVAL: Final = 10.0
"""Longest time in seconds between two looks at a table that no event reports."""

_LEAVING: Final = (PlayerLeft, InvitationDeclined, InvitationWithdrawn)


class TableStart:
    """One match in this process, until its game has started or its table has broken up."""

    def __init__(self, match: Match, storage: SeekStorage, games: CommandHandler, store: Store) -> None:
        self.match = match
        self.changed = asyncio.Event()
        """Set when the game has new events."""
        self.seated: Collection[PlayerId] | None = None
        """The people at the table once its game has started; else the table has broken up."""
        self._storage = storage
        self._games = games
        self._store = store
        self._begun = monotonic()
        self._full_since: float | None = None
        self._breaking_up = match.breaking_up

    async def run(self) -> None:
        """Work until the match is over."""
        while True:
            self.changed.clear()
            try:
                wait = await self._step()
            except (TooBusy, VersionConflict, StoreError, MachineStuck, SQLAlchemyError) as error:
                logger.warning("the table of game %s waits, trying again: %s", self.match.game, error)
                wait = RETRY_INTERVAL
            if wait is None:
                return
            try:
                await asyncio.wait_for(self.changed.wait(), max(wait, 0.01))
            except TimeoutError:
                continue

    def break_up(self) -> None:
        """Break the table up: the stored match says so, because a player has lost its place."""
        if not self._breaking_up:
            self._breaking_up = True
            self.changed.set()

    async def _step(self) -> float | None:
        """Do what can be done now; return the seconds until the next step, None if the match is over."""
        recorded = await self._store.read(self.match.game)
        if not recorded and not self._breaking_up:
            try:
                await self._create()
            except (TooBusy, VersionConflict):
                raise
            except Refusal as refusal:
                # Such as an option that the program of another version has.
                logger.warning("game %s cannot be created: %s", self.match.game, refusal)
                await self._break_up(NEW, self.match.players)
                return None
            recorded = await self._store.read(self.match.game)
        game = _folded(recorded)
        if game.stage not in (Stage.WAITING_FOR_PLAYERS, Stage.CLOSED):
            self.seated = _people(game)
            return None
        if self._breaking_up:
            await self._break_up(game, ())
            return None
        missing = [each for each in self.match.players if game.seat_of(each) is None]
        if game.stage is Stage.CLOSED or not set(missing) <= set(game.invited):
            await self._break_up(game, _leavers(recorded))
            return None
        left = self._begun + JOIN_WITHIN - monotonic()
        if missing:
            if left > 0:
                return min(left, CHECK_INTERVAL)
            await self._break_up(game, missing)
            return None
        return await self._start(game, recorded[-1].version, left)

    async def _start(self, game: Game, version: Version, left: float) -> float | None:
        """Start a full table once its organizer has had time to commit to a seed."""
        organizer = self.match.organizer
        if game.deal is not None and organizer not in game.deal.commitments:
            self._full_since = self._full_since or monotonic()
            patience = self._full_since + SEED_PATIENCE - monotonic()
            if patience > 0:
                return patience
            if not await asyncio.to_thread(self._storage.is_present, organizer, self.match):
                if left > 0:
                    return RETRY_INTERVAL
                await self._break_up(game, [organizer])
                return None
        machines = self.match.size - len(game.seats)
        if machines > 0:
            await self._carry_out(FillSeats(by=organizer, count=machines), version)
        await self._carry_out(StartGame(by=organizer))
        # The event wakes the next step, which finds the game started. Without one a player was faster.
        return RETRY_INTERVAL

    async def _break_up(self, game: Game, absent: Collection[PlayerId]) -> None:
        """Take all players out of the lobby, and open the seeks of those who were not absent again."""
        if absent or not self._breaking_up:
            await asyncio.to_thread(self._storage.begin_breaking_up, self.match, absent)
            self._breaking_up = True
        for player in _people(game) if game.stage is Stage.WAITING_FOR_PLAYERS else ():
            await self._carry_out(LeaveGame(by=player))
        game = _folded(await self._store.read(self.match.game))
        if game.stage in (Stage.WAITING_FOR_PLAYERS, Stage.CLOSED):
            await asyncio.to_thread(self._storage.finish_breaking_up, self.match)
        else:
            # The organizer was faster and started the game.
            self.seated = _people(game)

    async def _create(self) -> None:
        match = self.match
        command = CreateGame(
            by=match.organizer,
            variant=match.variant,
            options=match.chosen_options,
            reserved=match.players[1:],
        )
        await self._games.create(command, game=match.game)

    async def _carry_out(self, command: Command, expected: Version | None = None) -> None:
        try:
            await self._games.carry_out(self.match.game, command, expected=expected)
        except (TooBusy, VersionConflict):
            raise
        except Refusal as refusal:
            # A player has done it already, or something else, which the next step finds.
            logger.debug("%s at the table of game %s: %s", command, self.match.game, refusal)


def _folded(recorded: Sequence[RecordedEvent]) -> Game:
    return fold(each.event for each in recorded)


def _leavers(recorded: Sequence[RecordedEvent]) -> set[PlayerId]:
    """Return the players who left, declined, or took a seat or an invitation away from another."""
    return {each.by for each in recorded if isinstance(each.event, _LEAVING) and each.by is not None}


def _people(game: Game) -> list[PlayerId]:
    return [seat.player for seat in game.seats if not seat.machine]
