"""Masked errors: no part of a document reaches the log, and messages quote little of it."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from graphql import GraphQLError, parse

from api.graphql.context import Services
from api.graphql.errors.masking import MAX_MESSAGE_LENGTH
from tests.api.harness.callers import Client


def told_of(caplog: pytest.LogCaptureFixture) -> str:
    """Return all that stands in the log, tracebacks too."""
    formatter = logging.Formatter()
    return "\n".join(formatter.format(record) for record in caplog.records)


async def incident(client: Client, document: str, **variables: Any) -> str:
    (error,) = (await client.ask(document, **variables))["errors"]
    assert error["extensions"]["code"] == "INTERNAL"
    found: str = error["extensions"]["incident"]
    return found


@pytest.fixture
def failing(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("the resolver's own words")

    monkeypatch.setattr(type(services.reading), "current", fails)


@pytest.mark.usefixtures("failing")
async def test_the_log_contains_no_literal_of_a_document(
    spectator: Client, caplog: pytest.LogCaptureFixture
) -> None:
    game = "11111111-2222-3333-4444-555555555555"
    document = (
        f'query {{ mine: game(id: "{game}") {{ version }} __typename @skip(if: true) }} # top-secret-token'
    )
    with caplog.at_level(logging.DEBUG):
        number = await incident(spectator, document)
    log = told_of(caplog)
    assert number in log
    assert "mine, game(id: …)" in log
    assert "the resolver's own words" in log
    assert game not in log
    assert "top-secret-token" not in log


@pytest.mark.usefixtures("failing")
async def test_documents_are_removed_from_logged_errors(
    services: Services, spectator: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = parse('{ a(b: "top-secret-token") }').definitions[0]

    async def fails(*_: object) -> None:
        raise RuntimeError("the resolver's own words") from GraphQLError("it came before", node)

    monkeypatch.setattr(type(services.reading), "current", fails)
    with caplog.at_level(logging.DEBUG):
        await incident(spectator, '{ game(id: "00000000-0000-0000-0000-000000000000") { version } }')
    log = told_of(caplog)
    assert "it came before" in log
    assert "top-secret-token" not in log


async def test_a_value_that_does_not_fit_the_schema_is_logged_without_the_document(
    spectator: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.graphql.types.variants.rules_of", lambda _: object())
    with caplog.at_level(logging.DEBUG):
        answer = await spectator.ask("{ variants { top_secret_token: title } } # top-secret-token")
    assert {error["extensions"]["code"] for error in answer["errors"]} == {"INTERNAL"}
    assert "top-secret-token" not in told_of(caplog)


@pytest.mark.parametrize(
    "document",
    [
        "{ " + "x" * 50_000 + " }",
        '{ game(id: "' + "x" * 50_000 + '" }',
        "{ game(id: 1, " + "y" * 50_000 + ": 2) { version } }",
        "query($" + "v" * 50_000 + ": Int!) { __typename }",
    ],
)
async def test_an_error_quotes_no_more_of_a_document_than_is_read(spectator: Client, document: str) -> None:
    errors = (await spectator.ask(document))["errors"]
    assert errors
    assert all(len(error["message"]) <= MAX_MESSAGE_LENGTH + 1 for error in errors)


async def test_an_error_quotes_no_more_of_a_variable_than_is_read(spectator: Client) -> None:
    (error,) = (
        await spectator.ask("query($n: Int!) { games(first: $n) { edges { cursor } } }", n="x" * 50_000)
    )["errors"]
    assert error["extensions"]["code"] == "BAD_USER_INPUT"
    assert len(error["message"]) <= MAX_MESSAGE_LENGTH + 1
