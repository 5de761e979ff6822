"""`kibitz serve`: runs the server until interrupted."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from contextlib import ExitStack
from typing import Annotated

import typer

from api.app import application, services_of
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import load_settings
from api.cli.framework.signals import stopping_signals
from api.data_directory import CannotStart
from api.http.server import Server
from api.monitoring.operator_port import operator_port
from api.settings import ProjectionMode

logger = logging.getLogger(__name__)


@runs_async
async def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on. [env: KIBITZ_HOST; default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="Port to listen on; 0 chooses a free one. [env: KIBITZ_PORT; default: 8000]"),
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    projections: Annotated[
        ProjectionMode | None,
        typer.Option(
            help="Update the read models in a child process, in the server's own, or leave that to "
            "`kibitz project`. [env: KIBITZ_PROJECTIONS; default: process, on Windows thread]",
        ),
    ] = None,
    no_projections: Annotated[
        bool, typer.Option("--no-projections", help="The same as --projections off.")
    ] = False,
    development: Annotated[
        bool | None,
        typer.Option(help="Serve GraphiQL, and suggest names in errors."),
    ] = None,
) -> None:
    """Serve GraphQL at /graphql until interrupted."""
    if no_projections and projections not in (None, ProjectionMode.OFF):
        raise CannotStart("give either --projections or --no-projections")
    settings = load_settings(
        host=host,
        port=port,
        data_dir=data_dir,
        database_url=database_url,
        projections=ProjectionMode.OFF if no_projections else projections,
        development=development,
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with ExitStack() as bound_ports:
        listening = bound_ports.enter_context(_listen(settings.host, settings.port))
        for_operators = None
        if settings.metrics_port is not None:
            for_operators = bound_ports.enter_context(_listen(settings.metrics_host, settings.metrics_port))
            logger.info("metrics at port %d of %s", for_operators.getsockname()[1], settings.metrics_host)
        async with services_of(settings) as services:
            limits = services.server_settings.limits
            app = application(services)
            server = Server(app, services.watching, services.server_settings, ws_max_size=limits.message)
            bound = listening.getsockname()[1]
            host_in_url = f"[{settings.host}]" if ":" in settings.host else settings.host
            # uvicorn stops at these signals and then raises them once more, which would end the process
            # before the log is closed.
            for each in stopping_signals():
                signal.signal(each, server.handle_exit)
            loop = type(asyncio.get_running_loop())
            logger.info("event loop: %s.%s", loop.__module__, loop.__qualname__)
            # Printed last, because a program that waits for this line may stop the server at once.
            typer.echo(f"Kibitz serves GraphQL at http://{host_in_url}:{bound}/graphql")
            async with operator_port(services, server, app.state.health, for_operators):
                await server.serve_alone([listening])


def _listen(host: str, port: int) -> socket.socket:
    try:
        address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # With its protocol: asyncio disables Nagle's algorithm only on sockets with protocol TCP.
        listening = socket.socket(*address[:3])
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address[4])
        # From here on, clients can connect, and no other process can take the port.
        listening.listen()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CannotStart(f"cannot listen on {host} port {port}: {reason}") from error
    return listening
