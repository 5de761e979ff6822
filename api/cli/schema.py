"""`kibitz schema`: the contract of the API, the page of its errors, and what a change does to clients."""

from __future__ import annotations

from typing import Annotated

import typer
from graphql import GraphQLError

from api.graphql.compatibility import changes
from api.graphql.errors_page import page
from api.graphql.schema import sdl


def schema(
    errors: Annotated[
        bool, typer.Option("--errors", help="Print the page of all errors instead, docs/errors.md.")
    ] = False,
    check: Annotated[
        typer.FileText | None,
        typer.Option(
            help="Print what has changed for clients of an older schema, a file or - for standard input; "
            "exit with 1 if something breaks them."
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
        raise typer.BadParameter(f"{name} is no schema: {error}", param_hint="--check") from error
    for kind, sentences in (("BREAKS CLIENTS", found.breaking), ("changes", found.dangerous)):
        for sentence in sentences:
            typer.echo(f"{kind}: {sentence}")
    if found.breaking:
        raise typer.Exit(1)
