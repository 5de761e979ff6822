"""Real games whose moves are known before they are sent, as requests that clients would send.

By deal/v1 the shuffles of a game follow from the secret that its first event seals. A benchmark may read the
log of its own server, so it plays each started game ahead with the domain alone. Sending the prepared
requests costs a load almost nothing, and a move that the server judges otherwise is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import httpx
from msgspec import Struct

from benchmarks.log_store import open_store
from benchmarks.move_requests import MoveRequests, Sender, check_accepted, operation_ids
from benchmarks.raw_connection import RequestConnection
from domain.commands import Move
from domain.events import Event
from domain.game import NeedsMove, decide, fold, legal, settle
from domain.rules import NeedsShuffle
from domain.state import Game, Stage

VARIANT: Final = "oh-hell"
SEATS: Final = 4
CONCURRENT: Final = 16
"""Games that are created at the same time."""

_MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at which moves are received; none of them depends on it without clocks."""
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
    parts: tuple[bytes, ...]
    """The parts of the HTTP request that makes the move."""
    version: int
    """The version of the game after the move."""

    @property
    def request(self) -> bytes:
        """The HTTP request that makes the move."""
        return b"".join(self.parts)


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
    check_accepted(await connection.ask(move.request))


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


async def start_games(
    url: str, log: str, count: int, chance: Random, sender: Sender = Sender.PAGES
) -> list[ScriptedGame]:
    """Start games on a server, each with players of its own, and play them ahead from the server's log."""
    base = f"http://{urlsplit(url).netloc}"
    limits = httpx.Limits(max_connections=CONCURRENT)
    async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False, limits=limits) as http:
        requests = MoveRequests(base, sender, await operation_ids(http))
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
        _scripted(requests, table, recorded, chance) for table, recorded in zip(tables, events, strict=True)
    ]


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


def _scripted(requests: MoveRequests, table: _Table, events: Sequence[Event], chance: Random) -> ScriptedGame:
    version, moves = len(events), []
    for seat, move, count in play_ahead(fold(events), chance):
        command_id = chance.randbytes(16).hex()
        parts = requests.build(move, table.game, table.tokens[seat], command_id, version)
        version += count
        moves.append(ScriptedMove(command_id, parts, version))
    return ScriptedGame(table.game, table.tokens, len(events), tuple(moves))
