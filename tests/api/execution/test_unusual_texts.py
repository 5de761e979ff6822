"""Unusual characters in every text argument never cause a server error."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    get_named_type,
    get_nullable_type,
    is_list_type,
    is_required_argument,
    is_required_input_field,
)

from api.app import application, services_of
from api.settings import Settings
from tests.api.fuzzing.random_requests import OF_THE_SERVER
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.long_form import usually

# NUL, which PostgreSQL does not take; a noncharacter; what is longer than any id; a quote of SQL's.
ODD = ("a\x00b", "\uffff", "ü" * 3000, "'; --")
TEXTS = {"ID", "String", "Cursor"}


@pytest.fixture(params=usually(["SQLite", "PostgreSQL"], "PostgreSQL"))
async def ann(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Client]:
    """A signed-in player, on each database."""
    url = request.getfixturevalue("postgres_url") if request.param == "PostgreSQL" else None
    async with services_of(Settings(data_dir=tmp_path / "data", database_url=url)) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            yield await Client(http).sign_in("Ann")


def requests(game: str, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield an otherwise valid operation for every text argument and input field."""
    for kind, root in ("query", d.schema().query_type), ("mutation", d.schema().mutation_type):
        assert root is not None
        for name, field in root.fields.items():
            usual = {
                each: good(each, arg, game) for each, arg in field.args.items() if is_required_argument(arg)
            }
            for each, arg in field.args.items():
                for odd in placed(arg.type, usual.get(each), game, text):
                    yield d.operation(kind, name), {**usual, each: odd}


def good(name: str, wanted: Any, game: str) -> Any:
    """Return a value that suits an argument."""
    if is_list_type(get_nullable_type(wanted.type)):
        return []
    kind = get_named_type(wanted.type)
    if isinstance(kind, GraphQLInputObjectType):
        fields = kind.fields.items()
        return {each: good(each, field, game) for each, field in fields if is_required_input_field(field)}
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    values = {"Card": "5H", "Int": 1, "Version": 1, "Boolean": False}
    return values.get(kind.name, {"variant": "oh-hell", "name": "Zoe"}.get(name, game))


def placed(kind: Any, usual: Any, game: str, text: str) -> Iterator[Any]:
    """Yield the values of a type with the text in one place."""
    if is_list_type(get_nullable_type(kind)):
        yield from ([each] for each in placed(get_nullable_type(kind).of_type, None, game, text))
        return
    named = get_named_type(kind)
    if isinstance(named, GraphQLInputObjectType):
        whole = usual or {
            each: good(each, field, game)
            for each, field in named.fields.items()
            if is_required_input_field(field)
        }
        for each, field in named.fields.items():
            for odd in placed(field.type, whole.get(each), game, text):
                yield {**whole, each: odd}
    elif named.name in TEXTS:
        yield text


async def test_no_text_causes_a_server_error(ann: Client, caplog: pytest.LogCaptureFixture) -> None:
    game = await ann.create()
    asked = 0
    for text in ODD:
        for document, variables in requests(game, text):
            response = await ann.post({"query": document, "variables": variables})
            asked += 1
            told = {error["extensions"]["code"] for error in response.json().get("errors", [])}
            assert response.status_code < 500, (document[:60], text)
            assert not told & OF_THE_SERVER, (document[:60], variables)
    assert asked > 50 * len(ODD)
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []
