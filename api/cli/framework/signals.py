"""Signals that stop a command."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TypeVar

import typer

from application.store.interruptible_reads import InterruptibleRead

T = TypeVar("T")


def stopping_signals() -> list[signal.Signals]:
    """Return the signals that stop a server: SIGHUP too, unless the process ignores it (`nohup`)."""
    found = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    return [each for each in found if each is not None and signal.getsignal(each) is not signal.SIG_IGN]


@contextmanager
def terminated_by_signals() -> Iterator[None]:
    """Cancel the command at a signal so that it cleans up, then exit with 128 + the signal number.

    An interrupt from the keyboard is left to asyncio, which cancels the command too. Like asyncio, this
    handles signals only in the main thread.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "a command is a task"
    asked: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        asked.append(number)
        loop.call_soon_threadsafe(task.cancel)

    is_main = threading.current_thread() is threading.main_thread()
    handled = [each for each in stopping_signals() if each != signal.SIGINT] if is_main else []
    before = {each: signal.signal(each, end) for each in handled}
    try:
        yield
    except asyncio.CancelledError:
        if not asked:
            raise
        raise typer.Exit(128 + asked[0]) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def run_in_thread(work: Callable[[InterruptibleRead], T]) -> T:
    """Run a command's work in a thread; a signal interrupts its read, and the command exits after it."""
    reading = InterruptibleRead()
    with terminated_by_signals(), ThreadPoolExecutor(1) as executor:
        return await reading.run(executor, partial(work, reading))
