"""What the tests of the runner share: traces to change, files to run it on, and what it writes."""

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
    """Return the shortest of the games recorded in a file, as JSON."""
    with gzip.open(TRACES / file, "rt", encoding="utf-8") as lines:
        return min(lines, key=len)


def written(folder: Path, *traces: object) -> str:
    """Write traces into a file."""
    path = folder / "traces"
    path.write_text("".join(json.dumps(trace) + "\n" for trace in traces), encoding="utf-8")
    return str(path)


def totals(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], tuple[int, ...]]:
    """Return the lines that the runner has written, and the numbers of the last one."""
    *lines, last = capsys.readouterr().out.splitlines()
    form = LAST_LINE.fullmatch(last)
    assert form is not None, last
    return lines, tuple(map(int, form.groups()))


def _found(trace: Trace, path: tuple[str | int, ...]) -> Any:
    found: Any = trace
    for step in path:
        found = found[step]
    return found


def raised(*path: str | int, by: int = 1) -> Change:
    """Return the change that adds to a number."""

    def change(trace: Trace) -> None:
        _found(trace, path[:-1])[path[-1]] += by

    return change


def swapped(*path: str | int) -> Change:
    """Return the change that lets the first and the last of a list change places."""

    def change(trace: Trace) -> None:
        found = _found(trace, path)
        assert found[0] != found[-1], "the change would change nothing"
        found[0], found[-1] = found[-1], found[0]

    return change


def without_last(*path: str | int) -> Change:
    """Return the change that leaves out the last of a list."""

    def change(trace: Trace) -> None:
        _found(trace, path).pop()

    return change


def replaced(value: object, *path: str | int) -> Change:
    """Return the change that puts another value in."""

    def change(trace: Trace) -> None:
        within, last = _found(trace, path[:-1]), path[-1]
        assert within[last] != value, "the change would change nothing"
        within[last] = value

    return change


def left_out(*path: str | int) -> Change:
    """Return the change that takes a field away."""

    def change(trace: Trace) -> None:
        del _found(trace, path[:-1])[path[-1]]

    return change
