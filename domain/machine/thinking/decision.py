"""A decision of a seat, and the choice among its moves by playing them out in the same worlds.

A *world* is a deal that agrees with all that the seat has seen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import sqrt
from typing import Generic, TypeVar

from msgspec import Struct

from domain.commands import Move

World = TypeVar("World")


class Decision(ABC, Generic[World]):
    """The moves of a seat that is to move, and what each of them is worth to it in a world.

    Values are chances to win, from 0 to 1, or shares of the best place, from 0 for the last to 1 for the
    first. They are made of sums, products and quotients alone, so that they are equal on every platform.
    """

    moves: Sequence[Move]
    """The moves to choose from, all of them legal; at least one."""

    @abstractmethod
    def draw_world(self) -> World:
        """Return a random world."""

    @abstractmethod
    def value(self, world: World, move: int) -> float:
        """Return the value of the move at an index of `moves` in a world, which is left as it is."""


class Assessment(Struct, frozen=True):
    """The estimated value of a move."""

    move: Move
    value: float
    """The mean over all worlds."""
    error: float
    """The standard error of the mean."""


def choose(decision: Decision[World], worlds: int) -> Move:
    """Return the best move by sequential halving, in which `worlds` is the mean number of worlds for a move.

    In each round the moves that are left are played out in the same worlds, and the better half goes on. Of
    equal moves the first is chosen. Source: Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed
    Bandits (2013).
    """
    left = list(range(len(decision.moves)))
    if len(left) == 1:
        return decision.moves[0]
    rounds = (len(left) - 1).bit_length()
    totals, budget = [0.0] * len(left), worlds * len(left)
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * len(left)))):
            world = decision.draw_world()
            for move in left:
                totals[move] += decision.value(world, move)
        # All moves that are left have been played out in the same worlds, so totals compare like means.
        left.sort(key=lambda move: (-totals[move], move))
        del left[(len(left) + 1) // 2 :]
    return decision.moves[left[0]]


def assess(decision: Decision[World], worlds: int) -> tuple[Assessment, ...]:
    """Return the value of every move, all of them played out in the same `worlds` worlds; at least two."""
    found = zip(decision.moves, play_out(decision, worlds), strict=True)
    return tuple(Assessment(move, *mean_of(values)) for move, values in found)


def play_out(decision: Decision[World], worlds: int) -> list[list[float]]:
    """Return the values of every move, by move, in the same `worlds` worlds."""
    values: list[list[float]] = [[] for _ in decision.moves]
    for _ in range(worlds):
        world = decision.draw_world()
        for move, of_move in enumerate(values):
            of_move.append(decision.value(world, move))
    return values


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values, and its standard error."""
    total = square = 0.0
    # Added in order: `sum` of Python 3.12 rounds otherwise than that of 3.11.
    for value in values:
        total += value
        square += value * value
    return mean_and_error(total, square, len(values))


def mean_and_error(total: float, square: float, count: int) -> tuple[float, float]:
    """Return the mean of numbers and its standard error, from their sum and the sum of their squares."""
    mean = total / count
    return mean, sqrt(max(0.0, square / count - mean * mean) / (count - 1))
