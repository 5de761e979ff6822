"""Runs the program in processes: servers that can be killed, and commands that run to their end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[3]
START_WITHIN = 30.0
STOP_WITHIN = 20.0
RUN_WITHIN = 60.0


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without settings of whoever runs the tests; wide, so that no line is broken."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    own = {"COLUMNS": "400", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    # Tests send hundreds of commands a second from one address, and start hundreds of servers.
    own |= {"KIBITZ_RATES_ENABLED": "false", "KIBITZ_PROJECTIONS": "thread", "KIBITZ_THINKERS": "0"}
    return {**kept, **own, **changes}


class Done(NamedTuple):
    """A command that has run to its end."""

    returncode: int
    stdout: str
    stderr: str


Kibitz = Callable[..., Done]
"""Runs the command line to its end; keywords are variables of its environment."""


class Spawner:
    """Starts the program in processes of its own, without importing it anew each time."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes
        self._numbers = count()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.api.harness.process_spawner"],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, *arguments: object, out: Path, log: Path, changes: Mapping[str, str]) -> int:
        """Start the program and return the id of its process; `changes` are those of the environment."""
        return int(
            self._ask(
                arguments=list(map(str, arguments)),
                environment=environment(**changes),
                folder=str(ROOT),
                out=str(out),
                log=str(log),
            )
        )

    def run(self, *arguments: object, **changes: str) -> Done:
        """Run the program to its end."""
        out, log = (self._notes / f"{next(self._numbers)}.{kind}" for kind in ("out", "err"))
        code = self.wait(self.start(*arguments, out=out, log=log, changes=changes), RUN_WITHIN)
        return Done(code, out.read_text(), log.read_text())

    def ended(self, process: int) -> int | None:
        """Return the exit code of a process, None while it runs."""
        code: int | None = self._ask(ended=process)
        return code

    def wait(self, process: int, within: float) -> int:
        """Return the exit code of a process that ends by itself; it is killed if it does not."""
        code = _in_time(lambda: self.ended(process), within)
        if code is None:
            os.kill(process, signal.SIGKILL)
            _in_time(lambda: self.ended(process), within)
            raise AssertionError("the process did not end")
        return code

    def close(self) -> None:
        """End the process that starts the others."""
        self._process.communicate()

    def _ask(self, **order: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def spawning(notes: Path) -> Iterator[Spawner]:
    """Yield the process spawner, and stop it."""
    spawner = Spawner(notes)
    try:
        yield spawner
    finally:
        spawner.close()


def _in_time(found: Callable[[], int | None], within: float) -> int | None:
    deadline = time.monotonic() + within
    while (value := found()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return value


class Server:
    """A server in a process of its own, on a free port; it can be started again on the same data."""

    def __init__(self, spawner: Spawner, folder: Path) -> None:
        self.data_dir = folder / "data"
        self.url = ""
        self._spawner = spawner
        self._said, self._log = folder / "server.out", folder / "server.err"
        self._process: int | None = None
        self._port = 0

    @property
    def log(self) -> str:
        """The server's log output since its first start."""
        return self._log.read_text()

    def start(self, **changes: str) -> None:
        """Start, and wait until it says where it listens."""
        assert self._process is None, "it runs already"
        self._said.unlink(missing_ok=True)
        arguments = ("serve", "--port", self._port, "--data-dir", self.data_dir)
        self._process = self._spawner.start(*arguments, out=self._said, log=self._log, changes=changes)
        self.url = self._heard_from(self._process)

    def stay(self) -> None:
        """Listen where it listens now whenever it is started again."""
        self._port = urlsplit(self.url).port or 0

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        process, self._process = self._process, None
        os.kill(process, signal.SIGKILL)
        self._spawner.wait(process, STOP_WITHIN)

    def stop(self) -> int:
        """Ask it to end and return its exit code."""
        assert self._process is not None
        process, self._process = self._process, None
        os.kill(process, signal.SIGTERM)
        return self._spawner.wait(process, STOP_WITHIN)

    def end(self) -> None:
        """Make sure that it does not run."""
        if self._process is not None:
            self.kill()

    def _heard_from(self, process: int) -> str:
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline:
            said = self._said.read_text() if self._said.exists() else ""
            if "http://" in said and said.endswith("\n"):
                return said[said.index("http://") :].strip()
            if self._spawner.ended(process) is not None:
                self._process = None
                break
            time.sleep(0.02)
        self.end()
        raise AssertionError(f"the server did not start: {self.log}")
