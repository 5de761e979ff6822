"""Events of the clocks: the time that seats have for their moves, and what happens when it is over."""

from __future__ import annotations

from datetime import datetime

from domain.events.event import Event, SeatEvent


class ClockStarted(SeatEvent, frozen=True, kw_only=True):
    """A seat's clock started, because it is newly the seat's turn."""

    deadline: datetime
    """The time by which the seat must move, its bank included."""
    bank: int
    """Milliseconds in the seat's bank when the clock started; 0 for a clock without a bank."""


class ClockStopped(SeatEvent, frozen=True, kw_only=True):
    """A seat's clock stopped: the seat moved, or the machine took it over."""

    bank: int
    """Milliseconds left in the seat's bank, with the increment if the seat has moved."""


class SeatMovedByClock(SeatEvent, frozen=True, kw_only=True):
    """A seat's clock ran out, so the machine makes this one move for it."""


class GamePaused(Event, frozen=True, kw_only=True):
    """The clock of the last person who plays ran out; the game waits until a person returns."""


class GameResumed(Event, frozen=True, kw_only=True):
    """A person returned to a paused game."""
