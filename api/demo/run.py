"""Runs the demo: starts a server, lets four clients play, and checks what they and the log show."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.live import Live

from api.demo.client import Client, watch
from api.demo.table import Onlooker, scoreboard
from application.store.sqlite import SQLiteStore
from domain.cards import Card
from domain.events import DeckRevealed, DeckShuffled
from domain.game import fold
from domain.shuffle import opens

NAMES = ("Anna", "Ben", "Cleo", "Dan")
START_WITHIN = 30.0
STOP_WITHIN = 15.0
CATCH_UP_WITHIN = 10.0


class DemoFailed(Exception):
    """The demo met something that must not be; the message says what."""


async def demonstrate(console: Console, variant: str = "hundred-and-ten") -> None:
    """Play, watch, replay and check a whole game; raises DemoFailed."""
    begun = perf_counter()
    with TemporaryDirectory(prefix="kibitz-demo-") as data:
        async with _server(Path(data)) as url:
            console.print(f"A server with a data directory of its own listens at {url}.")
            game, final = await _play(console, url, variant)
            console.print(scoreboard(final))
            await _check_replay(console, url, game, final)
        await _check_log(console, Path(data) / "log.db", game, final)
    console.print(f"Done in {perf_counter() - begun:.1f} s. Where to look next:")
    console.print("  kibitz serve           a server of your own, GraphQL at /graphql")
    console.print("  kibitz token NAME      a token to call it with")
    console.print("  README.md              five worked operations; docs/ the reasons behind it")


@asynccontextmanager
async def _server(data: Path) -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(data),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # It shows a server as it comes, whatever else is set up here.
        env={name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")},
    )  # fmt: skip
    assert process.stdout is not None, "it is piped"
    assert process.stderr is not None, "it is piped"
    complaints = asyncio.create_task(process.stderr.read())
    try:
        async with asyncio.timeout(START_WITHIN):
            line = (await process.stdout.readline()).decode()
        if "http://" not in line:
            raise DemoFailed(f"the server did not start: {(await complaints).decode().strip()}")
        yield line[line.index("http://") :].strip()
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_WITHIN)
        except TimeoutError:
            process.kill()
            await process.wait()
        complaints.cancel()


async def _play(console: Console, url: str, variant: str) -> tuple[str, dict[str, Any]]:
    clients = [await Client.signed_in(url, name) for name in NAMES]
    try:
        state = await clients[0].create(variant)
        game = state["id"]
        for client in clients[1:]:
            await client.carry_out("joinGame", "JoinGameInput", game)
        onlooker = Onlooker(game, NAMES)
        watching = asyncio.create_task(watch(url, game, onlooker.sees))
        state = await clients[0].carry_out("startGame", "StartGameInput", game)
        moves = 0
        with Live(get_renderable=onlooker.table, console=console, refresh_per_second=12, transient=True):
            while state["result"] is None:
                # Any of those who are to move may move; each knows only what its own seat sees.
                state = await clients[state["table"]["toMove"][0]].move(game)
                moves += 1
            await asyncio.wait_for(watching, CATCH_UP_WITHIN)
        final = await clients[0].game(game)
        events = await clients[0].events(game)
        if [each["version"] for each in events] != onlooker.versions:
            raise DemoFailed("the onlooker did not see every event exactly once")
        console.print(
            f"{len(NAMES)} clients made {moves} moves over HTTP; the onlooker saw all {len(events)} events."
        )
        return game, final
    finally:
        for client in clients:
            await client.close()


async def _check_replay(console: Console, url: str, game: str, final: dict[str, Any]) -> None:
    onlooker = Client(url, token=None)
    try:
        replayed = await onlooker.game(game, version=final["version"])
        seen = await onlooker.game(game)
    finally:
        await onlooker.close()
    for name in ("status", "result", "version"):
        if not replayed[name] == seen[name] == final[name]:
            raise DemoFailed(f"the replay shows another {name} than the game")
    console.print("[green]✓[/] the replay of the last version shows the final state")


async def _check_log(console: Console, log: Path, game: str, final: dict[str, Any]) -> None:
    store = SQLiteStore(log)
    try:
        recorded = await store.read(UUID(game))
    finally:
        await store.close()
    folded = fold(each.event for each in recorded)
    table = folded.rules.show(folded.table)
    if [place.score for place in table.places] != [seat["score"] for seat in final["seats"]]:
        raise DemoFailed("folding the log gives other scores than the server showed")
    console.print(f"[green]✓[/] folding the {len(recorded)} events of the log gives the same final state")
    shuffles = {each.event.shuffle: each.event for each in recorded if isinstance(each.event, DeckShuffled)}
    reveals = [each.event for each in recorded if isinstance(each.event, DeckRevealed)]
    good = [each for each in reveals if opens(each, shuffles[each.shuffle])]
    if not len(good) == len(reveals) == len(shuffles):
        raise DemoFailed(f"of {len(shuffles)} commitments only {len(good)} open")
    if any(Card.FACE_DOWN in each.order for each in reveals):
        raise DemoFailed("a reveal hides a card")
    console.print(f"[green]✓[/] all {len(shuffles)} commitments to shuffled decks open")
