"""Tests of every panel's query on the statistics of simulated games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

import pytest

from grafana.intervals import HIGH, LOW
from tests.grafana.committed_dashboards import Json, Panel, all_chosen, options, panels
from tests.grafana.conftest import Answer, Source
from tests.grafana.macro_expansion import Chosen, Range

PANELS: Final = panels()
WITH_TIME: Final = [panel for panel in PANELS if panel.has_time]

# The object ids of PostgreSQL's types, as Grafana groups them.
NUMBERS: Final = {20, 21, 23, 700, 701, 1700}
TEXTS: Final = {25, 1043}
TIMES: Final = {1082, 1114, 1184}
OTHERS: Final = {16, 2950}
"""Booleans and UUIDs, for tables."""

EVER: Final = Range(datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC))
LONG_AGO: Final = Range(datetime(2001, 1, 1, tzinfo=UTC), datetime(2002, 1, 1, tzinfo=UTC))

RARE: Final = ("Points of a moon", "Moons over time")
"""Panels that may be empty for half of the time range."""

BEFORE_THE_START: Final = (
    "Games that started",
    "Time until the start",
    "Current status of games created in this time",
)
"""Panels of games that have no board yet."""

NOT_ADDITIVE: Final = ("/", "avg(", "max(", "percentile_cont(", "var_pop(", "DISTINCT", "LIMIT")
"""Functions whose results for two parts of the time range do not add up."""


@pytest.fixture(scope="session")
def middle(statistics: Source) -> datetime:
    """The midnight before the median end of games."""
    ((found,),) = statistics.run(
        "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at) FROM kibitz_stats.v_game"
    ).rows
    assert isinstance(found, datetime)
    return datetime(found.year, found.month, found.day, tzinfo=UTC)


@pytest.mark.parametrize("panel", PANELS, ids=str)
def test_query_returns_rows_for_its_type_of_panel(panel: Panel, statistics: Source) -> None:
    answer = statistics.query(panel, all_chosen(panel.dashboard), EVER)
    assert answer.rows
    assert len(set(answer.columns)) == len(answer.columns)
    KINDS[panel.kind](panel, answer)
    assert not is_empty(answer)
    if panel.unit == "percentunit":
        least = 0 if panel.document["fieldConfig"]["defaults"].get("min") == 0 else -1
        assert all(least <= value <= 1 for value in _shares(panel, answer))
    assert panel.overridden <= {*answer.columns, *_series(answer)}


@pytest.mark.parametrize("panel", WITH_TIME, ids=str)
def test_panel_shows_only_the_chosen_time_range(panel: Panel, statistics: Source, middle: datetime) -> None:
    chosen = all_chosen(panel.dashboard)
    assert is_empty(statistics.query(panel, chosen, LONG_AGO))
    whole = statistics.query(panel, chosen, EVER)
    before = statistics.query(panel, chosen, Range(EVER.since, middle - timedelta(milliseconds=1)))
    after = statistics.query(panel, chosen, Range(middle, EVER.until))
    if panel.title not in RARE:
        assert not is_empty(before)
        assert not is_empty(after)
        assert before.rows != whole.rows != after.rows
    assert all(at < middle.timestamp() for at in _times(before))
    assert all(at >= middle.timestamp() for at in _times(after))
    if _adds_up(panel):
        assert _total(before) + _total(after) == _total(whole)


@pytest.mark.parametrize("panel", WITH_TIME, ids=str)
def test_panel_shows_only_the_chosen_values(panel: Panel, statistics: Source) -> None:
    everything = all_chosen(panel.dashboard)
    whole = statistics.query(panel, everything, EVER)
    columns = _columns(panel, statistics)
    for variable in panel.dashboard["templating"]["list"]:
        if variable["name"] not in columns:
            continue
        if variable["name"] == "board" and panel.title in BEFORE_THE_START:
            continue
        one_by_one = [
            statistics.query(panel, {**everything, variable["name"]: [value]}, EVER)
            for value in _values(variable, statistics)
        ]
        assert not all(map(is_empty, one_by_one)), variable["name"]
        if _adds_up(panel):
            assert sum(map(_total, one_by_one)) == _total(whole), variable["name"]
        unknown: Chosen = {**everything, variable["name"]: ["it's unknown"]}
        assert is_empty(statistics.query(panel, unknown, EVER)), variable["name"]


@pytest.mark.parametrize("panel", PANELS, ids=str)
def test_query_runs_before_the_first_game(panel: Panel, no_statistics: Source) -> None:
    answer = no_statistics.query(panel, all_chosen(panel.dashboard), EVER)
    assert "v_projection" in panel.sql or not any(_numbers(answer))


def test_variants_can_be_chosen_once_played(statistics: Source, no_statistics: Source) -> None:
    variables = [each for panel in PANELS for each in panel.dashboard["templating"]["list"]]
    (query,) = {each["query"] for each in variables if each["type"] == "query"}
    assert statistics.run(query).rows == [("hundred-and-ten",), ("oh-hell",), ("president",)]
    assert no_statistics.run(query).rows == []


def test_description_of_a_panel_without_time_range_says_so() -> None:
    for panel in PANELS:
        assert panel.has_time != panel.document["description"].endswith("As of now."), panel


# Requirements of each type of panel


def _a_figure(panel: Panel, answer: Answer) -> None:
    assert len(answer.rows) == 1
    assert len(answer.columns) == 1 + len(panel.overridden)
    assert all(kind in NUMBERS for kind in answer.types)


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
    # With a name and one number, Grafana names the series by the name alone.
    assert not named or answer.columns == ["time", "metric", "value"]
    assert all(
        kind in NUMBERS for name, kind in zip(answer.columns, answer.types, strict=True) if name == "value"
    )
    times = list(_times(answer))
    # Grafana refuses rows that are not in order of time.
    assert times == sorted(times)
    assert EVER.since.timestamp() <= times[0]
    assert times[-1] <= EVER.until.timestamp()
    assert len(set(times)) > 1


def _series_over_a_number(panel: Panel, answer: Answer) -> None:
    assert len(answer.columns) > 1
    assert answer.columns[0] == answer.scale
    assert all(kind in NUMBERS for kind in answer.types)
    # Otherwise the unit of the series would be that of the scale, which would have no name.
    overrides = panel.document["fieldConfig"]["overrides"]
    [scale_settings] = [
        each["properties"] for each in overrides if each["matcher"]["options"] == answer.scale
    ]
    assert {"id": "unit", "value": "none"} in scale_settings
    assert {"id": "custom.axisLabel", "value": answer.scale} in scale_settings
    scale = [Decimal(str(row[0])) for row in answer.rows]
    # Grafana refuses values that do not ascend.
    assert scale == sorted(set(scale))
    if HIGH in answer.columns:
        assert answer.columns[-2:] == [LOW, HIGH]
        for *_, middle, low, high in answer.rows:
            assert low is None or Decimal(str(low)) <= Decimal(str(middle)) <= Decimal(str(high))


KINDS: Final = {
    "stat": _a_figure,
    "barchart": _bars,
    "piechart": _slices,
    "table": _table,
    "timeseries": _series_over_time,
    "trend": _series_over_a_number,
}


# Contents of an answer


def is_empty(answer: Answer) -> bool:
    """Return whether an answer has no figures; zero is a figure."""
    return not list(_numbers(answer))


def _numbers(answer: Answer) -> Iterator[Decimal]:
    """Yield the figures of an answer, without times and scales."""
    for row in answer.rows:
        for name, kind, value in zip(answer.columns, answer.types, row, strict=True):
            if kind in NUMBERS and name not in ("time", answer.scale) and value is not None:
                yield Decimal(str(value))


def _shares(panel: Panel, answer: Answer) -> Iterator[Decimal]:
    """Yield the figures in the panel's default unit."""
    kept = [index for index, name in enumerate(answer.columns) if name not in panel.overridden]
    yield from _numbers(
        Answer(
            [answer.columns[index] for index in kept],
            [answer.types[index] for index in kept],
            [tuple(row[index] for index in kept) for row in answer.rows],
            answer.scale,
        )
    )


def _series(answer: Answer) -> set[object]:
    if "metric" not in answer.columns:
        return set()
    return {row[answer.columns.index("metric")] for row in answer.rows}


def _adds_up(panel: Panel) -> bool:
    return not any(each in panel.sql for each in NOT_ADDITIVE)


def _total(answer: Answer) -> Decimal:
    return sum(_numbers(answer), Decimal())


def _times(answer: Answer) -> Iterator[float]:
    if "time" in answer.columns:
        yield from (_epoch(row[answer.columns.index("time")]) for row in answer.rows)


def _epoch(value: object) -> float:
    return value.timestamp() if isinstance(value, datetime) else float(str(value))


def _columns(panel: Panel, statistics: Source) -> set[str]:
    """Return the columns of the views in a panel's query."""
    columns = statistics.run("SELECT table_name, column_name FROM information_schema.columns").rows
    return {str(name) for view, name in columns if view in panel.views}


def _values(variable: Json, statistics: Source) -> list[str]:
    if variable["type"] == "query":
        return [str(value) for (value,) in statistics.run(variable["query"]).rows]
    return options(variable)
