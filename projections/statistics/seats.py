"""Event handlers of the seats: who takes them, who leaves before the start, and when machines play them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from domain.events import GameStarted, PlayerLeft, SeatAutomated, SeatReclaimed
from projections.finished_games.progress import evolve
from projections.statistics.decisions.moves import MoveWriter
from projections.statistics.progress import Automation

MACHINE_PLAYER: Final = "MACHINE_PLAYER"
"""The reason for which a machine plays a seat that no person ever had."""


class SeatWriter(MoveWriter):
    """Applies the events of one game that concern its seats."""

    def seats_changed(self, event: Any, at: datetime) -> None:
        """Update the seats; once the game has started, write the row of the seat."""
        evolve(self._game, event)
        self._players = self._game.players
        self._counted = self._seats_counted()
        if self._progress.started_at is not None:
            self._facts.seat(self._id, self._game, event.seat)

    def left(self, event: PlayerLeft, at: datetime) -> None:
        """Add a player who left before the start."""
        progress = self._progress
        self.seats_changed(event, at)
        progress.automations = {
            seat - (seat > event.seat): kept
            for seat, kept in progress.automations.items()
            if seat != event.seat
        }
        # In the order of the table's columns.
        self._facts.departures.append((progress.number, progress.left, event.player, event.removed, at))
        progress.left += 1

    def automated(self, event: SeatAutomated, at: datetime) -> None:
        """Add that a machine plays a seat; before the start the seats can still move."""
        self.seats_changed(event, at)
        progress = self._progress
        machine = self._game.seats[event.seat].machine
        reason = MACHINE_PLAYER if machine else event.reason and event.reason.value
        automation = progress.automations[event.seat] = Automation(reason, event.level.value, at)
        if progress.started_at is not None:
            self._write(event.seat, automation)

    def reclaimed(self, event: SeatReclaimed, at: datetime) -> None:
        """Write that a player took its seat back."""
        self.seats_changed(event, at)
        progress = self._progress
        automation = progress.automations.pop(event.seat, None)
        if progress.started_at is not None:
            self._reach(at)
            progress.returned[event.seat] = self._after
            if automation is not None:
                self._facts.automation(progress.number, event.seat, automation, at)

    def started(self, event: GameStarted, at: datetime) -> None:
        """Write the rows of the seats, and which of them machines play from the start."""
        evolve(self._game, event)
        self._progress.started_at = at
        self._progress.person_moves = [0] * len(self._players)
        self._progress.machine_moves = [0] * len(self._players)
        self._counted = self._seats_counted()
        self._reach(at)
        self._hour.started += 1
        for seat in range(len(self._players)):
            self._facts.seat(self._id, self._game, seat)
        for seat, automation in sorted(self._progress.automations.items()):
            self._write(seat, automation)

    def _write(self, seat: int, automation: Automation) -> None:
        progress = self._progress
        automation.number = progress.automated
        progress.automated += 1
        self._facts.automation(progress.number, seat, automation)
