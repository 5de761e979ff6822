"""Records what a real server answers about a finished game, in this process."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from api.app import application, services_of
from api.graphql.context import Services
from api.settings import ProjectionMode, Settings
from application.codec import text_of
from application.games.croupier import Croupier, seeded_entropy
from application.records.record import record_of
from kibitz_client import Connection, Fault
from kibitz_client.transparency import CheckpointPins, LogWatcher
from kibitz_client.transparency.log_answers import GROWTH
from projections.transparency.checkpoint_signer import CheckpointSigner
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, caught_up, play_to_the_end
from tests.tampering.answers.server_answers import URL, Answers, Envelopes, Json, RecordedServer

BASE: Final = URL.removesuffix("/graphql")


class RecordingTransport(httpx.AsyncBaseTransport):
    """Delivers requests, and keeps the last answer to each operation."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner
        self.answers: dict[str, Json] = {}
        self.growth: dict[tuple[int, int], Json] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = json.loads(await request.aread())
        response = await self._inner.handle_async_request(request)
        answer: Json = json.loads(await response.aread())
        if "consistency" in sent["query"]:
            self.growth[sent["variables"]["from"], sent["variables"]["to"]] = answer
        else:
            kind = "proven" if "proof" in sent["query"] else "records" if "events" in sent["query"] else "log"
            self.answers[kind] = answer
        return response


async def recorded_server(seed: int, variant: str) -> RecordedServer:
    """Play a game on a new server, sign the log at some sizes, and record what a player is told."""
    with TemporaryDirectory(prefix="tampering") as folder:
        settings = Settings(data_dir=Path(folder), projections=ProjectionMode.THREAD, thinkers=0)
        async with services_of(settings, Croupier(seeded_entropy(seed))) as services:
            inner = httpx.ASGITransport(application(services))
            async with httpx.AsyncClient(transport=inner, base_url=BASE, trust_env=False) as http:
                return await _recorded(services, inner, Client(http), variant)


async def _recorded(
    services: Services, inner: httpx.AsyncBaseTransport, anyone: Client, variant: str
) -> RecordedServer:
    ann, ben, cleo = [await anyone.sign_in(name) for name in ("Ann", "Ben", "Cleo")]
    sizes = []
    await ann.create()
    sizes.append(await _signed(services))
    game = await begun(ann, ben, cleo, variant=variant)
    sizes.append(await _signed(services))
    await play_to_the_end((ann, ben, cleo), game)
    await ben.create()
    sizes.append(await _signed(services))
    transport = RecordingTransport(inner)
    async with Connection(URL, ben.token, transport=transport) as connection:
        watcher = LogWatcher(connection, CheckpointPins())
        await watcher.check()
        assert (await watcher.check_game(game)).checkpoint is not None
        for old, new in combinations(sizes, 2):
            await connection.operations.fetch_optional_list(GROWTH, {"from": old, "to": new}, str)
        try:
            await connection.operations.fetch_optional_list(GROWTH, {"from": 1, "to": sizes[-1]}, str)
        except Fault:
            unknown = transport.growth.pop((1, sizes[-1]))
    return await _server(services, game, sizes, transport, unknown)


async def _server(
    services: Services, game: str, sizes: list[int], transport: RecordingTransport, unknown: Json
) -> RecordedServer:
    proven, records = transport.answers["proven"], transport.answers["records"]
    size = await services.store.head()
    events = await services.store.select(0, size)
    forms = await services.store.stored_slice(0, size)
    proofs: Any = services.log_proofs
    log = transport.answers["log"]["data"]["log"]
    server = RecordedServer(
        game=game,
        log=[
            (text_of(each.game), record_of(each, form).digest())
            for each, form in zip(events, forms, strict=True)
        ],
        sizes=sizes,
        origin=log["verifierKey"].partition("+")[0],
        signing=proofs._signing.key,
        envelopes=Envelopes(
            transport.answers["log"], proven, records, transport.growth[sizes[0], sizes[1]], unknown
        ),
        honest=Answers(
            log,
            proven["data"]["game"]["proof"],
            [edge["node"]["record"] for edge in records["data"]["game"]["events"]["edges"]],
            {key: answer["data"]["log"]["consistency"] for key, answer in transport.growth.items()},
        ),
        notes={each.size: each.note for each in proofs._table.all()},
    )
    # What the forger of these tests computes is what the server computes.
    assert server.rendered(server.honest.records) == server.honest
    return server


async def _signed(services: Services) -> int:
    """Sign the log as it is, and return its size."""
    await caught_up(services)
    proofs: Any = services.log_proofs
    signer = CheckpointSigner(services.store, services.read_database, proofs._table, proofs._signing)
    signed = await signer.sign()
    assert signed is not None
    return signed.size
