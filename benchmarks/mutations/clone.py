"""Temporary clone with a virtual environment of its own, in which code is mutated and tests run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.mutations.sites import Site

ROOT = Path(__file__).parents[2]


def commit_id(revision: str) -> str:
    """Return the full id of a commit of this repository."""
    command = ["git", "rev-parse", "--verify", f"{revision}^{{commit}}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


@contextmanager
def temporary_clone(commit: str) -> Iterator[Path]:
    """Check a commit out in a temporary clone with its own environment; remove both afterwards."""
    # A short path for the sockets of PostgreSQL, which runs as another user and has to read it.
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o755)
        tree = folder / "tree"
        _run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(tree)], ROOT)
        _run(["git", "-c", "advice.detachedHead=false", "checkout", "--quiet", commit], tree)
        if (ROOT / "uv.lock").is_file():
            # Spares resolving the same versions again.
            shutil.copy(ROOT / "uv.lock", tree)
        # Server processes of the tests must import the clone's code, not this project's.
        sync = ["sync", "--quiet", "--group", "mutations", "--python", sys.executable]
        _run([os.environ.get("UV", "uv"), *sync], tree)
        yield tree


def environment_of(tree: Path) -> dict[str, str]:
    """Return the environment variables for programs that run in a clone."""
    left_out = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "UV_PROJECT_ENVIRONMENT"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    programs = tree / ".venv" / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    return {**kept, "VIRTUAL_ENV": str(programs.parent), "PATH": path}


@contextmanager
def mutation(tree: Path, site: Site) -> Iterator[None]:
    """Write a mutant into a clone; restore the file, with its times, afterwards."""
    file = tree / site.file
    source, times = file.read_bytes(), file.stat()
    try:
        file.write_bytes(site.mutated(source))
        # Python identifies outdated bytecode by the time and the size of its source.
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns + 7_000_000_000))
        yield
    finally:
        file.write_bytes(source)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, env=environment_of(folder), check=True)
