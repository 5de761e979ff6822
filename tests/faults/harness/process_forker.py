"""Starts programs of the tests quickly, by forking a process that has already imported the stores.

As a program, it takes further modules to import as arguments. It reads orders from standard input, one JSON
object per line, and answers each with one line:
{"program", "arguments", "log"} is answered by the process's id, {"ended": id} by its exit code, or null
while it runs.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.api.harness.server_processes import ROOT, environment

END_TIMEOUT = 30.0


class Forker:
    """Starts programs in separate processes, and ends all of them with it."""

    def __init__(self, log: Path, *programs: str) -> None:
        """Import the programs once for all processes; their standard error goes to a file."""
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.harness.process_forker", *programs],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def log(self) -> str:
        """The standard error of the programs."""
        return self._log.read_text() if self._log.exists() else ""

    def start(self, program: str, *arguments: object) -> int:
        """Call a module's `main` in a new process and return the process's id."""
        return int(self._ask(program=program, arguments=list(map(str, arguments)), log=str(self._log)))

    def wait(self, process: int, within: float = END_TIMEOUT) -> int:
        """Wait for a process and return its exit code."""
        deadline = time.monotonic() + within
        while (code := self._ask(ended=process)) is None:
            assert time.monotonic() < deadline, f"it does not end: {self.log}"
            time.sleep(0.005)
        return int(code)

    def ask_to_stop(self, process: int) -> None:
        """Ask a program to stop."""
        os.kill(process, signal.SIGTERM)

    def kill(self, process: int) -> None:
        """Kill a process."""
        os.kill(process, signal.SIGKILL)
        self.wait(process)

    def close(self) -> None:
        """End all running processes."""
        self._process.communicate()

    def _ask(self, **order: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def on_request(stop: Callable[[], None]) -> None:
    """Call `stop` when the process is asked to stop, or at once if it already was."""
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])


@contextmanager
def forking(log: Path, *programs: str) -> Iterator[Forker]:
    """Yield a forker, and end it with its processes."""
    forker = Forker(log, *programs)
    try:
        yield forker
    finally:
        forker.close()


def serve_orders() -> dict[str, Any] | None:
    """Execute orders until the input ends; in a forked process, return the order to run."""
    running: set[int] = set()
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        if "ended" in order:
            process, status = os.waitpid(order["ended"], os.WNOHANG)
            running.discard(process)
            _answer(os.waitstatus_to_exitcode(status) if process else None)
        elif process := os.fork():
            running.add(process)
            _answer(process)
        else:
            return order
    # The input also ends when the client is killed, so no process outlives it.
    for process in running:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    return None


def _answer(value: int | None) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _become(order: dict[str, Any]) -> None:
    places = [(os.devnull, os.O_RDONLY), (os.devnull, os.O_WRONLY), (order["log"], os.O_WRONLY)]
    for number, (path, mode) in enumerate(places):
        opened = os.open(path, mode | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
        os.close(opened)


if __name__ == "__main__":
    stores = ("application.store.postgres.store", "application.store.sqlite.store", "tests.application.store")
    for needed in (*stores, *sys.argv[1:]):
        import_module(needed)
    gc.freeze()
    # A program unblocks the signal once it has a handler; until then the signal stays pending.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    order = serve_orders()
    if order is not None:
        _become(order)
        import_module(order["program"]).main(*order["arguments"])
