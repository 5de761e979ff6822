"""A dashboard: its variables, its rows of panels, and how it becomes JSON."""

from __future__ import annotations

import json
from typing import Final

from grafana_foundation_sdk.builders.dashboard import CustomVariable, DashboardLink, QueryVariable, Row
from grafana_foundation_sdk.builders.dashboard import Dashboard as Building
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models import dashboard as models
from msgspec import Struct

from grafana.panels import SOURCE, Panel

Variable = Builder[models.VariableModel]

_ALL: Final = models.VariableOption(selected=True, text=["All"], value=["$__all"])
_TAG: Final = "kibitz"


class Dashboard(Struct, frozen=True, kw_only=True):
    """A dashboard as it is written here."""

    uid: str
    title: str
    description: str
    variables: list[Variable]
    rows: dict[str, list[Panel]]
    """Panels by the title of their row; the widths of each line of them add up to 24."""
    since: str = "now-30d"
    """Where the range of time begins when the dashboard is opened."""
    refresh: str = "5m"
    """How often the figures are asked for anew."""

    def json(self) -> str:
        """Return the dashboard as Grafana reads it."""
        building = (
            Building(self.title)
            .uid(self.uid)
            .description(self.description)
            .tags([_TAG])
            # Days are counted in UTC.
            .timezone("utc")
            .time(self.since, "now")
            .refresh(self.refresh)
            .tooltip(models.DashboardCursorSync.CROSSHAIR)
            .link(
                DashboardLink("Kibitz")
                .type(models.DashboardLinkType.DASHBOARDS)
                .tags([_TAG])
                .as_dropdown(True)
                .keep_time(True)
            )
            .variables(self.variables)
        )
        number = 0
        for title, panels in self.rows.items():
            building = building.with_row(Row(title).id(number := number + 1))
            for panel in panels:
                building = building.with_panel(panel.id(number := number + 1))
        return json.dumps(building.build(), cls=JSONEncoder, indent=2, ensure_ascii=False) + "\n"


def variant() -> Variable:
    """Return the choice of variants among those that were ever played."""
    return (
        QueryVariable("variant")
        .label("Game")
        .description("Which games")
        .datasource(SOURCE)
        .query("SELECT DISTINCT variant FROM kibitz_stats.v_hourly ORDER BY variant")
        .refresh(models.VariableRefresh.ON_DASHBOARD_LOAD)
        .multi(True)
        .allow_custom_value(False)
        .include_all(True)
        # `variant IN (variant)`: a list of all would be empty, and no SQL, before the first game.
        .all_value("variant")
        .current(_ALL)
    )


def board() -> Variable:
    """Return the choice between games of people alone and games with machine players."""
    values = {"People only": "people", "With machines": "mixed"}
    return _custom("board", "Board", "Whether machine players had a seat", values)


def machine() -> Variable:
    """Return the choice of whose bids and cards are counted."""
    values = {"People": "false", "Machines": "true"}
    return _custom("machine", "Counted", "Whose bids, cards, points and places are counted", values)


def seats(fewest: int, most: int) -> Variable:
    """Return the choice of how many played."""
    values = {str(number): str(number) for number in range(fewest, most + 1)}
    return _custom("seats", "Seats", "How many had a seat", values)


def _custom(name: str, label: str, description: str, values: dict[str, str]) -> Variable:
    return (
        CustomVariable(name)
        .label(label)
        .description(description)
        .values(", ".join(f"{text} : {value}" for text, value in values.items()))
        .options([models.VariableOption(text=text, value=value) for text, value in values.items()])
        .multi(True)
        .allow_custom_value(False)
        .include_all(True)
        .current(_ALL)
    )
