"""Time limits of the timer wheel end tasks as those of asyncio do, by a clock that the test moves."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from application.runtime.timer_wheel import GRANULARITY, TimeLimit, _wheel

T = TypeVar("T")
Step = tuple[Any, ...]
SLOT: Final = GRANULARITY
HOUR: Final = 3600.0


class _InstantSelector(selectors.DefaultSelector):
    """Lets the time pass that a loop would wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("the loop waits for nothing")
        self.now += max(0.0, timeout)
        return super().select(0)


class InstantLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no time."""

    def __init__(self) -> None:
        self.selector = _InstantSelector()
        self.timers = 0
        """Number of timers that were set."""
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now

    def call_at(self, when: float, callback: Any, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        self.timers += 1
        return super().call_at(when, callback, *args, **options)


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with asyncio.Runner(loop_factory=InstantLoop) as runner:
        return runner.run(work())


def loop() -> InstantLoop:
    found = asyncio.get_running_loop()
    assert isinstance(found, InstantLoop)
    return found


class _Interpreter:
    """Runs a program of nested limits, and notes what happens when."""

    def __init__(self, limit_at: Callable[[float | None], Any]) -> None:
        self.notes: list[tuple[float, object]] = []
        self._limit_at = limit_at
        self._begun = loop().time()

    def note(self, what: object) -> None:
        self.notes.append((loop().time() - self._begun, what))

    async def run(self, program: list[Step], within: Any = None) -> None:
        for kind, *values in program:
            match kind:
                case "sleep":
                    # Between the ends of slots, so that no two things happen at one time.
                    await asyncio.sleep((values[0] + 0.5) * SLOT)
                    self.note(("slept", values[0]))
                case "pass":
                    await asyncio.sleep(0)
                case "limit":
                    await self._limit(*values)
                case "reschedule" if within is not None and not within.expired():
                    within.reschedule(None if values[0] is None else self._slot(values[0]))
                case "raise":
                    raise ValueError
                case "catch":
                    try:
                        await self.run(values[0], within)
                    except (TimeoutError, ValueError) as error:
                        self.note(type(error))
                case "swallow":
                    try:
                        await self.run(values[0], within)
                    except asyncio.CancelledError:
                        self.note("swallowed")
                case "finally":
                    try:
                        await self.run(values[0], within)
                    finally:
                        await self.run(values[1], within)
                        self.note("finally")

    async def _limit(self, slots: int, program: list[Step]) -> None:
        task = asyncio.current_task()
        assert task is not None
        # A limit that begins with a cancellation pending differs between versions of Python.
        while task.cancelling():
            task.uncancel()
        limit = self._limit_at(self._slot(slots))
        try:
            async with limit:
                await self.run(program, limit)
        finally:
            self.note(("left", limit.expired(), task.cancelling()))

    def _slot(self, number: int) -> float:
        return (int(loop().time() / SLOT) + number) * SLOT


async def _noted(
    limit_at: Callable[[float | None], Any], program: list[Step], cancellations: list[int]
) -> object:
    interpreter = _Interpreter(limit_at)
    task = asyncio.create_task(interpreter.run(program))
    for each in sorted(cancellations):
        # A quarter of a slot: neither when limits end nor when sleepers wake.
        loop().call_at(interpreter._begun + (each + 0.25) * SLOT, task.cancel)
    ended = (await asyncio.gather(task, return_exceptions=True))[0]
    return interpreter.notes, type(ended), task.cancelled()


_sleeps = st.tuples(st.just("sleep"), st.integers(0, 6))
_leaves = st.one_of(
    _sleeps,
    _sleeps,
    st.tuples(st.just("reschedule"), st.one_of(st.none(), st.integers(-1, 6))),
    st.just(("raise",)),
    st.just(("pass",)),
)


def _compound(steps: st.SearchStrategy[Step]) -> st.SearchStrategy[Step]:
    programs = st.lists(steps, min_size=1, max_size=4)
    return st.one_of(
        st.tuples(st.just("limit"), st.integers(-1, 8), programs),
        st.tuples(st.sampled_from(["catch", "swallow"]), programs),
        st.tuples(st.just("finally"), programs, programs),
    )


@settings(max_examples=150)
@given(
    st.lists(st.recursive(_leaves, _compound, max_leaves=12), min_size=1, max_size=4),
    st.lists(st.integers(0, 12), max_size=3),
)
def test_a_limit_does_what_that_of_asyncio_does(program: list[Step], cancellations: list[int]) -> None:
    expected = run(lambda: _noted(asyncio.timeout_at, program, cancellations))
    assert run(lambda: _noted(TimeLimit, program, cancellations)) == expected


def test_a_limit_ends_by_a_slot_late_at_most_and_never_early() -> None:
    async def work() -> None:
        for number in range(200):
            when = loop().time() + number * 0.011
            limit = TimeLimit(when)
            with pytest.raises(TimeoutError):
                async with limit:
                    await asyncio.sleep(HOUR)
            assert when <= loop().time() <= when + GRANULARITY
            assert limit.expired()

    run(work)


def test_many_limits_take_one_timer() -> None:
    async def work() -> None:
        before = loop().timers
        for _ in range(1_000):
            async with TimeLimit(loop().time() + 15):
                await asyncio.sleep(0)
        assert loop().timers - before == 1
        # All at once, and to their ends.
        ends = [TimeLimit(loop().time() + 15) for _ in range(1_000)]

        async def wait(limit: TimeLimit) -> None:
            async with limit:
                await loop().create_future()

        before = loop().timers
        results = await asyncio.gather(*map(wait, ends), return_exceptions=True)
        assert [type(each) for each in results] == [TimeoutError] * 1_000
        assert loop().timers - before <= 2

    run(work)


def test_an_earlier_limit_does_not_wait_for_a_later_one() -> None:
    async def work() -> None:
        async with TimeLimit(loop().time() + 15):
            begun = loop().time()
            with pytest.raises(TimeoutError):
                async with TimeLimit(begun + 1):
                    await asyncio.sleep(10)
            assert loop().time() - begun <= 1 + GRANULARITY

    run(work)


def test_a_limit_counts_only_its_own_cancellation() -> None:
    async def work() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.sleep(0)
        # The cancellation from before is not this limit's, and does not hide that its time is over.
        with pytest.raises(TimeoutError) as raised:
            async with TimeLimit(loop().time() + 1):
                await asyncio.sleep(10)
        assert isinstance(raised.value.__cause__, asyncio.CancelledError)
        assert task.cancelling() == 1
        task.uncancel()

    run(work)


def test_a_limit_begins_once_and_needs_a_task() -> None:
    async def work() -> None:
        limit = TimeLimit(loop().time() + GRANULARITY)
        async with limit:
            with pytest.raises(RuntimeError, match="begins once"):
                limit.begin()
        with pytest.raises(RuntimeError, match="is over"):
            limit.reschedule(None)
        raised = loop().create_future()

        def begin() -> None:
            with pytest.raises(RuntimeError, match="needs a task"):
                TimeLimit(None).begin()
            raised.set_result(None)

        loop().call_soon(begin)
        await raised

    run(work)


def test_the_wheel_keeps_nothing_of_limits_that_are_left() -> None:
    async def work() -> None:
        limit = TimeLimit(loop().time() + GRANULARITY)
        async with limit:
            assert limit._slot == {limit}
        assert limit._slot == set()
        # The slots stay until the timer's turn.
        await asyncio.sleep(2 * GRANULARITY)
        assert _wheel()._slots == {}

    run(work)
