"""`kibitz schema`: the contract of the API."""

from __future__ import annotations

import typer

from api.graphql.schema import sdl


def schema() -> None:
    """Print the GraphQL schema."""
    typer.echo(sdl(), nl=False)
