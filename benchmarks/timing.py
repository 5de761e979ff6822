"""CPU and wall-clock timing; interleaved runs spread noise evenly over both sides."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that the work takes."""
    start = process_time()
    work()
    return process_time() - start


def elapsed_seconds(work: Callable[[], object]) -> float:
    """Return the seconds that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds_of_process(pid: int) -> float:
    """Return the CPU seconds of a process and its threads; 0 if the system does not report them."""
    seconds = 0.0
    for each in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        # A thread that has ended meanwhile is skipped.
        with suppress(OSError):
            seconds += int(each.read_text().split()[0]) / 1e9
    return seconds


def interleaved_rates(sides: Mapping[str, Callable[[int], int]], *, turns: int) -> dict[str, float]:
    """Return the median units of work per CPU second of each side, run alternately.

    A side is called with the number of the turn and returns its units of work.
    """
    measured: dict[str, list[float]] = {name: [] for name in sides}
    for turn in range(turns):
        for name, play in sides.items():
            start = process_time()
            done = play(turn)
            measured[name].append(done / (process_time() - start))
    return {name: median(values) for name, values in measured.items()}
