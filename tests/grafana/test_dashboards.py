"""Tests of the committed dashboards: generated JSON, validity, layout."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from grafana.__main__ import DASHBOARDS, write
from grafana.panels import SOURCE
from tests.grafana.committed_dashboards import FILES, Json, Panel, dashboard, panels
from tests.grafana.dashboard_schema import InvalidDashboard, validate

WIDTH: Final = 24
KNOWN_UNITS: Final = {"short", "none", "s", "percentunit"}


@pytest.fixture(params=FILES, ids=lambda path: str(path.stem))
def document(request: pytest.FixtureRequest) -> Json:
    return dashboard(request.param)


def test_committed_json_is_up_to_date(tmp_path: Path) -> None:
    write(tmp_path)
    generated = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    committed = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    assert generated.keys() == committed.keys() == {f"{name}.json" for name in DASHBOARDS}
    for name in generated:
        assert generated[name] == committed[name], f"{name} is outdated: run `python -m grafana`"


def test_dashboard_is_valid(document: Json) -> None:
    validate(document)


def _bars(document: Json) -> Json:
    return next(panel for panel in document["panels"] if panel["type"] == "barchart" and _overrides(panel))


def _overrides(panel: Json) -> list[Any]:
    found: list[Any] = panel["fieldConfig"]["overrides"]
    return found


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.pop("schemaVersion"),
        lambda document: document.update(refresh=5),
        lambda document: document["templating"]["list"][0].update(type="choice"),
        lambda document: _bars(document).update(titel="Bids"),
        lambda document: _bars(document).update(type="barchrt"),
        lambda document: _bars(document)["gridPos"].update(w="12"),
        lambda document: _bars(document)["options"].update(stacking="yes"),
        lambda document: _bars(document)["options"].pop("legend"),
        lambda document: _bars(document)["fieldConfig"]["defaults"].update(unit=3),
        lambda document: _bars(document)["fieldConfig"]["defaults"]["custom"].update(lineWidht=3),
        lambda document: _overrides(_bars(document))[0]["properties"][0].update(id="colour"),
        lambda document: _overrides(_bars(document))[0]["matcher"].update(id=["byName"]),
    ],
)
def test_invalid_dashboard_is_found(spoil: Callable[[Json], object]) -> None:
    document = dashboard(FILES[0])
    document["panels"] = [_bars(document)]
    validate(document)
    spoil(document)
    with pytest.raises(InvalidDashboard):
        validate(document)


def test_panels_do_not_overlap_and_lines_have_no_gaps(document: Json) -> None:
    places = [panel["gridPos"] for panel in document["panels"]]
    for one, other in combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below, (one, other)
    for top in {place["y"] for place in places}:
        line = [place for place in places if place["y"] == top]
        assert sum(place["w"] for place in line) == WIDTH, line
        assert len({place["h"] for place in line}) == 1, line


def test_panel_ids_are_unique(document: Json) -> None:
    numbers = [panel["id"] for panel in document["panels"]]
    assert len(set(numbers)) == len(numbers)
    titles = [panel["title"] for panel in document["panels"] if panel["type"] != "row"]
    # A total and its time series may have the same title.
    assert all(titles.count(title) <= 2 for title in titles)


def test_dashboard_has_a_unique_uid_and_a_tag(document: Json) -> None:
    uids = [dashboard(path)["uid"] for path in FILES]
    assert len(set(uids)) == len(uids)
    assert re.fullmatch(r"kibitz-[a-z-]{1,33}", document["uid"])
    assert document["tags"] == ["kibitz"]
    assert document["title"].startswith("Kibitz: ")
    assert document["timezone"] == "utc"
    assert document["time"]["to"] == "now"


@pytest.mark.parametrize("panel", panels(), ids=str)
def test_panel_has_a_description_and_queries_only_the_views(panel: Panel) -> None:
    assert panel.document["description"].endswith(".")
    assert panel.unit in KNOWN_UNITS | {""}
    source = {"type": SOURCE.type_val, "uid": SOURCE.uid}
    assert panel.document["datasource"] == source
    (target,) = panel.document["targets"]
    assert target.keys() == {"refId", "datasource", "editorMode", "format", "rawQuery", "rawSql"}
    assert target["datasource"] == source
    # Otherwise Grafana would open its query builder and change the query.
    assert (target["editorMode"], target["rawQuery"]) == ("code", True)
    assert target["format"] == ("time_series" if panel.kind == "timeseries" else "table")
    sources = re.findall(r"(?<!epoch )\b(?:FROM|JOIN) ([\w.]+)", panel.sql)
    assert sources
    assert all(name.startswith("kibitz_stats.v_") for name in sources)


@pytest.mark.parametrize("panel", panels(), ids=str)
def test_filters_apply_to_every_joined_view(panel: Panel) -> None:
    joined = len(re.findall(r"\b(?:FROM|JOIN) kibitz_stats\.", panel.sql))
    # The facts of chosen games: the filters choose the games.
    joined -= len(re.findall(r"\bgame IN \(\s*SELECT game FROM kibitz_stats\.v_game\b", panel.sql))
    for each in ("$__timeFilter(", *re.findall(r"\$\{\w+", panel.sql)):
        assert panel.sql.count(each) in (0, joined), each


def test_variables_are_used(document: Json) -> None:
    queries = " ".join(str(panel) for panel in document["panels"])
    for variable in document["templating"]["list"]:
        assert "${" + variable["name"] + ":sqlstring}" in queries
        assert variable["description"]
        assert not variable["allowCustomValue"]
