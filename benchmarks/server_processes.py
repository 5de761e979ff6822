"""Server processes to measure: Kibitz with or without a projector, and servers for comparison."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final

from benchmarks.timing import cpu_seconds_of_process

PAGE = os.sysconf("SC_PAGE_SIZE")
ONE_ADDRESS: Final = MappingProxyType(
    {"KIBITZ_CONNECTIONS_PER_ADDRESS": "4000", "KIBITZ_RATES_ENABLED": "false"}
)
"""Settings for a server whose clients all have one address."""
NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


class Projector(Enum):
    """The process that keeps the read models of a measured server up to date."""

    BESIDE = "a child process of the server, as by default"
    NONE = "none"


_PROJECTIONS: Final[Mapping[Projector, Mapping[str, str]]] = {
    Projector.BESIDE: {"KIBITZ_PROJECTIONS": "process"},
    Projector.NONE: {"KIBITZ_PROJECTIONS": "off"},
}
"""The settings of the server by its projector."""


class Running:
    """A running process."""

    def __init__(self, process: subprocess.Popen[str], first_line: str) -> None:
        self._process = process
        self.url = first_line.split()[-1]
        """The address of a server."""

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of the process so far."""
        return cpu_seconds_of_process(self._process.pid)

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    def projector_cpu_seconds(self) -> float:
        """Return the CPU seconds so far of a projector in a process of its own; 0 without one."""
        return sum(map(cpu_seconds_of_process, self._children()))

    def _children(self) -> Iterator[int]:
        for path in Path(f"/proc/{self._process.pid}/task").glob("*/children"):
            # A thread that has ended meanwhile has no children.
            with suppress(OSError):
                yield from map(int, path.read_text().split())


@contextmanager
def kibitz(
    folder: Path,
    settings: Mapping[str, str] = NO_SETTINGS,
    *,
    core: int | None = None,
    projector: Projector = Projector.BESIDE,
) -> Iterator[Running]:
    """Run a Kibitz server with settings as environment variables, on one core if given.

    Without `KIBITZ_DATABASE_URL` among the settings its database is SQLite, in `folder/data`.
    """
    program = [sys.executable, "-m", "api"]
    data = ["--data-dir", str(folder / "data")]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    environment = {**inherited, **_PROJECTIONS[projector], **settings, "COLUMNS": "400"}
    serve = [*program, "serve", "--port", "0", *data]
    with (folder / "log").open("w") as log, started(serve, environment, log, core=core) as server:
        yield server


@contextmanager
def started(
    command: list[str],
    environment: Mapping[str, str],
    log: IO[str] | None = None,
    *,
    core: int | None = None,
) -> Iterator[Running]:
    """Run a process from the first line that it prints, which ends with a server's address."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    if core is not None:
        # Before the process starts threads, which keep their affinity.
        os.sched_setaffinity(process.pid, [core])
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command[1:4])} did not start")
        yield Running(process, line)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
