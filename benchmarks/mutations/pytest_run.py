"""Runs of pytest in a clone, with a time limit."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple

from benchmarks.mutations.clone import environment_of
from benchmarks.mutations.processes import MarkedProcess

_PLUGIN: Final = "benchmarks.mutations.pytest_plugin"
_MAX_OUTPUT: Final = 4000


class Failure(NamedTuple):
    """A failed test, or a module that cannot be imported."""

    test: str
    when: str
    """The phase: `collect`, `setup`, `call` or `teardown`."""
    why: str


@dataclass
class Run:
    """The result of a run of pytest."""

    exit_code: int | None
    """None if the run was ended at a limit."""
    limit: str
    """The limit at which it was ended: `time` or `memory`; otherwise empty."""
    seconds: float
    output: str
    """The end of the output."""
    collected: int | None = None
    failures: list[Failure] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)
    """The seconds of each test that has run."""

    @property
    def failed(self) -> set[str]:
        """The tests that failed."""
        return {failure.test for failure in self.failures}


def run_pytest(
    tree: Path,
    arguments: Sequence[str],
    *,
    limit: float,
    tests: Sequence[str] | None = None,
    measure: Path | None = None,
    bytecode: Literal["write", "read"] = "read",
    echo: bool = False,
) -> Run:
    """Run pytest in a clone; `tests` are the only tests to run, in this order.

    Files of the run are beside the clone and are removed. Mutants must not leave bytecode behind.
    """
    with tempfile.TemporaryDirectory(prefix="t", dir=tree.parent, ignore_cleanup_errors=True) as made:
        folder = Path(made)
        # The PostgreSQL of the tests runs as another user.
        folder.chmod(0o755)
        report = folder / "report.jsonl"
        environment = {
            **environment_of(tree),
            "TMPDIR": str(folder),
            "MUTATION_REPORT": str(report),
        }
        if bytecode == "read":
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        if measure is not None:
            environment["MUTATION_MEASURE"] = str(measure)
        if tests is not None:
            chosen = folder / "tests.json"
            chosen.write_text(json.dumps(list(tests)))
            environment["MUTATION_TESTS"] = str(chosen)
        command = [
            str(tree / ".venv" / "bin" / "python"),
            *("-m", "pytest", "-q", "--no-header", "-p", _PLUGIN),
            *("-o", f"cache_dir={folder / 'cache'}"),
            *arguments,
        ]
        started = time.monotonic()
        output = folder / "output.txt"
        with output.open("wb") as out:
            process = MarkedProcess(command, tree, environment, sys.stdout.fileno() if echo else out.fileno())
            try:
                exceeded = process.wait(limit)
            finally:
                process.end()
        code = None if exceeded else process.exit_code
        text = output.read_text(errors="replace")[-_MAX_OUTPUT:]
        run = Run(code, exceeded, time.monotonic() - started, text)
        if report.exists():
            for line in report.read_text().splitlines():
                _read(run, json.loads(line))
        return run


def forget_examples(tree: Path) -> None:
    """Delete the failing examples that Hypothesis keeps, so that no mutant profits from another's."""
    shutil.rmtree(tree / ".hypothesis" / "examples", ignore_errors=True)


def _read(run: Run, line: dict[str, object]) -> None:
    match line:
        case {"failed": str(test), "when": str(when), "why": str(why)}:
            run.failures.append(Failure(test, when, why))
        case {"test": str(test), "seconds": float() | int() as seconds}:
            run.durations[test] = seconds
        case {"collected": int(number)}:
            run.collected = number
