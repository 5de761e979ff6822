"""Tables with small bar charts for the terminal: metrics, and activity over time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct
from rich.bar import Bar
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from sqlalchemy import Connection

from projections.statistics.metrics import METRICS, Metric
from projections.statistics.queries import Lengths, activity, figures, lengths
from projections.statistics.selection import Bucket, Selection

MAX_WIDTH: Final = 20
"""Maximum width of a bar in characters."""
MIN_WIDTH: Final = 4
"""Width of a bar in a narrow terminal."""


class Line(Struct, kw_only=True):
    """Sums of the figures with the same x, and in some tables with the same number of seats."""

    x: int
    seats: int
    """0 if tables of all sizes are counted together."""
    count: int = 0
    total: int = 0
    sum_of_y: int = 0
    first: int = 0
    """Number of figures whose y is 1."""


Row = tuple[tuple[str, ...], float]
"""The cells of a row, and the length of its bar from 0 to 1."""


class Chart(Struct, frozen=True, kw_only=True):
    """Definition of the table for a metric."""

    title: str
    metric: Metric
    group: str
    """The head of the column that names the groups."""
    heads: tuple[str, ...]
    """The heads of the columns after the count."""
    show: Callable[[Line, Sequence[Line]], Row]
    first_number: int = 0
    """The number shown for the first group, 1 for rounds."""
    by_seats: bool = False
    """True for places at the table: together, tables of all sizes show what their sizes are."""

    def cells(self, line: Line, lines: Sequence[Line]) -> Row:
        """Return a line's cells and the length of its bar."""
        label = METRICS[self.metric].x.label(line.x + self.first_number)
        cells, part = self.show(line, lines)
        # Suits are words, ranks are letters.
        group = label.lower() if len(label) > 1 else label
        return (*([str(line.seats)] if self.by_seats else []), group, f"{line.count:,}", *cells), part


class FractionBar:
    """Bar for a fraction from 0 to 1; drawn in ASCII unless the output is a terminal."""

    def __init__(self, part: float) -> None:
        self._part = min(max(part, 0.0), 1.0)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the bar."""
        if options.is_terminal and not options.ascii_only:
            yield Bar(1, 0, self._part, width=options.max_width)
        else:
            yield Text("#" * round(options.max_width * self._part))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the minimum and the maximum width."""
        return Measurement(MIN_WIDTH, MAX_WIDTH)


def metric_tables(connection: Connection, selection: Selection) -> Iterator[Table]:
    """Yield a table for each metric that the variant has.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    for chart in CHARTS:
        lines: dict[tuple[int, int], Line] = {}
        for row in figures(connection, chart.metric, selection, seats=chart.by_seats):
            line = lines.setdefault((row.seats, row.x), Line(x=row.x, seats=row.seats))
            line.count += row.count
            line.total += row.total
            line.sum_of_y += row.y * row.count
            line.first += row.count if row.y == 1 else 0
        if lines:
            found = list(lines.values())
            counted = _COUNTED.get(chart.metric, METRICS[chart.metric].count.name)
            heads = (*(["players"] if chart.by_seats else []), chart.group, counted, *chart.heads)
            yield _table(chart.title, heads, [chart.cells(line, found) for line in found])


def activity_tables(connection: Connection, selection: Selection) -> Iterator[Table]:
    """Yield a table of the activity in each period, if there was any.

    Raises TooManyRows, and NotBuilt.
    """
    happened = activity(connection, selection)
    hours = selection.bucket is Bucket.HOUR
    finished = {} if hours else {each.begins: each for each in lengths(connection, selection)}
    most = max((each.moves for each in happened), default=0)
    rows: list[Row] = []
    for each in happened:
        assert each.begins is not None, "a selection with a bucket has periods"
        cells = [f"{each.started:,}"]
        cells += [f"{each.ended:,}"] if hours else _lengths(finished.get(each.begins.date()))
        cells += [] if each.people is None else [f"{each.people:,}"]
        begins = f"{each.begins:%Y-%m-%d %H:%M}" if hours else f"{each.begins:%Y-%m-%d}"
        rows.append(((begins, *cells, f"{each.moves:,}"), each.moves / most if most else 0))
    heads = ("ended",) if hours else ("finished", "rounds\ndealt", "time", "people")
    if rows:
        yield _table("Activity", (f"{selection.bucket}", "started", *heads, "moves"), rows)


def summary(connection: Connection, selection: Selection) -> str:
    """Describe the number of finished games and their length.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    found = lengths(connection, selection)
    if not found:
        return "no games were finished"
    [games] = found
    count, rounds, time = _lengths(games)
    moves = f"{games.moves / games.games:.1f}"
    finished = f"{count} finished game{'s' * (games.games != 1)}"
    return f"{finished}; {rounds} rounds dealt, {moves} moves and {time} a game"


def _lengths(games: Lengths | None) -> tuple[str, str, str]:
    """Return the number of games, their mean number of rounds dealt and their mean duration."""
    if games is None or not games.games:
        return "0", "", ""
    time = timedelta(seconds=round(games.seconds / games.games))
    return f"{games.games:,}", f"{games.rounds / games.games:.1f}", str(time)


def _table(title: str, heads: Sequence[str], rows: Sequence[Row]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    for cells, part in rows:
        table.add_row(*cells, FractionBar(part))
    return table


def _rate(line: Line, _: Sequence[Line]) -> Row:
    rate = line.total / line.count
    return (f"{rate:.1%}",), rate


def _share(line: Line, lines: Sequence[Line]) -> Row:
    share = line.count / sum(each.count for each in lines)
    return (f"{share:.1%}",), line.count / max(each.count for each in lines)


def _contract(line: Line, lines: Sequence[Line]) -> Row:
    (share,), _ = _share(line, lines)
    cells, rate = _rate(line, lines)
    return (share, *cells), rate


def _mean(line: Line, lines: Sequence[Line]) -> Row:
    mean, most = line.total / line.count, max(each.total / each.count for each in lines)
    return (f"{mean:.2f}",), mean / most if most > 0 else 0


def _against_tricks(line: Line, lines: Sequence[Line]) -> Row:
    cells, part = _mean(line, lines)
    return (f"{line.sum_of_y / line.count:.2f}", *cells), part


def _place(line: Line, _: Sequence[Line]) -> Row:
    first = line.first / line.count
    return (f"{line.sum_of_y / line.count:.2f}", f"{first:.1%}"), first


def _plays(line: Line, lines: Sequence[Line]) -> Row:
    (share,), part = _share(line, lines)
    return (share, f"{line.total / line.count:.2f}", f"{line.sum_of_y / line.count:.2f}"), part


_SCORED: Final = (Metric.CONTRACT, Metric.TRUMP, Metric.DEALER, Metric.POINTS)
_COUNTED: Final = dict.fromkeys(_SCORED, "rounds scored")
"""Heads of the columns of counts that differ from the measure's name: they say which rounds count."""

CHARTS: Final = (
    Chart(title="Bids", metric=Metric.BID, group="amount", heads=("made",), show=_rate),
    Chart(
        title="Bids, round by round",
        metric=Metric.BID_BY_ROUND,
        group="round",
        heads=("made",),
        show=_rate,
        first_number=1,
    ),
    Chart(
        title="Bids against tricks",
        metric=Metric.TRICKS_BY_BID,
        group="amount",
        heads=("mean tricks", "mean points"),
        show=_against_tricks,
    ),
    Chart(
        title="Highest bids",
        metric=Metric.CONTRACT,
        group="amount",
        heads=("share", "made"),
        show=_contract,
    ),
    Chart(title="Trump", metric=Metric.TRUMP, group="suit", heads=("share",), show=_share),
    Chart(
        title="The dealer's advantage",
        metric=Metric.DEALER,
        group="left of the dealer",
        heads=("mean points",),
        show=_mean,
        by_seats=True,
    ),
    Chart(title="Points", metric=Metric.POINTS, group="points", heads=("share",), show=_share),
    Chart(
        title="Seats",
        metric=Metric.SEAT,
        group="seat",
        heads=("mean place", "first"),
        show=_place,
        by_seats=True,
    ),
    Chart(
        title="Starting hands, the strongest first",
        metric=Metric.STRENGTH,
        group="hand",
        heads=("mean place", "first"),
        show=_place,
        by_seats=True,
    ),
    Chart(
        title="Ranks played, and the mean place of who played them",
        metric=Metric.RANK_PLAYED,
        group="rank",
        heads=("share", "mean cards", "mean place"),
        show=_plays,
    ),
)
"""The tables of all variants, each shown where the variant has the metric."""
