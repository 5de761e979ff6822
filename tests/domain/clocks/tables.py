"""Tables of Hundred and Ten with clocks, during the bidding: seat 1 is to move first."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain import commands as c
from domain import events as e
from tests.domain.given import NOON, Given, Log, given
from tests.domain.tables import bidding

HANDS = ("5H JH AH KH QH", "5D JD AD KD QD", "5C JC AC KC QC")
PER_MOVE: dict[str, e.OptionValue] = {"clock": "per_move", "move_seconds": 30}
BANK: dict[str, e.OptionValue] = {
    "clock": "bank",
    "move_seconds": 10,
    "bank_seconds": 60,
    "increment_seconds": 5,
}


def after(seconds: float) -> datetime:
    """Return a time after the clock of the first seat started."""
    return NOON + timedelta(seconds=seconds)


def table(options: dict[str, e.OptionValue], people: int = 3, *more: e.Event) -> Given:
    """Return a table of three seats, the last of which are automated; the clock of seat 1 runs since NOON."""
    automated = tuple(
        e.SeatAutomated(seat=seat, reason=e.AutomationReason.OWN_CHOICE) for seat in range(people, 3)
    )
    log: Log = bidding(*HANDS[:3], options=options)
    bank = 60_000 if options["clock"] == "bank" else 0
    seconds = 70 if options["clock"] == "bank" else 30
    return given(*log, *automated, started_clock(1, seconds, bank), *more)


def started_clock(seat: int, seconds: float, bank: int = 0) -> e.ClockStarted:
    return e.ClockStarted(seat=seat, deadline=after(seconds), bank=bank)


def stopped_clock(seat: int, bank: int = 0) -> e.ClockStopped:
    return e.ClockStopped(seat=seat, bank=bank)


EXPIRE = c.ExpireDeadlines()
