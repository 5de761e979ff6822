"""Plays games over the API: seats, and moves as the API names them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from msgspec.structs import replace

from api.graphql.context import Services
from application.store.port import Append
from domain.machine import player_of
from domain.view import View
from projections.transparency.checkpoint_signer import CheckpointSigner
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.domain.tables import HUNDRED_AND_TEN, lobby, started

TO_MOVE = "query($game: ID!) { game(id: $game) { table { toMove } } }"
OVER = "query($id: ID!) { game(id: $id) { result { reason } } }"
AUTOMATE = "mutation($game: ID!) { automateSeat(input: { game: $game }) { __typename } }"

Wanted = tuple[str, Json]
"""A mutation, and what its input says besides the game."""


async def begun(*clients: Client, **values: Any) -> str:
    """Let the clients sit down at a new game in their order, and start it."""
    game = await clients[0].create(**values)
    for client in clients[1:]:
        if values.get("access") == "PRIVATE":
            await clients[0].must("invitePlayer", game=game, player=client.player)
        await client.must("joinGame", game=game)
    await clients[0].must("startGame", game=game)
    return game


async def suggested(client: Client, game: str) -> Wanted | None:
    """Return the move that the server suggests to a client."""
    move = (await client.data(d.SUGGESTION, game=game))["game"]["suggestion"]
    return None if move is None else wanted(move)


def wanted(move: Json) -> Wanted:
    """Return the command that makes a move."""
    return move["mutation"], {name: move[name] for name in move if name not in ("__typename", "mutation")}


async def moving(clients: Sequence[Client], game: str) -> AsyncIterator[tuple[Client, Wanted]]:
    """Yield the client to move and its suggested move until the game ends; the caller makes the move."""
    while True:
        to_move = (await clients[0].data(TO_MOVE, game=game))["game"]["table"]["toMove"]
        if not to_move:
            return
        client = clients[to_move[0]]
        move = await suggested(client, game)
        assert move is not None
        yield client, move


async def play(clients: Sequence[Client], game: str, moves: int | None = None) -> list[Json]:
    """Make so many of the suggested moves, or all until the end; return what became of each."""
    results: list[Json] = []
    if moves == 0:
        return results
    async for client, (name, values) in moving(clients, game):
        results.append(await client.must(name, game=game, **values))
        if len(results) == moves:
            break
    return results


async def advance(services: Services, game: str, moves: int | None = None) -> None:
    """Make some moves of the machine, or all until the end, in process; `play` sends requests."""
    for _ in count() if moves is None else range(moves):
        events = [each.event for each in await services.store.read(UUID(game))]
        public = View().after(events).game
        if not (to_move := public.rules.to_move(public.table)):
            return
        view = View(viewer=to_move[0]).after(events).game
        await services.games.carry_out(UUID(game), player_of(view.variant)(view, to_move[0]))


async def play_to_the_end(clients: Sequence[Client], game: str) -> None:
    """Let the machine play for everyone."""
    for client in clients:
        if (await client.data(OVER, id=game))["game"]["result"] is None:
            result = (await client.data(AUTOMATE, game=game))["automateSeat"]
            assert result == {"__typename": "AutomateSeatAccepted"}


def signer_of(services: Services) -> CheckpointSigner:
    """Return the signer of a server, which signs every minute."""
    proofs = services.log_proofs
    return CheckpointSigner(services.store, services.read_database, proofs._table, proofs._signing)


async def caught_up(services: Services) -> None:
    """Wait until the read models and the index of names know of all that has happened."""
    await services.projector.wait_until(await services.store.head(), within=10)
    # Events of logs are old: one that was missing two seconds ago would still show.
    services.read_model_states.expire()
    await services.public_players.catch_up()


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(10):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


def expanded(offers: Sequence[Json]) -> Iterator[Wanted]:
    """Expand offers into the moves that they stand for."""
    return (wanted(move) for offer in offers for move in offer["moves"])


async def of_a_newer_server(services: Services) -> str:
    """Begin a game under rules that are not known here."""
    game = uuid4()
    created, *others = lobby(HUNDRED_AND_TEN, 2)
    events = (replace(created, rules_version=99), *others, started(2))
    await services.store.append(Append(game=game, after=0, events=events, at=datetime.now(UTC), by=None))
    return str(game)
