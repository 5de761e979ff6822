"""Steps are charged for the processor, not for waiting, whatever their length."""

from __future__ import annotations

import threading
import time
from time import perf_counter, thread_time

from application.runtime.step_clock import SHORT, processor_seconds_since


def busy(seconds: float) -> None:
    """Use the processor for a time."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def measured_steps(count: int, seconds: float) -> float:
    """Return what is measured of busy steps."""
    found = 0.0
    for _ in range(count):
        begun = perf_counter()
        busy(seconds)
        found += processor_seconds_since(begun)
    return found


def test_a_step_that_waits_takes_no_processor_time() -> None:
    measured_steps(1, SHORT * 2)
    begun = perf_counter()
    time.sleep(0.05)
    assert processor_seconds_since(begun) < 0.02


def test_long_steps_take_what_they_use() -> None:
    measured_steps(1, SHORT * 2)
    before = thread_time()
    found = measured_steps(5, 0.01)
    assert 0.05 <= found <= thread_time() - before + SHORT


def test_short_steps_take_what_they_use() -> None:
    found = measured_steps(200, SHORT / 5)
    assert found >= 200 * SHORT / 5
    # Each may have waited for a processor a little, but none for long.
    assert found < 200 * SHORT + 0.02


def test_work_between_steps_is_not_counted_for_short_ones() -> None:
    found = 0.0
    for _ in range(20):
        busy(0.005)
        found += measured_steps(1, SHORT / 10)
    assert found < 20 * SHORT


def test_each_thread_has_its_own_processor_time() -> None:
    measured_steps(1, 0.01)
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(measured_steps(1, 0.01)))
    thread.start()
    thread.join()
    assert found[0] >= 0.01
