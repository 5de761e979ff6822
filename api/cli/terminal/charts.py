"""Statistics as the terminal shows them: tables with small bar charts, and the course of time."""

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

from domain.cards import Suit
from projections.statistics.metrics import Metric
from projections.statistics.queries import Lengths, activity, figures, lengths
from projections.statistics.selection import Bucket, Selection

WIDTH: Final = 20
"""Characters that the longest bar takes."""
SHORTEST: Final = 4
"""Characters that it takes where there is little room."""


class Line(Struct, kw_only=True):
    """What the figures of one x come to."""

    x: int
    count: int = 0
    total: int = 0
    sum_of_y: int = 0
    first: int = 0
    """How many of them had a y of 1."""


Shown = tuple[tuple[str, ...], float]
"""What is said of a line, and how long its bar is, from 0 to 1."""


class Chart(Struct, frozen=True, kw_only=True):
    """A table about a metric."""

    title: str
    metric: Metric
    heads: tuple[str, ...]
    show: Callable[[Line, Sequence[Line]], Shown]
    named: Callable[[int], str] = str
    """What an x is called."""


class Stroke:
    """A bar for a part of something, from 0 to 1; of plain signs where it is not shown in a terminal."""

    def __init__(self, part: float) -> None:
        self._part = min(max(part, 0.0), 1.0)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the bar."""
        if options.is_terminal and not options.ascii_only:
            yield Bar(1, 0, self._part, width=options.max_width)
        else:
            yield Text("#" * round(options.max_width * self._part))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return how much room it takes: what is left by the text, if that is less than it would like."""
        return Measurement(SHORTEST, WIDTH)


def charts(connection: Connection, selection: Selection) -> Iterator[Table]:
    """Give a table for each question that has an answer in the variant.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    for chart in CHARTS:
        lines: dict[int, Line] = {}
        for row in figures(connection, chart.metric, selection):
            line = lines.setdefault(row.x, Line(x=row.x))
            line.count += row.count
            line.total += row.total
            line.sum_of_y += row.y * row.count
            line.first += row.count if row.y == 1 else 0
        if lines:
            found = list(lines.values())
            rows = [(chart.named(line.x), f"{line.count:,}", *chart.show(line, found)) for line in found]
            yield _table(
                chart.title,
                chart.heads,
                [((name, count, *cells), part) for name, count, cells, part in rows],
            )


def course(connection: Connection, selection: Selection) -> Iterator[Table]:
    """Give a table of what happened in each stretch of time, if anything did.

    Raises TooManyRows, and NotBuilt.
    """
    happened = activity(connection, selection)
    hours = selection.bucket is Bucket.HOUR
    finished = {} if hours else {each.begins: each for each in lengths(connection, selection)}
    most = max((each.moves for each in happened), default=0)
    rows: list[Shown] = []
    for each in happened:
        assert each.begins is not None, "stretches of time are told apart"
        cells = [f"{each.started:,}"]
        cells += [f"{each.ended:,}"] if hours else _lengths(finished.get(each.begins.date()))
        cells += [] if each.people is None else [f"{each.people:,}"]
        begins = f"{each.begins:%Y-%m-%d %H:%M}" if hours else f"{each.begins:%Y-%m-%d}"
        rows.append(((begins, *cells, f"{each.moves:,}"), each.moves / most if most else 0))
    heads = ("ended",) if hours else ("finished", "rounds", "time", "people")
    if rows:
        yield _table("Activity", (f"{selection.bucket}", "started", *heads, "moves"), rows)


def summary(connection: Connection, selection: Selection) -> str:
    """Say how many games were finished and how long they were.

    Raises NotByHour, TooManyRows, and NotBuilt.
    """
    found = lengths(connection, selection)
    if not found:
        return "no games were finished"
    [games] = found
    count, rounds, time = _lengths(games)
    moves = f"{games.moves / games.games:.1f}"
    return (
        f"{count} finished game{'s' * (games.games != 1)}; {rounds} rounds, {moves} moves and {time} a game"
    )


def _lengths(games: Lengths | None) -> tuple[str, str, str]:
    """Return how many games there were, and how many rounds and how much time they had on average."""
    if games is None or not games.games:
        return "0", "", ""
    time = timedelta(seconds=round(games.seconds / games.games))
    return f"{games.games:,}", f"{games.rounds / games.games:.1f}", str(time)


def _table(title: str, heads: Sequence[str], rows: Sequence[Shown]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    for cells, part in rows:
        table.add_row(*cells, Stroke(part))
    return table


def _rate(line: Line, _: Sequence[Line]) -> Shown:
    rate = line.total / line.count
    return (f"{rate:.1%}",), rate


def _share(line: Line, lines: Sequence[Line]) -> Shown:
    share = line.count / sum(each.count for each in lines)
    return (f"{share:.1%}",), line.count / max(each.count for each in lines)


def _contract(line: Line, lines: Sequence[Line]) -> Shown:
    (share,), _ = _share(line, lines)
    cells, rate = _rate(line, lines)
    return (share, *cells), rate


def _mean(line: Line, lines: Sequence[Line]) -> Shown:
    mean, most = line.total / line.count, max(each.total / each.count for each in lines)
    return (f"{mean:.2f}",), mean / most if most > 0 else 0


def _against_tricks(line: Line, lines: Sequence[Line]) -> Shown:
    cells, part = _mean(line, lines)
    return (f"{line.sum_of_y / line.count:.2f}", *cells), part


def _place(line: Line, _: Sequence[Line]) -> Shown:
    first = line.first / line.count
    return (f"{line.sum_of_y / line.count:.2f}", f"{first:.1%}"), first


def _plays(line: Line, lines: Sequence[Line]) -> Shown:
    (share,), part = _share(line, lines)
    return (share, f"{line.total / line.count:.2f}", f"{line.sum_of_y / line.count:.2f}"), part


def _round(number: int) -> str:
    return str(number + 1)


def _rank(number: int) -> str:
    return str(number) if number <= 10 else "JQKA"[number - 11]


def _suit(number: int) -> str:
    return tuple(Suit)[number].lower()


CHARTS: Final = (
    Chart(title="Bids", metric=Metric.BID, heads=("amount", "bids", "made"), show=_rate),
    Chart(
        title="Bids, round by round",
        metric=Metric.BID_BY_ROUND,
        heads=("round", "bids", "made"),
        show=_rate,
        named=_round,
    ),
    Chart(
        title="Bids against tricks",
        metric=Metric.TRICKS_BY_BID,
        heads=("amount", "bids", "mean tricks", "mean points"),
        show=_against_tricks,
    ),
    Chart(
        title="Highest bids",
        metric=Metric.CONTRACT,
        heads=("amount", "rounds", "share", "made"),
        show=_contract,
    ),
    Chart(title="Trump", metric=Metric.TRUMP, heads=("suit", "rounds", "share"), show=_share, named=_suit),
    Chart(
        title="The dealer's advantage",
        metric=Metric.DEALER,
        heads=("left of the dealer", "rounds", "mean points"),
        show=_mean,
    ),
    Chart(title="Points", metric=Metric.POINTS, heads=("points", "rounds", "share"), show=_share),
    Chart(title="Seats", metric=Metric.SEAT, heads=("seat", "games", "mean place", "first"), show=_place),
    Chart(
        title="Starting hands, the strongest first",
        metric=Metric.STRENGTH,
        heads=("hand", "games", "mean place", "first"),
        show=_place,
    ),
    Chart(
        title="Ranks played, and the mean place of who played them",
        metric=Metric.RANK_PLAYED,
        heads=("rank", "plays", "share", "mean cards", "mean place"),
        show=_plays,
        named=_rank,
    ),
)
"""What is shown of each variant, as far as it has a meaning there."""
