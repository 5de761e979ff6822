"""Runs the demo: starts a server, plays a game with four clients, and checks their views and the log."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pydantic import ValidationError
from pydantic_settings import PydanticBaseSettingsSource
from rich.console import Console
from rich.live import Live

from api.data_directory import CannotStart
from api.demo.checks import check_commitments, check_fold, check_seeds
from api.demo.failure import DemoFailed
from api.demo.final_scores import print_final_scores
from api.demo.table import SpectatorTable
from api.settings import Settings
from api.storage import storage_of
from domain.machine import player_of
from domain.rules import rules_of
from kibitz_client import Connection, Game

NAMES = ("Anna", "Ben", "Cleo", "Dan")
START_TIMEOUT = 30.0
STOP_TIMEOUT = 15.0
CATCH_UP_TIMEOUT = 10.0


class OwnSettings(Settings):
    """Settings from arguments only, without the environment."""

    reads_environment = False

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: object, init_settings: PydanticBaseSettingsSource, *_: object, **__: object
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use the arguments as the only source."""
        return (init_settings,)


async def demonstrate(
    console: Console, variant: str = "hundred-and-ten", database_url: str | None = None
) -> None:
    """Play, watch, replay and check a whole game.

    Raises DemoFailed, UnknownVariant and NoMachinePlayer.

    If `database_url` is given, the game is played in that database, next to its existing games.
    """
    # Clients play the machine player's suggestions, so a game without one is refused before the start.
    player_of(rules_of(variant).variant)
    started = perf_counter()
    with TemporaryDirectory(prefix="kibitz-demo-") as data:
        settings = _settings(Path(data), database_url)
        mode = "with a temporary data directory" if database_url is None else "on that database"
        async with _server(settings) as url:
            console.print(f"A server {mode} listens at {url}.")
            game, final = await _play(console, url, variant)
            async with Connection(url) as spectator:
                await print_final_scores(console, spectator, final)
            await _check_replay(console, url, final)
        async with storage_of(settings) as storage:
            recorded = await check_fold(console, storage.store, game, final)
            check_commitments(console, recorded)
            check_seeds(console, recorded)
    console.print(f"Done in {perf_counter() - started:.1f} s. Next steps:")
    console.print("  kibitz serve           start your own server, with GraphQL at /graphql")
    console.print("  kibitz token NAME      issue a token for calling it")
    console.print("  docs/README.md         tutorials, how-to guides and reference")


def _settings(data: Path, database_url: str | None) -> Settings:
    try:
        return OwnSettings(data_dir=data, database_url=database_url, port=0)
    except ValidationError as error:
        raise CannotStart(error.errors()[0]["msg"].removeprefix("Value error, ")) from error


@asynccontextmanager
async def _server(settings: Settings) -> AsyncIterator[str]:
    # The demo shows a server with default settings, whatever the environment contains.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
    if settings.database_url is not None:
        # Not as an option, because every user of the machine can read those.
        environment["KIBITZ_DATABASE_URL"] = settings.database_url
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "api", "serve", "--port", "0", "--data-dir", str(settings.data_dir),
        # For one game, a second process would only delay the start.
        "--projections", "thread",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )  # fmt: skip
    assert process.stdout is not None, "it is piped"
    assert process.stderr is not None, "it is piped"
    errors = asyncio.create_task(process.stderr.read())
    try:
        try:
            async with asyncio.timeout(START_TIMEOUT):
                line = (await process.stdout.readline()).decode()
        except TimeoutError as error:
            raise DemoFailed(f"the server did not start within {START_TIMEOUT:.0f} s") from error
        if "http://" not in line:
            reason = (await errors).decode().strip().removeprefix("kibitz: ")
            raise DemoFailed(f"the server did not start: {reason}")
        yield line[line.index("http://") :].strip()
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            process.kill()
            await process.wait()
        errors.cancel()


async def _play(console: Console, url: str, variant: str) -> tuple[str, Game]:
    async with AsyncExitStack() as opened:
        clients = [await opened.enter_async_context(await Connection.guest(url, name)) for name in NAMES]
        lobby = await clients[0].create_game(variant)
        for client in clients[1:]:
            await client.join_game(lobby.id)
        spectator_table = SpectatorTable(lobby.id, NAMES)
        watching = asyncio.create_task(_watch(url, lobby.id, spectator_table))
        await clients[0].send_command("StartGame", lobby.id)
        # The seats are closed; each client reveals its seed, and the last one starts the game.
        game = [(await client.add_seed(lobby.id)).game for client in clients][-1]
        moves = 0
        with Live(
            get_renderable=spectator_table.table, console=console, refresh_per_second=12, transient=True
        ):
            while not game.over:
                game = await _make_move(clients, game)
                moves += 1
            await asyncio.wait_for(watching, CATCH_UP_TIMEOUT)
        await _check_own_seeds(clients, lobby.id)
        final = (await clients[0].get_game(lobby.id)).game
        events = await clients[0].events(lobby.id)
    if [each.version for each in events] != spectator_table.versions:
        raise DemoFailed("the spectator did not see every event exactly once")
    console.print(
        f"{len(NAMES)} clients made {moves} moves over HTTP; the spectator saw all {len(events)} events."
    )
    return lobby.id, final


async def _check_own_seeds(clients: list[Connection], game: str) -> None:
    for client, name in zip(clients, NAMES, strict=True):
        await client.add_seed(game)
        seed = client.seed(game)
        if seed is None or not seed.included:
            raise DemoFailed(f"the deals do not use the seed of {name}")


async def _make_move(clients: list[Connection], game: Game) -> Game:
    assert game.table is not None, "the game has started"
    # Any seat to move may move; each client knows only its own seat's view.
    client = clients[game.table.to_move[0]]
    move = await client.suggestion(game.id)
    if move is None:
        raise DemoFailed("there is no suggestion for a seat whose turn it is")
    return (await client.make_move(move, game.id)).game


async def _watch(url: str, game: str, spectator_table: SpectatorTable) -> None:
    async with Connection(url) as connection:
        async for event in connection.follow(game):
            spectator_table.apply(event)


async def _check_replay(console: Console, url: str, final: Game) -> None:
    async with Connection(url) as spectator:
        replayed = await spectator.replay(final.id, final.version)
        seen = (await spectator.get_game(final.id)).game
    for name in ("stage", "result", "version"):
        if not getattr(replayed, name) == getattr(seen, name) == getattr(final, name):
            raise DemoFailed(f"the replay shows another {name} than the game")
    console.print("[green]✓[/] the replay of the last version shows the final state")
