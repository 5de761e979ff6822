"""A dashboard with its variables and rows of panels, and its conversion to JSON."""

from __future__ import annotations

import json
from typing import Final

from grafana_foundation_sdk.builders.dashboard import CustomVariable, DashboardLink, QueryVariable, Row
from grafana_foundation_sdk.builders.dashboard import Dashboard as DashboardBuilder
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models import dashboard as models
from msgspec import Struct

from grafana.panels import SOURCE, Panel

Variable = Builder[models.VariableModel]

_ALL: Final = models.VariableOption(selected=True, text=["All"], value=["$__all"])
_TAG: Final = "kibitz"


class Dashboard(Struct, frozen=True, kw_only=True):
    """A dashboard of rows of panels."""

    uid: str
    title: str
    description: str
    variables: list[Variable]
    rows: dict[str, list[Panel]]
    """Panels by the title of their row; the widths of each line of panels add up to 24."""
    since: str = "now-30d"
    """The start of the default time range."""
    refresh: str = "5m"
    """The interval between refreshes."""

    def json(self) -> str:
        """Return the dashboard in Grafana's format."""
        builder = (
            DashboardBuilder(self.title)
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
            builder = builder.with_row(Row(title).id(number := number + 1))
            for panel in panels:
                builder = builder.with_panel(panel.id(number := number + 1))
        return json.dumps(builder.build(), cls=JSONEncoder, indent=2, ensure_ascii=False) + "\n"


def variant() -> Variable:
    """Return a variable for variants that were ever played."""
    return (
        QueryVariable("variant")
        .label("Game")
        .description("The games to show")
        .datasource(SOURCE)
        .query("SELECT DISTINCT variant FROM kibitz_stats.v_hourly ORDER BY variant")
        .refresh(models.VariableRefresh.ON_DASHBOARD_LOAD)
        .multi(True)
        .allow_custom_value(False)
        .include_all(True)
        # `variant IN (variant)`: before the first game, a list of all variants is empty and invalid SQL.
        .all_value("variant")
        .current(_ALL)
    )


def board() -> Variable:
    """Return a variable for games of people only, with machine players, or of machines only."""
    values = {"People only": "people", "With machines": "mixed", "Machines only": "machines"}
    return _custom(
        "board", "Board", "Games of people only, of people with machines, or of machines only", values
    )


def machine() -> Variable:
    """Return a variable for the bids and cards of people or of machines."""
    values = {"People": "false", "Machines": "true"}
    return _custom("machine", "Counted", "Bids, cards, points and places of people or of machines", values)


def seats(fewest: int, most: int) -> Variable:
    """Return a variable for the number of seats."""
    values = {str(number): str(number) for number in range(fewest, most + 1)}
    return _custom("seats", "Seats", "The number of seats", values)


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
