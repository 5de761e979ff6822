"""Test sentences of the domain: `given(*events).when(command).then(*events)` or `.refused(…)`.

A command leads to the events of `decide` and the consequences from `settle`, up to the next shuffle or
machine player's move.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from domain.commands import Command, CreateGame, SystemCommand
from domain.deadlines import NothingDue
from domain.events import Event
from domain.game import Game, NeedsMove, create, decide, fold, settle
from domain.refusals import Refusal
from domain.rules import NeedsShuffle

SECRET = "5e" * 32
NOON: Final = datetime(2026, 11, 24, 12, tzinfo=UTC)
"""The time at which commands are received."""

Log = tuple[Event, ...]


class Given:
    """A game after some events, which the test chooses freely."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.game = fold(log)

    def when(self, command: Command | SystemCommand, at: datetime = NOON) -> Outcome:
        assert settle(self.game) == (), "the events that are given leave something to be settled first"
        try:
            judged = _judged(self.game, command, at)
        except Refusal as refusal:
            return Outcome(self, refusal=refusal)
        consequences, needs = settled(fold(judged, self.game), at)
        return Outcome(self, events=(*judged, *consequences), needs=needs)

    def nothing_due(self, command: SystemCommand, at: datetime) -> None:
        """Check that a command of the server changes nothing at a time."""
        with pytest.raises(NothingDue):
            decide(self.game, command, at)

    def follows(self, *events: Event) -> Given:
        """Check the consequences of the given events."""
        consequences, _ = settled(self.game)
        assert consequences == events
        return given(*self.log, *events)

    def waits_for(self, *seats: int, phase: str) -> Given:
        """Check which seat is to move, and the kind of its moves."""
        shown = self.game.rules.show(self.game.table)
        assert (shown.phase, shown.to_move) == (phase, seats)
        return self


class Outcome:
    """The result of a command."""

    def __init__(
        self,
        given: Given,
        *,
        events: Log = (),
        needs: NeedsShuffle | NeedsMove | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        self.given = given
        self.events = events
        self.needs = needs
        self.refusal = refusal

    def then(self, *events: Event) -> Given:
        """Check all events; returns the game after them, from which a test can continue."""
        assert self.refusal is None, f"refused: {self.refusal!r}"
        assert self.events == events
        return given(*self.given.log, *events)

    def including(self, *events: Event) -> Given:
        """Check that these are among the events, in this order."""
        assert self.refusal is None, f"refused: {self.refusal!r}"
        assert tuple(event for event in self.events if event in events) == events, self.events
        return given(*self.given.log, *self.events)

    def refused(self, refusal: Refusal) -> Given:
        """Check the refusal and its data; nothing has changed."""
        assert self.refusal is not None, f"accepted: {self.events}"
        assert self.refusal == refusal
        return self.given

    def and_needs(self, needed: NeedsShuffle | NeedsMove) -> Outcome:
        """Check the shuffle or machine move that is needed next."""
        assert self.needs == needed
        return self


def given(*events: Event) -> Given:
    """Begin a given-when-then sentence."""
    return Given(events)


def _judged(game: Game, command: Command | SystemCommand, at: datetime) -> Log:
    return create(command, SECRET) if isinstance(command, CreateGame) else decide(game, command, at)


def settled(game: Game, at: datetime = NOON) -> tuple[Log, NeedsShuffle | NeedsMove | None]:
    """Return all consequences, and the shuffle or machine move needed next, if any."""
    events: Log = ()
    while due := settle(game, at):
        if isinstance(due, NeedsShuffle | NeedsMove):
            return events, due
        events += due
        game = fold(due, game)
    return events, None
