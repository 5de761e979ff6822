"""Expansion of Grafana's variables and macros in SQL for PostgreSQL.

It follows Grafana's documentation of the PostgreSQL data source and of the formats of variables. As in
Grafana, a macro ends at the first closing bracket, and an unknown macro is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

_VARIABLE: Final = re.compile(r"\$\{(\w+)(?::(\w+))?\}|\$(?!__)(\w+)\b(?!\()")
_MACRO: Final = re.compile(r"\$([_a-zA-Z0-9]+)\(([^)]*)\)")
_INTERVAL: Final = re.compile(r"(\d+)(ms|[smhdwMy])")
_UNITS: Final = {
    "ms": timedelta(milliseconds=1),
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_FILLS: Final = ("NULL", "previous")


class Range(NamedTuple):
    """The time range chosen at the top of a dashboard."""

    since: datetime
    until: datetime


class AllOf(NamedTuple):
    """The text that replaces a variable when all values are chosen; formats do not apply to it."""

    text: str


Chosen = Mapping[str, Sequence[str] | AllOf]
"""The chosen values of each variable."""


class ExpansionError(ValueError):
    """Grafana would refuse the query."""


def expand(sql: str, chosen: Chosen, time: Range, interval: str) -> str:
    """Return the SQL for the database; raises ExpansionError."""
    filled = _VARIABLE.sub(lambda found: _value(found, chosen), sql)
    step = str(round(_seconds(interval) * 1000))
    filled = filled.replace("$__interval_ms", step).replace("$__interval", interval)
    return _MACRO.sub(lambda found: _macro(found[1], found[2], time), filled)


def _value(found: re.Match[str], chosen: Chosen) -> str:
    name, form = found[1] or found[3], found[2]
    if name not in chosen:
        raise ExpansionError(f"no variable {name!r}")
    values = chosen[name]
    if isinstance(values, AllOf):
        return values.text
    if form != "sqlstring":
        raise ExpansionError(f"in the format {form!r} a value of {name!r} could inject SQL")
    return ",".join("'" + value.replace("'", "''") + "'" for value in values)


def _macro(name: str, inside: str, time: Range) -> str:
    arguments = [each.strip(" ") for each in inside.split(",")]
    since, until = map(_text, time)
    match name, arguments:
        case "__timeFilter", [column] if column:
            return f"{column} BETWEEN '{since}' AND '{until}'"
        case "__timeFrom", [""]:
            return f"'{since}'"
        case "__timeTo", [""]:
            return f"'{until}'"
        case "__timeGroup" | "__timeGroupAlias", [column, interval, *fill]:
            if fill and not (fill[0] in _FILLS or re.fullmatch(r"-?\d+(\.\d+)?", fill[0])):
                raise ExpansionError(f"nothing can be filled with {fill[0]!r}")
            seconds = _seconds(interval.strip("'"))
            group = f"floor(extract(epoch from {column})/{seconds:g})*{seconds:g}"
            return f'{group} AS "time"' if name.endswith("Alias") else group
        case _:
            raise ExpansionError(f"no macro ${name}({inside})")


def _text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _seconds(interval: str) -> float:
    found = _INTERVAL.fullmatch(interval)
    if found is None or found[2] not in _UNITS:
        raise ExpansionError(f"no interval: {interval!r}")
    return (int(found[1]) * _UNITS[found[2]]).total_seconds()
