"""Rematches: finds the one rematch of a game, and creates or joins it.

The id of a rematch is derived from that of the game before, so that two commands at once, even in two
processes, lead to one game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Final, TypeVar
from uuid import uuid5

from msgspec import Struct

from application.admission import FIRST_EVENTS
from application.codec import GameId
from application.games.command_handler import CommandHandler, CommandOutcome
from application.games.command_outcome import command_outcome
from application.games.croupier import Croupier, CroupierState
from application.games.resident_games import read_resident
from application.refusals import UnknownGame, VersionConflict
from application.runtime.time_slices import TIME_SLICER
from application.store.port import Store
from application.watching.view_folding import event_lists, fold_player_view
from domain.events import Event, PlayerId
from domain.game import fold
from domain.refusals import AlreadySeated, NotInvited
from domain.rematch.command import Rematch
from domain.rematch.creation import require_rematch
from domain.state import BEFORE_START, Game, Stage

Found = TypeVar("Found", bound=Struct)

MAX_VOID: Final = 10
"""Maximum rematches of a game that are closed before their start; the last of them stays the rematch."""

FindGone = Callable[[Iterable[PlayerId]], Awaitable[frozenset[PlayerId]]]
"""Returns the players, among the given ones, who cannot come back, such as erased players."""
CarryOut = Callable[[GameId, Rematch, str | None], Awaitable[CommandOutcome]]
"""Executes the command in a game that exists."""


async def find_nobody_gone(_: Iterable[PlayerId]) -> frozenset[PlayerId]:
    """Return no player; the default where there is no table of players."""
    return frozenset()


def next_id(game: GameId) -> GameId:
    """Return the id of a game's rematch, or of the rematch that replaces one which was never played."""
    return uuid5(game, "rematch")


async def find_rematch(
    previous: GameId,
    read: Callable[[GameId], Awaitable[Found | None]],
    is_void: Callable[[Found], bool],
) -> tuple[GameId, Found | None]:
    """Return the id of a game's rematch and the game that `read` returns for it, None if there is none.

    A rematch that was closed before it started is replaced by another one.
    """
    game = next_id(previous)
    for _ in range(MAX_VOID):
        found = await read(game)
        if found is None or not is_void(found):
            return game, found
        game = next_id(game)
    return game, await read(game)


def is_void(stage: Stage, *, has_started: bool) -> bool:
    """Return whether a rematch was closed before it started, so that another one may replace it."""
    return stage is Stage.CLOSED and not has_started


def is_void_game(game: Game) -> bool:
    """Return whether a rematch is void by its state."""
    return is_void(game.stage, has_started=game.table is not None)


class Rematches:
    """Creates the rematches of games, and seats players in them."""

    def __init__(
        self,
        store: Store,
        games: CommandHandler,
        *,
        gone: FindGone = find_nobody_gone,
    ) -> None:
        self._store = store
        self._games = games
        self._gone = gone

    async def find(self, previous: GameId, player: PlayerId) -> tuple[GameId, bool]:
        """Return the id of a game's rematch, and whether it exists; raises UnknownGame."""
        await self._require_known(previous, player)
        game, found = await find_rematch(previous, self._read_start, is_void_game)
        return game, found is not None

    async def carry_out(
        self,
        previous: GameId,
        command: Rematch,
        command_id: str | None = None,
        *,
        join: CarryOut | None = None,
    ) -> CommandOutcome:
        """Create the rematch of a game or take a seat in it; return once the events are durable.

        A player who is seated already gets the game without events. Raises a Refusal.
        """
        game, exists = await self.find(previous, command.by)
        if not exists:
            try:
                return await self._create(previous, game, command, command_id)
            except VersionConflict:
                # Another command has created the game since.
                pass
        return await self.join(previous, game, command, command_id, join)

    async def join(
        self,
        previous: GameId,
        game: GameId,
        command: Rematch,
        command_id: str | None = None,
        join: CarryOut | None = None,
    ) -> CommandOutcome:
        """Take a seat in a rematch that exists, with `join` if it is given; raises a Refusal."""
        try:
            if join is not None:
                return await join(game, command, command_id)
            return await self._games.carry_out(game, command, command_id=command_id)
        except AlreadySeated:
            recorded = await self._store.read(game)
            view = await fold_player_view(command.by, recorded)
            return command_outcome(game, recorded[-1].version, view, ())
        except UnknownGame:
            # The rematch is private. Only a player of the game before learns that it exists.
            require_rematch(await self._previous(previous, command), command.by)
            raise NotInvited(command.by) from None

    async def _create(
        self, previous: GameId, game: GameId, command: Rematch, command_id: str | None
    ) -> CommandOutcome:
        before = await self._previous(previous, command)
        require_rematch(before, command.by)
        gone = await self._gone(seat.player for seat in before.seats if not seat.machine)

        def create(croupier: Croupier, at: datetime) -> tuple[CroupierState, tuple[Event, ...]]:
            return croupier.create_rematch(command, before, previous, at, gone)

        return await self._games.create_with(create, command, command_id, game, scope=str(game))

    async def _read_start(self, game: GameId) -> Game | None:
        first = await self._store.read(game, upto=FIRST_EVENTS)
        found = fold(each.event for each in first)
        if len(first) == FIRST_EVENTS and found.stage in BEFORE_START:
            # One of the later events may have closed the game in its lobby.
            rest = await self._store.read(game, after=FIRST_EVENTS)
            async for events in TIME_SLICER.iterate(event_lists(rest)):
                found = fold(events, found)
        return found if first else None

    async def _require_known(self, previous: GameId, player: PlayerId) -> None:
        """Raise UnknownGame early, so that the time of a refusal does not tell whether there is a rematch."""
        first = await self._store.read(previous, upto=FIRST_EVENTS)
        known = fold(each.event for each in first)
        decided = len(first) < FIRST_EVENTS or known.stage not in BEFORE_START
        if decided and not (first and known.admits(player)):
            raise UnknownGame(str(previous))

    async def _previous(self, previous: GameId, command: Rematch) -> Game:
        game = (await read_resident(self._store, previous, command)).known.game
        if not game.admits(command.by):
            raise UnknownGame(str(previous))
        return game
