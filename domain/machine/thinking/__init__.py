"""Machine players that search: each move is played out in deals that agree with all that the seat has seen.

The thinker of a variant is the module or package here that is named after the variant, with the functions of
`Thinker`. `VERSIONS` holds the versions of the rules that it plays, `VERSION` that of its choices, and
`WORLDS` the strength of its levels. A variant without one is played by its published player alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from domain.commands import Move
from domain.events import Event, MachineLevel
from domain.machine import has_player
from domain.machine.thinking.decision import Decision
from domain.machine.thinking.random_numbers import RandomNumbers
from domain.refusals import LevelNotAvailable
from domain.state import Game


class Thinker(Protocol):
    """Finds the decision of a seat, from the seat's redacted events and from nothing else."""

    VERSIONS: range
    """The versions of the variant's rules that it plays."""
    WORLDS: Mapping[MachineLevel, int]
    """The mean number of worlds in which each move is played out, by level: those that search."""
    VALUES_ARE_PLACES: bool
    """True if values are places, from 0 for the last to 1 for the first; False if they are chances to win."""
    VERSION: int
    """The version of its choices: a change that leads to another choice anywhere needs a new one."""

    def remember(self, memory: Any, events: Sequence[Event]) -> Any:
        """Return what a seat remembers after further events of its redacted stream.

        `memory` is None before the first events. It is never changed: the result is a new value, or the same
        one if nothing was added. It holds what the seat's view of the table forgets.
        """

    def decision(
        self, view: Game, seat: int, memory: Any, random: RandomNumbers, also: Move | None = None
    ) -> Decision[Any]:
        """Return the decision of a seat that is to move.

        `view` and `memory` are folded from all events of the seat's redacted stream. Where not all legal
        moves are weighed, the legal move `also` is weighed too.
        """

    def worth_of_result(self, view: Game, seat: int) -> float:
        """Return by how much the value to a seat grows with its result, at the deal of a round.

        The result is in points less the mean of the table or, where values are places, in places. `view` is
        the game between a deal and the first move of the round.
        """


@cache
def thinker_of(variant: str, version: int) -> Thinker | None:
    """Return the thinker of a version of a variant's rules; None if there is none."""
    name = f"{__name__}.{variant.replace('-', '_')}"
    if find_spec(name) is None:
        return None
    thinker: Any = import_module(name)
    return thinker if version in thinker.VERSIONS else None


def levels_of(variant: str, version: int) -> tuple[MachineLevel, ...]:
    """Return the levels at which the machine plays a version of a variant's rules, from the weakest."""
    if not has_player(variant):
        return ()
    return (MachineLevel.PUBLISHED,) if thinker_of(variant, version) is None else tuple(MachineLevel)


def thinker_version(variant: str, version: int, level: MachineLevel) -> int | None:
    """Return the version of the machine player that chooses at a level; None for the published player."""
    thinker = thinker_of(variant, version)
    return None if thinker is None or level is MachineLevel.PUBLISHED else thinker.VERSION


def require_level(variant: str, version: int, level: MachineLevel) -> None:
    """Raise LevelNotAvailable unless the machine plays a version of a variant's rules at the level."""
    possible = levels_of(variant, version)
    if level not in possible:
        raise LevelNotAvailable(variant, level, possible)
