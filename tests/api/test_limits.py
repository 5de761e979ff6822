"""The limits of a request: what is just within each is answered, what is just beyond it is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from graphql import get_introspection_query, parse
from pydantic import ValidationError
from websockets.frames import Close

from api.graphql.context import Services
from api.graphql.cost import costs_of, value
from api.graphql.documents import MOST_CHARACTERS, Document, Documents
from api.graphql.limits import Limits
from api.settings import Settings
from tests.api import documents as d
from tests.api.asking import Client
from tests.api.sockets import answered, socket
from tests.api.tables import begun, eventually, play
from tests.api.test_settings import served

LIMITS = Limits(
    body=2_000,
    tokens=200,
    depth=4,
    introspection=3,
    root_fields=3,
    aliases=4,
    directives=3,
    repeats=60,
    cost=200,
    seconds=0.5,
)
GRAPHQL = "application/graphql-response+json"


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Client]:
    """Somebody who calls a server that takes little."""
    async with served(tmp_path, limits=LIMITS) as client:
        yield client


def operations(count: int) -> str:
    return "query A { __typename } " + " ".join(f"query B{n} {{ __typename }}" for n in range(count - 1))


def nested(*names: str) -> str:
    return " { ".join(("", *names)) + " }" * len(names)


def roots(count: int) -> str:
    return (
        "query A { ...F } fragment F on Query { " + " ".join(f"r{n}: __typename" for n in range(count)) + " }"
    )


def aliases(count: int) -> str:
    return "query A { variants { " + " ".join(f"a{n}: name" for n in range(count)) + " } }"


def directives(count: int) -> str:
    # On one field there may be one; an unknown one counts like any other.
    return "query A { variants { " + "... @skip(if: false) { name } " * count + "} }"


def repeats(count: int) -> str:
    return "query A { variants { " + "name " * count + "} }"


def page(size: int) -> str:
    return f"query A {{ games(first: {size}) {{ edges {{ cursor }} }} }}"


def introspected(levels: int) -> str:
    return nested('query A { __type(name: "Query")', *["ofType"] * (levels - 1), "name")[3:]


BOUNDS = [
    ("QUERY_TOO_LONG", operations(40), operations(41), 200, None),
    (
        "QUERY_TOO_DEEP",
        nested("query A { games(first: 10)", "edges", "node", "variant")[3:],
        nested("query A { games(first: 10)", "edges", "node", "organizer", "name")[3:],
        4,
        5,
    ),
    (
        "QUERY_TOO_DEEP",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameSummaryEdge { ...F } "
        "fragment F on GameSummaryEdge { node { variant } }",
        "query A { games(first: 10) { edges { ...E } } } fragment E on GameSummaryEdge { ...F } "
        "fragment F on GameSummaryEdge { node { organizer { name } } }",
        4,
        5,
    ),
    ("INTROSPECTION_TOO_DEEP", introspected(3), introspected(4), 3, 4),
    ("TOO_MANY_ROOT_FIELDS", roots(3), roots(4), 3, 4),
    ("TOO_MANY_ALIASES", aliases(4), aliases(5), 4, 5),
    ("TOO_MANY_DIRECTIVES", directives(3), directives(4), 3, 4),
    ("TOO_MANY_DIRECTIVES", directives(3), "query A { __typename @a @b @c @d }", 3, 4),
    ("TOO_MANY_REPEATS", repeats(11), repeats(12), 60, 66),
    ("QUERY_TOO_COSTLY", page(74), page(75), 200, 202),
]


@pytest.mark.parametrize(("code", "within", "beyond", "limit", "sent"), BOUNDS)
async def test_a_document_is_taken_up_to_each_limit(
    small: Client, code: str, within: str, beyond: str, limit: int, sent: int | None
) -> None:
    answer = (await small.post({"query": within, "operationName": "A"})).json()
    assert "errors" not in answer
    # However often: what was refused is not taken for valid the next time.
    for _ in range(2):
        response = await small.post({"query": beyond, "operationName": "A"}, {"Accept": GRAPHQL})
        assert response.status_code == 400
        (error,) = response.json()["errors"]
        assert error["extensions"] == {"code": code, "limit": limit} | (
            {} if sent is None else {"sent": sent}
        )
        assert f"{limit:,}" in error["message"]


async def test_the_size_of_a_page_counts_wherever_it_is_said(small: Client) -> None:
    by_default = "query A($n: Int = 75) { games(first: $n) { edges { cursor } } }"
    backwards = "query A($n: Int) { games(last: $n) { edges { cursor } } }"
    for document, sizes in ((by_default, ({}, {"n": 75})), (backwards, ({"n": 75}, {}, {"n": None}))):
        for variables in sizes:
            assert await small.code(document, **variables) == "QUERY_TOO_COSTLY"
        # The document is known by now, and its cost is another one.
        assert "errors" not in await small.ask(document, n=74)


async def test_a_page_that_no_list_gives_is_refused_by_the_list(onlooker: Client) -> None:
    document = "query($n: Int!) { games(first: $n) { edges { cursor } } }"
    for size in (0, -5, 2**31 - 1):
        assert await onlooker.code(document, n=size) == "INVALID_PAGE"


async def test_aliases_do_not_hide_what_a_document_costs(small: Client) -> None:
    document = "{ a: games(first: 20) { edges { cursor } } b: games(first: 20) { edges { cursor } } %s }"
    assert "errors" not in await small.ask(document % "")
    assert await small.code(document % "c: variants { name }") == "QUERY_TOO_COSTLY"


async def test_fragments_that_spread_each_other_over_and_over_cost_what_they_give(onlooker: Client) -> None:
    # Two to the 99th spreads of one field.
    text = "{ ...F0 } fragment F0 on Query { variants { options { name } } }"
    chained = " ".join(f"fragment F{n} on Query {{ ...F{n - 1} ...F{n - 1} }}" for n in range(1, 100))
    assert "errors" not in await onlooker.ask(f"{text} {chained}".replace("{ ...F0 }", "{ ...F99 }", 1))


@pytest.mark.parametrize(
    "document",
    [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ variants { ...A } } fragment A on Variant { options { ...A } }",
        "{ variants { ...A } } fragment A on Variant { ...A }",
        "{ ...A }",
        "{ variants { nme " + "x " * 90 + "} }",
        "{ games(first: " + "9" * 5000 + ") { edges { cursor } } }",
        "{ " + "... { " * 190 + "__typename" + " }" * 191,
        "{ " + "variants { " * 250 + "name" + " }" * 251,
    ],
)
async def test_what_goes_round_in_circles_or_on_and_on_is_refused_like_any_other(
    onlooker: Client, document: str
) -> None:
    response = await onlooker.post({"query": document}, {"Accept": GRAPHQL})
    assert all("INTERNAL" not in json.dumps(error) for error in response.json().get("errors", ()))
    assert response.status_code == (200 if "... {" in document else 400)


async def test_introspection_that_goes_round_in_circles_is_refused(onlooker: Client) -> None:
    inner = "name"
    for _ in range(3):
        inner = f"fields {{ type {{ {inner} }} }}"
    assert await onlooker.code(f"{{ __schema {{ types {{ {inner} }} }} }}") == "INTROSPECTION_TOO_DEEP"


@pytest.mark.parametrize("older", [True, False])
async def test_the_introspection_query_of_tools_is_answered(onlooker: Client, older: bool) -> None:
    options: dict[str, Any] = {} if older else {"input_value_deprecation": True, "specified_by_url": True}
    answer = await onlooker.data(
        get_introspection_query(schema_description=not older, directive_is_repeatable=not older, **options)
    )
    assert len(answer["__schema"]["types"]) > 100


async def test_the_largest_page_of_everything_is_answered(ann: Client) -> None:
    game = await ann.create()
    assert len(await ann.events(game, first=500)) == 2


# What a document costs is not less than what its answer has.


def values(answer: Any) -> int:
    """Return how many values there are: fields, and items of lists that are more than plain values."""
    if isinstance(answer, dict):
        return sum(1 + values(each) for each in answer.values())
    if isinstance(answer, list):
        return sum(1 + values(each) for each in answer if isinstance(each, dict | list))
    return 0


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
async def test_no_answer_has_more_values_than_were_reckoned_with(
    ann: Client, bob: Client, cyd: Client, onlooker: Client, variant: str
) -> None:
    from api.graphql.schema import schema

    players = [ann, bob, cyd, await onlooker.sign_in("Dan")]
    game = await begun(*players, variant=variant)
    graph = schema()._schema
    for _ in range(4):
        for document, variables in (
            (d.GAME, {"id": game}),
            (d.LEGAL_MOVES, {"game": game}),
            (d.EVENTS, {"game": game, "first": 100}),
            (d.VARIANTS, {}),
        ):
            (cost,) = costs_of(graph, parse(document))
            for player in players:
                answer = await player.ask(document, **variables)
                assert values(answer["data"]) <= value(cost, variables)
        await play(players, game, moves=3)


# Documents that are known.


def known(documents: Documents, text: str) -> Document:
    judged = documents.judged(d.schema(), parse(text))
    assert isinstance(judged, Document)
    documents.keep(text, judged)
    return judged


def test_a_valid_document_is_judged_once() -> None:
    documents = Documents(Limits())
    document = known(documents, "{ variants { name } }")
    assert documents.find("{ variants { name } }") is document
    assert documents.find("{ variants  { name } }") is None


def test_what_is_kept_is_bounded_and_the_oldest_goes_first() -> None:
    documents = Documents(Limits(), most_characters=100)
    texts = [f"{{ variants {{ name }} }} # {number}" for number in range(9)]
    for text in texts:
        known(documents, text)
        documents.find(texts[0])
    kept = [text for text in texts if documents.find(text)]
    assert kept == [texts[0], *texts[-3:]]
    assert sum(map(len, kept)) <= 100


def test_a_text_that_is_very_long_is_not_kept() -> None:
    documents = Documents(Limits())
    text = "{ variants { name } } #" + "x" * 20_000
    known(documents, text)
    assert documents.find(text) is None
    assert len(text) < MOST_CHARACTERS


# Bodies and messages.


def padded(length: int) -> bytes:
    body = '{"query": "{ __typename }", "variables": {"x": "%s"}}'
    return (body % ("x" * (length - len(body) + 2))).encode()


async def test_a_body_is_taken_up_to_its_limit(small: Client) -> None:
    kind = {"Content-Type": "application/json"}
    assert len(padded(LIMITS.body)) == LIMITS.body
    assert (await small.http.post("/graphql", content=padded(LIMITS.body), headers=kind)).status_code == 200
    response = await small.http.post("/graphql", content=padded(LIMITS.body + 1), headers=kind)
    assert response.status_code == 413
    (error,) = response.json()["errors"]
    assert error["extensions"] == {"code": "BODY_TOO_LARGE", "limit": LIMITS.body, "sent": LIMITS.body + 1}


async def test_a_body_of_unknown_length_is_read_no_further_than_its_limit(small: Client) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 100 * LIMITS.body:
            read += 500
            yield b"x" * 500

    # The caller in the same process reads ahead; a server that listens would not.
    response = await small.http.post(
        "/graphql", content=endless(), headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413
    assert response.json()["errors"][0]["extensions"] == {"code": "BODY_TOO_LARGE", "limit": LIMITS.body}
    assert read <= LIMITS.body + 1_000


async def test_a_query_string_is_taken_up_to_the_same_limit(small: Client) -> None:
    answers = []
    for length in (0, 1):
        parameters = {"query": "{__typename}", "x": ""}
        missing = LIMITS.body - len(
            str(small.http.build_request("GET", "/", params=parameters).url.query, "ascii")
        )
        parameters["x"] = "x" * (missing + length)
        answers.append(await small.http.get("/graphql", params=parameters))
    assert [answer.status_code for answer in answers] == [200, 413]


async def test_a_message_is_taken_up_to_its_limit(address: str, services: Services) -> None:
    limit = services.manners.limits.message
    async with socket(address) as connection:
        ping = '{"type": "ping", "payload": {"x": "%s"}}'
        await connection.send(ping % ("x" * (limit - len(ping) + 2)))
        assert await answered(connection) == {"type": "pong"}
        # Bytes count, not characters.
        await connection.send(ping % ("é" * (limit // 2)))
        answer = await answered(connection)
    assert isinstance(answer, Close)
    assert answer.code == 1009


# Time.


async def test_a_query_that_takes_too_long_is_ended(
    small: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from projections.reading import Reading

    async def hangs(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Reading, "current", hangs)
    response = await small.post({"query": f'{{ game(id: "{"0" * 32}") {{ id }} }}'}, {"Accept": GRAPHQL})
    assert response.status_code == 503
    (error,) = response.json()["errors"]
    assert error["extensions"] == {"code": "TIMEOUT", "limit": 0.5}
    assert caplog.text == ""


async def test_a_command_that_takes_too_long_is_carried_out_all_the_same(
    small: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from application.store.sqlite import SQLiteStore

    eve = Client(small.http, await token(small))
    append = SQLiteStore.append
    released = asyncio.Event()

    async def waits(*arguments: Any, **options: Any) -> Any:
        await released.wait()
        return await append(*arguments, **options)

    document = "mutation($input: CreateGameInput!) { createGame(input: $input) { __typename %s } }"
    wanted = {"input": {"variant": "oh-hell", "commandId": "once"}}
    monkeypatch.setattr(SQLiteStore, "append", waits)
    try:
        late = await eve.post({"query": document % "", "variables": wanted})
    finally:
        # Else the server would wait for the append when it closes.
        released.set()
    assert late.status_code == 503
    assert late.json()["errors"][0]["extensions"]["code"] == "TIMEOUT"
    mine = "{ games(filter: MINE, first: 5) { edges { cursor } } }"

    async def listed() -> bool:
        return len((await eve.data(mine))["games"]["edges"]) == 1

    await eventually(listed)
    # Its id tells that it was; it is not carried out once more.
    repeated = await eve.data(document % "... on CommandAccepted { version }", **wanted)
    assert repeated["createGame"]["__typename"] == "CommandAccepted"
    assert await listed()


async def token(client: Client) -> str:
    """Return the token of a new guest, by a document that asks for little."""
    answer = await client.data('mutation { signIn(input: {name: "Eve"}) { ... on SignedIn { token } } }')
    found: str = answer["signIn"]["token"]
    return found


# Settings.


def test_each_limit_is_a_variable_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Limits.model_fields:
        monkeypatch.setenv(f"KIBITZ_LIMITS_{name.upper()}", "7")
    assert set(Settings().limits.model_dump().values()) == {7}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("KIBITZ_LIMITS_DEPTH", "0"),
        ("KIBITZ_LIMITS_SECONDS", "inf"),
        ("KIBITZ_LIMITS_DPETH", "5"),
        ("KIBITZ_ORIGINS", "*"),
        ("KIBITZ_ORIGINS", "https://cards.example/page"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(ValidationError):
        Settings()
