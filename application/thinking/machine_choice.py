"""Requests to machine players: choices, reviews of decisions, and where they are carried out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from application.runtime.work_accounts import add_to_account
from domain.commands import Move
from domain.events import MachineLevel
from domain.machine.thinking.decision_review import DecisionReview, review_decision
from domain.machine.thinking.levels import SEARCHING, choose_move
from domain.state import Game

Made = TypeVar("Made")

MadeChoice = Callable[[], Move]
"""Returns the chosen move; raises the error of the machine player, if it failed."""


class MachineChoice(Struct, frozen=True, kw_only=True):
    """A choice of a machine player for a seat that is to move; the move follows from the fields alone."""

    view: Game
    """The game as the seat sees it."""
    seat: int
    level: MachineLevel = MachineLevel.PUBLISHED
    memory: Any = None
    """The thinker's memory of the seat's events; None for the published player."""
    seed: bytes = b""
    """The seed of the choice by machine/v1; the published player draws no numbers."""

    @property
    def takes_long(self) -> bool:
        """True if the choice takes too long for the event loop of a server."""
        return self.level in SEARCHING

    def make(self) -> Move:
        """Return the chosen move."""
        return choose_move(self.view, self.seat, self.level, self.memory, self.seed)


class ReviewRequest(Struct, frozen=True, kw_only=True):
    """A decision of a finished game to be reviewed; the review follows from the fields alone."""

    view: Game
    """The game as the seat saw it before its move."""
    seat: int
    memory: Any
    """The thinker's memory of the seat's events."""
    move: Move
    """The move that the seat made."""
    seed: bytes

    def make(self) -> DecisionReview:
        """Return the review."""
        return review_decision(self.view, self.seat, self.memory, self.move, self.seed)


class Thinkers(Protocol):
    """Makes the choices that take long."""

    async def think(self, choice: MachineChoice) -> MadeChoice:
        """Wait until a choice is made; raises TooBusy if it cannot be made now."""


class Reviewers(Protocol):
    """Reviews decisions."""

    async def review(self, request: ReviewRequest) -> DecisionReview:
        """Wait until a decision is reviewed; raises TooBusy if it cannot be reviewed now."""


class ThinkersInPlace:
    """Makes each choice at once, in this process and on its event loop, and reviews in its threads."""

    async def think(self, choice: MachineChoice) -> MadeChoice:
        """Return the choice, which is made when it is called."""
        return choice.make

    async def review(self, request: ReviewRequest) -> DecisionReview:
        """Review a decision in a thread."""
        return await _in_thread(request.make)


async def _in_thread(make: Callable[[], Made]) -> Made:
    made, seconds = await asyncio.to_thread(_timed, make)
    add_to_account(seconds)
    return made


def _timed(make: Callable[[], Made]) -> tuple[Made, float]:
    begun = thread_time()
    made = make()
    return made, thread_time() - begun
