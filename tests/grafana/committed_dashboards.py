"""The committed dashboards: panels, queries, and the values of variables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.grafana.macro_expansion import AllOf, Chosen

Json = dict[str, Any]

GRAFANA: Final = Path(__file__).parents[2] / "grafana"
FILES: Final = sorted((GRAFANA / "dashboards").glob("*.json"))


class Panel(NamedTuple):
    """A panel with one query."""

    dashboard: Json
    document: Json

    def __str__(self) -> str:
        return f"{self.dashboard['title']} / {self.title}"

    @property
    def title(self) -> str:
        return str(self.document["title"])

    @property
    def kind(self) -> str:
        return str(self.document["type"])

    @property
    def sql(self) -> str:
        (target,) = self.document["targets"]
        return str(target["rawSql"])

    @property
    def views(self) -> set[str]:
        """The names of the views in its query, without their schema."""
        return set(re.findall(r"\b(?:FROM|JOIN) kibitz_stats\.(\w+)", self.sql))

    @property
    def has_time(self) -> bool:
        return "$__time" in self.sql

    @property
    def unit(self) -> str:
        return str(self.document["fieldConfig"]["defaults"].get("unit", ""))

    @property
    def interval(self) -> str:
        """The interval of a time series for short time ranges."""
        return str(self.document.get("interval", "1d"))

    @property
    def scale(self) -> str | None:
        """The column over which the panel draws the others, if that is not the time."""
        found = self.document["options"].get("xField")
        return None if found is None else str(found)

    @property
    def overridden(self) -> set[str]:
        """The names of the columns with their own settings."""
        return {each["matcher"]["options"] for each in self.document["fieldConfig"]["overrides"]}


def dashboard(path: Path) -> Json:
    read: Json = json.loads(path.read_text(encoding="utf-8"))
    return read


def panels() -> list[Panel]:
    read = map(dashboard, FILES)
    return [Panel(each, panel) for each in read for panel in each["panels"] if panel["type"] != "row"]


def rows(document: Json) -> dict[str, list[Panel]]:
    """Return the panels of a dashboard by the title of their row."""
    found: dict[str, list[Panel]] = {}
    for panel in document["panels"]:
        if panel["type"] == "row":
            found[panel["title"]] = []
        else:
            found[next(reversed(found))].append(Panel(document, panel))
    return found


def all_chosen(document: Json) -> Chosen:
    """Return the initial choice of a dashboard: all values of all variables."""
    return {each["name"]: _all(each) for each in document["templating"]["list"]}


def options(variable: Json) -> list[str]:
    """Return the values of a variable with a fixed list."""
    return [text.rpartition(" : ")[2] for text in variable["query"].split(", ")]


def _all(variable: Json) -> list[str] | AllOf:
    assert variable["includeAll"]
    assert variable["current"]["value"] == ["$__all"]
    if "allValue" in variable:
        return AllOf(variable["allValue"])
    # A query without results would yield an empty list, which is invalid SQL.
    assert variable["type"] == "custom", variable["name"]
    return options(variable)
