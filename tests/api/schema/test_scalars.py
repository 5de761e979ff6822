"""The wire formats of scalars, and invalid input."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from graphql import GraphQLError, GraphQLObjectType, get_named_type

from api.graphql.types.scalars import SCALARS, Cursor, Version
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client

MOMENT = SCALARS[datetime]
INDIA = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (datetime(2026, 11, 20, 18, 3, 7, 123456, UTC), "2026-11-20T18:03:07.123456Z"),
        (datetime(2026, 11, 20, 18, 3, 7, tzinfo=UTC), "2026-11-20T18:03:07.000000Z"),
        (datetime(2026, 11, 21, 0, 0, tzinfo=INDIA), "2026-11-20T18:30:00.000000Z"),
    ],
)
def test_times_are_written_in_utc_with_microseconds(moment: datetime, written: str) -> None:
    assert MOMENT.serialize is not None
    assert MOMENT.parse_value is not None
    assert MOMENT.serialize(moment) == written
    assert MOMENT.parse_value(written) == moment


@pytest.mark.parametrize(
    ("given", "moment"),
    [
        ("2026-11-20T18:03:07Z", datetime(2026, 11, 20, 18, 3, 7, tzinfo=UTC)),
        ("2026-11-20t18:03:07z", datetime(2026, 11, 20, 18, 3, 7, tzinfo=UTC)),
        ("2026-11-20T18:03:07.5+05:30", datetime(2026, 11, 20, 12, 33, 7, 500000, UTC)),
        ("2026-11-20T18:03:07.123456789Z", datetime(2026, 11, 20, 18, 3, 7, 123456, UTC)),
    ],
)
def test_times_are_read_in_every_form_of_the_standard(given: str, moment: datetime) -> None:
    assert MOMENT.parse_value is not None
    assert MOMENT.parse_value(given) == moment


NO_MOMENTS = [
    "2026-11-20T18:03:07",
    "2026-11-20",
    "2026-11-20 18:03:07Z",
    "20261120T180307Z",
    "2026-11-20T18:03Z",
    "2026-W47-5T18:03:07Z",
    "2026-13-20T18:03:07Z",
    "2026-11-20T25:03:07Z",
    "2026-11-20T18:03:07+24:00",
    "\uff12026-11-20T18:03:07Z",
    "",
    1763661787,
    None,
    ["2026-11-20T18:03:07Z"],
]


@pytest.mark.parametrize("given", NO_MOMENTS, ids=repr)
def test_an_invalid_time_is_an_error(given: object) -> None:
    assert MOMENT.parse_value is not None
    with pytest.raises(GraphQLError, match="is not a time"):
        MOMENT.parse_value(given)


DAY = SCALARS[date]


def test_a_day_is_written_as_an_iso_date() -> None:
    assert DAY.serialize is not None
    assert DAY.parse_value is not None
    for day, written in ((date(2026, 11, 20), "2026-11-20"), (date.min, "0001-01-01")):
        assert DAY.serialize(day) == written
        assert DAY.parse_value(written) == day


NO_DAYS = [
    "2026-02-30",
    "0000-01-01",
    "20261120",
    "2026-W47-5",
    "2026-11-20T00:00:00Z",
    "\uff12026-11-20",
    "",
    1,
    None,
]


@pytest.mark.parametrize("given", NO_DAYS, ids=repr)
def test_an_invalid_day_is_an_error(given: object) -> None:
    assert DAY.parse_value is not None
    with pytest.raises(GraphQLError, match="is not a day"):
        DAY.parse_value(given)


@pytest.mark.parametrize(("kind", "given"), [(Version, -1), (Version, 2**53), (Version, "1"), (Cursor, 1)])
async def test_an_invalid_version_or_cursor_is_an_error(kind: object, given: object) -> None:
    scalar = SCALARS[kind]
    assert scalar.parse_value is not None
    with pytest.raises(GraphQLError, match="is not a"):
        scalar.parse_value(given)


async def test_an_invalid_scalar_is_bad_user_input(ann: Client) -> None:
    game = await ann.create()
    assert await ann.code(d.GAMES, search={"startedAfter": "2026-11-20"}) == "BAD_USER_INPUT"
    assert await ann.code(d.REPLAY, game=game, version=-1) == "BAD_USER_INPUT"
    assert await ann.code(d.EVENTS, game=game, after=2) == "BAD_USER_INPUT"


async def test_an_error_quotes_little_of_an_invalid_scalar(ann: Client) -> None:
    (error,) = (await ann.ask(d.GAMES, search={"startedAfter": "9" * 5_000}))["errors"]
    assert len(error["message"]) < 400


def test_fields_with_the_id_of_an_object_are_named_so() -> None:
    own = {"id", "key", "commandId"}
    not_objects = {"LobbyUpdate.gone", "MyGamesUpdate.gone", "UnknownGame.given", "UnknownPlayer.given"}
    ids = {
        f"{kind.name}.{name}"
        for kind in d.schema().type_map.values()
        if isinstance(kind, GraphQLObjectType) and not kind.name.startswith("__")
        for name, field in kind.fields.items()
        if get_named_type(field.type).name == "ID" and name not in own
    }
    assert {"GameCreated.rematchOfId", "GameCreated.seriesId"} <= ids
    assert [each for each in sorted(ids - not_objects) if not each.endswith("Id")] == []
