"""The dashboards as they are committed: their panels, their queries and the choices of their variables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.grafana.expanding import AllOf, Chosen

Json = dict[str, Any]

GRAFANA: Final = Path(__file__).parents[2] / "grafana"
FILES: Final = sorted((GRAFANA / "dashboards").glob("*.json"))


class Panel(NamedTuple):
    """A panel with one query."""

    dashboard: Json
    said: Json

    def __str__(self) -> str:
        return f"{self.dashboard['title']} / {self.title}"

    @property
    def title(self) -> str:
        return str(self.said["title"])

    @property
    def kind(self) -> str:
        return str(self.said["type"])

    @property
    def sql(self) -> str:
        (target,) = self.said["targets"]
        return str(target["rawSql"])

    @property
    def views(self) -> set[str]:
        """The names of the views that it asks, without their schema."""
        return set(re.findall(r"\b(?:FROM|JOIN) kibitz_stats\.(\w+)", self.sql))

    @property
    def has_time(self) -> bool:
        return "$__time" in self.sql

    @property
    def unit(self) -> str:
        return str(self.said["fieldConfig"]["defaults"].get("unit", ""))

    @property
    def interval(self) -> str:
        """The steps in which Grafana asks for a series where the range of time is short."""
        return str(self.said.get("interval", "1d"))

    @property
    def overridden(self) -> set[str]:
        """The names of the columns that are shown otherwise than the rest."""
        return {each["matcher"]["options"] for each in self.said["fieldConfig"]["overrides"]}


def dashboard(path: Path) -> Json:
    read: Json = json.loads(path.read_text(encoding="utf-8"))
    return read


def panels() -> list[Panel]:
    read = map(dashboard, FILES)
    return [Panel(each, panel) for each in read for panel in each["panels"] if panel["type"] != "row"]


def all_chosen(said: Json) -> Chosen:
    """Return the choice with which a dashboard is opened: all of everything."""
    return {each["name"]: _all(each) for each in said["templating"]["list"]}


def options(variable: Json) -> list[str]:
    """Return the values that somebody can choose of a variable with a list of them."""
    return [text.rpartition(" : ")[2] for text in variable["query"].split(", ")]


def _all(variable: Json) -> list[str] | AllOf:
    assert variable["includeAll"]
    assert variable["current"]["value"] == ["$__all"]
    if "allValue" in variable:
        return AllOf(variable["allValue"])
    # Of a query that finds nothing yet, a list of all would be empty, and no SQL.
    assert variable["type"] == "custom", variable["name"]
    return options(variable)
