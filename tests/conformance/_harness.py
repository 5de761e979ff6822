"""Helpers for tests of the runner: recorded traces, changes of traces, and parsed output."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TRACES = Path(__file__).parent
LAST_LINE = re.compile(r"games: (\d+), states: (\d+), divergences: (\d+)")

Trace = dict[str, Any]
Change = Callable[[Trace], None]


def shortest(file: str) -> str:
    """Return the shortest recorded game of a file, as JSON."""
    with gzip.open(TRACES / file, "rt", encoding="utf-8") as lines:
        return min(lines, key=len)


def write_traces(folder: Path, *traces: object) -> str:
    """Write traces to a file, and return its path."""
    path = folder / "traces"
    path.write_text("".join(json.dumps(trace) + "\n" for trace in traces), encoding="utf-8")
    return str(path)


def totals(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], tuple[int, ...]]:
    """Return the lines of the runner's output, and the numbers of the last line."""
    *lines, last = capsys.readouterr().out.splitlines()
    form = LAST_LINE.fullmatch(last)
    assert form is not None, last
    return lines, tuple(map(int, form.groups()))


def _value_at(trace: Trace, path: tuple[str | int, ...]) -> Any:
    value: Any = trace
    for step in path:
        value = value[step]
    return value


def raised(*path: str | int, by: int = 1) -> Change:
    """Return a change that adds to a number."""

    def change(trace: Trace) -> None:
        _value_at(trace, path[:-1])[path[-1]] += by

    return change


def swapped(*path: str | int) -> Change:
    """Return a change that swaps the first and the last item of a list."""

    def change(trace: Trace) -> None:
        items = _value_at(trace, path)
        assert items[0] != items[-1], "the change would have no effect"
        items[0], items[-1] = items[-1], items[0]

    return change


def without_last(*path: str | int) -> Change:
    """Return a change that removes the last item of a list."""

    def change(trace: Trace) -> None:
        _value_at(trace, path).pop()

    return change


def replaced(value: object, *path: str | int) -> Change:
    """Return a change that replaces a value."""

    def change(trace: Trace) -> None:
        parent, last = _value_at(trace, path[:-1]), path[-1]
        assert parent[last] != value, "the change would have no effect"
        parent[last] = value

    return change


def removed(*path: str | int) -> Change:
    """Return a change that removes a field."""

    def change(trace: Trace) -> None:
        del _value_at(trace, path[:-1])[path[-1]]

    return change
