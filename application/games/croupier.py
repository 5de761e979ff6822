"""Supplies what the pure domain may not produce: entropy, the time, and machine players' moves.

All consequences of a command are computed here, before anything is appended, so no committed game ever waits
for the server.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from secrets import token_bytes
from typing import Final

from msgspec import Struct, field

from application.codec import GameId
from application.deadlines.game_time import now
from application.games.machine_moves import MachineMoves
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import account_of_task
from application.watching.seat_views import SeatViews
from domain.commands import Command, CreateGame, SystemCommand
from domain.events import Event, PlayerId
from domain.game import NEW, Game, NeedsMove, create, decide, evolve, machine_moved, settle, shuffle
from domain.lobby.start import SEED_WAIT
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
        self.machine_moves = MachineMoves(game_id)
        self.game = known.game
        self.events: list[Event] = []
        self._views = known.seat_views
        self._is_shared = True

    def take(self, events: Iterable[Event]) -> None:
        """Apply events."""
        if self._is_shared:
            self._views, self._is_shared = self._views.copy(), False
        for event in events:
            self.events.append(event)
            self.game = evolve(self.game, event)
            self._views.add(event)

    def view(self, seat: int) -> View:
        """Return the current view of a seat."""
        return self._views[seat]

    def known(self) -> CroupierState:
        """Return the current game and views."""
        self._is_shared = True
        return CroupierState(game=self.game, seat_views=self._views)

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
    ) -> None:
        self._entropy = entropy
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
        for _ in self._steps(course, events):
            pass
        return course.outcome()

    async def settled_in_turns(
        self, known: CroupierState, events: tuple[Event, ...], at: datetime, game_id: GameId
    ) -> tuple[CroupierState, tuple[Event, ...]]:
        """Do what `settled` does, but yield at intervals if the task serves a caller.

        Within one command, machine players may play to the end of the game.
        """
        if account_of_task() is None:
            # No other caller is served. If games took turns, they would draw their entropy in another order.
            return self.settled(known, events, at, game_id)
        course = GameProgress(known, at, game_id)
        for _ in range(AT_ONCE):
            if not events:
                return course.outcome()
            events = self._step(course, events)
        async for _ in TIME_SLICER.iterate(self._steps(course, events)):
            pass
        return course.outcome()

    def _steps(self, course: GameProgress, events: tuple[Event, ...]) -> Iterator[None]:
        while events:
            events = self._step(course, events)
            yield

    def _step(self, course: GameProgress, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Apply events, and return what follows from them."""
        course.take(events)
        return self._due(course)

    def _due(self, course: GameProgress) -> tuple[Event, ...]:
        game = course.game
        due = settle(game, course.at)
        match due:
            case NeedsShuffle():
                return (shuffle(game, due, self._entropy(ENTROPY_BYTES)),)
            case NeedsMove(seat=seat):
                _, events = course.machine_moves.choose(game, course.view(seat).game, seat)
                return machine_moved(game, seat, events, course.at)
            case _:
                return due
