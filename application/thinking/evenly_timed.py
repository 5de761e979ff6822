"""Choices in even times: the time that a machine player takes tells nothing about its cards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from application.thinking.machine_choice import MachineChoice, MadeChoice, Thinkers
from domain.commands import Move

SLOT_SECONDS: Final = 0.15
"""The time of a choice, or one of its multiples; more than 95 of 100 choices of an expert take."""


class EvenlyTimed:
    """Makes the choices of other thinkers known at the end of a slot of time.

    The more moves a seat may make, the longer it searches: a player who measured the time of its own command
    would learn how many trumps an opponent holds, or that it has to play its only card of a suit.
    """

    def __init__(
        self,
        thinkers: Thinkers,
        *,
        time: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._thinkers = thinkers
        self._time = time
        self._sleep = sleep

    async def think(self, choice: MachineChoice) -> MadeChoice:
        """Wait until a choice is made and its slot ends; raises TooBusy at once."""
        begun = self._time()
        made = _outcome(await self._thinkers.think(choice))
        taken = self._time() - begun
        await self._sleep(SLOT_SECONDS - taken % SLOT_SECONDS)
        return made


def _outcome(make: MadeChoice) -> MadeChoice:
    """Make a choice, and return a function with the same result."""
    try:
        move = make()
    except Exception as error:  # noqa: BLE001 - it is raised where the choice is asked for
        failure = error
    else:
        return lambda: move

    def fail() -> Move:
        raise failure

    return fail
