"""The command line: `kibitz serve`, `demo`, `token` and `projections`."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import typer
import uvicorn
from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from api.app import application, identity_of, naming, players_of, services_of
from api.data import CannotStart, DataDirectory
from api.demo import DemoFailed, demonstrate
from api.demo_client import Refused
from api.graphql.schema import sdl
from api.settings import Settings
from application.store import StoreError
from application.store.sqlite import SQLiteStore
from domain.refusals import Refusal
from projections import ALL
from projections.database import ReadDatabase
from projections.projector import Projector

P = ParamSpec("P")

GRACE = 10
"""Seconds that requests and sockets get to end when the server stops."""

app = typer.Typer(
    help="An event-sourced card-game server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
projections_app = typer.Typer(help="Look after the read models.", no_args_is_help=True)
app.add_typer(projections_app, name="projections")

console = Console()
complaints = Console(stderr=True)

DataDir = Annotated[
    Path | None, typer.Option(help="Where the data are kept. [env: KIBITZ_DATA_DIR; default: .kibitz]")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="A database server; without it the embedded database. [env: KIBITZ_DATABASE_URL]"),
]


def main() -> None:
    """Run the command line."""
    app()


def _settings(**given: Any) -> Settings:
    """Return the settings: what is given here, then the environment, then the defaults."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, each['loc']))}: {each['msg'].removeprefix('Value error, ')}"
            for each in error.errors()
        )
        raise CannotStart(f"the settings are wrong: {wrong}") from error


def _plainly(command: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a command to its end; what stands in its way is said in a sentence, with exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            asyncio.run(command(*args, **kwargs))
        except (CannotStart, Refusal, StoreError, DemoFailed, Refused) as error:
            complaints.print(f"kibitz: {error}", style="red", highlight=False, soft_wrap=True)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(130) from interrupt

    return run


@app.command()
@_plainly
async def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on. [env: KIBITZ_HOST; default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes a free one. [env: KIBITZ_PORT; default: 8000]")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Serve GraphQL at /graphql until interrupted."""
    settings = _settings(host=host, port=port, data_dir=data_dir, database_url=database_url)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    listening = _listen(settings.host, settings.port)
    with listening:
        async with services_of(settings) as services:
            config = uvicorn.Config(
                application(services),
                log_config=None,
                access_log=False,
                lifespan="off",
                timeout_graceful_shutdown=GRACE,
            )
            bound = listening.getsockname()[1]
            console.print(f"Kibitz serves GraphQL at http://{settings.host}:{bound}/graphql", soft_wrap=True)
            # uvicorn stops at these signals and then raises them once more, which would end the process
            # before the log is closed.
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, lambda *_: None)
            await uvicorn.Server(config).serve([listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # With its protocol: asyncio spares only a socket that says TCP the delays of Nagle's algorithm.
        listening = socket.socket(*address[:3])
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address[4])
    except OSError as error:
        raise CannotStart(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    return listening


@app.command()
@_plainly
async def token(
    name: Annotated[str, typer.Argument(help="What the player is called.")],
    data_dir: DataDir = None,
) -> None:
    """Give out a token for a player; the same name gets the same player."""
    settings = _settings(data_dir=data_dir)
    directory = DataDirectory(settings.data_dir)
    with naming(directory.log), players_of(directory) as players:
        player = await players.local(name)
        typer.echo(identity_of(settings, directory, players).token(player))


@app.command("schema")
def print_schema() -> None:
    """Print the GraphQL schema."""
    typer.echo(sdl(), nl=False)


@app.command()
@_plainly
async def demo() -> None:
    """Play a whole game through a server of its own, watched, replayed and checked."""
    await demonstrate(console)


@asynccontextmanager
async def _projector(data_dir: Path | None) -> AsyncIterator[Projector]:
    directory = DataDirectory(_settings(data_dir=data_dir).data_dir)
    with naming(directory.log):
        store = SQLiteStore(directory.log)
    try:
        with naming(directory.read):
            database = ReadDatabase.at(directory.read)
        with database:
            yield Projector(store, database, ALL)
    finally:
        await store.close()


@projections_app.command("status")
@_plainly
async def projections_status(data_dir: DataDir = None) -> None:
    """Show how far each read model is behind the log."""
    async with _projector(data_dir) as projector:
        table = Table("projection", "version", "condition", "position", "behind", "error")
        for each in await projector.status():
            table.add_row(
                each.name, str(each.version), each.condition, str(each.position), str(each.lag), each.error
            )
        console.print(table)


@projections_app.command("rebuild")
@_plainly
async def projections_rebuild(
    name: Annotated[str, typer.Argument(help="The read model to rebuild.")], data_dir: DataDir = None
) -> None:
    """Make a read model anew from the log, beside a running server or without one."""
    known = [projection.name for projection in ALL]
    if name not in known:
        raise CannotStart(f"there is no projection {name!r}; known are: {', '.join(known)}")
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    async with _projector(data_dir) as projector:
        with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
            task = progress.add_task(name, total=None)
            position = await projector.rebuild(
                name, lambda done, head: progress.update(task, completed=done, total=head)
            )
        console.print(f"{name} is rebuilt up to position {position}.")
