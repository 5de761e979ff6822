"""Exports of a period or a variant."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.export import Format
from application.export.events import EVENTS
from application.export.sheets import Period
from projections.exports.games import GAMES
from projections.exports.view_sheets import sheets
from tests.api.cli.exports import Place, export, exported, rows

FORMATS = [str(each) for each in Format]
EMPTY = {"v_score", "v_bid", "v_trick", "v_discard", "v_departure", "v_rating_history"}
"""The views without a row of the exported game: President by machines and others, without departures."""


def test_events_are_filtered_by_period_and_variant(place: Place, tmp_path: Path) -> None:
    everything = rows(EVENTS, "ndjson", exported(place, "events", "ndjson", tmp_path / "all"))
    times = sorted({row["at"] for row in everything if row["variant"] == "oh-hell"})
    since, until = times[len(times) // 3], times[len(times) // 2]
    options = ("--since", since.isoformat(), "--until", until.isoformat(), "--variant", "oh-hell")
    some = rows(EVENTS, "ndjson", exported(place, "events", "ndjson", tmp_path / "some", *options))
    expected = [row for row in everything if since <= row["at"] < until and row["variant"] == "oh-hell"]
    assert some == expected
    assert some[0]["at"] == since
    assert 0 < len(some) < len(everything)


def test_period_bound_can_be_a_day_or_a_time_with_any_offset(filled: Place) -> None:
    def count(*options: str) -> int:
        return len(export(filled, "events", "ndjson", *options).stdout_bytes.splitlines())

    day, noon, evening = "2026-04-02", "2026-04-01T19:05", "2026-04-01T19:07:00Z"
    assert 0 < count("--since", day) < count()
    assert count("--since", day) == count("--since", f"{day}T00:00:00Z") == count() - count("--until", day)
    assert 0 < count("--until", noon) < count("--until", evening)
    assert count("--until", "2026-04-01T21:05:00+02:00") == count("--until", noon)


def test_games_and_facts_are_filtered_by_the_end_of_the_game(place: Place, tmp_path: Path) -> None:
    everything = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "all"))
    ended = sorted(row["ended_at"] for row in everything if row["ended_at"])
    assert len(ended) == 2
    options = ("--since", ended[0].isoformat(), "--until", ended[1].isoformat())
    some = rows(GAMES, "csv", exported(place, "games", "csv", tmp_path / "some", *options))
    assert some == [row for row in everything if row["ended_at"] in ended[:1]]
    chosen = {row["game"] for row in some}
    assert export(place, "--all", "csv", "--out", tmp_path / "all of them", *options).exit_code == 0
    written = {each.stem for each in (tmp_path / "all of them").glob("*.csv")}
    assert {*sheets()} - written == {"v_head_to_head"}
    for name in written:
        sheet = sheets()[name]
        found = rows(sheet, "csv", (tmp_path / "all of them" / f"{name}.csv").read_bytes())
        if "game" in sheet.key:
            assert {row["game"] for row in found} == chosen or name in EMPTY
            assert {row["game"] for row in found} <= chosen


def test_sums_are_filtered_by_the_beginning_of_the_day_or_hour(filled: Place, tmp_path: Path) -> None:
    since, until = datetime(2026, 4, 1, 12, 30, tzinfo=UTC), datetime(2026, 4, 3, tzinfo=UTC)
    period = Period(since, until)
    columns = {"v_daily_seat": "day", "v_hourly": "hour", "v_active": "day", "v_monthly_active": "month"}
    for name, column in columns.items():
        sheet = sheets()[name]
        everything = rows(sheet, "csv", exported(filled, name, "csv", tmp_path / f"{name}.all"))
        options = ("--since", since.isoformat(), "--until", until.isoformat())
        some = rows(sheet, "csv", exported(filled, name, "csv", tmp_path / name, *options))
        assert some == [row for row in everything if period.holds(_begin(row[column]))]
        assert name in ("v_daily_seat", "v_monthly_active") or 0 < len(some) < len(everything)


def _begin(when: Any) -> datetime:
    return when if isinstance(when, datetime) else datetime(when.year, when.month, when.day, tzinfo=UTC)


@pytest.mark.parametrize("what", ["events", "games", "v_hourly", "v_play"])
def test_single_variant_can_be_exported(filled: Place, what: str) -> None:
    variants = "oh-hell", "president"
    parts = [export(filled, what, "ndjson", "--variant", each).stdout_bytes for each in variants]
    whole = export(filled, what, "ndjson").stdout_bytes.splitlines()
    assert all(parts)
    for part in parts:
        assert set(part.splitlines()) < set(whole)
    assert not set(parts[0].splitlines()) & set(parts[1].splitlines())
