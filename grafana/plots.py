"""Builders of panels with a scale below: series over time, distributions, and means with a band."""

from __future__ import annotations

from typing import Final, TypeVar

from grafana_foundation_sdk.builders import common, timeseries, trend
from grafana_foundation_sdk.builders import dashboard as build
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.models import common as shared
from grafana_foundation_sdk.models import dashboard as models

from grafana.intervals import HIGH, LOW
from grafana.panels import Override, colored, legend, panel_of, tooltip

HOUR: Final = "1h"
DAY: Final = "1d"

_COLOR: Final = "blue"

_HIDDEN: Final = {"legend": True, "tooltip": False, "viz": False}

_Plot = TypeVar("_Plot", timeseries.Panel, trend.Panel)
_Overrides = list[Builder[models.DashboardFieldConfigSourceOverrides]]


def over_time(moments: str) -> str:
    """Return a column "time": the beginning of the interval in which a moment lies. Weeks begin on Monday.

    Grafana counts intervals from 1970-01-01, a Thursday, and would fill gaps from there; so gaps stay empty.
    """
    return f"$__timeGroup({moments} + interval '72 hours', $__interval) - 72 * 3600 AS \"time\""


def counts_over_time(
    title: str,
    sql: str,
    description: str,
    *,
    every: str = DAY,
    width: int = 12,
    colors: dict[str, str] | None = None,
) -> timeseries.Panel:
    """Return stacked counts; the query returns times, then columns or a name `metric` and a number."""
    return (
        _over_time(title, sql, description, every, width)
        .unit("short")
        .min(0)
        .decimals(0)
        .draw_style(shared.GraphDrawStyle.BARS)
        .bar_alignment(shared.BarAlignment.AFTER)
        .fill_opacity(70)
        .stacking(common.StackingConfig().mode(shared.StackingMode.NORMAL).group("A"))
        .overrides(colored(colors))
    )


def lines_over_time(
    title: str, sql: str, description: str, *, unit: str, every: str = DAY, width: int = 12
) -> timeseries.Panel:
    """Return a line chart; the query is like that of `counts_over_time`."""
    return _with_points(_over_time(title, sql, description, every, width), unit).fill_opacity(10)


def band_over_time(
    title: str, sql: str, description: str, *, unit: str = "short", width: int = 12
) -> timeseries.Panel:
    """Return a mean over time with its interval: columns of grafana.intervals after `time`."""
    panel = _over_time(title, sql, description, DAY, width)
    return _banded(_with_points(panel, unit))


def band(
    title: str,
    sql: str,
    description: str,
    *,
    over: str,
    steps: int = 0,
    unit: str = "short",
    width: int = 12,
) -> trend.Panel:
    """Return means with their intervals over a number.

    The query returns the number, ascending, and the columns of grafana.intervals. `steps` is the number's
    decimals.
    """
    panel = _with_points(_over_number(title, sql, description, over, width), unit)
    return _banded(panel, _scale(over, steps))


def lines(title: str, sql: str, description: str, *, over: str, width: int = 12) -> trend.Panel:
    """Return lines over a number, which the query returns first, ascending."""
    panel = _over_number(title, sql, description, over, width).decimals(2).overrides([_scale(over)])
    return _with_points(panel, "short").fill_opacity(10)


def distribution(
    title: str,
    sql: str,
    description: str,
    *,
    over: str,
    around: tuple[int, int],
    width: int = 12,
    colors: dict[str, str] | None = None,
) -> trend.Panel:
    """Return the number of cases of each value; the query returns the values, ascending, and the counts.

    Values without a case leave a gap, which a bar chart with labels would close. The scale covers `around` at
    least, so that the bars at its ends are whole.
    """
    least, most = around
    scale = _scale(over, **{"custom.axisSoftMin": least, "custom.axisSoftMax": most})
    return (
        _counts(title, sql, description, over, width)
        .draw_style(shared.GraphDrawStyle.BARS)
        .fill_opacity(70)
        .stacking(common.StackingConfig().mode(shared.StackingMode.NORMAL).group("A"))
        .overrides([scale, *colored(colors)])
    )


def outlines(
    title: str, sql: str, description: str, *, over: str, steps: int = 0, width: int = 12
) -> trend.Panel:
    """Return distributions one over the other, as lines; the query is like that of `distribution`."""
    return (
        _counts(title, sql, description, over, width)
        .draw_style(shared.GraphDrawStyle.LINE)
        .line_width(2)
        .show_points(shared.VisibilityMode.ALWAYS)
        .fill_opacity(20)
        .overrides([_scale(over, steps)])
    )


def _counts(title: str, sql: str, description: str, over: str, width: int) -> trend.Panel:
    # A fixed least value would hold for the numbers below, too, and cut off the negative ones.
    return _over_number(title, sql, description, over, width).unit("short").axis_soft_min(0).decimals(0)


def _over_time(title: str, sql: str, description: str, every: str, width: int) -> timeseries.Panel:
    panel = panel_of(timeseries.Panel(), title, sql, description, "time_series", width=width)
    # Not finer than the resolution of the data.
    return panel.interval(every).legend(legend()).tooltip(tooltip())


def _over_number(title: str, sql: str, description: str, over: str, width: int) -> trend.Panel:
    panel = panel_of(trend.Panel(), title, sql, description, "table", width=width)
    return panel.x_field(over).legend(legend()).tooltip(tooltip())


def _scale(over: str, decimals: int = 0, **others: object) -> Override:
    """Return the settings of the numbers below, whose unit is not that of the series."""
    return Override(over, {"unit": "none", "decimals": decimals, "custom.axisLabel": over, **others})


def _with_points(panel: _Plot, unit: str) -> _Plot:
    return (
        panel.unit(unit)
        .draw_style(shared.GraphDrawStyle.LINE)
        .line_width(2)
        .show_points(shared.VisibilityMode.ALWAYS)
        .span_nulls(True)
    )


def _banded(panel: _Plot, *others: Override) -> _Plot:
    """Give a panel the settings of a mean and its band, in one color."""
    color = build.FieldColor().mode(models.FieldColorModeId.FIXED).fixed_color(_COLOR)
    return panel.color_scheme(color).overrides([*others, *_band()])


def _band() -> _Overrides:
    """Return the settings that shade the area between the bounds, without lines of their own."""
    bound = {
        "custom.lineWidth": 0,
        "custom.showPoints": "never",
        "custom.spanNulls": False,
        "custom.hideFrom": _HIDDEN,
    }
    return [
        Override(HIGH, {**bound, "custom.fillBelowTo": LOW, "custom.fillOpacity": 25}),
        Override(LOW, {**bound, "custom.fillOpacity": 0}),
    ]
