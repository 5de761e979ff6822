"""`kibitz demo`: plays a whole game on a temporary server."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.framework.runner import runs_async
from api.cli.terminal.output import console
from api.demo.run import demonstrate


@runs_async
async def demo(
    variant: Annotated[str, typer.Option(help="The game to play.")] = "hundred-and-ten",
    database_url: Annotated[
        str | None,
        typer.Option(help="A PostgreSQL database to use, which keeps its games; otherwise an embedded one."),
    ] = None,
) -> None:
    """Play a whole game on a temporary server, and check its replay and its log."""
    await demonstrate(console, variant, database_url)
