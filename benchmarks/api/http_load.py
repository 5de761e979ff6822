"""Load of durable commands over HTTP on one server process with PostgreSQL.

As a program it is the server: the usual API, and at `/noop` the same endpoint with a mutation that only
authenticates the caller. Each connection has its own game, whose organizer invites a player and withdraws the
invitation, so that every command is recorded and no game ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from msgspec import Struct
from pydantic import SecretStr
from starlette.routing import Route

from api.app import application, services_of
from api.graphql.limits.rates import Rates
from api.http.server import Server
from api.settings import ProjectionMode, Settings
from benchmarks.api.compared_apps import endpoint
from benchmarks.append.append_load import WARM_UP, Answer, Load, load_of
from benchmarks.timing import cpu_seconds_of_process

GAMES = 64
ENDLESS = "1000000000/hour"
"""A rate that is counted and never exceeded."""
UNLIMITED = Rates(
    operations=ENDLESS,
    mutations=ENDLESS,
    tables=ENDLESS,
    lobby=ENDLESS,
    guests=ENDLESS,
    open_tables=10**9,
)
"""Rates for one caller that represents many: counted as usual, and never exceeded."""
DURABLE, IDLE = "a durable command", "a no-op"

_SIGN_IN = (
    "mutation($input: SignInInput!) { signIn(input: $input) {"
    " ... on SignInAccepted { token player { id } } } }"
)
_CREATE = (
    "mutation($input: CreateGameInput!) { createGame(input: $input) {"
    " ... on CommandAccepted { game { id } } } }"
)
_COMMAND = (
    "mutation($input: %sInput!) { done: %s(input: $input) { __typename ... on CommandAccepted {"
    " version game { id stage seats { index } } events { __typename version } } ... on Refusal { code } } }"
)
_NOTHING = (
    "mutation($game: ID!) { done: invitePlayer(game: $game) { __typename ... on Accepted {"
    " version game { id status toMove } events { __typename version } } ... on Refused { code } } }"
)


class Turn(Struct, frozen=True):
    """Measurements of one turn."""

    load: Load
    cpu: float
    """CPU seconds of the server process per request."""


class Table(Struct, frozen=True):
    """The requests of a game's organizer."""

    durable: tuple[bytes, ...]
    idle: tuple[bytes, ...]


def measure_turns(url: str, count: int, seconds: float) -> dict[str, list[Turn]]:
    """Measure durable commands and no-ops in `count` turns of so many seconds each."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.api.http_load", url, folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None, "it is a pipe"
            port = int(process.stdout.readline())
            return asyncio.run(_turns(port, process.pid, count, seconds))
        finally:
            process.terminate()
            process.communicate()


async def _turns(port: int, process: int, count: int, seconds: float) -> dict[str, list[Turn]]:
    tables = await _tables(port)
    found: dict[str, list[Turn]] = {DURABLE: [], IDLE: []}
    for _ in range(count):
        for name, loads in found.items():
            loads.append(
                await _turn(port, process, [getattr(each, _KINDS[name]) for each in tables], seconds)
            )
    return found


_KINDS = {DURABLE: "durable", IDLE: "idle"}


async def _turn(port: int, process: int, tables: list[tuple[bytes, ...]], seconds: float) -> Turn:
    before = cpu_seconds_of_process(process)
    begun = time.perf_counter() + WARM_UP
    answers: list[Answer] = []
    await asyncio.gather(*(_connection(port, each, begun + seconds, answers) for each in tables))
    cpu = cpu_seconds_of_process(process) - before
    return Turn(load_of(answers, begun, begun + seconds), cpu / len(answers))


async def _connection(port: int, requests: tuple[bytes, ...], until: float, answers: list[Answer]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    before = time.perf_counter()
    number = 0
    # A whole number of rounds, so that the game has the same state at the next turn.
    while before < until or number % len(requests):
        writer.write(requests[number % len(requests)])
        body = await _answer(reader)
        if b'Accepted"' not in body:
            raise RuntimeError(f"the command was refused: {body.decode()}")
        number += 1
        now = time.perf_counter()
        answers.append((now, now - before))
        before = now
    writer.close()
    await writer.wait_closed()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().split(b"content-length:", 1)[1].split(b"\r\n", 1)[0]
    return await reader.readexactly(int(length))


async def _tables(port: int) -> list[Table]:
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=30, trust_env=False) as http:

        async def execute(document: str, token: str | None = None, **values: Any) -> Any:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            body = {"query": document, "variables": {"input": values}}
            (data,) = (await http.post("/graphql", json=body, headers=headers)).json()["data"].values()
            return data

        guest = (await execute(_SIGN_IN, name="Guest"))["player"]["id"]
        found = []
        for number in range(GAMES):
            token = (await execute(_SIGN_IN, name=f"Organizer {number}"))["token"]
            game = (await execute(_CREATE, token, variant="hundred-and-ten"))["game"]["id"]
            commands = tuple(
                _request("/graphql", token, _COMMAND % (name, name[0].lower() + name[1:]), input=values)
                for name in ("InvitePlayer", "WithdrawInvitation")
                for values in ({"game": game, "player": guest},)
            )
            found.append(Table(commands, (_request("/noop", token, _NOTHING, game=game),)))
        return found


def _request(path: str, token: str, document: str, **variables: Any) -> bytes:
    body = json.dumps({"query": document, "variables": variables}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def serve(url: str, folder: Path) -> None:
    """Print the port and serve until the process is terminated."""
    settings = Settings(
        data_dir=folder,
        database_url=url,
        projections=ProjectionMode.OFF,
        rates=UNLIMITED,
        secret=SecretStr("a secret for this benchmark only"),
    )
    async with services_of(settings) as services:
        app = application(services)
        app.router.routes.append(Route("/noop", endpoint(services)))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            print(listening.getsockname()[1], flush=True)
            await Server(app, services.watching, services.server_settings).serve_alone([listening])


def main() -> None:
    """Run the server."""
    url, folder = sys.argv[1:]
    for name in [each for each in os.environ if each.startswith("KIBITZ_")]:
        del os.environ[name]
    asyncio.run(serve(url, Path(folder)))


if __name__ == "__main__":
    main()
