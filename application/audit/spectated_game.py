"""Audit of a finished game without its secret, from what its readers may know of it."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from application.audit.authors import author_fault
from application.audit.game_audit import AuditedGame
from domain.commands import Move
from domain.events import DeckRevealed, Event, MachineKeyRevealed, PlayerId
from domain.game import Settlement, Stage, judge, legal
from domain.state import OVER
from domain.visibility import marks


class SpectatedGame(AuditedGame):
    """A game as far as an audit has replayed it without its secret.

    Orders and links of shuffles are taken from their reveals: `shuffle_faults` checks them. The key of the
    machine's choices is not checked, since it follows from the secret alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self._command: tuple[datetime, PlayerId | None] | None = None
        self._begins_command = False

    def judge_record(self, event: Event, at: datetime, by: PlayerId | None) -> str | None:
        """Return why a recorded event cannot come next, None if it can; call `apply` afterwards."""
        if self._waits_for_nobody:
            return f"{type(event).__name__} stands where something else has to follow by itself"
        self._begins_command = False
        fault = self.judge(event, at)
        if fault is not None:
            return fault
        if self._begins_command:
            self._command = at, by
            return author_fault(self.game, event, by)
        if self._command != (at, by):
            return f"{type(event).__name__} follows from a command, and has not its time and its player"
        return None

    @property
    def _waits_for_nobody(self) -> bool:
        """True if nothing follows and nobody is to move: after a hidden move, a consequence is left out."""
        game = self.game
        if self._due or game.table is None or game.stage is not Stage.PLAYING:
            return False
        return self._settled() == () and not game.rules.to_move(game.table)

    def _judge_command(self, event: Event, at: datetime) -> str | None:
        self._begins_command = True
        return super()._judge_command(event, at)

    def _settled(self) -> Settlement:
        due, game = super()._settled(), self.game
        if due == () and game.stage in OVER and game.draws_numbers and game.machine_key is None:
            return (MachineKeyRevealed(key=""),)
        return due

    def _difference(self, event: Event, due: Event) -> str | None:
        if isinstance(event, DeckRevealed) and isinstance(due, DeckRevealed):
            due = replace(due, link=event.link)
        elif isinstance(event, MachineKeyRevealed) and isinstance(due, MachineKeyRevealed):
            due = event
        return super()._difference(event, due)

    def _move_to(self, seat: int, event: Event) -> tuple[Move, tuple[Event, ...]] | None:
        hidden = {field: None for field, _ in marks(type(event)) if getattr(event, field) is None}
        if not hidden:
            return super()._move_to(seat, event)
        by = self.game.seats[seat].player
        for move in (move for offer in legal(self.game, seat) for move in offer.moves(by)):
            first, *others = judge(self.game, seat, move)
            if type(first) is type(event) and replace(first, **hidden) == event:
                return move, (event, *others)
        return None
