"""The machine player of President that searches.

Each move is tried in the same worlds: random deals of the unseen cards. In each of them all others play on as
the published player does, and so does the seat itself, but for its next move, which is the best one in that
world; with few cards left, up to three of its next moves are. The value of a move is the mean place that it
leads to.

A world gives each seat as many cards as it holds. The published player always plays the lowest group that it
may play, so its moves tell which cards it does not have; most worlds agree with that too. A seat that makes a
move which the published player would not have made is trusted less, each time.
"""

from __future__ import annotations

from typing import Final

from domain.events import MachineLevel
from domain.machine.thinking.president.decisions import decision
from domain.machine.thinking.president.memory import remember
from domain.machine.thinking.president.play_out import worth_of_result

__all__ = ["VALUES_ARE_PLACES", "VERSION", "VERSIONS", "WORLDS", "decision", "remember", "worth_of_result"]

VALUES_ARE_PLACES: Final = True
VERSIONS = range(1, 2)
VERSION = 1
"""The version of its choices."""

WORLDS: Final = {MachineLevel.SKILLED: 10, MachineLevel.EXPERT: 100}
"""The mean number of worlds in which each move is played out."""
