"""Runs the projector in a child process: starts it, wakes it, hears from it, and replaces it when it ends.

The child ends when its standard input does, so it never outlives the server, however the server ends.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from asyncio.subprocess import Process
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, Self

import msgspec

from api.data_directory import DataDirectory
from api.projector_process.messages import Start, decode_report, encode
from api.projector_process.wake_ups import WakeUps
from api.settings import Settings
from application.codec import Position, RecordedEvent
from application.runtime.backoff import Backoff
from application.runtime.cancellation import cancel_and_wait
from application.runtime.child_process import start_child
from projections.engine.projector import Projector

logger = logging.getLogger(__name__)

WAKE_INTERVAL: Final = 0.02
"""Minimum seconds between two wake-ups for appends, which may come by thousands."""
STOP_TIMEOUT: Final = 5.0
"""Seconds that the child gets to finish its transaction and to release its leases."""
STEADY_SECONDS: Final = 60.0
"""Seconds for which a child must run so that its end does not count as another failure in succession."""
BACKOFF: Final = Backoff(shortest=0.1, longest=30.0)
"""Delays before a child that ended is replaced."""


class ProjectorProcess:
    """Keeps read models up to date in a child process while it is entered (`async with`).

    The server's own projector is not entered: it waits for the rows that the child reports.
    """

    def __init__(self, settings: Settings, projector: Projector) -> None:
        self._start = encode(_start_of(settings))
        self._projector = projector
        self._process: Process | None = None
        self._wake_ups = WakeUps()
        self._grown = asyncio.Event()
        self._stopping = asyncio.Event()
        self._supervising: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Start the child."""
        self._projector.requested.listener = self._request
        self._supervising = asyncio.create_task(self._supervise(), name="supervisor of the projector process")
        self._waking = asyncio.create_task(
            self._wake_after_appends(), name="wake-ups of the projector process"
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let the child finish its transaction, and end it."""
        self._projector.requested.listener = None
        if self._supervising is None or self._waking is None:
            return
        await cancel_and_wait([self._waking])
        self._stopping.set()
        self._close_input()
        running = (await asyncio.wait([self._supervising], timeout=STOP_TIMEOUT))[1]
        if running and self._process is not None:
            logger.warning("the projector's process does not end, and is killed")
            _kill(self._process)
        await self._supervising

    def handle_appends(self, batch: Sequence[RecordedEvent] | None) -> None:
        """Wake the child after appends."""
        self._grown.set()

    def _request(self, position: Position) -> None:
        self._wake_ups.request(position)
        self._send()

    async def _wake_after_appends(self) -> None:
        while True:
            await self._grown.wait()
            self._grown.clear()
            self._send()
            await asyncio.sleep(WAKE_INTERVAL)

    def _send(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._wake_ups.send(self._process.stdin.transport)

    def _close_input(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    async def _supervise(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            started = monotonic()
            try:
                reason = _described(await self._run())
            except Exception as error:  # noqa: BLE001 - whatever it is: another child may do better
                reason = f"failed: {type(error).__name__}: {error}"
            if self._stopping.is_set():
                return
            failures = 0 if monotonic() - started >= STEADY_SECONDS else failures
            delay = BACKOFF.after(failures)
            failures += 1
            logger.warning("the projector's process %s; another starts in %.1f s", reason, delay)
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await self._stopping.wait()

    async def _run(self) -> int:
        """Run a child to its end; return its exit code, or minus the signal that killed it."""
        process = await start_child("api.projector_process")
        assert process.stdin is not None, "it is piped"
        assert process.stdout is not None, "it is piped"
        self._process = process
        process.stdin.write(self._start)
        if self._stopping.is_set():
            self._close_input()
        try:
            async for line in process.stdout:
                self._apply(line)
            return await process.wait()
        finally:
            self._process = None
            self._projector.forget_reports()
            if process.returncode is None:
                _kill(process)

    def _apply(self, line: bytes) -> None:
        try:
            states = decode_report(line)
        except msgspec.DecodeError as error:
            logger.warning("an unreadable report of the projector's process: %s", error)
        else:
            self._projector.apply_reports(states)


def _kill(process: Process) -> None:
    # It may have ended just now.
    with suppress(ProcessLookupError):
        process.kill()


def _start_of(settings: Settings) -> Start:
    if settings.database_url is not None:
        return Start(database_url=settings.database_url)
    directory = DataDirectory(settings.data_dir.absolute(), existing=True)
    return Start(log=str(directory.log), read=str(directory.read))


def _described(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    return f"was killed by {signal.Signals(-code).name}"
