"""Tables, goals and command-line options that the benchmarks share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from platform import python_version
from statistics import median
from typing import Final

from msgspec import Struct
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

NORMAL_95: Final = 1.96
"""Standard errors on each side of a mean that hold the true value in 95 of 100 cases."""


class Goal(Struct, frozen=True, kw_only=True):
    """A target and the measured figures."""

    name: str
    found: Sequence[float]
    """One figure per round; the median counts."""
    wanted: float
    least: bool = True
    """True if the target is a minimum; otherwise it is a maximum."""
    unit: str = "×"

    @property
    def met(self) -> bool:
        """True if the median reaches the target."""
        figure = median(self.found)
        return figure >= self.wanted if self.least else figure <= self.wanted


def argument_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the option `--quick`."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="run a small version of the benchmark")
    return parser


def table(title: str, *columns: str) -> Table:
    """Return an empty table whose first column is text and whose others are numbers."""
    new = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0), title_justify="left")
    for number, column in enumerate(columns):
        new.add_column(column, justify="right" if number else "left", no_wrap=True)
    return new


def show_goals(console: Console, goals: Sequence[Goal]) -> None:
    """Print the goals and whether they were met."""
    shown = table("Goals", "goal", "median", "least – most", "wanted", "")
    for goal in goals:
        shown.add_row(
            goal.name,
            f"{median(goal.found):.2f} {goal.unit}",
            f"{min(goal.found):.2f} – {max(goal.found):.2f}",
            f"{'≥' if goal.least else '≤'} {goal.wanted:g} {goal.unit}",
            "met" if goal.met else "[bold red]MISSED",
        )
    console.print(shown)


def show_skipped(console: Console, part: str, reason: object) -> None:
    """Print that a part was not measured."""
    console.print(f"[bold red]SKIPPED: {part}: {reason}")


def load_average() -> float:
    """Return the system's load average over the last minute."""
    return os.getloadavg()[0]


def show_load_average(console: Console, before: float) -> None:
    """Print the interpreter, and the load average before and after the benchmark."""
    console.print(
        f"Python {python_version()}, load average: {before:.1f} before, {load_average():.1f} after,"
        f" on {os.cpu_count()} cores"
    )
