"""Command handling: load, decide, append; retries, command ids and resident games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final
from uuid import uuid4

from application.codec import GameId, RecordedEvent, Version, text_of
from application.deadlines.game_time import GameTimes, Instant
from application.games.absent_players import IsPresent, check_absent, find_no_presence
from application.games.command_checks import check, is_left_to_machines, may_leave_to_machines
from application.games.command_outcome import CommandOutcome as CommandOutcome
from application.games.command_outcome import outcome_for
from application.games.croupier import Croupier, CroupierState
from application.games.repeated_commands import RepeatedCommands, command_row
from application.games.resident_games import Resident, ResidentGames, read_resident
from application.games.vouched_players import FindVouched, find_no_vouched, start_with_vouched
from application.refusals import TooBusy, UnknownGame, VersionConflict
from application.runtime.uncancelled_work import UncancelledWork, uncancelled
from application.runtime.work_accounts import add_to_account, prepare
from application.store.port import Append, Busy, CommandTaken, LogRestored, Store, VersionTaken
from domain.commands import CloseIdleGame, Command, CreateGame, ExpireDeadlines, SystemCommand
from domain.deadlines import NothingDue
from domain.events import Event
from domain.game import has_expired
from domain.refusals import GameIsOver, Refusal

ATTEMPTS = 10
RESIDENT_GAMES = 1_000
SECONDS_OF_EVENT: Final = 0.00015
"""Seconds of work outside the event loop to write an event and fold it into read models; measured."""
MACHINE_GAME_SECONDS: Final = 0.1
"""Seconds of work for a whole game between machine players, read models included; measured."""

Committed = tuple[CroupierState, Sequence[RecordedEvent]]
"""A game after a command, and the recorded events of the command."""

Create = Callable[[Croupier, datetime], tuple[CroupierState, tuple[Event, ...]]]
"""Creates a game at a time; returns it and its events, and raises a Refusal."""


class CommandHandler:
    """The write side: handles one command at a time per game, and many games concurrently."""

    def __init__(
        self,
        store: Store,
        croupier: Croupier,
        *,
        times: GameTimes | None = None,
        resident: int = RESIDENT_GAMES,
        vouched: FindVouched = find_no_vouched,
        is_present: IsPresent = find_no_presence,
    ) -> None:
        self._store = store
        self._croupier = croupier
        self._times = times or GameTimes()
        self._vouched = vouched
        self._is_present = is_present
        self._residents = ResidentGames(store, resident)
        self._repeated = RepeatedCommands(store)
        # Cancelling a caller must not separate an append from the update of the resident game.
        self._work = UncancelledWork()

    async def create(
        self, command: CreateGame, command_id: str | None = None, *, game: GameId | None = None
    ) -> CommandOutcome:
        """Create a game, by default with a random id; a repeated command id returns the first outcome again.

        Raises a Refusal, which is VersionConflict if there is a game with the given id.
        """
        return await self.create_with(lambda croupier, _: croupier.create(command), command, command_id, game)

    async def create_with(
        self, create: Create, command: Command, command_id: str | None, game: GameId | None, scope: str = ""
    ) -> CommandOutcome:
        """Create a game like `create`, in another way; `scope` is that of the command's id."""
        return await self._work.run(self._create(create, command, command_id, game, scope))

    async def carry_out(
        self,
        game: GameId,
        command: Command,
        *,
        command_id: str | None = None,
        expected: Version | None = None,
    ) -> CommandOutcome:
        """Execute a command; return once its events are durable.

        Deadlines of the game that have passed are handled first. A repeated command id returns the first
        outcome again. Raises a Refusal.
        """
        return await self._work.run(self._carry_out(game, command, command_id, expected))

    async def expire(self, game: GameId) -> bool:
        """Handle the deadlines of a game that have passed; return whether there were any.

        Raises TooBusy and VersionConflict, after which it can be repeated.
        """
        return await self._work.run(self._carry_out_for_server(game, ExpireDeadlines()))

    async def close_idle(self, game: GameId, since: datetime) -> bool:
        """Close a game without an event after a time; return whether it was closed."""
        return await self._work.run(self._carry_out_for_server(game, CloseIdleGame(), since))

    async def repeated(
        self, game: GameId | None, command: Command, command_id: str | None
    ) -> CommandOutcome | None:
        """Return the first outcome of a repeated command, else None; raises CommandIdReused.

        `game` is None for a command that creates a game.
        """
        return await self._repeated.find("" if game is None else str(game), command, command_id)

    async def _create(
        self, create: Create, command: Command, command_id: str | None, given: GameId | None, scope: str
    ) -> CommandOutcome:
        game, at = given or uuid4(), self._times.instant().wall
        try:
            known, events = create(self._croupier, at)
        except Refusal:
            if (repeated := await self._repeated.find(scope, command, command_id)) is not None:
                return repeated
            raise
        row = command_row(scope, command, command_id, game, 0, events)
        append = Append(game=game, after=0, events=events, at=at, by=command.by, command=row)
        try:
            recorded = await self._appended(append)
        except CommandTaken as taken:
            return await self._repeated.outcome(taken.row, command)
        if recorded is not None:
            self._residents.keep(game, Resident.after(known, recorded[-1]))
            self._times.observe(recorded)
            return await outcome_for(command.by, self._store, game, known, recorded)
        if given is not None and (version := await self._store.version(given)):
            raise VersionConflict(0, version)
        return await self._create(create, command, command_id, given, scope)

    async def _carry_out(
        self, game: GameId, command: Command, command_id: str | None, expected: Version | None
    ) -> CommandOutcome:
        instant = self._times.instant()
        try:
            resident = self._residents.get(game) or await read_resident(self._store, game, command)
        except UnknownGame:
            if (repeated := await self._repeated.find(str(game), command, command_id)) is not None:
                return repeated
            raise
        if resident.known.game.seat_of(command.by) is None:
            turned_away = await self._without_seat(game, resident, command, instant, command_id, expected)
            if turned_away is not None:
                return turned_away
        if may_leave_to_machines(command) and is_left_to_machines(
            resident.known.game, command, self._times.at(game, resident.at, instant)
        ):
            # Wait without the lock, which other commands need, and before any entropy is drawn: if a caller
            # could get the command refused after the draw, a repeat of it would get another shuffle.
            await prepare(MACHINE_GAME_SECONDS)
        async with self._residents.lock(game):
            for attempt in range(ATTEMPTS):
                # The game that was read before the lock may be outdated; the append detects that.
                resident = self._residents.get(game) or (
                    await read_resident(self._store, game, command) if attempt else resident
                )
                try:
                    if await self._expired(game, resident, instant):
                        continue
                    check(game, resident.known.game, resident.version, command, expected)
                    committed = await self._committed(game, resident, command, instant, command_id)
                except CommandTaken as taken:
                    return await self._repeated.outcome(taken.row, command)
                except Refusal:
                    # Most repeats are refused, because the first execution changed the game. The append
                    # detects the others, so no command id has to be looked up before the command is decided.
                    if (repeated := await self._repeated.find(str(game), command, command_id)) is not None:
                        return repeated
                    # Another process may have extended the game; the decision on its current version may
                    # differ.
                    if await self._residents.drop_if_stale(game, resident):
                        continue
                    raise
                if committed is None:
                    continue
                return await outcome_for(command.by, self._store, game, *committed)
            raise VersionConflict(resident.version, await self._store.version(game))

    async def _carry_out_for_server(
        self, game: GameId, command: SystemCommand, idle_since: datetime | None = None
    ) -> bool:
        """Execute a command of the server; return whether it changed the game."""
        instant = self._times.instant()
        async with self._residents.lock(game):
            for _ in range(ATTEMPTS):
                resident = self._residents.get(game) or await read_resident(self._store, game, command)
                is_idle = idle_since is None or resident.at <= idle_since
                try:
                    if is_idle and await self._committed(game, resident, command, instant) is not None:
                        return True
                except (NothingDue, GameIsOver):
                    is_idle = False
                if not is_idle and not await self._residents.drop_if_stale(game, resident):
                    return False
            raise VersionConflict(resident.version, await self._store.version(game))

    async def _expired(self, game: GameId, resident: Resident, instant: Instant) -> bool:
        """Handle the game's deadlines that have passed; return whether there were any."""
        if not has_expired(resident.known.game, self._times.at(game, resident.at, instant)):
            return False
        await self._committed(game, resident, ExpireDeadlines(), instant)
        return True

    async def _committed(
        self,
        game: GameId,
        resident: Resident,
        command: Command | SystemCommand,
        instant: Instant,
        command_id: str | None = None,
    ) -> Committed | None:
        """Decide a command and append its events; return None if it must be decided again.

        Raises a Refusal and CommandTaken.
        """
        at = self._times.at(game, resident.at, instant)
        events = self._croupier.decided(resident.known.game, command, at)
        check_absent(game, resident.known.game, events, self._is_present)
        events = await start_with_vouched(resident.known.game, events, self._vouched)
        # In games from before deal/v1, a caller that ends this would get another shuffle for its repeat.
        known, events = await uncancelled(self._croupier.settled_in_turns(resident.known, events, at, game))
        row = None
        if isinstance(command, Command):
            row = command_row(text_of(game), command, command_id, game, resident.version, events)
        recorded = await self._appended(
            Append(game=game, after=resident.version, events=events, at=at, by=command.by, command=row)
        )
        if recorded is None:
            return None
        self._residents.keep(game, Resident.after(known, recorded[-1]))
        if known.game.has_deadline:
            self._times.follow(game, at, instant)
        else:
            self._times.forget(game)
        return known, recorded

    async def _without_seat(
        self,
        game: GameId,
        resident: Resident,
        command: Command,
        instant: Instant,
        key: str | None,
        expected: Version | None,
    ) -> CommandOutcome | None:
        """Judge a command of a player without a seat, without the lock: a refusal delays no other command.

        Returns None if the command may proceed, or the first outcome of a repeated command. Raises a Refusal.
        """
        try:
            check(game, resident.known.game, resident.version, command, expected)
            self._croupier.decided(resident.known.game, command, self._times.at(game, resident.at, instant))
        except Refusal:
            if (repeated := await self._repeated.find(str(game), command, key)) is not None:
                return repeated
            if not await self._residents.drop_if_stale(game, resident):
                raise
        return None

    async def _appended(self, append: Append) -> Sequence[RecordedEvent] | None:
        """Append, or return None if the command must be decided again. Raises CommandTaken and TooBusy."""
        recorded: Sequence[RecordedEvent] | None = None
        try:
            add_to_account(len(append.events) * SECONDS_OF_EVENT)
            recorded = await uncancelled(self._store.append(append))
        except VersionTaken:
            pass
        except LogRestored:
            self._residents.clear()
        except Busy as busy:
            raise TooBusy(busy.retry_after) from busy
        finally:
            if recorded is None:
                # Whether the events were committed may be unknown, so the resident game cannot be trusted.
                self._residents.drop(append.game)
        return recorded

    def handle_appends(self, batch: Sequence[RecordedEvent] | None) -> None:
        """Follow the time in games; drop all resident ones if the log may have been restored."""
        if batch is None:
            self._residents.clear()
        else:
            self._times.observe(batch)

    async def finish(self) -> None:
        """Wait until the commands in progress have been executed."""
        await self._work.finish()
