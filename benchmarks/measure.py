"""Interleaved measurement in CPU time: noise falls on both sides alike, medians drop the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds that the work takes."""
    begun = process_time()
    work()
    return process_time() - begun


def rates(sides: Mapping[str, Callable[[int], int]], *, turns: int) -> dict[str, float]:
    """Return how much each side does in a CPU second, as the median over its turns.

    A side is called with the number of the turn and returns how much it did in it. The sides take turns.
    """
    measured: dict[str, list[float]] = {name: [] for name in sides}
    for turn in range(turns):
        for name, play in sides.items():
            begun = process_time()
            done = play(turn)
            measured[name].append(done / (process_time() - begun))
    return {name: median(values) for name, values in measured.items()}
