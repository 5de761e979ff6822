"""Benchmark of the pages: requests, socket messages and bytes, beside those of an earlier commit.

A player and a spectator open the page of a running table, then the player makes moves by clicks: at a table
of three people, where a move causes few events, and at one with machine players, who go on at once. Counted
are the requests to the API, the messages of sockets in both directions, and the bytes of both on the wire,
with headers. The files of the pages are not counted: a browser keeps them. The same program measures an
earlier commit in a temporary clone. The figures are means; the last line is the mean ratio of the bytes.

Run: `uv run python -m benchmarks.page_traffic [--quick] [--reference COMMIT]`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from msgspec import Struct
from rich.console import Console

from benchmarks.report import Goal, argument_parser, show_goals, table

ROOT: Final = Path(__file__).parents[2]
MEASURE: Final = Path(__file__).with_name("measure.py")
REFERENCE: Final = "2d318b21a13f1d31b4fc919771d150bd55ce449e"
"""The last commit whose pages queried the game again after each event."""
WANTED: Final = 0.5
"""The goal: maximum ratio of the bytes."""

Figures: TypeAlias = Mapping[str, Sequence[Sequence[int]]]
"""Requests, messages and bytes of each sample, by the name of the measured step."""


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    tables: int
    moves: int


FULL = Scale(tables=3, moves=6)
QUICK = Scale(tables=1, moves=4)


@contextmanager
def clone(commit: str) -> Iterator[Path]:
    """Check a commit out in a temporary folder."""
    with TemporaryDirectory() as folder:
        quiet = ["git", "-c", "advice.detachedHead=false"]
        subprocess.run([*quiet, "clone", "--quiet", "--no-checkout", ROOT, folder], check=True)
        subprocess.run([*quiet, "checkout", "--quiet", commit], cwd=folder, check=True)
        yield Path(folder)


def measured(checkout: Path, scale: Scale) -> Figures:
    """Return the traffic of a checkout's pages."""
    # Without the script's folder in the path: only the checkout's modules may be imported.
    command = [sys.executable, "-P", str(MEASURE), str(scale.tables), str(scale.moves)]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def means(samples: Sequence[Sequence[int]]) -> list[float]:
    """Return the mean of each column."""
    return [fmean(column) for column in zip(*samples, strict=True)]


def show(console: Console, now: Figures, before: Figures) -> list[float]:
    """Print the table, and return the ratios of the bytes."""
    shown = table(
        "Traffic of the pages with the API: before → now",
        *("step", "requests", "messages", "kB", "×"),
    )
    ratios = []
    for name in now:
        new, old = means(now[name]), means(before[name])
        ratios.append(new[2] / old[2])
        shown.add_row(
            name,
            *(f"{was:.1f}→{is_now:.1f}" for was, is_now in zip(old[:2], new[:2], strict=True)),
            f"{old[2] / 1e3:.1f}→{new[2] / 1e3:.1f}",
            f"{ratios[-1]:.2f}",
        )
    console.print(shown)
    return ratios


def main() -> None:
    """Print the table and the ratio."""
    parser = argument_parser(__doc__)
    parser.add_argument("--reference", default=REFERENCE, help="the commit to compare with")
    given = parser.parse_args()
    scale = QUICK if given.quick else FULL
    console = Console()
    with clone(given.reference) as checkout:
        before = measured(checkout, scale)
    now = measured(ROOT, scale)
    ratios = show(console, now, before)
    goals = [
        Goal(name=name, found=[ratio], wanted=WANTED, least=False)
        for name, ratio in zip(now, ratios, strict=True)
    ]
    show_goals(console, goals)
    console.print(f"ratio: {fmean(ratios):.2f}")


if __name__ == "__main__":
    main()
