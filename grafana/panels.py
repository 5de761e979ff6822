"""Builders of panels, each with a title, an SQL query and a description."""

from __future__ import annotations

from textwrap import dedent
from typing import Final, Literal, TypeVar

from grafana_foundation_sdk.builders import barchart, common, piechart, stat, table, timeseries, trend
from grafana_foundation_sdk.builders import dashboard as build
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.cog.variants import Dataquery
from grafana_foundation_sdk.models import common as shared
from grafana_foundation_sdk.models import dashboard as models
from grafana_foundation_sdk.models import piechart as pies

from grafana.sql_layout import BREAK
from projections.statistics.metrics import METRICS, Metric

SOURCE: Final = shared.DataSourceRef(type_val="grafana-postgresql-datasource", uid="kibitz-statistics")
"""The data source in grafana/provisioning/datasources."""

SHARE: Final = "percentunit"
"""The unit of a share from 0 to 1."""

Format = Literal["time_series", "table"]


Panel = barchart.Panel | piechart.Panel | stat.Panel | table.Panel | timeseries.Panel | trend.Panel
"""A panel of any type."""

_Kind = TypeVar(
    "_Kind", barchart.Panel, piechart.Panel, stat.Panel, table.Panel, timeseries.Panel, trend.Panel
)


class Query(Dataquery, Builder["Query"]):
    """SQL for the PostgreSQL data source, with Grafana's macros and variables."""

    def __init__(self, sql: str, form: Format) -> None:
        self._sql = "\n".join(map(_unfolded, dedent(sql).strip().split("\n")))
        self._format = form

    def build(self) -> Query:
        """Return the query."""
        return self

    def to_json(self) -> dict[str, object]:
        """Return the query in the data source's format."""
        return {
            "refId": "A",
            "datasource": SOURCE,
            "editorMode": "code",
            "format": self._format,
            "rawQuery": True,
            "rawSql": self._sql,
        }


def _unfolded(line: str) -> str:
    """Return a line of SQL with its breaks as lines of the same indentation."""
    indentation = line[: len(line) - len(line.lstrip())]
    return line.replace(BREAK, f"\n{indentation}")


def daily(metric: Metric) -> str:
    """Return the SQL view of a metric."""
    return f"kibitz_stats.{METRICS[metric].view}"


def figure(
    title: str,
    sql: str,
    description: str,
    *,
    unit: str = "short",
    decimals: int = 0,
    width: int = 4,
    height: int = 4,
) -> stat.Panel:
    """Return a single number; the query returns one row with one column."""
    panel = panel_of(stat.Panel(), title, sql, description, "table", width=width, height=height)
    return (
        panel.unit(unit)
        .decimals(decimals)
        .no_value("–")
        .graph_mode(shared.BigValueGraphMode.NONE)
        .color_mode(shared.BigValueColorMode.VALUE)
        .color_scheme(build.FieldColor().mode(models.FieldColorModeId.FIXED).fixed_color("blue"))
        .reduce_options(common.ReduceDataOptions().calcs(["lastNotNull"]))
    )


def answer(
    title: str,
    sql: str,
    description: str,
    *,
    base: str,
    beside: dict[str, str] | None = None,
    unit: str = "short",
    decimals: int = 1,
) -> stat.Panel:
    """Return the answer to the question of a row.

    The query returns one row: the answer, the columns `beside` it, with their units, and the number of what
    it was counted from, which is called `base`.
    """
    plain: dict[str, object] = {"color": {"mode": "fixed", "fixedColor": "text"}}
    others = [Override(name, {"unit": unit, "decimals": 1, **plain}) for name, unit in (beside or {}).items()]
    return (
        figure(title, sql, description, unit=unit, decimals=decimals, width=6, height=8)
        .text_mode(shared.BigValueTextMode.VALUE_AND_NAME)
        .orientation(shared.VizOrientation.HORIZONTAL)
        .overrides([*others, Override(base, {"unit": "none", "decimals": 0, **plain})])
    )


def alarm(
    title: str, sql: str, description: str, *, unit: str, bad: float, warning: float | None = None
) -> stat.Panel:
    """Return a single number that turns orange from `warning` on and red from `bad` on."""
    steps = [models.Threshold(color="green")]
    if warning is not None:
        steps.append(models.Threshold(color="orange", value=warning))
    steps.append(models.Threshold(color="red", value=bad))
    return (
        figure(title, sql, description, unit=unit)
        .thresholds(build.ThresholdsConfig().mode(models.ThresholdsMode.ABSOLUTE).steps(steps))
        .color_scheme(build.FieldColor().mode(models.FieldColorModeId.THRESHOLDS))
    )


def bars(
    title: str,
    sql: str,
    description: str,
    *,
    unit: str = "short",
    width: int = 12,
    stacked: bool = False,
    colors: dict[str, str] | None = None,
) -> barchart.Panel:
    """Return a bar chart; the first column of the query has the labels, the others numbers."""
    panel = panel_of(barchart.Panel(), title, sql, description, "table", width=width)
    return (
        panel.unit(unit)
        .min(0)
        .stacking(shared.StackingMode.NORMAL if stacked else shared.StackingMode.NONE)
        .show_value(shared.VisibilityMode.NEVER if stacked else shared.VisibilityMode.AUTO)
        .bar_width(0.9)
        .fill_opacity(80)
        .legend(legend())
        .tooltip(tooltip())
        .overrides(colored(colors))
    )


def slices(title: str, sql: str, description: str, *, width: int = 8) -> piechart.Panel:
    """Return a donut chart; each row of the query is a name and a number."""
    panel = panel_of(piechart.Panel(), title, sql, description, "table", width=width)
    return (
        panel.unit("short")
        .pie_type(pies.PieChartType.DONUT)
        .reduce_options(common.ReduceDataOptions().values(True).calcs(["lastNotNull"]))
        .legend(
            piechart.PieChartLegendOptions()
            .display_mode(shared.LegendDisplayMode.TABLE)
            .placement(shared.LegendPlacement.RIGHT)
            .show_legend(True)
            .values([pies.PieChartLegendValues.VALUE, pies.PieChartLegendValues.PERCENT])
        )
        .tooltip(tooltip())
    )


def grid(
    title: str,
    sql: str,
    description: str,
    *,
    plain: dict[str, str],
    unit: str = SHARE,
    full: float = 1,
    width: int = 24,
) -> table.Panel:
    """Return a table of numbers from 0 to `full`, colored by value.

    `plain` maps the uncolored columns to their units.
    """
    panel = panel_of(table.Panel(), title, sql, description, "table", width=width, height=9)
    return (
        panel.unit(unit)
        .decimals(0 if unit == SHARE else 2)
        .min(0)
        .max(full)
        .align(shared.FieldTextAlignment.CENTER)
        .color_scheme(build.FieldColor().mode(models.FieldColorModeId.CONTINUOUS_BL_PU))
        .cell_options(
            shared.TableColoredBackgroundCellOptions(mode=shared.TableCellBackgroundDisplayMode.GRADIENT)
        )
        .overrides([_override(name, unit, cell={"type": "auto"}) for name, unit in plain.items()])
    )


def listing(
    title: str, sql: str, description: str, *, units: dict[str, str], width: int = 24, height: int = 8
) -> table.Panel:
    """Return a plain table; `units` maps columns to their units."""
    panel = panel_of(table.Panel(), title, sql, description, "table", width=width, height=height)
    return panel.filterable(True).overrides([_override(name, unit) for name, unit in units.items()])


def panel_of(
    panel: _Kind, title: str, sql: str, description: str, form: Format, *, width: int, height: int = 8
) -> _Kind:
    """Give a panel its title, query, description and size."""
    return (
        panel.title(title)
        .description(" ".join(description.split()))
        .datasource(SOURCE)
        .with_target(Query(sql, form))
        .span(width)
        .height(height)
    )


def legend() -> common.VizLegendOptions:
    """Return a legend below the panel."""
    return (
        common.VizLegendOptions()
        .display_mode(shared.LegendDisplayMode.LIST)
        .placement(shared.LegendPlacement.BOTTOM)
        .show_legend(True)
    )


def tooltip() -> common.VizTooltipOptions:
    """Return a tooltip with the values of all series."""
    return common.VizTooltipOptions().mode(shared.TooltipDisplayMode.MULTI).sort(shared.SortOrder.NONE)


class Override(Builder[models.DashboardFieldConfigSourceOverrides]):
    """Settings for the column with a name."""

    def __init__(self, name: str, properties: dict[str, object]) -> None:
        self._built = models.DashboardFieldConfigSourceOverrides(
            matcher=models.MatcherConfig(id_val="byName", options=name),
            properties=[
                models.DynamicConfigValue(id_val=each, value=value) for each, value in properties.items()
            ],
        )

    def build(self) -> models.DashboardFieldConfigSourceOverrides:
        """Return the settings."""
        return self._built


def _override(name: str, unit: str, cell: dict[str, str] | None = None) -> Override:
    decimals = {} if unit in ("none", "string") else {"decimals": 2 if unit == "short" else 1}
    return Override(name, {"unit": unit, **decimals, **({"custom.cellOptions": cell} if cell else {})})


def colored(colors: dict[str, str] | None) -> list[Builder[models.DashboardFieldConfigSourceOverrides]]:
    """Return the settings that give columns their colors."""
    return [
        Override(name, {"color": {"mode": "fixed", "fixedColor": color}})
        for name, color in (colors or {}).items()
    ]
