"""Benchmark of the pages: time until a table is usable, and until a move is visible.

Chromium opens a table with a four times slower processor, first with an empty cache, then again. A separate
visit counts the network traffic. The table is usable when a card that may be played can be clicked. The
reference is a bare page of the same server: one file that queries the game and shows the hand as plain
buttons. Then moves are made at a table of three, by clicks and through the API. Their time runs from the
event's timestamp to the frame that shows the card, on the mover's page and on another player's. A trace of
played cards has the frames in which cards move: layouts and paints where the document is unchanged, and the
time of the main thread. The last line is the ratio of the first visits to the page and to the bare page.

Run: `uv run python -m benchmarks.web [--quick]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from rich.console import Console

from benchmarks.report import Goal, argument_parser, show_goals, table
from benchmarks.server_processes import ONE_ADDRESS, kibitz
from benchmarks.web.browser import LoadTimes, devtools_browser
from benchmarks.web.frame_trace import MovingFrame, trace_motion
from benchmarks.web.measured_tables import BARE, measure_moves, open_table
from tests.web.harness.chromium import chromium
from tests.web.harness.visitors import Visitors

SLOWED: Final = 4.0
"""The factor by which the processor is slowed down while a page loads."""
USABLE: Final = 1_000.0
"""The goal: maximum milliseconds until a table is usable."""
SEEN: Final = 100.0
"""The goal: maximum milliseconds until a move is visible."""
LIGHT: Final = 150.0
"""The goal: maximum kilobytes of the first visit."""


FRAME: Final = 8.0
"""The goal: maximum milliseconds of the main thread in a frame in which cards move, for 95 of 100 frames."""


class Scale(Struct, frozen=True, kw_only=True):
    """The size of the benchmark."""

    visits: int
    moves: int
    traced: int
    """The cards that are played for the trace."""


FULL = Scale(visits=15, moves=60, traced=20)
QUICK = Scale(visits=3, moves=12, traced=5)


def show_visits(console: Console, found: Mapping[str, Sequence[LoadTimes]]) -> None:
    """Print the load times of each page, as medians over the visits."""
    shown = table(
        f"Opening a table, processor {SLOWED:g} times slower",
        *("page", "paint ms", "usable ms", "least – most"),
    )
    for name, each in found.items():
        usable = [visit.usable for visit in each]
        shown.add_row(
            name,
            f"{median(visit.painted for visit in each):,.0f}",
            f"{median(usable):,.0f}",
            f"{min(usable):,.0f} – {max(usable):,.0f}",
        )
    console.print(shown)


def show_moves(console: Console, found: Mapping[str, Sequence[float]]) -> None:
    """Print the milliseconds until moves were visible."""
    shown = table(
        "From a move's commit to the frame that shows it",
        "page",
        "moves",
        "p50 ms",
        "p95 ms",
        "most ms",
    )
    for name, each in found.items():
        ordered = sorted(each)
        shown.add_row(
            name,
            str(len(each)),
            f"{median(each):.0f}",
            f"{percentile(each):.0f}",
            f"{ordered[-1]:.0f}",
        )
    console.print(shown)


def percentile(found: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(found)[95 * (len(found) - 1) // 100]


def show_frames(console: Console, found: Sequence[MovingFrame]) -> Sequence[Goal]:
    """Print the frames in which cards moved, and return their goals; none if no animation ran."""
    if not found:
        console.print("[bold red]no animation ran[/]: the trace has no frame in which cards move\n")
        return []
    shown = table("Frames in which cards move", "frames", "number", "p50 ms", "p95 ms", "layouts", "paints")
    still = [frame for frame in found if not frame.is_changed]
    for name, each in {"all": found, "without a change": still}.items():
        spent = [frame.milliseconds for frame in each]
        shown.add_row(
            name,
            str(len(each)),
            f"{median(spent):.1f}" if spent else "–",
            f"{percentile(spent):.1f}" if spent else "–",
            str(sum(frame.rendering.count("Layout") for frame in each)),
            str(sum(frame.rendering.count("Paint") for frame in each)),
        )
    console.print(shown)
    rendered = float(sum(len(frame.rendering) for frame in still))
    slow = percentile([frame.milliseconds for frame in found])
    return [
        Goal(name="layouts and paints without a change", found=[rendered], wanted=0, least=False, unit=""),
        Goal(name="main thread, p95 of a frame", found=[slow], wanted=FRAME, least=False, unit="ms"),
    ]


def main() -> None:
    """Print the tables and the ratio."""
    scale = QUICK if argument_parser(__doc__).parse_args().quick else FULL
    console = Console()
    with (
        TemporaryDirectory() as folder,
        kibitz(Path(folder), ONE_ADDRESS) as server,
        chromium() as browser,
        Visitors(browser) as visitors,
    ):
        site = server.url.removesuffix("/graphql")
        ann = open_table(site, visitors)
        traffic = ann.traffic()
        first: list[LoadTimes] = []
        again: list[LoadTimes] = []
        bare: list[LoadTimes] = []
        with devtools_browser() as timing:
            for _ in range(scale.visits):
                bare.append(ann.bare_visit(timing, SLOWED))
                cold, warm = ann.visits(timing, SLOWED)
                first.append(cold)
                again.append(warm)
        seen = measure_moves(site, visitors, scale.moves)
        frames = trace_motion(site, browser, visitors, scale.traced)
    show_visits(console, {"our page, first visit": first, "our page, again": again, BARE: bare})
    console.print(f"first visit: {traffic.bytes / 1e3:.1f} kB in {len(traffic.requests)} requests\n")
    show_moves(console, seen)
    frame_goals = show_frames(console, frames)
    ratios = [ours.usable / least.usable for ours, least in zip(first, bare, strict=True)]
    goals = [
        Goal(
            name="usable, first visit",
            found=[each.usable for each in first],
            wanted=USABLE,
            least=False,
            unit="ms",
        ),
        Goal(
            name="bytes of the first visit",
            found=[traffic.bytes / 1e3],
            wanted=LIGHT,
            least=False,
            unit="kB",
        ),
        *(
            Goal(name=f"a move on {name}", found=each, wanted=SEEN, least=False, unit="ms")
            for name, each in seen.items()
        ),
        *frame_goals,
    ]
    show_goals(console, goals)
    console.print(f"ratio: {median(ratios):.2f}")


if __name__ == "__main__":
    main()
