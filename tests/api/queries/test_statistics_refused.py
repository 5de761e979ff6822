"""Invalid statistics queries and their errors."""

from __future__ import annotations

from datetime import date

from api.graphql.limits.request_limits import Limits
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.queries.statistics_queries import LISTS, VARIANT, asking

STATISTICS_QUERY = d.operation("query", "statistics")


async def test_an_invalid_selection_is_an_error_with_its_reason(spectator: Client) -> None:
    cases: list[tuple[Json, str, str]] = [
        ({"variant": "whist"}, "UNKNOWN_VARIANT", "whist"),
        ({"playerCount": 1}, "WRONG_NUMBER_OF_PLAYERS", "not 1"),
        ({"playerCount": -(2**31)}, "WRONG_NUMBER_OF_PLAYERS", "takes"),
        ({"since": "2026-04-02", "until": "2026-04-01"}, "INVALID_RANGE", "2026-04-02"),
        ({"since": "2026-04-01", "until": "2026-04-01"}, "INVALID_RANGE", "not before its end"),
        ({"since": "0001-01-01"}, "INVALID_RANGE", "100 years"),
        ({"since": "0001-01-01", "until": "9999-12-31"}, "INVALID_RANGE", "100 years"),
        ({"rows": 0}, "INVALID_PAGE", "1 to 5,000"),
        ({"rows": 5001}, "INVALID_PAGE", "1 to 5,000"),
        ({"since": "2026-02-30"}, "BAD_USER_INPUT", "is not a day"),
        ({"since": "20260401"}, "BAD_USER_INPUT", "2026-11-20"),
        ({"until": "2026-04-01T00:00:00Z"}, "BAD_USER_INPUT", "2026-11-20"),
        ({"until": "10000-01-01"}, "BAD_USER_INPUT", "2026-11-20"),
        ({"bucket": "FORTNIGHT"}, "BAD_USER_INPUT", "HOUR, DAY"),
        ({"board": "EVERYBODY"}, "BAD_USER_INPUT", "PEOPLE, "),
        ({"board": "VOUCHED"}, "BAD_USER_INPUT", "no statistics of the board VOUCHED"),
    ]
    for given, code, told in cases:
        [error] = (await spectator.ask(asking("bids"), **{"variant": VARIANT, **given}))["errors"]
        assert error["extensions"]["code"] == code, (given, code, told)
        assert told in error["message"], (given, code, told)


async def test_ten_years_have_too_many_hours(spectator: Client) -> None:
    asked = {"variant": VARIANT, "bucket": "HOUR", "since": "2016-01-01", "until": "2026-01-01"}
    [error] = (await spectator.ask(asking("activity"), **asked))["errors"]
    hours = 24 * (date(2026, 1, 1) - date(2016, 1, 1)).days
    expected = {"code": "TOO_MANY_BUCKETS", "limit": 5000, "sent": hours, "inputPath": ["bucket"]}
    assert error["extensions"] == expected
    assert f"{hours:,} periods of an hour" in error["message"]


async def test_game_statistics_are_not_counted_by_the_hour(spectator: Client) -> None:
    for field in LISTS - {"activity"}:
        assert await spectator.code(asking(field), variant=VARIANT, bucket="HOUR") == "INVALID_BUCKET", field
    # Each list has its own error, and the others are there.
    answer = await spectator.ask(STATISTICS_QUERY, variant=VARIANT, bucket="HOUR")
    assert {each["extensions"]["code"] for each in answer["errors"]} == {"INVALID_BUCKET"}
    assert answer["data"]["statistics"]["activity"] is not None


async def test_rows_count_towards_the_cost(spectator: Client) -> None:
    assert "errors" not in await spectator.ask(STATISTICS_QUERY, variant=VARIANT)
    assert await spectator.code(STATISTICS_QUERY, variant=VARIANT, rows=5000) == "QUERY_TOO_COSTLY"
    assert "errors" not in await spectator.ask(asking("trumps"), variant=VARIANT, rows=5000)
    # Few rows may be the sum of many.
    lists = " ".join(f"a{number}: trumps {{ suit }}" for number in range(150))
    document = f'{{ statistics(variant: "president", rows: 1) {{ {lists} }} }}'
    [error] = (await spectator.ask(document))["errors"]
    assert error["extensions"]["code"] == "QUERY_TOO_COSTLY"
    assert error["extensions"]["limit"] == Limits().cost
