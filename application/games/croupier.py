"""Supplies what the pure domain may not produce: entropy, the time, and machine players' moves.

All consequences of a command are computed here, before anything is appended, so no committed game ever waits
for the server.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from secrets import token_bytes
from time import monotonic
from typing import Final

from msgspec import Struct, field

from application.codec import GameId, Version
from application.deadlines.game_time import now
from application.games.machine_moves import MachineMoves
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import account_of_task
from application.thinking.machine_choice import MachineChoice, MadeChoice, Thinkers, ThinkersInPlace
from application.watching.seat_views import SeatViews
from domain.clocks import after_thinking, machine_moved
from domain.commands import Command, CreateGame, SystemCommand
from domain.events import Event, MachineLevel, PlayerId
from domain.game import NEW, Game, NeedsMove, create, decide, evolve, settle, shuffle
from domain.lobby.start import SEED_WAIT
from domain.machine.thinking.choice_seeds import choice_seed, machine_key
from domain.rematch.command import Rematch
from domain.rematch.creation import create_rematch
from domain.rules import NeedsShuffle
from domain.shuffles.shuffle import ENTROPY_BYTES, SECRET_BYTES
from domain.view import View, viewer_of

AT_ONCE: Final = 8
"""Steps of a command's consequences that run before the command yields to other work."""

Entropy = Callable[[int], bytes]
"""Returns the given number of unpredictable bytes."""


def seeded_entropy(seed: int | str) -> Entropy:
    """Return entropy that depends only on the seed: for tests and simulations, never for play."""
    return Random(seed).randbytes  # noqa: S311 - to be repeatable is what it is for


class CroupierState(Struct, frozen=True, kw_only=True):
    """The unredacted game and the view of each seat."""

    game: Game = NEW
    version: Version = 0
    """The number of the game's events."""
    seat_views: SeatViews = field(default_factory=SeatViews)
    """The views; nothing is added to them."""

    @property
    def views(self) -> tuple[View, ...]:
        """All views: of the seats or, before the start, of a spectator."""
        return tuple(self.seat_views)

    def after(self, events: Sequence[Event]) -> CroupierState:
        """Return the game and the views after further events."""
        course = GameProgress(self)
        course.take(events)
        return course.known()

    def keeps_view_of(self, player: PlayerId | None) -> bool:
        """Return whether the player's view is kept: after the start only those of the seats are."""
        return self.game.table is None or self.game.seat_of(player) is not None

    def view_of(self, player: PlayerId | None) -> View:
        """Return the player's view; before the start every player has the spectator's view.

        After the start only the seats' views are kept: raises LookupError for a player without a seat.
        """
        return self.seat_views.of(viewer_of(self.game, player))


class GameProgress:
    """Extends a known game by events.

    `at` is the time of the command that leads to the events; without it, no clocks start or stop.
    """

    def __init__(
        self, known: CroupierState, at: datetime | None = None, game_id: GameId | None = None
    ) -> None:
        self.at = at
        self._machine_moves = MachineMoves(game_id)
        self.game = known.game
        self.version = known.version
        self.events: list[Event] = []
        self._views = known.seat_views
        self._is_shared = True

    def take(self, events: Iterable[Event]) -> None:
        """Apply events."""
        if self._is_shared:
            self._views, self._is_shared = self._views.copy(), False
        for event in events:
            self.events.append(event)
            self.version += 1
            self.game = evolve(self.game, event)
            self._views.add(event)

    def view(self, seat: int) -> View:
        """Return the current view of a seat."""
        return self._views[seat]

    def choice(self, seat: int, level: MachineLevel) -> MachineChoice:
        """Return the choice of the machine at a seat that is to move."""
        view = self._views[seat]
        if level is MachineLevel.PUBLISHED:
            return MachineChoice(view=view.game, seat=seat, level=level)
        if self.game.secret is None:
            raise ValueError("a game without its secret is a player's view; no numbers are drawn in it")
        seed = choice_seed(machine_key(self.game.secret), seat, self.version)
        return MachineChoice(view=view.game, seat=seat, level=level, memory=view.memory, seed=seed)

    def moved(self, choice: MachineChoice, make: MadeChoice) -> tuple[Event, ...]:
        """Return the events of a machine's move, once its choice is made."""
        _, events = self._machine_moves.judged(self.game, choice.view, choice.seat, make)
        return machine_moved(self.game, choice.seat, events, self.at)

    def known(self) -> CroupierState:
        """Return the current game and views."""
        self._is_shared = True
        return CroupierState(game=self.game, version=self.version, seat_views=self._views)

    def outcome(self) -> tuple[CroupierState, tuple[Event, ...]]:
        """Return the current game and views, and all events that were applied."""
        return self.known(), tuple(self.events)


class Croupier:
    """Executes commands together with all their consequences."""

    def __init__(
        self,
        entropy: Entropy = token_bytes,
        *,
        clock: Callable[[], datetime] = now,
        seed_wait: timedelta = SEED_WAIT,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._entropy = entropy
        self._thinkers = thinkers or ThinkersInPlace()
        self._clock = clock
        self._seed_wait = seed_wait

    def create(self, command: CreateGame) -> tuple[CroupierState, tuple[Event, ...]]:
        """Create a game; raises a Refusal."""
        events = create(command, self._entropy(SECRET_BYTES).hex())
        return self.settled(CroupierState(), events, self._clock())

    def create_rematch(
        self,
        command: Rematch,
        before: Game,
        game_id: GameId,
        at: datetime,
        gone: Collection[PlayerId] = (),
    ) -> tuple[CroupierState, tuple[Event, ...]]:
        """Create the rematch of a game that has an id, without players who are gone; raises a Refusal."""
        secret = self._entropy(SECRET_BYTES).hex()
        events = create_rematch(command, before, str(game_id), secret, at, gone=gone)
        return self.settled(CroupierState(), events, at)

    def carry_out(
        self, known: CroupierState, command: Command | SystemCommand
    ) -> tuple[CroupierState, tuple[Event, ...]]:
        """Return the game after a command, and all events that it leads to; raises a Refusal."""
        at = self._clock()
        return self.settled(known, self.decided(known.game, command, at), at)

    def decided(self, game: Game, command: Command | SystemCommand, at: datetime) -> tuple[Event, ...]:
        """Judge a command that was received at a time, without its consequences; raises a Refusal."""
        return decide(game, command, at, seed_wait=self._seed_wait)

    def settled(
        self,
        known: CroupierState,
        events: tuple[Event, ...],
        at: datetime,
        game_id: GameId | None = None,
    ) -> tuple[CroupierState, tuple[Event, ...]]:
        """Return the game after a command's events and their consequences, and all of these events.

        `at` is the time of the command; `game_id` identifies the game in the server's log when a machine
        player fails.
        """
        course = GameProgress(known, at, game_id)
        while events:
            due = self._step(course, events)
            events = course.moved(due, due.make) if isinstance(due, MachineChoice) else due
        return course.outcome()

    async def settled_in_turns(
        self, known: CroupierState, events: tuple[Event, ...], at: datetime, game_id: GameId
    ) -> tuple[CroupierState, tuple[Event, ...]]:
        """Do what `settled` does, but wait for thinkers, and yield at intervals if the task serves a caller.

        Within one command, machine players may play to the end of the game. Raises TooBusy if a choice cannot
        be made.
        """
        # For no caller it yields only to think: if games took turns, they would draw their entropy in another
        # order.
        in_turns, steps, thought = account_of_task() is not None, 0, timedelta()
        course = GameProgress(known, at, game_id)
        while events:
            if in_turns and steps >= AT_ONCE and TIME_SLICER.is_used_up():
                await TIME_SLICER.wait_for_turn()
            due = self._step(course, events)
            if isinstance(due, MachineChoice):
                begun = monotonic()
                make = await self._thinkers.think(due) if due.takes_long else due.make
                if due.takes_long:
                    thought += timedelta(seconds=monotonic() - begun)
                due = course.moved(due, make)
            events, steps = after_thinking(due, thought) if thought else due, steps + 1
        return course.outcome()

    def _step(self, course: GameProgress, events: tuple[Event, ...]) -> tuple[Event, ...] | MachineChoice:
        """Apply events, and return what follows from them, or the choice that it depends on."""
        course.take(events)
        due = settle(course.game, course.at)
        match due:
            case NeedsShuffle():
                return (shuffle(course.game, due, self._entropy(ENTROPY_BYTES)),)
            case NeedsMove(seat=seat, level=level):
                return course.choice(seat, level)
            case _:
                return due
