"""Everything that a viewer can get over GraphQL after a log, as bytes, for the check of secrecy."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import httpx
import msgspec

import domain.game
from api.app import application, services_of
from api.graphql.commands import mutation_name
from api.graphql.context import Context, Services
from api.graphql.schema import Schema
from api.settings import Settings
from application.recorded import codec
from application.store import Append
from domain.commands import Move
from domain.events import Event
from domain.game import fold
from domain.refusals import Refusal
from domain.state import Game
from domain.view import View
from domain.visibility import ONLOOKER, Viewer
from tests.api import documents as d
from tests.api.asking import Client
from tests.api.tables import caught_up
from tests.laws.conceivable import conceivable
from tests.laws.ledger import hands_shown
from tests.laws.playouts import PEOPLE
from tests.laws.secrecy import Log

GAME_ID = UUID(int=110)
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
REPLAYED = 4
REFUSED = 12

Found = dict[str, bytes]


class Worlds:
    """Makes servers in each of which one and the same game has gone as a log says."""

    def __init__(self, folder: Path, schema: Schema) -> None:
        self._folder = folder
        self._schema = schema
        self._people = asyncio.run(self._made())

    async def _made(self) -> dict[str, tuple[str, str]]:
        """Make a server that knows the people of the logs; return their ids and tokens there."""
        people = {}
        async with services_of(Settings(data_dir=self._folder)) as services:
            for name in PEOPLE:
                player = await services.players.guest(name)
                people[name] = player.id, services.identity.token(player)
        return people

    @asynccontextmanager
    async def after(self, log: Log, viewer: Viewer) -> AsyncIterator[tuple[Services, Client]]:
        """Give a server in which the log has happened, and the viewer as its caller."""
        events = tuple(self._here(event) for event in log)
        with TemporaryDirectory(dir=self._folder.parent) as folder:
            data = Path(shutil.copytree(self._folder, Path(folder) / "data"))
            async with services_of(Settings(data_dir=data)) as services:
                await services.store.append(
                    Append(game=GAME_ID, after=0, events=events, at=NOON, by=self._people[PEOPLE[0]][0])
                )
                await caught_up(services)
                async with self._calling(services, fold(log), viewer) as client:
                    yield services, client

    @asynccontextmanager
    async def _calling(self, services: Services, game: Game, viewer: Viewer) -> AsyncIterator[Client]:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://kibitz", trust_env=False) as http:
            if viewer is ONLOOKER or game.seats[viewer].machine:
                yield Client(http)
            else:
                player, token = self._people[game.seats[viewer].player]
                yield Client(http, token, player)

    def _here(self, event: Event) -> Event:
        """Return an event with the ids that the people of the logs have here."""
        topic, state = codec().encode(event)
        for name, (player, _) in self._people.items():
            state = state.replace(b'"%s"' % name.encode(), b'"%s"' % player.encode())
        return codec().decode(GAME_ID, 1, topic, state)

    def everything(self, log: Log, viewer: Viewer) -> Found:
        """Return what there is to get without moving; moves that would be accepted are not made."""

        async def found() -> Found:
            async with self.after(log, viewer) as (services, client):
                answers = await _asked(client, len(log))
                answers |= await _followed(self._schema, services, client, len(log))
                return answers | await _refused(client, log, viewer)

        return asyncio.run(found())

    def outcome(self, log: Log, viewer: Viewer, move: Move) -> Found:
        """Return what comes of a move that is accepted."""

        async def found() -> Found:
            async with self.after(log, viewer) as (_, client):
                return {f"what came of {move}": await _sent(client, move)}

        return asyncio.run(found())


async def _asked(client: Client, versions: int) -> Found:
    """Ask all that can be asked."""
    root = d.schema().query_type
    assert root is not None
    found = {}
    for name, field in root.fields.items():
        for values in _values(set(field.args), versions):
            found[f"{name} {values}"] = await _answer(client, d.operation("query", name), values)
    return found


def _values(arguments: set[str], versions: int) -> list[dict[str, Any]]:
    """Return the values with which a query is asked."""
    match arguments:
        case _ if "version" in arguments:
            chosen = {1, versions, *Random(versions).choices(range(1, versions + 1), k=REPLAYED)}
            return [{"game": str(GAME_ID), "version": version} for version in sorted(chosen)]
        case _ if "game" in arguments:
            first = {"first": 500} if "first" in arguments else {}
            return [{"game": str(GAME_ID), **first}]
        case _ if "id" in arguments:
            return [{"id": str(GAME_ID)}]
        case _ if "filter" in arguments:
            return [{"filter": each} for each in ("LOBBY", "MINE", "RUNNING", "FINISHED")]
        case _ if "variant" in arguments:
            return [{"variant": "hundred-and-ten"}]
    return [{}]


async def _answer(client: Client, document: str, variables: dict[str, Any]) -> bytes:
    return (await client.post({"query": document, "variables": variables})).content


async def _followed(schema: Schema, services: Services, client: Client, versions: int) -> Found:
    """Follow the game up to its last event."""
    context = Context(services, f"Bearer {client.token}" if client.token else None, streams=True)
    received = []
    variables = {"game": str(GAME_ID)}
    stream = await schema.subscribe(d.FOLLOW, variable_values=variables, context_value=context)
    async for result in stream:
        received.append((result.data, [error.formatted for error in result.errors or ()]))
        if len(received) == versions or result.errors:
            break
    await stream.aclose()
    return {"the subscription": msgspec.json.encode(received)}


async def _refused(client: Client, log: Log, viewer: Viewer) -> Found:
    """Send some of the conceivable moves that are not accepted."""
    if client.token is None or viewer is None:
        return {}
    game, view = fold(log), View(viewer=viewer).after(log)
    hand = hands_shown(view.game)[viewer] if view.game.table is not None else ()
    moves = list(conceivable(game.seats[viewer].player, hand))
    Random(len(log)).shuffle(moves)
    found: Found = {}
    for move in moves:
        name = mutation_name(type(move).__name__)
        if name in d.schema().mutation_type.fields and _is_refused(game, move):  # type: ignore[union-attr]
            found[f"the answer to {move}"] = await _sent(client, move)
        if len(found) == REFUSED:
            break
    return found


def _is_refused(game: Game, move: Move) -> bool:
    try:
        domain.game.decide(game, move)
    except Refusal:
        return True
    return False


async def _sent(client: Client, move: Move) -> bytes:
    values = {name: getattr(move, name) for name in move.__struct_fields__ if name != "by"}
    document = d.mutation(mutation_name(type(move).__name__))
    answer = await _answer(client, document, {"input": {"game": str(GAME_ID), **values}})
    # When it happened is no secret, and no part of the log that was given.
    return re.sub(rb'("at": ?)"[^"]*"', rb"\1null", answer)
