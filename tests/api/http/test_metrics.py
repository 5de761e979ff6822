"""Metrics on their own port: counts and lag, without data of games."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx
from prometheus_client.parser import text_string_to_metric_families

from api.app import application
from api.graphql.context import Services
from api.http.server import Server
from api.monitoring.metrics import Metrics, coarse
from api.monitoring.operator_port import operator_port
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.narrow_server import narrow_server
from tests.api.harness.played_games import begun, caught_up
from tests.api.harness.raw_connections import LIVE, raw
from tests.api.harness.server_processes import Server as Process
from tests.api.harness.server_processes import Spawner
from tests.api.harness.socket_client import bare_socket
from tests.api.harness.stream_clients import FOLLOW, over_socket

Samples = dict[tuple[str, str], float]


def samples(text: str) -> Samples:
    """Return the samples by name and by the value of their label."""
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@asynccontextmanager
async def operators(services: Services) -> AsyncIterator[httpx.AsyncClient]:
    app = application(services)
    server = Server(app, services.watching, services.server_settings)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        async with (
            operator_port(services, server, app.state.health, listening),
            httpx.AsyncClient(base_url=url, trust_env=False) as http,
        ):
            yield http


@asynccontextmanager
async def _started(server: Server) -> AsyncIterator[str]:
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        await server.startup([listening])
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/graphql"
        finally:
            await server.shutdown([listening])


async def metrics(http: httpx.AsyncClient) -> Samples:
    response = await http.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=")
    return samples(response.text)


async def test_commands_and_refusals_are_counted(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    async with operators(services) as http:
        before = await metrics(http)
        game = await begun(ann, bob)
        refusal = (await ann.data(d.mutation("joinGame"), input={"game": game}))["joinGame"]
        code = await ann.code("{ nothing }")
        await spectator.ask(d.mutation("createGame"), input={"variant": "hundred-and-ten"})
        after = await metrics(http)

    def grown(name: str, label: str = "") -> float:
        return after.get((name, label), 0) - before.get((name, label), 0)

    assert grown("kibitz_commands_total") >= 3
    assert grown("kibitz_refusals_total", refusal["code"]) == 1
    assert grown("kibitz_refusals_total", code) == 1
    assert grown("kibitz_refusals_total", "UNAUTHENTICATED") == 1


async def test_connections_and_subscriptions_are_told(services: Services, ann: Client) -> None:
    game = await ann.create()
    async with narrow_server(services) as url, over_socket(url, FOLLOW, game=game) as stream:
        await stream.next()
        async with operators(services) as http:
            found = await metrics(http)
        assert found["kibitz_subscriptions", ""] >= 1
        assert found["kibitz_followed_games", ""] == 1


async def test_connections_are_told_by_their_state(services: Services) -> None:
    app = application(services)
    server = Server(app, services.watching, services.server_settings)
    async with _started(server) as url, bare_socket(url), raw(url) as half_sent, raw(url) as idle:
        half_sent.send(b"GET /")
        idle.send(LIVE)
        await idle.status()
        found = samples((await Metrics(services, server.server_state).text()).decode())
    states = ("headers", "body", "idle", "answered", "websocket")
    assert [found["kibitz_connections", state] for state in states] == [1, 0, 1, 0, 1]


async def test_lag_is_reported_in_coarse_steps_without_positions(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    await caught_up(services)
    async with operators(services) as http:
        found = await metrics(http)
        text = (await http.get("/metrics")).text
    names = [each.name for each in await services.projector.status()]
    for name in names:
        assert found["kibitz_projection_lag_seconds", name] in (0, 1, 10, 60, 600, 3600)
        assert found["kibitz_projection_stopped", name] == 0
    assert [coarse(each) for each in (0.0, 0.9, 1.5, 59.0, 61.0, 100_000.0)] == [0, 0, 1, 10, 60, 3600]
    assert game not in text
    assert ann.player not in text
    assert not re.search("position|version=|game=|player=", text)


async def test_stalls_of_the_event_loop_are_measured(services: Services) -> None:
    async with operators(services) as http:
        await metrics(http)
        time.sleep(0.4)  # noqa: ASYNC251 - what is measured
        for _ in range(3):
            found = await metrics(http)
        assert found["kibitz_event_loop_stall_seconds_sum", ""] > 0.2


async def test_operator_port_serves_health_but_not_the_api(services: Services) -> None:
    async with operators(services) as http:
        assert (await http.get("/health/ready")).json() == {"status": "ok"}
        assert (await http.post("/graphql", json={"query": "{ __typename }"})).status_code == 404
        assert (await http.get("/metrics", headers={"Host": "evil.example"})).status_code == 421


async def test_clients_cannot_get_the_metrics(spectator: Client) -> None:
    assert (await spectator.http.get("/metrics")).status_code == 404


def test_a_server_has_metrics_at_the_port_of_the_settings(spawner: Spawner, server: Process) -> None:
    assert "metrics at" not in server.log
    server.stop()
    server.start(KIBITZ_METRICS_PORT="0")
    [(port, host)] = re.findall(r"metrics at port (\d+) of (\S+)", server.log)
    assert host == "127.0.0.1"
    assert urlsplit(server.url).port != int(port)
    with httpx.Client(trust_env=False) as http:
        assert http.get(f"{server.url.removesuffix('/graphql')}/health/live").status_code == 200
        found = samples(http.get(f"http://127.0.0.1:{port}/metrics").text)
    assert found["kibitz_http_requests_total", ""] >= 1
    assert found["kibitz_connections_limit", ""] >= 16
    assert server.stop() == 0
    assert "Traceback" not in server.log
