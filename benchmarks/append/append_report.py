"""Tables of the append benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from rich.console import Console

from benchmarks.append.append_load import Load
from benchmarks.append.cpu_profile import Part
from benchmarks.report import table


def short_name(side: str) -> str:
    """Return the name of a side without its details."""
    return side.split(",")[0]


def show_loads(console: Console, title: str, found: Mapping[str, Sequence[Load]], reference: str) -> None:
    """Print the rate and the latency of each side, as medians over the rounds."""
    shown = table(title, "side", "events/s", "least – most", "p50 ms", "p99 ms", f"× {short_name(reference)}")
    for name, loads in found.items():
        rates = [load.rate for load in loads]
        paired = [load.rate / other.rate for load, other in zip(loads, found[reference], strict=True)]
        shown.add_row(
            name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{1e3 * median(load.p50 for load in loads):.2f}",
            f"{1e3 * median(load.p99 for load in loads):.2f}",
            f"{median(paired):.2f}",
        )
    console.print(shown)


def show_parts(console: Console, title: str, parts: Sequence[Part], seconds: float) -> None:
    """Print the parts of a command's CPU time; `seconds` is the total without the profiler."""
    shown = table(title, "part", "µs a command", "share")
    for part in sorted(parts, key=lambda part: part.share, reverse=True):
        shown.add_row(part.name, f"{1e6 * seconds * part.share:.1f}", f"{part.share:.0%}")
    console.print(shown)
