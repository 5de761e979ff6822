"""The limits of a document: accepted up to each limit, refused beyond it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from graphql import get_introspection_query

from api.graphql.execution.validation.document_validator import MAX_ERRORS
from api.graphql.limits.request_limits import Limits
from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

LIMITS = Limits(
    tokens=200,
    operations=5,
    depth=4,
    introspection=3,
    root_fields=3,
    aliases=4,
    directives=3,
    repeats=60,
    cost=850,
)
GRAPHQL = "application/graphql-response+json"


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Client]:
    """A client of a server with low limits."""
    async with served(tmp_path, limits=LIMITS) as client:
        yield client


def operations(count: int) -> str:
    return "query A { __typename } " + " ".join(f"query B{n} {{ __typename }}" for n in range(count - 1))


def inline(count: int) -> str:
    """Return a document of 5 + 3 * count tokens."""
    return "query A { " + "... { " * count + "__typename" + " }" * (count + 1)


def nested(*names: str) -> str:
    return " { ".join(("", *names)) + " }" * len(names)


def roots(count: int) -> str:
    return (
        "query A { ...F } fragment F on Query { " + " ".join(f"r{n}: __typename" for n in range(count)) + " }"
    )


def aliases(count: int) -> str:
    return "query A { variants { " + " ".join(f"a{n}: name" for n in range(count)) + " } }"


def directives(count: int) -> str:
    # A field may have each directive once; unknown directives count like known ones.
    return "query A { variants { " + "... @skip(if: false) { name } " * count + "} }"


def repeats(count: int, fragment: str = "") -> str:
    names = "name " * count
    if fragment:
        return f"query A {{ variants {{ ...{fragment} }} }} fragment {fragment} on Variant {{ {names} }}"
    return f"query A {{ variants {{ {names} }} }}"


def page(size: int) -> str:
    return f"query A {{ games(first: {size}) {{ edges {{ cursor }} }} }}"


def introspected(levels: int) -> str:
    return nested('query A { __type(name: "Query")', *["ofType"] * (levels - 1), "name")[3:]


BOUNDS = [
    ("QUERY_TOO_LONG", inline(65), inline(66), 200, None),
    ("TOO_MANY_DOCUMENT_OPERATIONS", operations(5), operations(6), 5, 6),
    (
        "QUERY_TOO_DEEP",
        nested("query A { games(first: 10)", "edges", "node", "id")[3:],
        nested("query A { games(first: 10)", "edges", "node", "organizer", "name")[3:],
        4,
        5,
    ),
    (
        "QUERY_TOO_DEEP",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameEdge { ...F } "
        "fragment F on GameEdge { node { id } }",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameEdge { ...F } "
        "fragment F on GameEdge { node { organizer { name } } }",
        4,
        5,
    ),
    ("INTROSPECTION_TOO_DEEP", introspected(3), introspected(4), 3, 4),
    ("TOO_MANY_ROOT_FIELDS", roots(3), roots(4), 3, 4),
    ("TOO_MANY_ALIASES", aliases(4), aliases(5), 4, 5),
    ("TOO_MANY_DIRECTIVES", directives(3), directives(4), 3, 4),
    ("TOO_MANY_DIRECTIVES", directives(3), "query A { __typename @a @b @c @d }", 3, 4),
    ("TOO_MANY_DIRECTIVES", directives(3), "query A($x: Int @a @b @c @d) { __typename }", 3, 4),
    ("TOO_MANY_REPEATS", repeats(11), repeats(12), 60, 66),
    # Validation compares the fields of a fragment alone, and again where it is spread.
    ("TOO_MANY_REPEATS", repeats(8, "F"), repeats(9, "F"), 60, 72),
    ("QUERY_TOO_COSTLY", page(74), page(75), 850, 852),
]


async def test_a_document_is_accepted_up_to_each_limit(small: Client) -> None:
    for code, within, beyond, limit, sent in BOUNDS:
        answer = (await small.post({"query": within, "operationName": "A"})).json()
        assert "errors" not in answer, beyond
        # Twice: a refused document must not be cached as valid.
        for _ in range(2):
            response = await small.post({"query": beyond, "operationName": "A"}, {"Accept": GRAPHQL})
            assert response.status_code == 400, beyond
            (error,) = response.json()["errors"]
            told = {} if sent is None else {"sent": sent}
            assert error["extensions"] == {"code": code, "limit": limit, **told}, beyond
            assert f"{limit:,}" in error["message"], beyond


async def test_counting_repeats_stops_at_its_limit(
    spectator: Client,
) -> None:
    places = " ".join(f"a{n}: options {{ ...E }}" for n in range(190))
    document = f"{{ variants {{ {places} }} }} fragment E on VariantOption {{ {'name ' * 110} }}"
    (error,) = (await spectator.ask(document))["errors"]
    assert error["extensions"] == {"code": "TOO_MANY_REPEATS", "limit": Limits().repeats}


async def test_very_deeply_nested_fragments_are_too_deep(
    tmp_path: Path,
) -> None:
    chained = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(1_000))
    async with served(tmp_path, limits=Limits(tokens=20_000)) as client:
        (error,) = (await client.ask(f"{{ ...F0 }} {chained}"))["errors"]
    assert error["extensions"] == {"code": "QUERY_TOO_DEEP", "limit": Limits().depth}


async def test_invalid_graphql_is_too_long_only_beyond_the_token_limit(small: Client) -> None:
    assert await small.code("{ " * 200) == "GRAPHQL_PARSE_FAILED"
    assert await small.code("{ " * 201) == "QUERY_TOO_LONG"


async def test_comments_are_limited_like_tokens(small: Client) -> None:
    assert "errors" not in await small.ask("#\n" * 200 + "{ __typename }")
    for rest in ("{ __typename }", "{ { "):
        assert await small.code("#\n" * 201 + rest) == "QUERY_TOO_LONG"


async def test_only_the_first_errors_of_a_document_are_reported(spectator: Client) -> None:
    errors = (await spectator.ask("{ variants { " + " ".join(f"x{n}" for n in range(90)) + " } }"))["errors"]
    assert len(errors) == MAX_ERRORS + 1
    assert {error["extensions"]["code"] for error in errors} == {"GRAPHQL_VALIDATION_FAILED"}


async def test_a_page_beyond_the_maximum_is_refused_by_its_list(spectator: Client) -> None:
    document = "query($n: Int!) { games(first: $n) { edges { cursor } } }"
    for size in (0, -5, 2**31 - 1):
        assert await spectator.code(document, n=size) == "INVALID_PAGE"


async def test_cyclic_and_endless_documents_are_refused_normally(spectator: Client) -> None:
    for document in [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ variants { ...A } } fragment A on Variant { options { ...A } }",
        "{ variants { ...A } } fragment A on Variant { ...A }",
        "{ ...A }",
        "{ variants { nme " + "x " * 90 + "} }",
        "{ games(first: " + "9" * 5000 + ") { edges { cursor } } }",
        "{ " + "... { " * 190 + "__typename" + " }" * 191,
        "{ " + "variants { " * 250 + "name" + " }" * 251,
    ]:
        response = await spectator.post({"query": document}, {"Accept": GRAPHQL})
        assert "INTERNAL" not in json.dumps(response.json().get("errors", ())), document
        assert response.status_code == (200 if "... {" in document else 400), document


async def test_python_errors_about_values_are_not_reported(spectator: Client) -> None:
    (error,) = (await spectator.ask("{ games(first: " + "9" * 5000 + ") { edges { cursor } } }"))["errors"]
    assert error["message"].startswith("first is invalid: it must be a value of the type Int")
    assert "digits" not in error["message"]


async def test_cyclic_introspection_is_refused(spectator: Client) -> None:
    inner = "name"
    for _ in range(3):
        inner = f"fields {{ type {{ {inner} }} }}"
    assert await spectator.code(f"{{ __schema {{ types {{ {inner} }} }} }}") == "INTROSPECTION_TOO_DEEP"


@pytest.mark.parametrize("older", [True, False])
async def test_the_introspection_query_of_tools_is_answered(spectator: Client, older: bool) -> None:
    options: dict[str, Any] = {} if older else {"input_value_deprecation": True, "specified_by_url": True}
    answer = await spectator.data(
        get_introspection_query(schema_description=not older, directive_is_repeatable=not older, **options)
    )
    assert len(answer["__schema"]["types"]) > 100


async def test_the_largest_page_of_everything_is_answered(ann: Client) -> None:
    game = await ann.create()
    assert len(await ann.events(game, first=500)) == 2
