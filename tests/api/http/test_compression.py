"""Compression of answers: by `Accept-Encoding`, not of secrets, not of streams, padded, fair to others."""

from __future__ import annotations

import asyncio
import gzip
import re
from random import Random
from typing import Any

import pytest
from graphql import GraphQLObjectType, get_introspection_query, get_named_type, parse
from strawberry.schema.schema_converter import GraphQLCoreConverter

from api.graphql.execution.answer_marks import SECRET, marks_of
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.limits.request_limits import Limits
from api.http.content_coding import BLOCK, MIN_SIZE, SLICE_SIZE, codings, gzipped
from tests.api.conftest import _schema
from tests.api.harness.callers import Client

GZIP = {"Accept-Encoding": "gzip"}
LONG = {"query": get_introspection_query()}
SERVED = _schema(Limits())._schema
NAMED = re.compile(r"token|secret|(?<!refusal)code$", re.IGNORECASE)


@pytest.mark.parametrize(
    ("header", "gzip", "identity"),
    [
        ("gzip", True, True),
        ("GZip", True, True),
        ("x-gzip", True, True),
        ("gzip, deflate, br, zstd", True, True),
        ("br;q=1, gzip;q=0.5", True, True),
        ("*", True, True),
        ("gzip;q=0.5, identity", False, True),
        ("identity;q=0.5, *;q=0.1", False, True),
        ("gzip, identity;q=0", True, False),
        ("gzip;q=0.1, *;q=0", True, False),
        ("br, *;q=0", False, False),
        ("gzip;q=0", False, True),
        ("gzip;q=0.000", False, True),
        ("gzip;q=much", False, True),
        ("*, gzip;q=0", False, True),
        ("identity", False, True),
        ("br", False, True),
        ("", False, True),
        (None, False, True),
        (f"{'x, ' * 200}gzip", True, True),
    ],
)
def test_codings_follow_the_weights(header: str | None, gzip: bool, identity: bool) -> None:
    found = codings(header)
    assert (found.gzip, found.identity) == (gzip, identity)


async def test_long_answers_are_compressed_for_clients_that_accept_it(spectator: Client) -> None:
    for body, header, expected in [
        (LONG, "gzip", "gzip"),
        (LONG, "br, gzip;q=0.1", "gzip"),
        (LONG, "br", None),
        (LONG, "identity", None),
        ({"query": "{ __typename }"}, "gzip", None),
        ({"query": "{ __typename }"}, "gzip, identity;q=0", "gzip"),
    ]:
        plain = await spectator.post(body, {"Accept-Encoding": "identity"})
        async with spectator.http.stream(
            "POST", "/graphql", json=body, headers={"Accept-Encoding": header}
        ) as response:
            raw = b"".join([part async for part in response.aiter_raw()])
        assert response.headers.get("content-encoding") == expected, header
        assert response.headers["content-length"] == str(len(raw))
        assert "Accept-Encoding" in response.headers["vary"]
        assert (gzip.decompress(raw) if expected else raw) == plain.content
        if body is LONG and expected:
            assert len(raw) < len(plain.content) / 5


async def test_answers_with_a_token_are_never_compressed(spectator: Client, ann: Client) -> None:
    fields = "key: token player { id } padding: token more: token again: token more2: token"
    name = f"... on SignInAccepted {{ {fields} }}"
    filler = " ".join(f"t{number}: __typename" for number in range(60))
    document = f'mutation {{ signIn(input: {{name: "Eve"}}) {{ {filler} {name} }} }}'
    fragments = f"""mutation {{ signIn(input: {{name: "Eve"}}) {{ {filler} ...A }} }}
        fragment A on SignInPayload {{ ...B }} fragment B on SignInAccepted {{ token }}"""
    without = document.replace("token", "__typename")
    game = await ann.create()
    link = f"""mutation {{ createInvitationLink(input: {{game: "{game}"}}) {{ {filler}
        ... on CreateInvitationLinkAccepted {{ invitationLink {{ expiresAt token }} }} }} }}"""
    for text, compressed in [(document, None), (fragments, None), (link, None), (without, "gzip")]:
        for header in ("gzip", "gzip, identity;q=0"):
            response = await ann.post({"query": text}, {"Accept-Encoding": header})
            assert len(response.content) > MIN_SIZE
            assert response.headers.get("content-encoding") == compressed, text
            # Nor may a proxy compress it.
            assert ("no-transform" in response.headers["cache-control"]) is (compressed is None)


async def test_errors_that_may_quote_the_request_are_not_compressed(spectator: Client) -> None:
    unknown = " ".join(f'nothing{number}(token: "secret") {{ id }}' for number in range(19))
    response = await spectator.post({"query": f"{{ {unknown} }}"}, GZIP)
    assert response.json().keys() == {"errors"}
    assert len(response.content) > MIN_SIZE
    assert "content-encoding" not in response.headers


async def test_event_streams_are_not_compressed(ann: Client) -> None:
    response = await ann.post(LONG, {**GZIP, "Accept": "text/event-stream"})
    assert len(response.content) > MIN_SIZE
    assert "content-encoding" not in response.headers


async def test_compressed_requests_are_refused(spectator: Client) -> None:
    bomb = gzip.compress(b'{"query": "{ __typename }"}' + b" " * 10_000_000)
    for coding in ("gzip", "br", "identity, gzip"):
        headers = {"Content-Type": "application/json", "Content-Encoding": coding}
        response = await spectator.http.post("/graphql", content=bomb, headers=headers)
        assert response.status_code == 415
        (error,) = response.json()["errors"]
        assert error["message"] == f"A body must not be compressed; its Content-Encoding is {coding}."


@pytest.mark.parametrize("coding", ["", "identity", "Identity"])
async def test_requests_may_say_that_they_are_not_compressed(spectator: Client, coding: str) -> None:
    response = await spectator.post({"query": "{ __typename }"}, {"Content-Encoding": coding})
    assert response.json() == {"data": {"__typename": "Query"}}


def test_every_field_that_is_called_a_token_or_a_code_is_marked() -> None:
    for kind in SERVED.type_map.values():
        if not isinstance(kind, GraphQLObjectType) or kind.name.startswith("__"):
            continue
        for name, field in kind.fields.items():
            if get_named_type(field.type).name in ("String", "ID") and NAMED.search(name):
                defined: Any = field.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]
                assert defined.metadata.items() >= SECRET.items(), f"{kind.name}.{name}"


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ('signIn(input: {name: ""}) { ... on SignInAccepted { token } }', True),
        (
            'signIn(input: {name: ""}) { ... { ... on SignInAccepted { other: token @skip(if: true) } } }',
            True,
        ),
        ('signIn(input: {name: ""}) { ... on SignInAccepted { token: player { id } } }', False),
        ('signIn(input: {name: ""}) { ... on Refusal { code message } }', False),
        ('acceptInvitationLink(input: {token: "x"}) { ... on Refusal { code } }', False),
    ],
)
def test_operation_is_secret_if_it_selects_a_secret_field(selection: str, expected: bool) -> None:
    document = parse(f"mutation {{ {selection} }}")
    assert marks_of(SERVED, document, operations_of(document)[0]).secret is expected


async def test_the_length_of_a_compressed_answer_does_not_tell_the_cards() -> None:
    random = Random(1)
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "HCSD"]
    seats = '{"index":1,"hand":["??","??","??","??","??"],"score":0},' * 20
    lengths, unpadded = set[int](), set[int]()
    for _ in range(200):
        hand = '","'.join(random.sample(deck, 5))
        body = f'{{"data":{{"game":{{"seats":[{seats}{{"index":0,"hand":["{hand}"]}}]}}}}}}'.encode()
        compressed = await gzipped(body)
        assert gzip.decompress(compressed) == body
        lengths.add(len(compressed))
        unpadded.add(len(gzip.compress(body)))
    assert len(unpadded) > 3
    assert all(length % BLOCK == 0 for length in lengths)
    assert len(lengths) <= 2


async def test_compressing_a_large_answer_lets_others_go_on() -> None:
    body = Random(1).randbytes(4_000_000)
    steps = 0

    async def count() -> None:
        nonlocal steps
        while True:
            steps += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    assert gzip.decompress(await gzipped(body)) == body
    counting.cancel()
    # One slice takes a part of a time slice, of which the loop had many.
    assert steps > 10
    assert len(body) > 100 * SLICE_SIZE
