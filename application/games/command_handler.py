"""Command handling: load, decide, append; retries, command ids and resident games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from application.codec import GameId, RecordedEvent, Version
from application.games.command_checks import check, is_left_to_machines
from application.games.command_digest import digest, is_digest
from application.games.command_outcome import CommandOutcome as CommandOutcome
from application.games.command_outcome import command_outcome
from application.games.croupier import Croupier, CroupierState, now
from application.games.resident_games import Resident, read_resident
from application.games.vouched_players import FindVouched, find_no_vouched, start_with_vouched
from application.refusals import CommandIdReused, TooBusy, UnknownGame, VersionConflict
from application.runtime.work_accounts import add_to_account, prepare
from application.store.port import Append, Busy, CommandRow, CommandTaken, LogRestored, Store, VersionTaken
from application.watching.view_folding import fold_player_view
from domain.commands import Command, CreateGame
from domain.events import Event, PlayerId
from domain.refusals import Refusal
from domain.state import OVER

ATTEMPTS = 10
RESIDENT_GAMES = 1_000
SECONDS_OF_EVENT: Final = 0.00015
"""Seconds of work outside the event loop to write an event and fold it into read models; measured."""
MACHINE_GAME_SECONDS: Final = 0.1
"""Seconds of work for a whole game between machine players, read models included; measured."""

T = TypeVar("T")
Create = Callable[[Croupier], tuple[CroupierState, tuple[Event, ...]]]
"""Creates a game; returns it and its events, and raises a Refusal."""


class CommandHandler:
    """The write side: handles one command at a time per game, and many games concurrently."""

    def __init__(
        self,
        store: Store,
        croupier: Croupier,
        *,
        clock: Callable[[], datetime] = now,
        resident: int = RESIDENT_GAMES,
        vouched: FindVouched = find_no_vouched,
    ) -> None:
        self._store = store
        self._croupier = croupier
        self._clock = clock
        self._vouched = vouched
        self._resident: OrderedDict[GameId, Resident] = OrderedDict()
        self._most_resident = resident
        self._locks: WeakValueDictionary[GameId, asyncio.Lock] = WeakValueDictionary()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def create(
        self, command: CreateGame, command_id: str | None = None, *, game: GameId | None = None
    ) -> CommandOutcome:
        """Create a game, by default with a random id; a repeated command id returns the first outcome again.

        Raises a Refusal, which is VersionConflict if there is a game with the given id.
        """
        return await self.create_with(lambda croupier: croupier.create(command), command, command_id, game)

    async def create_with(
        self, create: Create, command: Command, command_id: str | None, game: GameId | None, scope: str = ""
    ) -> CommandOutcome:
        """Create a game like `create`, in another way; `scope` is that of the command's id."""
        return await self._uncancelled(self._create(create, command, command_id, game, scope))

    async def carry_out(
        self,
        game: GameId,
        command: Command,
        *,
        command_id: str | None = None,
        expected: Version | None = None,
    ) -> CommandOutcome:
        """Execute a command; return once its events are durable.

        A repeated command id returns the first outcome again. Raises a Refusal.
        """
        return await self._uncancelled(self._carry_out(game, command, command_id, expected))

    async def repeated(
        self, game: GameId | None, command: Command, command_id: str | None
    ) -> CommandOutcome | None:
        """Return the first outcome of a repeated command, else None; raises CommandIdReused.

        `game` is None for a command that creates a game.
        """
        return await self._repeated("" if game is None else str(game), command, command_id)

    async def _uncancelled(self, work: Coroutine[Any, Any, T]) -> T:
        # Cancelling the caller must not separate an append from the update of the resident game.
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _create(
        self, create: Create, command: Command, command_id: str | None, given: GameId | None, scope: str
    ) -> CommandOutcome:
        game = given or uuid4()
        try:
            known, events = create(self._croupier)
        except Refusal:
            if (repeated := await self._repeated(scope, command, command_id)) is not None:
                return repeated
            raise
        append = self._append(game, 0, events, command, command_id, scope=scope)
        try:
            recorded = await self._appended(append)
        except CommandTaken as taken:
            return await self._outcome_again(taken.row, command)
        if recorded is not None:
            return await self._kept(game, known, recorded, command.by)
        if given is not None and (version := await self._store.version(given)):
            raise VersionConflict(0, version)
        return await self._create(create, command, command_id, given, scope)

    async def _carry_out(
        self, game: GameId, command: Command, command_id: str | None, expected: Version | None
    ) -> CommandOutcome:
        at = self._clock()
        try:
            resident = self._resident.get(game) or await read_resident(self._store, game, command)
        except UnknownGame:
            if (repeated := await self._repeated(str(game), command, command_id)) is not None:
                return repeated
            raise
        if resident.known.game.seat_of(command.by) is None:
            turned_away = await self._without_seat(game, resident, command, at, command_id, expected)
            if turned_away is not None:
                return turned_away
        if is_left_to_machines(resident.known.game, command, at):
            # Wait without the lock, which other commands need, and before any entropy is drawn: if a caller
            # could get the command refused after the draw, a repeat of it would get another shuffle.
            await prepare(MACHINE_GAME_SECONDS)
        async with self._locks.setdefault(game, asyncio.Lock()):
            for attempt in range(ATTEMPTS):
                # The game that was read before the lock may be outdated; the append detects that.
                resident = self._resident.get(game) or (
                    await read_resident(self._store, game, command) if attempt else resident
                )
                try:
                    check(game, resident.known.game, resident.version, command, expected)
                    events = self._croupier.decided(resident.known.game, command, at)
                    events = await start_with_vouched(resident.known.game, events, self._vouched)
                    known, events = await self._croupier.settled_in_turns(resident.known, events, game)
                except Refusal:
                    # Most repeats are refused, because the first execution changed the game. The append
                    # detects the others, so no command id has to be looked up before the command is decided.
                    if (repeated := await self._repeated(str(game), command, command_id)) is not None:
                        return repeated
                    # Another process may have extended the game; the decision on its current version may
                    # differ.
                    if await self._stale(game, resident):
                        continue
                    raise
                append = self._append(game, resident.version, events, command, command_id, scope=str(game))
                try:
                    recorded = await self._appended(append)
                except CommandTaken as taken:
                    return await self._outcome_again(taken.row, command)
                if recorded is None:
                    continue
                return await self._kept(game, known, recorded, command.by)
            raise VersionConflict(resident.version, await self._store.version(game))

    async def _without_seat(
        self,
        game: GameId,
        resident: Resident,
        command: Command,
        at: datetime,
        key: str | None,
        expected: Version | None,
    ) -> CommandOutcome | None:
        """Judge a command of a player without a seat, without the lock: a refusal delays no other command.

        Returns None if the command may proceed, or the first outcome of a repeated command. Raises a Refusal.
        """
        try:
            check(game, resident.known.game, resident.version, command, expected)
            self._croupier.decided(resident.known.game, command, at)
        except Refusal:
            if (repeated := await self._repeated(str(game), command, key)) is not None:
                return repeated
            if not await self._stale(game, resident):
                raise
        return None

    async def _stale(self, game: GameId, resident: Resident) -> bool:
        """Return whether another process has extended the game; if so, drop the resident game."""
        stale = await self._store.version(game) != resident.version
        if stale:
            self._resident.pop(game, None)
        return stale

    def _keep(self, game: GameId, resident: Resident) -> None:
        """Keep a game resident, evicting the least recently used one, unless the game is over."""
        if not self._most_resident or resident.known.game.stage in OVER:
            self._resident.pop(game, None)
            return
        self._resident[game] = resident
        self._resident.move_to_end(game)
        while len(self._resident) > self._most_resident:
            self._resident.popitem(last=False)

    def _append(
        self,
        game: GameId,
        after: Version,
        events: tuple[Event, ...],
        command: Command,
        command_id: str | None,
        *,
        scope: str,
    ) -> Append:
        row = None
        if command_id is not None:
            row = CommandRow(
                scope=scope,
                caller=command.by,
                command_id=command_id,
                digest=digest(command),
                game=game,
                first=after + 1,
                last=after + len(events),
            )
        return Append(game=game, after=after, events=events, at=self._clock(), by=command.by, command=row)

    async def _appended(self, append: Append) -> Sequence[RecordedEvent] | None:
        """Append, or return None if the command must be decided again. Raises CommandTaken and TooBusy."""
        recorded: Sequence[RecordedEvent] | None = None
        try:
            add_to_account(len(append.events) * SECONDS_OF_EVENT)
            recorded = await self._store.append(append)
        except VersionTaken:
            pass
        except LogRestored:
            self._resident.clear()
        except Busy as busy:
            raise TooBusy(busy.retry_after) from busy
        finally:
            if recorded is None:
                # Whether the events were committed may be unknown, so the resident game cannot be trusted.
                self._resident.pop(append.game, None)
        return recorded

    async def _kept(
        self, game: GameId, known: CroupierState, recorded: Sequence[RecordedEvent], player: PlayerId
    ) -> CommandOutcome:
        version = recorded[-1].version
        self._keep(game, Resident(version=version, known=known))
        try:
            view = known.view_of(player)
        except LookupError:
            # The caller is an operator without a seat: after the start only the seats' views are kept.
            view = await fold_player_view(player, await self._store.read(game, upto=version))
        return command_outcome(game, version, view, recorded)

    async def _repeated(self, scope: str, command: Command, command_id: str | None) -> CommandOutcome | None:
        if command_id is None:
            return None
        row = await self._store.command(scope, command.by, command_id)
        return None if row is None else await self._outcome_again(row, command)

    async def _outcome_again(self, row: CommandRow, command: Command) -> CommandOutcome:
        if not is_digest(row.digest, command):
            raise CommandIdReused(row.command_id)
        recorded = await self._store.read(row.game, upto=row.last)
        view = await fold_player_view(command.by, recorded)
        return command_outcome(row.game, row.last, view, recorded[row.first - 1 :])

    def handle_appends(self, batch: Sequence[RecordedEvent] | None) -> None:
        """Drop all resident games if `GameStreams` may have missed events: the log may have been restored."""
        if batch is None:
            self._resident.clear()

    async def finish(self) -> None:
        """Wait until the commands in progress have been executed."""
        if self._under_way:
            await asyncio.wait(self._under_way)
