"""PostgreSQL stops under running servers and returns: they wait, report it and recover."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import httpx

from tests import postgres
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play, play_to_the_end
from tests.api.harness.socket_client import following
from tests.processes.installation import Installation
from tests.processes.polling import listed, until
from tests.processes.postgres_cluster import Cluster

ANSWERED_WITHIN = 15.0
"""Seconds within which a server without its database answers."""
BACK_WITHIN = 5.0
"""Seconds within which everything works once the database is back."""


async def test_servers_recover_when_the_database_returns(
    killable_installation: Installation, cluster: Cluster
) -> None:
    server, projector = killable_installation.serve("--no-projections"), killable_installation.project()
    processes = (server, projector)
    async with over_http(server.url) as spectator:
        clients = ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob)
        await play(clients, game, moves=4)
        before = (await spectator.game(game))["version"]
        async with following(server.url, game, token=bob.token) as events:
            received = await events.upto(before)
            cluster.kill()
            await check_unavailable(spectator, clients, game)
            assert all(each.running for each in processes)

            cluster.start()
            await until(lambda: ready(spectator), BACK_WITHIN)
            assert (await spectator.game(game))["version"] == before, "an unavailable command was carried out"
            await play(clients, game, moves=4)
            await play_to_the_end(clients, game)
            received += await events.rest()
        final = await spectator.game(game)
        assert [event["version"] for event in received] == list(range(1, final["version"] + 1))
        await listed(spectator, "WON", game, within=BACK_WITHIN)
    assert [each.stop() for each in processes] == [0, 0]
    assert not any(postgres.PASSWORD in each.log for each in processes)


async def ready(client: Client) -> bool:
    return (await client.http.get("/health/ready")).status_code == 200


async def check_unavailable(spectator: Client, clients: Sequence[Client], game: str) -> None:
    async def unavailable(client: Client, document: str, **variables: Any) -> None:
        answer = await client.ask(document, **variables)
        [error] = answer["errors"]
        assert error["extensions"]["code"] == "UNAVAILABLE"
        assert "Traceback" not in str(answer)

    async def status(path: str) -> int:
        answer: httpx.Response = await spectator.http.get(path)
        return answer.status_code

    ann, bob = clients
    async with asyncio.timeout(ANSWERED_WITHIN):
        found = await asyncio.gather(
            status("/health/ready"),
            status("/health/live"),
            unavailable(ann, d.mutation("automateSeat"), input={"game": game}),
            unavailable(bob, d.mutation("createGame"), input={"variant": "hundred-and-ten"}),
            unavailable(spectator, d.SIGN_IN, input={"name": "Cyd"}),
            unavailable(spectator, d.GAME, id=game),
            unavailable(spectator, d.GAMES),
            unavailable(spectator, d.REPLAY, game=game, version=1),
        )
    assert found[:2] == [503, 200]
