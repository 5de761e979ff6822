"""Pytest plugin that measures the lines of each test, or runs chosen tests in a given order.

MUTATION_MEASURE names the folder for the measurements of each worker, MUTATION_TESTS the file with the
chosen tests, MUTATION_REPORT the file to which durations and failures are appended, one JSON object a line.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.mutations.sites import FOLDERS

if TYPE_CHECKING:
    from coverage import Coverage

_MEASURE = os.environ.get("MUTATION_MEASURE")
_TESTS = os.environ.get("MUTATION_TESTS")
_REPORT = os.environ.get("MUTATION_REPORT")
_WORKER = os.environ.get("PYTEST_XDIST_WORKER")
_PROCESS = os.getpid()


def _started_coverage(folder: str) -> Coverage:
    from coverage import Coverage

    coverage = Coverage(
        data_file=f"{folder}/coverage.{_WORKER or 'main'}.{_PROCESS}",
        include=[f"{Path.cwd()}/{name}/*" for name in FOLDERS],
        config_file=False,
        messages=False,
    )
    # The process that only starts the workers runs no line; a warning would be an error there.
    coverage._warn_no_data = False
    coverage.start()
    return coverage


# While the plugin is imported, so that the imports of conftest.py are measured too.
_coverage = _started_coverage(_MEASURE) if _MEASURE else None
_durations: dict[str, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Attribute the lines that run to the test."""
    if _coverage is not None:
        _coverage.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        # A test may fork.
        if _coverage is not None and os.getpid() == _PROCESS:
            _coverage.switch_context("")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Write the measurements."""
    if _coverage is not None and os.getpid() == _PROCESS:
        _coverage.stop()
        _coverage.save()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the chosen tests, in the given order."""
    if _TESTS is None:
        return
    place = {test: number for number, test in enumerate(json.loads(Path(_TESTS).read_text()))}
    left = [item for item in items if item.nodeid not in place]
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])
    config.hook.pytest_deselected(items=left)
    if _WORKER in (None, "gw0"):
        _write({"collected": len(items)})


@pytest.hookimpl
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record durations and failures; with workers, only in the process that started them."""
    if _WORKER is not None:
        return
    _durations[report.nodeid] += report.duration
    if report.failed:
        _write({"failed": report.nodeid, "when": report.when, "why": _reason(report)})
    if report.when == "teardown":
        _write({"test": report.nodeid, "seconds": round(_durations.pop(report.nodeid), 4)})


@pytest.hookimpl
def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Record modules that cannot be imported."""
    if _WORKER is None and report.failed:
        _write({"failed": report.nodeid, "when": "collect", "why": _reason(report)})


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    lines = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    return (lines or report.longreprtext.splitlines()[-1:] or [""])[0][:200]


def _write(line: dict[str, object]) -> None:
    if _REPORT is not None:
        with Path(_REPORT).open("a") as out:
            out.write(json.dumps(line) + "\n")
