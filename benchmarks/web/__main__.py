"""How soon a table can be played at in a browser, and how soon a move is seen.

A table is opened in Chromium, whose processor is slowed down four times: once with nothing kept from
before, once again; what that takes from the network is counted in a visit of its own. It is usable when a
card of the hand can be clicked. Beside that, in turns, a bare page of the same server, which is the least
that such a page can be: one file that asks for the game and shows the hand as plain buttons. Then moves are
made at a table of three, by clicks and through the API: the time from an event's own `at` to the frame in
which the card lies on the table, on the page of who played it and on another player's. The last line is how
many times longer our page takes than the bare one, first visits compared.

Run: `uv run python -m benchmarks.web [--quick]`.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from rich.console import Console

from benchmarks.append.report import Goal, show_goals, table
from benchmarks.subscribers.servers import kibitz
from benchmarks.web.browser import Timed, unwatched
from benchmarks.web.pages import BARE, moves_seen, seated
from tests.web.harness.chromium import chromium
from tests.web.harness.visitors import Visitors

SLOWED: Final = 4.0
"""How many times slower the processor is while a page loads."""
USABLE: Final = 1_000.0
"""Milliseconds after which a table is to be usable."""
SEEN: Final = 100.0
"""Milliseconds after which a move is to be seen."""
LIGHT: Final = 150.0
"""Kilobytes that the first table may take."""


class Scale(Struct, frozen=True, kw_only=True):
    """How much is measured."""

    visits: int
    moves: int


FULL = Scale(visits=15, moves=60)
QUICK = Scale(visits=3, moves=12)


def show_visits(console: Console, found: Mapping[str, Sequence[Timed]]) -> None:
    """Print what opening each page took: medians over the visits."""
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
    """Print after how many milliseconds moves were seen."""
    shown = table(
        "From a move's commit to the frame that shows it",
        "whose page",
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
            f"{ordered[95 * (len(each) - 1) // 100]:.0f}",
            f"{ordered[-1]:.0f}",
        )
    console.print(shown)


def main() -> None:
    """Measure and print the tables; the last line is the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure little, to see that it works")
    scale = QUICK if parser.parse_args().quick else FULL
    console = Console()
    with (
        TemporaryDirectory() as folder,
        kibitz(Path(folder)) as server,
        chromium() as browser,
        Visitors(browser) as visitors,
    ):
        site = server.url.removesuffix("/graphql")
        ann = seated(site, visitors)
        carried = ann.carried()
        first: list[Timed] = []
        again: list[Timed] = []
        bare: list[Timed] = []
        with unwatched() as timing:
            for _ in range(scale.visits):
                bare.append(ann.bare_visit(timing, SLOWED))
                cold, warm = ann.visits(timing, SLOWED)
                first.append(cold)
                again.append(warm)
        seen = moves_seen(site, visitors, scale.moves)
    show_visits(console, {"our page, first visit": first, "our page, again": again, BARE: bare})
    console.print(f"first visit: {carried.bytes / 1e3:.1f} kB in {len(carried.requests)} requests\n")
    show_moves(console, seen)
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
            found=[carried.bytes / 1e3],
            wanted=LIGHT,
            least=False,
            unit="kB",
        ),
        *(
            Goal(name=f"a move on {name}", found=each, wanted=SEEN, least=False, unit="ms")
            for name, each in seen.items()
        ),
    ]
    show_goals(console, goals)
    console.print(f"ratio: {median(ratios):.2f}")


if __name__ == "__main__":
    main()
