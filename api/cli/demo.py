"""`kibitz demo`: a whole game through a server of its own."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.terminal.console import console, plainly
from api.demo.run import demonstrate


@plainly
async def demo(
    variant: Annotated[str, typer.Option(help="Which game to play.")] = "hundred-and-ten",
    database_url: Annotated[
        str | None,
        typer.Option(help="A PostgreSQL database to play in, beside what is there; else the embedded one."),
    ] = None,
) -> None:
    """Play a whole game through a server of its own, watched, replayed and checked."""
    await demonstrate(console, variant, database_url)
