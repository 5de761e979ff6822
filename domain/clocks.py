"""Clocks: the time that seats have for their moves, and what happens when it is over.

The rules of a game know no clock. A clock starts when it is newly a seat's turn, as the last event of the
commit, and stops when the seat moves. Durations are in milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain import events as e
from domain.commands import Move
from domain.deadlines import is_over
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.options import ClockKind, Timeout
from domain.rules.seating import with_place
from domain.state import Clocks, Game, SeatClock

_MILLISECOND: Final = timedelta(milliseconds=1)
MAX_BANK: Final = timedelta(days=7) // _MILLISECOND
"""The most milliseconds that a bank can hold, which are a week."""


class TimeControl(Struct, frozen=True, kw_only=True):
    """The time limits of a game."""

    move: timedelta
    bank: int
    """Milliseconds in each seat's bank at the start."""
    increment: int
    """Milliseconds that a move adds to the bank."""
    timeout: str
    timeouts: int


def time_control(game: Game) -> TimeControl | None:
    """Return the time limits of a game; None for a game without a clock.

    Games from before there were clocks have none among their options.
    """
    options: Mapping[str, Any] = game.options
    kind = options.get("clock", ClockKind.NONE)
    if kind == ClockKind.NONE:
        return None
    banked = kind == ClockKind.BANK
    return TimeControl(
        move=timedelta(seconds=options["move_seconds"]),
        bank=options["bank_seconds"] * 1000 if banked else 0,
        increment=options["increment_seconds"] * 1000 if banked else 0,
        timeout=options["on_timeout"],
        timeouts=options["timeouts_in_a_row"],
    )


def new_clocks(game: Game, seats: int) -> Clocks | None:
    """Return the clocks of a game that starts; None for a game without a time limit."""
    control = time_control(game)
    return None if control is None else Clocks(seats=(SeatClock(bank=control.bank),) * seats)


def clock_changes(game: Game, at: datetime) -> tuple[e.Event, ...]:
    """Return the clocks that stop and start now that the game waits for its players."""
    clocks = game.clocks
    if clocks is None or clocks.paused or (control := time_control(game)) is None:
        return ()
    to_move, running = game.rules.to_move(game.table), clocks.running
    stopped = (event for seat in running if seat not in to_move for event in clock_stopped(game, seat, at))
    started = (_started(control, clocks, seat, at) for seat in to_move if seat not in running)
    return *stopped, *started


def _started(control: TimeControl, clocks: Clocks, seat: int, at: datetime) -> e.ClockStarted:
    bank = clocks.seats[seat].bank
    return e.ClockStarted(seat=seat, deadline=at + control.move + bank * _MILLISECOND, bank=bank)


def after_thinking(events: Iterable[e.Event], thought: timedelta) -> tuple[e.Event, ...]:
    """Return the consequences of a command in which machine players have thought for some time.

    The clocks that start run from the end of the thinking, when the players see that it is their turn.
    """
    return tuple(
        replace(event, deadline=event.deadline + thought) if isinstance(event, e.ClockStarted) else event
        for event in events
    )


def machine_moved(
    game: Game, seat: int, events: tuple[e.Event, ...], at: datetime | None
) -> tuple[e.Event, ...]:
    """Return the events of a machine's move at a seat, with the stop of the clock that it replaces."""
    return events if at is None else (*events, *clock_stopped(game, seat, at))


def clock_stopped(game: Game, seat: int, at: datetime, *, moved: bool = True) -> tuple[e.ClockStopped, ...]:
    """Return the event that stops a seat's clock; none if it does not run. A move earns the increment."""
    clock = game.clocks.seats[seat] if game.clocks is not None else None
    if clock is None or clock.deadline is None or (control := time_control(game)) is None:
        return ()
    # The bank is used last, so no more than the whole of it can be left.
    left = max(0, min(clock.bank, (clock.deadline - at) // _MILLISECOND))
    saved = min(left + control.increment, MAX_BANK) if moved else left
    return (e.ClockStopped(seat=seat, bank=saved),)


def with_stopped_clocks(game: Game, events: Iterable[e.Event], at: datetime) -> Iterator[e.Event]:
    """Yield the events of a command; a clock that one of them ends without a move keeps what is left."""
    for event in events:
        yield event
        if isinstance(event, e.SeatAutomated):
            yield from clock_stopped(game, event.seat, at, moved=False)


def after_move(game: Game, seat: int, move: Move, at: datetime) -> Iterator[e.Event]:
    """Yield what a person's move does to the clocks; announcements out of turn do not stop a clock."""
    if type(move) not in game.rules.out_of_turn:
        yield from clock_stopped(game, seat, at)
    if game.is_paused:
        yield e.GameResumed()


def run_out(game: Game, at: datetime) -> tuple[int, ...]:
    """Return the seats whose clocks have run out and whose time of grace is over."""
    return tuple(
        seat
        for seat, clock in enumerate(game.clocks.seats if game.clocks is not None else ())
        if clock.deadline is not None and not clock.expired and is_over(clock.deadline, at)
    )


def timed_out(game: Game, at: datetime) -> Iterator[e.Event]:
    """Yield the consequences of the clocks that have run out; the machine's moves are left to `settle`."""
    for seat in run_out(game, at):
        event = _timed_out(game, seat)
        yield event
        if not isinstance(event, e.SeatMovedByClock):
            yield from clock_stopped(game, seat, at, moved=False)
        game = CLOCK_EVOLVERS[type(event)](game, event)
        if game.is_paused:
            return


def _timed_out(game: Game, seat: int) -> e.Event:
    clocks, control = game.clocks, time_control(game)
    assert clocks is not None
    assert control is not None
    resigns = control.timeout == Timeout.SEAT_RESIGNS
    if not resigns and clocks.seats[seat].timeouts + 1 < control.timeouts:
        return e.SeatMovedByClock(seat=seat)
    if game.people_playing == (seat,):
        return e.GamePaused()
    reason = e.AutomationReason.RESIGNED if resigns else e.AutomationReason.CLOCK
    return e.SeatAutomated(seat=seat, reason=reason)


# Application of events.


def _changed(game: Game, seat: int, change: Callable[[SeatClock], SeatClock]) -> Game:
    """Return the game with a change of a seat's clock; the same game if it has no clocks."""
    if game.clocks is None:
        return game
    clocks = game.clocks.seats
    return replace(game, clocks=replace(game.clocks, seats=with_place(clocks, seat, change(clocks[seat]))))


def _clock_started(game: Game, event: e.ClockStarted) -> Game:
    return _changed(game, event.seat, lambda clock: replace(clock, deadline=event.deadline, bank=event.bank))


def _clock_stopped(game: Game, event: e.ClockStopped) -> Game:
    def stopped(clock: SeatClock) -> SeatClock:
        return SeatClock(bank=event.bank, timeouts=clock.timeouts if clock.expired else 0)

    return _changed(game, event.seat, stopped)


def _seat_moved_by_clock(game: Game, event: e.SeatMovedByClock) -> Game:
    return _changed(game, event.seat, lambda clock: replace(clock, expired=True, timeouts=clock.timeouts + 1))


def _game_paused(game: Game, event: e.GamePaused) -> Game:
    return _all_stopped(game, paused=True)


def _game_resumed(game: Game, event: e.GameResumed) -> Game:
    return _all_stopped(game, paused=False)


def _all_stopped(game: Game, *, paused: bool) -> Game:
    if game.clocks is None:
        return game
    seats = tuple(SeatClock(bank=clock.bank) for clock in game.clocks.seats)
    return replace(game, clocks=Clocks(seats=seats, paused=paused))


def _seat_automated(game: Game, event: e.SeatAutomated) -> Game:
    automated = LOBBY_EVOLVERS[e.SeatAutomated](game, event)
    return _changed(automated, event.seat, lambda clock: SeatClock(bank=clock.bank))


CLOCK_EVOLVERS: dict[type[e.Event], Callable[[Game, Any], Game]] = {
    e.ClockStarted: _clock_started,
    e.ClockStopped: _clock_stopped,
    e.SeatMovedByClock: _seat_moved_by_clock,
    e.GamePaused: _game_paused,
    e.GameResumed: _game_resumed,
    e.SeatAutomated: _seat_automated,
}
"""The function that applies each event of the clocks, by the event's class."""
