"""Every answer to a random request over HTTP is documented."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from graphql import OperationType, parse, print_ast
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from api.graphql.types import variants
from tests.api.fuzzing import random_requests
from tests.api.fuzzing.random_requests import ACCEPTS, Request, Table, requests, table
from tests.api.harness import full_documents as d
from tests.api.harness.schema_conformance import broken, named
from tests.api.secrecy.permuted_servers import Worlds

SHORT: Final = 25
LONG: Final = 2_000
A_TABLE: Final = 125
"""Requests after which games are laid anew: those that are there wear out."""
MOST_TABLES: Final = 20
FIRST_SEED: Final = 100

KINDS: Final = {
    "queries": requests("Query"),
    "mutations": requests("Mutation"),
    "what breaks the schema": st.one_of(
        requests("Query", GenerationMode.NEGATIVE), requests("Mutation", GenerationMode.NEGATIVE)
    ),
}

ROOTS: Final = {"queries": OperationType.QUERY, "mutations": OperationType.MUTATION}


def sent(
    worlds: Worlds,
    made: st.SearchStrategy[Request],
    number: int,
    begin: int,
    caplog: pytest.LogCaptureFixture,
) -> Table:
    """Send so many requests, and see that each answer is as it has to be."""
    with asyncio.Runner() as runner:
        laying = table(worlds)
        laid = runner.run(laying.__aenter__())

        @seed(begin)
        @settings(
            max_examples=number,
            derandomize=False,
            database=None,
            # What was sent changes the games: nothing can be sent again to make it smaller.
            phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )
        @given(made)
        def send(request: Request) -> None:
            assert runner.run(laid.send(request)) == []
            told = [each for each in caplog.records if each.levelno >= logging.WARNING]
            assert told == [], (request, caplog.text)

        try:
            send()
        finally:
            runner.run(laying.__aexit__(None, None, None))
    return laid


def test_every_answer_is_documented(worlds: Worlds, caplog: pytest.LogCaptureFixture) -> None:
    laid = sent(worlds, st.one_of(list(KINDS.values())), SHORT, 1, caplog)
    assert laid.sent == SHORT


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_documented_in_a_long_run(
    worlds: Worlds,
    kind: str,
    caplog: pytest.LogCaptureFixture,
    record_property: Callable[[str, object], None],
) -> None:
    root = d.schema().get_root_type(ROOTS[kind]) if kind in ROOTS else None
    unanswered = {f"{root.name}.{field}" for field in root.fields} if root is not None else set()
    wanted = -(-LONG // len(KINDS))
    asked, codes = 0, Counter[str]()
    for begin in range(MOST_TABLES):
        laid = sent(worlds, KINDS[kind], A_TABLE, FIRST_SEED + begin, caplog)
        asked, codes, unanswered = asked + laid.sent, codes + laid.codes, unanswered - set(laid.answered)
        if asked >= wanted and not unanswered:
            break
    record_property("requests", asked)
    record_property("codes", sorted(codes))
    assert asked >= wanted
    # Each field has been answered: not by refusals alone.
    assert unanswered == set()


# What is wrong is noticed.


def asked(document: str, *, valid: bool = True, who: str | None = None) -> Request:
    text = print_ast(named(parse(document))) if valid else document
    return Request(label="Query.x", document=text, valid=valid, who=who, accept=ACCEPTS[0])


async def noticed(worlds: Worlds, request: Request) -> str:
    async with table(worlds) as laid:
        return "".join(fault.splitlines()[0] for fault in await laid.send(request))


OPTIONS = "{ variants { options { values } } }"


async def test_a_server_error_is_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(variants, "field_descriptions", lambda _: 1 / 0)
    assert (
        await noticed(worlds, asked("{ variants { options { values } } }")) == "the error's code is INTERNAL"
    )
    assert "ZeroDivisionError" in caplog.text


async def test_a_null_in_a_required_field_is_detected(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants, "possible_values", lambda _: None)
    assert (
        await noticed(worlds, asked("{ variants { options { values } } }")) == "the error's code is INTERNAL"
    )


async def test_undocumented_codes_are_detected(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_requests, "ERRORS", random_requests.ERRORS - {"UNKNOWN_GAME"})
    monkeypatch.setattr(random_requests, "REFUSALS", random_requests.REFUSALS - {"INVALID_NAME"})
    assert "UNKNOWN_GAME" in await noticed(worlds, asked('{ game(id: "x") { id } }'))
    rename = 'mutation { rename(input: {name: ""}) { __typename ... on Refusal { code } } }'
    assert "INVALID_NAME" in await noticed(worlds, asked(rename, who="ann"))


async def test_an_accepted_invalid_request_is_detected(worlds: Worlds) -> None:
    assert "answered" in await noticed(worlds, asked("{ variants { name } }", valid=False))


ANN = {"__typename": "Player", "id": "5", "name": "Ann"}


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (None, "is no object"),
        ({"__typename": "Query"}, "has ["),
        ({"__typename": "Mutation", "player": None}, "not a Query"),
        ({"__typename": "Query", "player": {**ANN, "id": None}}, "player.id is null"),
        ({"__typename": "Query", "player": {**ANN, "id": 5}}, "player.id is no ID!"),
        ({"__typename": "Query", "player": {**ANN, "__typename": "Game"}}, "player is a 'Game'"),
        ({"__typename": "Query", "player": []}, "player is no object"),
    ],
)
def test_data_that_was_not_requested_is_detected(data: Any, wrong: str) -> None:
    (told,) = broken(d.schema(), named(parse('{ player(id: "5") { id name } }')), data)
    assert wrong.rstrip("!") in told


def test_requested_data_passes() -> None:
    for player in (ANN, None):
        document = named(parse('{ player(id: "5") { ...F } } fragment F on Player { id ... { name } }'))
        assert broken(d.schema(), document, {"__typename": "Query", "player": player}) == []
