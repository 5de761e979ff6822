"""Caching of answers: public things for callers without a token, by trusted documents; nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from graphql import parse

from api.graphql.context import Services
from api.graphql.execution.answer_marks import marks_of
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.limits.request_limits import Limits
from api.graphql.queries.root import FINISHED_GAME_AGE, VARIANTS_AGE
from api.graphql.queries.variant_fields import RECORDS_AGE
from api.http.caching import is_unchanged
from api.http.negotiation import AdmittedDocuments
from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from domain.commands import CloseGame
from tests.api.conftest import _schema
from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

TRUSTED = TrustedDocuments(_schema(Limits())._schema, (FILES / "operations").glob("*.graphql"))
BOARD: dict[str, Any] = {"variant": "hundred-and-ten", "window": "ALL_TIME", "board": "PEOPLE", "first": 10}
PRIVATE = "private, no-store"


async def get(
    client: Client, name: str, headers: dict[str, str] | None = None, **variables: Any
) -> httpx.Response:
    """Request a trusted document by GET, without a token."""
    params = {"documentId": TRUSTED.ids[name], "variables": json.dumps(variables)}
    return await client.http.get("/graphql", params=params, headers=headers)


async def finished(ann: Client, access: str) -> str:
    game = await ann.create(access=access)
    await ann.must("leaveGame", game=game)
    return game


async def test_public_things_are_cached_and_validated(spectator: Client, ann: Client) -> None:
    game = await finished(ann, "PUBLIC")
    cases: list[tuple[str, dict[str, Any], int]] = [
        ("Variants", {}, VARIANTS_AGE),
        ("Leaderboard", BOARD, RECORDS_AGE),
        ("Table", {"game": game}, FINISHED_GAME_AGE),
    ]
    for name, variables, age in cases:
        response = await get(spectator, name, **variables)
        assert (response.status_code, response.json().keys()) == (200, {"data"})
        assert response.headers["cache-control"] == f"public, max-age={age}", name
        assert response.headers["vary"] == "Accept, Accept-Encoding, Authorization, GraphQL-Cost"
        etag = response.headers["etag"]
        assert etag.startswith('W/"')
        for known in (etag, etag.removeprefix("W/"), f'"other", {etag}', "*"):
            same = await get(spectator, name, {"If-None-Match": known}, **variables)
            assert (same.status_code, same.content) == (304, b""), (name, known)
            assert {each: same.headers[each] for each in ("etag", "cache-control", "vary")} == {
                each: response.headers[each] for each in ("etag", "cache-control", "vary")
            }
            assert not {"content-type", "content-length", "content-encoding"} & same.headers.keys()
        other = await get(spectator, name, {"If-None-Match": '"other"'}, **variables)
        assert (other.status_code, other.content) == (200, response.content)
        plain = await get(spectator, name, {"Accept-Encoding": "identity"}, **variables)
        assert plain.headers["etag"] == etag


async def test_nothing_else_may_be_cached(spectator: Client, ann: Client, bob: Client) -> None:
    private, waiting = await finished(ann, "PRIVATE"), await ann.create()
    own = {"Authorization": f"Bearer {ann.token}"}
    variants = {"documentId": TRUSTED.ids["Variants"]}
    responses = {
        "a token": await get(spectator, "Variants", own),
        "an invalid token": await get(spectator, "Variants", {"Authorization": "Bearer x"}),
        "a report": await get(spectator, "Variants", {"GraphQL-Cost": "1"}),
        "a cookie": await get(spectator, "Variants", {"Cookie": "a=b"}),
        "a game under way": await get(spectator, "Table", game=waiting),
        "a private game": await get(spectator, "Table", game=private),
        "its player's view": await get(spectator, "Table", own, game=private),
        "no game": await get(spectator, "Table", game="x"),
        "a player": await get(spectator, "Player", player=bob.player),
        "an unmarked field": await get(spectator, "Games", filter="WON", order="NEWEST"),
        "a caller's own field": await get(spectator, "Session"),
        "an invalid board": await get(spectator, "Leaderboard", **{**BOARD, "variant": "x"}),
        "an invalid variable": await get(spectator, "Leaderboard"),
        "a stream": await get(spectator, "Variants", {"Accept": "text/event-stream"}),
        "a POST": await spectator.post(variants),
        "a text": await spectator.http.get("/graphql", params={"query": "{ variants { name } }"}),
        "no document": await spectator.http.get("/graphql", params={"documentId": "x"}),
    }
    for name, response in responses.items():
        assert response.headers["cache-control"].startswith(PRIVATE), name
        assert "etag" not in response.headers, name
        assert response.status_code != 304, name


async def test_an_entity_tag_is_ignored_where_nothing_may_be_cached(spectator: Client, ann: Client) -> None:
    own = {"Authorization": f"Bearer {ann.token}", "If-None-Match": "*"}
    assert (await get(spectator, "Variants", own)).status_code == 200


async def test_private_games_are_like_unknown_ones(spectator: Client, ann: Client) -> None:
    private, unknown = await finished(ann, "PRIVATE"), "00000000-0000-4000-8000-000000000000"
    answers = [
        await get(spectator, "Table", {"If-None-Match": "*"}, game=game) for game in (private, unknown)
    ]
    first, second = ((each.status_code, each.headers, each.text) for each in answers)
    assert first == (second[0], second[1], second[2].replace(unknown, private))


async def test_a_cached_answer_changes_its_tag_with_its_content(
    services: Services, spectator: Client, ann: Client
) -> None:
    game = await ann.create()
    await services.games.carry_out(UUID(game), CloseGame(by="operator"))
    before = await get(spectator, "Table", game=game)
    known = {"If-None-Match": before.headers["etag"]}
    assert (await get(spectator, "Table", known, game=game)).status_code == 304
    await ann.data('mutation { rename(input: {name: "Anne"}) { __typename } }')
    after = await get(spectator, "Table", known, game=game)
    assert (after.status_code, after.text) == (200, before.text.replace('"Ann"', '"Anne"'))


def test_fresh_answers_and_unmarked_fields_are_not_public() -> None:
    schema = _schema(Limits())._schema
    for text, expected in [
        ("{ variants { name } }", VARIANTS_AGE),
        (
            "{ a: variants { name } ...F }"
            'fragment F on Query { ... { leaderboard(variant: "x") { edges { cursor } } } }',
            RECORDS_AGE,
        ),
        ("{ variants { name } me @skip(if: true) { id } }", None),
        ("{ __typename }", None),
        ("{ variants { name } __schema { queryType { name } } }", None),
        ("mutation { eraseMe { __typename } }", None),
        ("subscription { lobby { gone } }", None),
    ]:
        document = parse(text)
        assert marks_of(schema, document, operations_of(document)[0]).max_age == expected, text


async def test_an_answer_that_had_to_be_fresh_is_not_cached(
    spectator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = """query Fresh($upToDate: Boolean!) {
        leaderboard(variant: "president", upToDate: $upToDate) { edges { cursor } } }"""
    monkeypatch.setitem(TRUSTED.ids, "Fresh", "fresh")
    transport: Any = spectator.http._transport
    endpoint = next(each.endpoint for each in transport.app.router.routes if each.path == "/graphql")

    async def find(_: str) -> str:
        return fresh

    monkeypatch.setattr(endpoint, "admitted", AdmittedDocuments(find))
    for asked, expected in ((False, f"public, max-age={RECORDS_AGE}"), (True, PRIVATE)):
        response = await get(spectator, "Fresh", upToDate=asked)
        assert "data" in response.json()
        assert response.headers["cache-control"] == expected


async def test_a_cached_answer_may_be_given_to_pages_of_admitted_origins_only(tmp_path: Path) -> None:
    async with served(tmp_path, origins=("https://cards.example",)) as spectator:
        for headers in ({}, {"Origin": "https://cards.example"}):
            response = await get(spectator, "Variants", headers)
            assert "Origin" in response.headers["vary"].split(", ")
        assert "etag" in response.headers["access-control-expose-headers"]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ('W/"a"', True),
        ('"a"', True),
        ('"b", W/"a"', True),
        ("*", True),
        ('"b"', False),
        ("a", False),
        (None, False),
    ],
)
def test_entity_tags_are_compared_weakly(header: str | None, expected: bool) -> None:
    assert is_unchanged(header, 'W/"a"') is expected
