"""A list that cannot be read is null, and the fields beside it are answered."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import get_named_type, is_non_null_type, is_object_type
from sqlalchemy.exc import OperationalError

from api.graphql.queries import game_lists, leaderboard
from api.graphql.queries.statistics import summary
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client

LISTS = """{
  variants { name }
  games { nodes { id } }
  leaderboard(variant: "oh-hell") { nodes { rank } }
  statistics(variant: "oh-hell") { variant { name } trumps { suit } activity { __typename } }
}"""


def fails(*_: object, **__: object) -> Any:
    raise OperationalError("SELECT", {}, Exception("the disk is gone"))


def test_every_connection_is_nullable() -> None:
    required = [
        f"{kind.name}.{name}"
        for kind in d.schema().type_map.values()
        if is_object_type(kind)
        for name, field in kind.fields.items()
        if get_named_type(field.type).name.endswith("Connection") and is_non_null_type(field.type)
    ]
    assert required == []


@pytest.mark.parametrize(
    ("module", "query", "path"),
    [
        (game_lists, "page", ["games"]),
        (leaderboard, "page", ["leaderboard"]),
        (summary, "activity", ["statistics", "activity"]),
    ],
)
async def test_a_list_that_fails_leaves_its_neighbours(
    spectator: Client, monkeypatch: pytest.MonkeyPatch, module: Any, query: str, path: list[str]
) -> None:
    whole = await spectator.data(LISTS)
    monkeypatch.setattr(module, query, fails)
    answer = await spectator.ask(LISTS)
    (error,) = answer["errors"]
    assert (error["path"], error["extensions"]["code"]) == (path, "UNAVAILABLE")
    missing = answer["data"]
    for name in path[:-1]:
        missing = missing[name]
    assert missing.pop(path[-1]) is None
    expected = whole
    for name in path[:-1]:
        expected = expected[name]
    expected.pop(path[-1])
    assert answer["data"] == whole
