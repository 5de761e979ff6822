"""Choices in even times: how long a choice takes tells nothing about the cards of the machine player."""

from __future__ import annotations

import pytest

from application.refusals import TooBusy
from application.thinking.evenly_timed import SLOT_SECONDS, EvenlyTimed
from application.thinking.machine_choice import MachineChoice, MadeChoice
from application.thinking.worker_pool import MachinePlayerFailed
from domain.commands import Move
from tests.application.thinking.test_worker_pool import choice


class Clock:
    """A clock that goes on only while somebody thinks or sleeps."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class SlowThinkers:
    """Thinks for some seconds, and computes the move for some more."""

    def __init__(self, clock: Clock, seconds: float, error: Exception | None = None) -> None:
        self._clock, self._seconds, self._error = clock, seconds, error

    async def think(self, choice: MachineChoice) -> MadeChoice:
        await self._clock.sleep(self._seconds / 2)
        if isinstance(self._error, TooBusy):
            raise self._error

        def make() -> Move:
            self._clock.seconds += self._seconds / 2
            if self._error is not None:
                raise self._error
            return choice.make()

        return make


async def seconds_of(taken: float, error: Exception | None = None) -> float:
    """Return how long a choice takes that is made in some time."""
    clock = Clock()
    evenly = EvenlyTimed(SlowThinkers(clock, taken, error), time=clock.time, sleep=clock.sleep)
    make = await evenly.think(choice())
    seconds = clock.seconds
    if error is None:
        assert make() == choice().make()
    else:
        with pytest.raises(type(error)):
            make()
    assert clock.seconds == seconds
    return seconds


async def test_choices_among_one_and_among_many_moves_take_the_same_time() -> None:
    for taken in (0.0, 0.001, 0.01, 0.07, 0.149):
        assert await seconds_of(taken) == pytest.approx(SLOT_SECONDS)
        assert await seconds_of(taken, MachinePlayerFailed()) == pytest.approx(SLOT_SECONDS)


async def test_choice_that_takes_longer_ends_with_a_slot() -> None:
    assert await seconds_of(0.16) == pytest.approx(2 * SLOT_SECONDS)
    assert await seconds_of(0.5) == pytest.approx(4 * SLOT_SECONDS)


async def test_refusal_comes_at_once() -> None:
    clock = Clock()
    evenly = EvenlyTimed(SlowThinkers(clock, 0.02, TooBusy(1)), time=clock.time, sleep=clock.sleep)
    with pytest.raises(TooBusy):
        await evenly.think(choice())
    assert clock.seconds == 0.01
