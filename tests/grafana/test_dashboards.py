"""The dashboards as they are committed: what made them, what Grafana knows, how they are laid out."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from grafana.__main__ import DASHBOARDS, write
from grafana.panels import SOURCE
from tests.grafana.conforming import NotConforming, conform
from tests.grafana.provisioned import FILES, Json, Panel, dashboard, panels

WIDTH: Final = 24
KNOWN_UNITS: Final = {"short", "none", "s", "percentunit"}


@pytest.fixture(params=FILES, ids=lambda path: str(path.stem))
def said(request: pytest.FixtureRequest) -> Json:
    return dashboard(request.param)


def test_the_files_are_what_the_source_makes(tmp_path: Path) -> None:
    write(tmp_path)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    there = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    assert made.keys() == there.keys() == {f"{name}.json" for name in DASHBOARDS}
    for name in made:
        assert made[name] == there[name], f"{name} is another: run `python -m grafana`"


def test_grafana_knows_all_that_a_dashboard_says(said: Json) -> None:
    conform(said)


def _bars(said: Json) -> Json:
    return next(panel for panel in said["panels"] if panel["type"] == "barchart" and _overrides(panel))


def _overrides(panel: Json) -> list[Any]:
    found: list[Any] = panel["fieldConfig"]["overrides"]
    return found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda said: said.pop("schemaVersion"),
        lambda said: said.update(refresh=5),
        lambda said: said["templating"]["list"][0].update(type="choice"),
        lambda said: _bars(said).update(titel="Bids"),
        lambda said: _bars(said).update(type="barchrt"),
        lambda said: _bars(said)["gridPos"].update(w="12"),
        lambda said: _bars(said)["options"].update(stacking="yes"),
        lambda said: _bars(said)["options"].pop("legend"),
        lambda said: _bars(said)["fieldConfig"]["defaults"].update(unit=3),
        lambda said: _bars(said)["fieldConfig"]["defaults"]["custom"].update(lineWidht=3),
        lambda said: _overrides(_bars(said))[0]["properties"][0].update(id="colour"),
        lambda said: _overrides(_bars(said))[0]["matcher"].update(id=["byName"]),
    ],
)
def test_what_grafana_does_not_know_is_noticed(spoil: Callable[[Json], object]) -> None:
    said = dashboard(FILES[0])
    said["panels"] = [_bars(said)]
    conform(said)
    spoil(said)
    with pytest.raises(NotConforming):
        conform(said)


def test_no_two_panels_lie_on_each_other_and_no_line_has_a_gap(said: Json) -> None:
    places = [panel["gridPos"] for panel in said["panels"]]
    for one, other in combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below, (one, other)
    for top in {place["y"] for place in places}:
        line = [place for place in places if place["y"] == top]
        assert sum(place["w"] for place in line) == WIDTH, line
        assert len({place["h"] for place in line}) == 1, line


def test_numbers_and_names_are_not_given_twice(said: Json) -> None:
    numbers = [panel["id"] for panel in said["panels"]]
    assert len(set(numbers)) == len(numbers)
    titles = [panel["title"] for panel in said["panels"] if panel["type"] != "row"]
    # A total and its course over time may be called the same.
    assert all(titles.count(title) <= 2 for title in titles)


def test_a_dashboard_can_be_found(said: Json) -> None:
    uids = [dashboard(path)["uid"] for path in FILES]
    assert len(set(uids)) == len(uids)
    assert re.fullmatch(r"kibitz-[a-z-]{1,33}", said["uid"])
    assert said["tags"] == ["kibitz"]
    assert said["title"].startswith("Kibitz: ")
    assert said["timezone"] == "utc"
    assert said["time"]["to"] == "now"


@pytest.mark.parametrize("panel", panels(), ids=str)
def test_a_panel_says_what_it_shows_and_asks_the_views_alone(panel: Panel) -> None:
    assert panel.said["description"].endswith(".")
    assert panel.unit in KNOWN_UNITS | {""}
    source = {"type": SOURCE.type_val, "uid": SOURCE.uid}
    assert panel.said["datasource"] == source
    (target,) = panel.said["targets"]
    assert target.keys() == {"refId", "datasource", "editorMode", "format", "rawQuery", "rawSql"}
    assert target["datasource"] == source
    # Otherwise Grafana would show its builder of queries, and make another of it.
    assert (target["editorMode"], target["rawQuery"]) == ("code", True)
    assert target["format"] == ("time_series" if panel.kind == "timeseries" else "table")
    asked = re.findall(r"\b(?:FROM|JOIN) (?!now\(\))([\w.]+)", panel.sql)
    assert asked
    assert all(name.startswith("kibitz_stats.v_") for name in asked)


@pytest.mark.parametrize("panel", panels(), ids=str)
def test_a_filter_is_on_every_view_that_a_panel_joins(panel: Panel) -> None:
    asked = len(re.findall(r"\b(?:FROM|JOIN) kibitz_stats\.", panel.sql))
    for each in ("$__timeFilter(", *re.findall(r"\$\{\w+", panel.sql)):
        assert panel.sql.count(each) in (0, asked), each


def test_variables_that_a_dashboard_has_are_used(said: Json) -> None:
    queries = " ".join(str(panel) for panel in said["panels"])
    for variable in said["templating"]["list"]:
        assert "${" + variable["name"] + ":sqlstring}" in queries
        assert variable["description"]
        assert not variable["allowCustomValue"]
