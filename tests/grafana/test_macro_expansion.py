"""Tests of macro expansion with the examples of Grafana's documentation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from tests.grafana.macro_expansion import AllOf, Chosen, ExpansionError, Range, expand

TIME: Final = Range(datetime(2017, 4, 21, 5, 1, 17, tzinfo=UTC), datetime(2017, 4, 21, 5, 6, 17, tzinfo=UTC))
CHOSEN: Final[Chosen] = {
    "server": ["test1", "test2"],
    "name": ["it's"],
    "all": AllOf("variant"),
}


@pytest.mark.parametrize(
    ("sql", "sent"),
    [
        (
            "$__timeFilter(at)",
            "at BETWEEN '2017-04-21T05:01:17.000000Z' AND '2017-04-21T05:06:17.000000Z'",
        ),
        ("$__timeFrom()", "'2017-04-21T05:01:17.000000Z'"),
        ("$__timeTo()", "'2017-04-21T05:06:17.000000Z'"),
        ("$__timeGroup(at,'5m')", "floor(extract(epoch from at)/300)*300"),
        ("$__timeGroup(at,'5m', 0)", "floor(extract(epoch from at)/300)*300"),
        ("$__timeGroup(at,'5m', NULL)", "floor(extract(epoch from at)/300)*300"),
        ("$__timeGroupAlias(at, $__interval)", 'floor(extract(epoch from at)/3600)*3600 AS "time"'),
        ("$__interval_ms", "3600000"),
        ("a IN (${server:sqlstring})", "a IN ('test1','test2')"),
        ("a IN (${name:sqlstring})", "a IN ('it''s')"),
        ("a IN (${all:sqlstring})", "a IN (variant)"),
    ],
)
def test_sql_is_expanded_as_documented(sql: str, sent: str) -> None:
    assert expand(sql, CHOSEN, TIME, "1h") == sent


@pytest.mark.parametrize(
    "sql",
    [
        "$__timeFiltr(at)",
        "$__timeFilter()",
        "$__timeGroup(at)",
        "$__timeGroup(at, 'often')",
        "$__timeGroup(at, '5m', nothing)",
        "${servers:sqlstring}",
        "$servers",
        "${server}",
        "${server:csv}",
    ],
)
def test_unknown_macros_and_unsafe_formats_are_refused(sql: str) -> None:
    with pytest.raises(ExpansionError):
        expand(sql, CHOSEN, TIME, "1h")
