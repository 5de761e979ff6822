"""Every panel's query, asked as Grafana asks it, of the statistics of simulated games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

import pytest

from tests.grafana.conftest import Answer, Source
from tests.grafana.expanding import Chosen, Range
from tests.grafana.provisioned import Json, Panel, all_chosen, options, panels

PANELS: Final = panels()
WITH_TIME: Final = [panel for panel in PANELS if panel.has_time]

# The object ids of PostgreSQL's types, as Grafana groups them.
NUMBERS: Final = {20, 21, 23, 700, 701, 1700}
TEXTS: Final = {25, 1043}
TIMES: Final = {1082, 1114, 1184}
OTHERS: Final = {16, 2950}
"""Booleans and UUIDs, which tables show."""

EVER: Final = Range(datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC))
LONG_AGO: Final = Range(datetime(2001, 1, 1, tzinfo=UTC), datetime(2002, 1, 1, tzinfo=UTC))

RARE: Final = ("Moons made", "Moons over time")
"""What there may be nothing of in half of the time."""

NOT_ADDED_UP: Final = ("/", "avg(", "max(", "percentile_cont(", "DISTINCT")
"""What figures are made with that are not the sums of those of two parts of the time."""


@pytest.fixture(scope="session")
def middle(statistics: Source) -> datetime:
    """Give a midnight with half of the ends of games before it."""
    ((found,),) = statistics.run(
        "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at) FROM kibitz_stats.v_game"
    ).rows
    assert isinstance(found, datetime)
    return datetime(found.year, found.month, found.day, tzinfo=UTC)


@pytest.mark.parametrize("panel", PANELS, ids=str)
def test_a_panel_gets_what_its_kind_shows(panel: Panel, statistics: Source) -> None:
    answer = statistics.ask(panel, all_chosen(panel.dashboard), EVER)
    assert answer.rows
    assert len(set(answer.columns)) == len(answer.columns)
    KINDS[panel.kind](panel, answer)
    assert not nothing(answer)
    if panel.unit == "percentunit":
        assert all(0 <= value <= 1 for value in _shares(panel, answer))
    assert panel.overridden <= {*answer.columns, *_series(answer)}


@pytest.mark.parametrize("panel", WITH_TIME, ids=str)
def test_a_panel_shows_the_chosen_time_alone(panel: Panel, statistics: Source, middle: datetime) -> None:
    chosen = all_chosen(panel.dashboard)
    assert nothing(statistics.ask(panel, chosen, LONG_AGO))
    whole = statistics.ask(panel, chosen, EVER)
    before = statistics.ask(panel, chosen, Range(EVER.since, middle - timedelta(milliseconds=1)))
    after = statistics.ask(panel, chosen, Range(middle, EVER.until))
    if panel.title not in RARE:
        assert not nothing(before)
        assert not nothing(after)
        assert before.rows != whole.rows != after.rows
    assert all(at < middle.timestamp() for at in _times(before))
    assert all(at >= middle.timestamp() for at in _times(after))
    if _adds_up(panel):
        assert _total(before) + _total(after) == _total(whole)


@pytest.mark.parametrize("panel", WITH_TIME, ids=str)
def test_a_panel_shows_what_is_chosen_alone(panel: Panel, statistics: Source) -> None:
    everything = all_chosen(panel.dashboard)
    whole = statistics.ask(panel, everything, EVER)
    columns = _columns(panel, statistics)
    for variable in panel.dashboard["templating"]["list"]:
        if variable["name"] not in columns:
            continue
        one_by_one = [
            statistics.ask(panel, {**everything, variable["name"]: [value]}, EVER)
            for value in _values(variable, statistics)
        ]
        assert not all(map(nothing, one_by_one)), variable["name"]
        if _adds_up(panel):
            assert sum(map(_total, one_by_one)) == _total(whole), variable["name"]
        strange: Chosen = {**everything, variable["name"]: ["it's none of them"]}
        assert nothing(statistics.ask(panel, strange, EVER)), variable["name"]


@pytest.mark.parametrize("panel", PANELS, ids=str)
def test_a_panel_can_be_asked_before_the_first_game(panel: Panel, no_statistics: Source) -> None:
    answer = no_statistics.ask(panel, all_chosen(panel.dashboard), EVER)
    assert "v_projection" in panel.sql or not any(_numbers(answer))


def test_a_variant_can_be_chosen_once_it_was_played(statistics: Source, no_statistics: Source) -> None:
    variables = [each for panel in PANELS for each in panel.dashboard["templating"]["list"]]
    (query,) = {each["query"] for each in variables if each["type"] == "query"}
    assert statistics.run(query).rows == [("hundred-and-ten",), ("oh-hell",), ("president",)]
    assert no_statistics.run(query).rows == []


def test_what_has_no_time_says_so() -> None:
    for panel in PANELS:
        assert panel.has_time != panel.said["description"].endswith("As of now."), panel


# What each kind of panel needs


def _a_figure(panel: Panel, answer: Answer) -> None:
    assert len(answer.rows) == 1
    assert [kind in NUMBERS for kind in answer.types] == [True]


def _bars(panel: Panel, answer: Answer) -> None:
    assert answer.types[0] in TEXTS
    assert all(kind in NUMBERS for kind in answer.types[1:])
    assert len(answer.columns) > 1
    names = [row[0] for row in answer.rows]
    assert len(set(names)) == len(names)
    assert None not in names


def _slices(panel: Panel, answer: Answer) -> None:
    assert len(answer.columns) == 2
    _bars(panel, answer)


def _table(panel: Panel, answer: Answer) -> None:
    assert set(answer.types) <= NUMBERS | TEXTS | TIMES | OTHERS


def _series_over_time(panel: Panel, answer: Answer) -> None:
    assert answer.columns.count("time") == 1
    at = answer.columns.index("time")
    assert answer.types[at] in NUMBERS | TIMES
    named = [name for name, kind in zip(answer.columns, answer.types, strict=True) if kind in TEXTS]
    assert named in ([], ["metric"])
    # With a name and one number Grafana calls the series by the name alone.
    assert not named or answer.columns == ["time", "metric", "value"]
    assert all(
        kind in NUMBERS for name, kind in zip(answer.columns, answer.types, strict=True) if name == "value"
    )
    times = list(_times(answer))
    # Grafana refuses rows that go back in time.
    assert times == sorted(times)
    assert EVER.since.timestamp() <= times[0]
    assert times[-1] <= EVER.until.timestamp()
    assert len(set(times)) > 1


KINDS: Final = {
    "stat": _a_figure,
    "barchart": _bars,
    "piechart": _slices,
    "table": _table,
    "timeseries": _series_over_time,
}


# What is in an answer


def nothing(answer: Answer) -> bool:
    """Tell whether a panel has no figure to show; nought is one."""
    return not list(_numbers(answer))


def _numbers(answer: Answer) -> Iterator[Decimal]:
    """Give the figures of an answer, without the times."""
    for row in answer.rows:
        for name, kind, value in zip(answer.columns, answer.types, row, strict=True):
            if kind in NUMBERS and name != "time" and value is not None:
                yield Decimal(str(value))


def _shares(panel: Panel, answer: Answer) -> Iterator[Decimal]:
    """Give the figures that are shown in the panel's own unit."""
    kept = [index for index, name in enumerate(answer.columns) if name not in panel.overridden]
    yield from _numbers(
        Answer(
            [answer.columns[index] for index in kept],
            [answer.types[index] for index in kept],
            [tuple(row[index] for index in kept) for row in answer.rows],
        )
    )


def _series(answer: Answer) -> set[object]:
    if "metric" not in answer.columns:
        return set()
    return {row[answer.columns.index("metric")] for row in answer.rows}


def _adds_up(panel: Panel) -> bool:
    return not any(each in panel.sql for each in NOT_ADDED_UP)


def _total(answer: Answer) -> Decimal:
    return sum(_numbers(answer), Decimal())


def _times(answer: Answer) -> Iterator[float]:
    if "time" in answer.columns:
        yield from (_epoch(row[answer.columns.index("time")]) for row in answer.rows)


def _epoch(value: object) -> float:
    return value.timestamp() if isinstance(value, datetime) else float(str(value))


def _columns(panel: Panel, statistics: Source) -> set[str]:
    """Return the columns of the views that a panel asks."""
    there = statistics.run("SELECT table_name, column_name FROM information_schema.columns").rows
    return {str(name) for view, name in there if view in panel.views}


def _values(variable: Json, statistics: Source) -> list[str]:
    if variable["type"] == "query":
        return [str(value) for (value,) in statistics.run(variable["query"]).rows]
    return options(variable)
