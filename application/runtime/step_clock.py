"""Processor time of short steps, measured without a system call for each.

`thread_time` asks the system, which takes over a microsecond on a virtual machine, at both ends of each of
the thousands of steps that an event loop takes in a second. `perf_counter` does not ask the system, but it
counts the time in which the thread waits for a processor, too.
"""

from __future__ import annotations

import threading
from time import perf_counter, thread_time
from typing import Final

SHORT: Final = 0.0005
"""Seconds below which a step is taken as one without a pause: a processor is taken away for longer."""
READING_INTERVAL: Final = 0.002
"""Seconds of short steps after which the processor time is read again."""


class _Readings:
    """The last reading of a thread's processor time, and the seconds of steps measured since then."""

    __slots__ = ("measured", "processor")

    def __init__(self) -> None:
        self.processor = 0.0
        self.measured = 0.0


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.readings = _Readings()


_of_thread: Final = _OfThread()


def processor_seconds_since(begun: float) -> float:
    """Return the processor seconds of a step of this thread that began at a time of `perf_counter`.

    A step contains no other one that is measured. A long step took no more than the clock says, and no more
    than the thread has used since the last reading beyond what other steps took.
    """
    seconds = perf_counter() - begun
    readings = _of_thread.readings
    if seconds < SHORT and (measured := readings.measured) < READING_INTERVAL:
        readings.measured = measured + seconds
        return seconds
    now = thread_time()
    used = now - readings.processor - readings.measured
    readings.processor, readings.measured = now, 0.0
    return seconds if seconds < SHORT else max(0.0, min(seconds, used))
