"""An installation of Kibitz: a database and the processes on it."""

from __future__ import annotations

import os
import signal
import time
from itertools import count
from pathlib import Path

from tests.api.harness.server_processes import START_WITHIN, STOP_WITHIN, Done, Spawner

SECRET = "a secret that all servers of the installation share"
LOG_KEY = "5e" * 32
"""The key with which all servers on a PostgreSQL database sign its log."""


class Process:
    """A process of the program that can be started repeatedly."""

    def __init__(
        self, spawner: Spawner, files: Path, arguments: tuple[object, ...], settings: dict[str, str]
    ) -> None:
        self._spawner = spawner
        self._said, self._log = files.with_suffix(".out"), files.with_suffix(".err")
        self._arguments = arguments
        self._settings = settings
        self._process: int | None = None
        self.url = ""
        """The address of the server, or its last one."""

    @property
    def base(self) -> str:
        """The origin of the server."""
        return self.url.removesuffix("/graphql")

    @property
    def log(self) -> str:
        """The log output since the first start."""
        return self._log.read_text()

    @property
    def id(self) -> int:
        """The process id."""
        assert self._process is not None, "it does not run"
        return self._process

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        if self._process is not None and self._spawner.ended(self._process) is not None:
            # From now on its id may be another's.
            self._process = None
        return self._process is not None

    def start_without_waiting(self) -> None:
        """Start without waiting."""
        assert self._process is None, "it runs already"
        self._said.unlink(missing_ok=True)
        self._process = self._spawner.start(
            *self._arguments, out=self._said, log=self._log, changes=self._settings
        )

    def await_started(self) -> None:
        """Wait until the process reports that it has started."""
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline:
            if self._said.exists() and (said := self._said.read_text()).endswith("\n"):
                self.url = said[said.find("http://") :].strip()
                return
            if not self.running:
                break
            time.sleep(0.02)
        self.end()
        raise AssertionError(f"it did not start: {self.log}")

    def start(self) -> None:
        """Start, and wait until the process has started."""
        self.start_without_waiting()
        self.await_started()

    def kill(self) -> None:
        """Kill the process."""
        self._send(signal.SIGKILL)
        self._exit_code()

    def stop(self) -> int:
        """Stop the process and return its exit code."""
        self._send(signal.SIGTERM)
        return self._exit_code()

    def pause(self) -> None:
        """Pause the process."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume the process."""
        self._send(signal.SIGCONT)

    def end(self) -> None:
        """End the process if it runs."""
        if self._process is not None:
            self.kill()

    def _send(self, signal: int) -> None:
        assert self._process is not None, "it does not run"
        os.kill(self._process, signal)

    def _exit_code(self) -> int:
        assert self._process is not None
        process, self._process = self._process, None
        return self._spawner.wait(process, STOP_WITHIN)


class Installation:
    """A database and its processes, which end with it."""

    def __init__(self, spawner: Spawner, folder: Path, database_url: str | None) -> None:
        self.settings = {"KIBITZ_DATA_DIR": str(folder / "data"), "KIBITZ_SECRET": SECRET}
        if database_url is not None:
            self.settings |= {"KIBITZ_DATABASE_URL": database_url, "KIBITZ_LOG_KEY": LOG_KEY}
        self._spawner = spawner
        self._folder = folder
        self._numbers = count()
        self._processes: list[Process] = []

    def server(self, *options: str) -> Process:
        """Return a server that is not started yet."""
        return self._process("serve", "--port", 0, *options)

    def serve(self, *options: str) -> Process:
        """Start a server."""
        server = self.server(*options)
        server.start()
        return server

    def project(self) -> Process:
        """Start a projector for servers without projections."""
        projector = self._process("project")
        projector.start()
        return projector

    def run(self, *arguments: object) -> Done:
        """Run a command to its end."""
        return self._spawner.run(*arguments, **self.settings)

    def end(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.end()

    def _process(self, *arguments: object) -> Process:
        files = self._folder / f"{arguments[0]}-{next(self._numbers)}"
        process = Process(self._spawner, files, arguments, self.settings)
        self._processes.append(process)
        return process
