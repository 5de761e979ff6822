"""Table of luck and play in many games for the terminal, with words for results that have none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from api.cli.terminal.charts import FractionBar
from api.cli.terminal.luck import NORMAL_95
from projections.luck.sums import LuckSums


def luck_of_games(found: Sequence[LuckSums]) -> Iterator[Table | Text]:
    """Yield a table of the luck of people and of machines, what ± is, and why other results have none."""
    known = [(each, each.known) for each in found if each.known is not None]
    if known:
        unit = "points" if found[0].in_points else "places"
        table = Table(title=f"Luck and play, {unit} a game", title_justify="left")
        for head in ("who", "results", "result\nless par", "luck", "play", "explained\nby luck"):
            table.add_column(head, justify="right", no_wrap=True)
        table.add_column("")
        for each, means in known:
            explained = "" if means.explained is None else f"{means.explained:.1%}"
            table.add_row(
                "machines" if each.machine else "people",
                f"{means.results:,}",
                f"{means.result:+z.2f}",
                f"{means.luck:+z.2f}",
                f"{means.play:+z.2f} ± {NORMAL_95 * means.play_error:.2f}",
                explained,
                FractionBar(means.explained or 0),
            )
        yield table
        yield Text("Play of less than its ± may be chance: it is a 95 % interval.")
    yield from _without_luck(found, lambda each: each.without_table, "their rules have no table of luck")
    yield from _without_luck(found, lambda each: each.not_public, "their hands are not public yet")


def _without_luck(found: Iterable[LuckSums], count: Callable[[LuckSums], int], reason: str) -> Iterator[Text]:
    results = sum(map(count, found))
    if results:
        yield Text(f"{results:,} result{'s' * (results > 1)} without luck: {reason}.")
