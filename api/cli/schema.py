"""`kibitz schema`: prints the GraphQL schema or the list of errors, and checks for breaking changes."""

from __future__ import annotations

from typing import Annotated

import typer
from graphql import GraphQLError

from api.graphql.compatibility import changes
from api.graphql.errors_page import page
from api.graphql.schema import sdl


def schema(
    errors: Annotated[
        bool, typer.Option("--errors", help="Print the list of all errors (docs/errors.md) instead.")
    ] = False,
    check: Annotated[
        typer.FileText | None,
        typer.Option(
            help="Print the changes since an older schema (a file, or - for standard input); "
            "exit with 1 if any of them breaks clients."
        ),
    ] = None,
) -> None:
    """Print the GraphQL schema."""
    if check is not None:
        _check(check.name, check.read())
    else:
        typer.echo(page(sdl()) if errors else sdl(), nl=False)


def _check(name: str, older: str) -> None:
    try:
        found = changes(older, sdl())
    except (GraphQLError, TypeError) as error:
        raise typer.BadParameter(f"{name} is not a schema: {error}", param_hint="--check") from error
    for kind, sentences in (("BREAKS CLIENTS", found.breaking), ("changes", found.dangerous)):
        for sentence in sentences:
            typer.echo(f"{kind}: {sentence}")
    if found.breaking:
        raise typer.Exit(1)
