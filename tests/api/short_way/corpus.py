"""The requests that are sent on both ways, except for moves, whose values depend on the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.api.short_way.exchanges import Exchange
from tests.api.short_way.raw_requests import GRAPHQL, JSON, changed, chunked, request

Body = dict[str, Any]
HEALTH: Final = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass(frozen=True)
class Known:
    """What the requests name."""

    game: str
    ids: Mapping[str, str]
    """The ids of trusted documents by their names."""
    tokens: Mapping[str, str]
    """Tokens by the names of their players, or by what is wrong with them."""


def operations(known: Known) -> Iterator[Exchange]:
    """Yield good requests in several forms, each twice, so that its document has a plan; and all tokens."""
    found = _operations(known)
    for turn in ("first", "second"):
        for name, body in found.items():
            for form, options in _FORMS.items():
                yield Exchange(f"{name}, {form}, {turn}", [request(body, **options)])
                of_ann = request(body, token=known.tokens["Ann"], **options)
                yield Exchange(f"{name} of Ann, {form}, {turn}", [of_ann])
    for name, token in known.tokens.items():
        yield Exchange(f"token: {name}", [request(found["me"], token=token)])
        yield Exchange(f"token: {name}, as JSON", [request(found["me"], **changed(accept=JSON), token=token)])


def heads(known: Known) -> Iterator[Exchange]:
    """Yield requests with unusual heads."""
    for name in ("me", "join"):
        yield from _headers(name, _operations(known)[name], known.tokens["Ann"])
    yield from _lines(_operations(known)["me"])


def framings(known: Known) -> Iterator[Exchange]:
    """Yield requests whose bytes arrive in unusual ways, or not at all."""
    for name in ("several", "join"):
        yield from _framings(name, _operations(known)[name], known.tokens["Ann"])


def bodies(known: Known) -> Iterator[Exchange]:
    """Yield requests with unusual bodies, most of which are bad."""
    for index, bad in enumerate(_bodies(known, _operations(known)["me"])):
        for accept in (GRAPHQL, JSON):
            sent = request(bad, **changed(accept=accept), token=known.tokens["Ann"])
            yield Exchange(f"body {index}, {accept}", [sent])


GROUPS: Final[Mapping[str, Callable[[Known], Iterator[Exchange]]]] = {
    "operations": operations,
    "heads": heads,
    "framings": framings,
    "bodies": bodies,
}

_FORMS: Final[Mapping[str, Mapping[str, Any]]] = {
    "GraphQL": {},
    "JSON": changed(accept="*/*"),
    "gzip": {"headers": ["Accept-Encoding: gzip, deflate, br, zstd", "Origin: http://localhost"]},
}


_JOIN: Final = "mutation($input: JoinGameInput!) { joinGame(input: $input) { __typename } }"


def _operations(known: Known) -> Mapping[str, Body]:
    game = {"game": known.game}
    named = {
        "query": "query A($skip: Boolean!) { me @skip(if: $skip) { player { id } } } query B { __typename }"
    }
    return {
        "me": {"query": "{ me { player { id name } } }"},
        "names": {"query": "{ a: __typename b: __typename ... on Query { c: __typename } }"},
        "several": {**named, "operationName": "A", "variables": {"skip": False}},
        "several, skipped": {**named, "operationName": "A", "variables": {"skip": True}},
        "other of several": {**named, "operationName": "B", "variables": {}},
        "rules": {"documentId": known.ids["RulesOfGames"]},
        "variants": {"documentId": known.ids["Variants"], "variables": None},
        "table": {"documentId": known.ids["Table"], "variables": game},
        "moves": {"documentId": known.ids["Moves"], "variables": game},
        "session": {"documentId": known.ids["Session"], "operationName": "Session"},
        "unknown game": {"documentId": known.ids["Table"], "variables": {"game": "none"}},
        "join": {"query": _JOIN, "variables": {"input": game}},
        "bad name": {"documentId": known.ids["Rename"], "variables": {"name": "\u202e"}},
        "sign in": {"documentId": known.ids["SignIn"], "variables": {"name": "Guest"}},
        "introspection": {"query": "{ __schema { queryType { fields { name args { name } } } } }"},
        "subscription": {"query": "subscription { lobby { __typename } }"},
    }


def _headers(name: str, body: Body, token: str) -> Iterator[Exchange]:
    content = len(json.dumps(body))
    replaced = [
        {"accept": value}
        for value in (
            "", JSON, "application/*", "*/*;q=0", "text/html", f"{GRAPHQL};q=0, */*", "x" * 400,
            f"text/event-stream, {JSON}", f"{GRAPHQL};q=much", "image/png, */*;q=0.1",
        )
    ]  # fmt: skip
    replaced += [
        {"content_type": value}
        for value in (
            "", "text/plain", f"{JSON}; charset=utf-8", f"{JSON};charset=UTF8", f"{JSON}; charset=utf-16",
            JSON.upper(), "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            f"{JSON}, text/plain", GRAPHQL,
        )
    ]  # fmt: skip
    replaced += [
        {"host": value}
        for value in ("", "evil.example", "localhost:80", "[::1]:8000", "127.0.0.1", "LOCALHOST.", "a" * 400)
    ]
    replaced += [{"content_length": value} for value in ("0", str(content), f"0{content}", "-1", "1e3", "+5")]
    replaced += [
        {"content_length": value} for value in ("9" * 8, "9" * 25, str(content + 5), str(content - 5))
    ]
    for values in replaced:
        yield Exchange(f"{name}: {values}", [request(body, **changed(**values), token=token)])
    for each in ("host", "content-type", "accept", "content-length"):
        sent = request(body, left_out=[each], token=token)
        yield Exchange(f"{name}: no {each}", [sent])
    added = [
        "Host: localhost", f"Content-Type: {JSON}", "Content-Type: text/plain", f"Accept: {JSON}",
        "Accept: x", "Authorization: Bearer x", f"Content-Length: {content}", "Content-Length: 1",
        "Accept-Encoding: gzip",
        "Accept-Encoding: gzip;q=1, identity;q=0", "Accept-Encoding: identity;q=0, *;q=0",
        "Accept-Encoding: br",
        "Content-Encoding: gzip", "Content-Encoding: identity", "Transfer-Encoding: chunked", "Cookie: a=b",
        "Transfer-Encoding: gzip", "Expect: 100-continue", "Expect: something", "Upgrade: h2c",
        "GraphQL-Cost: 1",
        "Connection: close", "Connection: upgrade\r\nUpgrade: h2c",
        "Connection: upgrade\r\nUpgrade: websocket",
        "Origin: http://localhost", "Origin: https://evil.example", "Origin: null", "If-None-Match: *",
        "X-Forwarded-For: 203.0.113.7", "Range: bytes=0-3", "Connection: keep-alive", "Empty:", "A: \x01",
        "A B: c", ": c", "X: " + "x" * 40_000, "TE: trailers", "Authorization: Basic x", "Authorization:",
        "Content-Length: 5, 5", "Connection: Close, x",
    ]  # fmt: skip
    for each in added:
        yield Exchange(f"{name}: added {each[:60]}", [request(body, [each], token=token)])
        if each.startswith("Authorization"):
            yield Exchange(f"{name}: only {each[:60]}", [request(body, [each])])
    yield Exchange(f"{name}: many", [request(body, [f"X-{n}: y" for n in range(120)], token=token)])


def _framings(name: str, body: Body, token: str) -> Iterator[Exchange]:
    whole = request(body, token=token)
    head, _, content = whole.partition(b"\r\n\r\n")
    head += b"\r\n\r\n"
    yield Exchange(f"{name}: body later", [head, 0.05, content])
    yield Exchange(f"{name}: body in two", [head + content[:9], 0.05, content[9:]])
    yield Exchange(f"{name}: head in two", [whole[:30], 0.05, whole[30:]])
    yield Exchange(f"{name}: byte by byte", [whole[at : at + 1] for at in range(len(whole))])
    yield Exchange(f"{name}: no body comes", [head])
    yield Exchange(f"{name}: half a body comes", [head + content[:9]])
    yield Exchange(f"{name}: leaves without a body", [head], leaves=True)
    yield Exchange(f"{name}: leaves with half a body", [head + content[:9]], leaves=True)
    yield Exchange(f"{name}: twice in one piece", [whole * 2], answers=2)
    yield Exchange(f"{name}: sixteen in one piece", [whole * 16], answers=16)
    yield Exchange(f"{name}: forty in one piece", [whole * 40])
    yield Exchange(f"{name}: health between", [whole + HEALTH + whole], answers=3)
    yield Exchange(f"{name}: one after the other", [whole, 0.1, whole], answers=2)
    yield Exchange(f"{name}: garbage behind", [whole + b"garbage\r\n\r\n"])
    for size in (1, 7, 100_000):
        framed = request(
            chunked(content, size), ["Transfer-Encoding: chunked"], left_out=["content-length"], token=token
        )
        yield Exchange(f"{name}: chunks of {size}", [framed])
    expecting = request(body, ["Expect: 100-continue"], token=token)
    asked, _, rest = expecting.partition(b"\r\n\r\n")
    yield Exchange(f"{name}: body after 100", [asked + b"\r\n\r\n", 0.1, rest])


def _bodies(known: Known, me: Body) -> Iterator[object]:
    text = me["query"]
    yield from (
        b"",
        b" ",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"text"',
        b"{}",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe",
        b"{\xff}",
    )
    yield from (b'{"query": "{ __typename }"}x', b'{"query": NaN}', b'{"query": "\\ud800"}', b"[" * 5_000)
    yield b'{"query": "{ a: __typename }", "query": "{ b: __typename }"}'
    yield [me, me]
    odd: Mapping[str, Sequence[object]] = {
        "query": (None, "", 7, [], {}, "{", "{ nothing }", "query {", "# none", "{ me }"),
        "variables": ([], "x", 7, True, {}, {"unknown": 1}),
        "operationName": (7, "", "Nobody", [], None),
        "extensions": ({}, [], None, {"cost": 1}, "x"),
    }
    yield from ({**me, name: value} for name, values in odd.items() for value in values)
    ids: Sequence[object] = (None, "", "none", 7, [], known.ids["PlayCard"])
    yield from ({"documentId": id} for id in ids)
    yield {**me, "documentId": known.ids["Session"]}
    yield {"query": None, "documentId": known.ids["Session"], "more": 1}
    table = known.ids["Table"]
    games: Sequence[object] = (None, 7, [], {}, "x" * 1_000)
    yield from ({"documentId": table, "variables": {"game": game}} for game in games)
    yield {"documentId": table, "variables": {"game": known.game, "more": 1}}
    yield {"query": "{ a: __typename } { b: __typename }"}
    yield {"query": "{" + "a: __typename " * 300 + "}"}
    yield {"query": "{" + " ".join(f"a{n}: __typename" for n in range(300)) + "}"}
    yield {"query": "{ games(first: 100000) { nodes { id } } }"}
    yield {"query": f"{{ {'x' * 70_000} }}"}
    yield {"query": text, "variables": {"x": "y" * 70_000}}
    yield {"query": text, "variables": {"x": "y" * 2_000_000}}
    yield {"query": 'mutation { rename(input: {name: "Ann", commandId: ""}) { __typename } }'}
    yield {"query": "mutation { playCard(input: {}) { __typename } }"}
    yield {"query": f'mutation {{ startGame(input: {{game: "{known.game}"}}) {{ __typename }} }}'}
    yield {"query": f'mutation {{ joinGame(input: {{game: "{known.game}"}}) {{ __typename }} }}'}
    yield {"query": "{ projections { name } }"}
    yield {"query": "{ game(id: 7) { id } me { player { id } } }"}
    yield {"query": f'{{ game(id: "{known.game}") {{ at(version: 100000) {{ version }} }} }}'}


def _lines(body: Body) -> Iterator[Exchange]:
    for line in (
        "GET /graphql HTTP/1.1", "PUT /graphql HTTP/1.1", "DELETE /graphql HTTP/1.1",
        "OPTIONS /graphql HTTP/1.1", "PATCH /graphql HTTP/1.1", "POST /graphql/ HTTP/1.1",
        "POST /graphql?query=x HTTP/1.1",
        "POST /%67raphql HTTP/1.1", "POST //graphql HTTP/1.1", "POST /Graphql HTTP/1.1", "POST / HTTP/1.1",
        "POST /graphql#x HTTP/1.1", "POST http://localhost/graphql HTTP/1.1", "POST /graphql HTTP/1.0",
        "POST /graphql HTTP/2.0", "POST /graphql HTTP/0.9", "POST  /graphql HTTP/1.1",
        "post /graphql HTTP/1.1",
        "POST /graphql", "POST graphql HTTP/1.1", "GET /graphql?query=%7B__typename%7D HTTP/1.1",
        "POST /graphql?" + "x" * 20_000 + " HTTP/1.1", "BREW /graphql HTTP/1.1", "CONNECT /graphql HTTP/1.1",
    ):  # fmt: skip
        yield Exchange(line[:80], [request(body, first_line=line)])
    yield Exchange("HEAD", [request(body, first_line="HEAD /graphql HTTP/1.1")], is_head=True)
    kept = request(body, ["Connection: keep-alive"], first_line="POST /graphql HTTP/1.0")
    yield Exchange("HTTP/1.0, kept alive", [kept])
