"""A thinker for tests, and games with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

import domain.machine.thinking
import domain.view
from domain import events as e
from domain.commands import Move
from domain.game import Game, legal
from domain.machine.thinking import levels
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.random_numbers import RandomNumbers


class LastMoveDecision(Decision[float]):
    """Values each move higher than those before it."""

    worlds = 0

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = moves

    def draw_world(self) -> float:
        type(self).worlds += 1
        return 0.0

    def value(self, world: float, move: int) -> float:
        return world + move


class Remembering:
    """Remembers all events, and plays the last legal move."""

    VERSION = 1
    VALUES_ARE_PLACES = False
    WORLDS: ClassVar = {e.MachineLevel.SKILLED: 10, e.MachineLevel.EXPERT: 100}
    VERSIONS = range(1, 100)

    def remember(self, memory: Any, events: Sequence[e.Event]) -> Any:
        assert events
        return (*(memory or ()), *events)

    def decision(
        self, view: Game, seat: int, memory: Any, random: RandomNumbers, also: Move | None = None
    ) -> Decision[Any]:
        return LastMoveDecision(legal_moves(view, seat))


def legal_moves(view: Game, seat: int) -> list[Move]:
    return [move for offer in legal(view, seat) for move in offer.moves(by=view.seats[seat].player)]


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the thinker of these tests."""
    found = Remembering()
    for module in (domain.view, domain.machine.thinking, levels):
        monkeypatch.setattr(module, "thinker_of", lambda _variant, _version: found)


@pytest.fixture
def no_thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has a thinker."""
    for module in (domain.view, domain.machine.thinking, levels):
        monkeypatch.setattr(module, "thinker_of", lambda _variant, _version: None)
