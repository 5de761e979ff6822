"""Real games whose moves are known before they are sent, as the requests of the pages.

By deal/v1 the shuffles of a game follow from the secret that its first event seals. A benchmark may read the
log of its own server, so it plays each started game ahead with the domain alone. Sending the prepared
requests costs a load almost nothing, and a move that the server judges otherwise is refused.

A request is that of `web/net/client.js` in Chromium: the trusted document of a move by its id, with a command
id and the expected version.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import msgspec
from msgspec import Struct

from benchmarks.log_store import open_store
from benchmarks.raw_connection import RequestConnection
from domain.commands import Move, command_name
from domain.events import Event
from domain.game import NeedsMove, decide, fold, legal, settle
from domain.rules import NeedsShuffle
from domain.state import Game, Stage

VARIANT: Final = "oh-hell"
SEATS: Final = 4
ACCEPTED: Final = b'Accepted"'
"""A part of each answer to an accepted move, and of no other."""
CONCURRENT: Final = 16
"""Games that are created at the same time."""

_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at which moves are received; none of them depends on it without clocks."""
_BROWSER_HEADERS: Final = (
    'sec-ch-ua-platform: "Linux"\r\n'
    'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"\r\n'
    "sec-ch-ua-mobile: ?0\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/142.0.0.0 Safari/537.36\r\n"
    "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9\r\n"
)
_FOLDER: Final = re.compile(r"/web/\w+/")
"""The address of the folder of the pages' modules."""
_SIGN_IN: Final = (
    "mutation($name: String!) { signIn(input: { name: $name }) { ... on SignInAccepted { token } } }"
)
_CREATE: Final = (
    "mutation($variant: String!) { createGame(input: { variant: $variant })"
    " { ... on CommandAccepted { game { id } } } }"
)
_JOIN: Final = "mutation($game: ID!) { joinGame(input: { game: $game }) { __typename } }"
_START: Final = "mutation($game: ID!) { startGame(input: { game: $game }) { __typename } }"


class ScriptedMove(Struct, frozen=True):
    """A move of a scripted game."""

    command_id: str
    request: bytes
    """The HTTP request that makes the move."""
    version: int
    """The version of the game after the move."""


class ScriptedGame(Struct, frozen=True):
    """A started game, with all moves until its end."""

    id: str
    tokens: tuple[str, ...]
    """The tokens of the players, by seat."""
    version: int
    """The version of the game before the first move."""
    moves: tuple[ScriptedMove, ...]


async def make_move(connection: RequestConnection, move: ScriptedMove) -> None:
    """Make a move; raises RuntimeError unless it is accepted."""
    answer = await connection.ask(move.request)
    if ACCEPTED not in answer:
        raise RuntimeError(f"a move was not accepted: {answer.decode(errors='replace')}")


class _Table(Struct, frozen=True):
    game: str
    tokens: tuple[str, ...]


def play_ahead(game: Game, chance: Random) -> Iterator[tuple[int, Move, int]]:
    """Yield the seat, the move and the number of events of each move until the game has ended.

    The moves are chosen at random from the legal ones. Raises RuntimeError for a game whose shuffles do not
    all follow from its deal, and for one with machine players.
    """
    while game.stage is Stage.PLAYING:
        seat = game.rules.to_move(game.table)[0]
        by = game.seats[seat].player
        move = chance.choice([move for offer in legal(game, seat) for move in offer.moves(by)])
        events = decide(game, move, _MOMENT)
        game, consequences = _settled(fold(events, game))
        yield seat, move, len(events) + consequences


def _settled(game: Game) -> tuple[Game, int]:
    """Return the game after all consequences, and the number of their events."""
    count = 0
    while due := settle(game):
        match due:
            case NeedsShuffle() | NeedsMove():
                raise RuntimeError(f"the moves of a game cannot be known ahead: {due}")
            case _:
                game = fold(due, game)
                count += len(due)
    return game, count


async def start_games(url: str, log: str, count: int, chance: Random) -> list[ScriptedGame]:
    """Start games on a server, each with players of its own, and play them ahead from the server's log."""
    base = f"http://{urlsplit(url).netloc}"
    limits = httpx.Limits(max_connections=CONCURRENT)
    async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False, limits=limits) as http:
        operations = await _operations(http)
        semaphore = asyncio.Semaphore(CONCURRENT)

        async def start() -> _Table:
            async with semaphore:
                return await _start(http)

        tables = await asyncio.gather(*(start() for _ in range(count)))
    store = await open_store(log)
    try:
        events = [[each.event for each in await store.read(UUID(table.game))] for table in tables]
    finally:
        await store.close()
    return [
        _scripted(base, table, recorded, operations, chance)
        for table, recorded in zip(tables, events, strict=True)
    ]


async def _operations(http: httpx.AsyncClient) -> Mapping[str, str]:
    """Return the ids of the trusted documents, from the module that the pages import."""
    page = (await http.get("/", headers={"Accept": "text/html"})).raise_for_status().text
    found = _FOLDER.search(page)
    assert found is not None, "the page loads its modules from there"
    module = (await http.get(f"{found[0]}operations.js")).raise_for_status().text
    ids: Mapping[str, str] = json.loads(module.removeprefix("export const operations = ").rstrip(";\n"))
    return ids


async def _start(http: httpx.AsyncClient) -> _Table:
    async def ask(document: str, token: str | None, **variables: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = await http.post(
            "/graphql", json={"query": document, "variables": variables}, headers=headers
        )
        answer = response.json()
        if "errors" in answer:
            raise RuntimeError(answer["errors"][0]["message"])
        (result,) = answer["data"].values()
        return result

    tokens = [(await ask(_SIGN_IN, None, name=f"Player {seat}"))["token"] for seat in range(SEATS)]
    game = (await ask(_CREATE, tokens[0], variant=VARIANT))["game"]["id"]
    for document, token in (*((_JOIN, each) for each in tokens[1:]), (_START, tokens[0])):
        kind = (await ask(document, token, game=game))["__typename"]
        if not kind.endswith("Accepted"):
            raise RuntimeError(f"a game could not be started: {kind}")
    return _Table(game, tuple(tokens))


def _scripted(
    base: str, table: _Table, events: Sequence[Event], operations: Mapping[str, str], chance: Random
) -> ScriptedGame:
    version, moves = len(events), []
    for seat, move, count in play_ahead(fold(events), chance):
        command_id = chance.randbytes(16).hex()
        fields: dict[str, Any] = msgspec.to_builtins(move)
        values = {name: value for name, value in fields.items() if name not in ("by", "type")}
        variables = {
            "input": {"commandId": command_id, "game": table.game, **values, "expectedVersion": version}
        }
        name = command_name(type(move))
        body = {"documentId": operations[name[0].upper() + name[1:]], "variables": variables}
        version += count
        moves.append(ScriptedMove(command_id, _request(base, table, table.tokens[seat], body), version))
    return ScriptedGame(table.game, table.tokens, len(events), tuple(moves))


def _request(base: str, table: _Table, token: str, body: Mapping[str, object]) -> bytes:
    content = json.dumps(body, separators=(",", ":")).encode()
    head = (
        f"POST /graphql HTTP/1.1\r\nHost: {urlsplit(base).netloc}\r\nConnection: keep-alive\r\n"
        f"{_BROWSER_HEADERS}Origin: {base}\r\nReferer: {base}/games/{table.game}\r\n"
        f"Accept: application/graphql-response+json\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content
