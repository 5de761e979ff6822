"""How the benchmark of the append shows what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from msgspec import Struct
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.append.load import Load
from benchmarks.append.profile import Part


class Goal(Struct, frozen=True, kw_only=True):
    """What was to be reached, and what was."""

    name: str
    found: Sequence[float]
    """One figure for each round; the median counts."""
    wanted: float
    least: bool = True
    """Whether it is to be reached at least, or at most."""
    unit: str = "×"

    @property
    def met(self) -> bool:
        """Whether it was reached."""
        figure = median(self.found)
        return figure >= self.wanted if self.least else figure <= self.wanted


def short(side: str) -> str:
    """Return what a side is called where there is little room."""
    return side.split(",")[0]


def table(title: str, *columns: str) -> Table:
    """Return an empty table whose first column is text and whose others are numbers."""
    made = Table(title=title, box=SIMPLE, padding=(0, 1, 0, 0), title_justify="left")
    for number, column in enumerate(columns):
        made.add_column(column, justify="right" if number else "left", no_wrap=True)
    return made


def show_loads(console: Console, title: str, found: Mapping[str, Sequence[Load]], beside: str) -> None:
    """Print what each side did: medians over the rounds, the spread of the rates."""
    shown = table(title, "side", "events/s", "least – most", "p50 ms", "p99 ms", f"× {short(beside)}")
    for name, loads in found.items():
        rates = [load.rate for load in loads]
        paired = [load.rate / other.rate for load, other in zip(loads, found[beside], strict=True)]
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{1e3 * median(load.p50 for load in loads):.2f}",
            f"{1e3 * median(load.p99 for load in loads):.2f}",
            f"{median(paired):.2f}",
        )
    console.print(shown)


def show_parts(console: Console, title: str, parts: Sequence[Part], taken: float) -> None:
    """Print where the CPU time of a command goes, of which it takes so many seconds unprofiled."""
    shown = table(title, "part", "µs a command", "share")
    for part in sorted(parts, key=lambda part: part.share, reverse=True):
        shown.add_row(part.name, f"{1e6 * taken * part.share:.1f}", f"{part.share:.0%}")
    console.print(shown)


def show_goals(console: Console, goals: Sequence[Goal]) -> None:
    """Print which goals were met."""
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


def left_out(console: Console, what: str, why: object) -> None:
    """Say loudly that a part was not measured."""
    console.print(f"[bold red]LEFT OUT: {what}: {why}")
