"""Line coverage of the inner loop, test by test, with the duration of each test."""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from coverage import CoverageData
from msgspec import Struct

from benchmarks.mutations.pytest_run import run_pytest

SEED: Final = "--hypothesis-seed=110"
WORKERS: Final = "-n2"
_LIMIT: Final = 4 * 3600
_OUTSIDE: Final = ""
"""The context of the lines that ran at import or between tests."""


class LineCoverage(Struct, frozen=True, kw_only=True):
    """The tests that run each line of a commit."""

    commit: str
    paths: Sequence[str]
    """The tests that were measured; empty for the whole inner loop."""
    seconds: int
    tests: Sequence[str]
    """The tests that run any line of the mutated folders."""
    durations: dict[str, float]
    excluded: Sequence[str]
    """The tests that fail without a mutant, so that they prove nothing."""
    imported: dict[str, Sequence[int]]
    """By file, the lines that ran at import or between tests."""
    lines: dict[str, dict[int, Sequence[int]]]
    """By file and line, the places in `tests` of the tests that run it."""


def measure_coverage(tree: Path, commit: str, paths: Sequence[str]) -> LineCoverage:
    """Run the inner loop with coverage, and its failed tests again without; `paths` restrict the tests."""
    parts = tree.parent / "coverage"
    parts.mkdir()
    arguments = [WORKERS, "--timeout=300", SEED, "-r", "fE", "--tb=no", *paths]
    run = run_pytest(tree, arguments, limit=_LIMIT, measure=parts, bytecode="write", echo=True)
    if run.limit or not run.durations:
        raise SystemExit(f"The inner loop did not end: {run.limit or run.exit_code}")
    excluded = _failing(tree, sorted(run.failed)) if run.failed else []
    print(f"{len(run.durations)} tests in {run.seconds:.0f} s; {len(run.failed)} failed under coverage")
    print(f"{len(excluded)} of them fail without coverage too and are left out", *excluded, sep="\n  ")
    found = _tests_by_line(tree, parts)
    shutil.rmtree(parts)
    tests = sorted({test for lines in found.values() for by in lines.values() for test in by} - {_OUTSIDE})
    number = {test: place for place, test in enumerate(tests)}
    return LineCoverage(
        commit=commit,
        paths=paths,
        seconds=round(run.seconds),
        tests=tests,
        durations={test: run.durations.get(test, 1.0) for test in tests},
        excluded=excluded,
        imported={
            file: sorted(line for line, by in lines.items() if _OUTSIDE in by)
            for file, lines in found.items()
        },
        lines={
            file: {line: sorted(number[test] for test in by if test) for line, by in sorted(lines.items())}
            for file, lines in sorted(found.items())
        },
    )


def read_coverage(file: Path) -> LineCoverage:
    """Read a measurement."""
    return msgspec.json.decode(file.read_bytes(), type=LineCoverage)


def write_coverage(file: Path, measured: LineCoverage) -> None:
    """Write a measurement."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(measured))


def files_of(tests: Iterable[str]) -> list[str]:
    """Return the files of tests, in the order of their first tests."""
    return list(dict.fromkeys(test.split("::")[0] for test in tests))


def _failing(tree: Path, tests: Sequence[str]) -> list[str]:
    """Return the tests that fail without coverage."""
    arguments = [WORKERS, "--timeout=120", SEED, "--tb=short", *files_of(tests)]
    run = run_pytest(tree, arguments, limit=3600, tests=tests, bytecode="write")
    if run.failed:
        print(run.output, file=sys.stderr)
    return sorted(run.failed)


def _tests_by_line(tree: Path, parts: Path) -> dict[str, dict[int, set[str]]]:
    """Merge the measurements of the workers."""
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for part in sorted(parts.iterdir()):
        data = CoverageData(str(part))
        data.read()
        for file in data.measured_files():
            name = Path(file).relative_to(tree.resolve()).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                found[name][line] |= set(contexts)
        data.close(force=True)
    return found
