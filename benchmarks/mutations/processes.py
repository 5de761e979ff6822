"""Child processes with a mark in their environment, so that their descendants can be found and ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final
from uuid import uuid4

MAX_MEMORY: Final = 8 << 30
"""Bytes that a run may use; a mutant may allocate without end."""
_MARK: Final = "MUTATION_RUN"
_GRACE: Final = 10.0
"""Seconds that processes have to end by themselves."""
_POSTGRES_KEEPER: Final = "tests.postgres"
"""Keeps PostgreSQL for the tests, and ends by itself when no test uses it."""


class MarkedProcess:
    """A program that is ended together with all that it started."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str], output: int) -> None:
        self._mark = f"{_MARK}={uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, name: value},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def exit_code(self) -> int | None:
        """The exit code, once the program has ended."""
        return self._process.poll()

    def wait(self, seconds: float) -> str:
        """Wait for the end; return the exceeded limit, `time` or `memory`, or an empty text."""
        until = time.monotonic() + seconds
        checked = time.monotonic()
        while self._process.poll() is None:
            now = time.monotonic()
            if now > until:
                return "time"
            if now > checked + 3:
                checked = now
                if sum(map(_memory, self._marked())) > MAX_MEMORY:
                    return "memory"
            time.sleep(0.05)
        return ""

    def end(self) -> None:
        """End the program and its descendants."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        deadline = time.monotonic() + _GRACE
        while left := self._marked():
            late = time.monotonic() > deadline
            for pid in left:
                keeps_postgres = _POSTGRES_KEEPER in _command(pid)
                if late or not keeps_postgres:
                    _send(pid, signal.SIGTERM if keeps_postgres else signal.SIGKILL)
            if time.monotonic() > deadline + _GRACE:
                print("still running:", *left, file=sys.stderr)
                return
            time.sleep(0.1)

    def _marked(self) -> list[int]:
        """Return the ids of the processes that have inherited the mark."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if self._mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                        found.append(int(entry.name))
                except OSError:
                    # It has ended, or is another user's.
                    continue
        return found


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        # It has ended in the meantime.
        return


def _memory(pid: int) -> int:
    """Return the bytes that a process shares with no other."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE")


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
