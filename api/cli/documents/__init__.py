"""`kibitz documents`: registers trusted documents of other clients, lists and removes them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage, load_settings
from api.documents.checks import check, errors_of
from api.documents.manifests import documents_in
from api.graphql.schema import schema

documents = typer.Typer(help="Register trusted documents of clients.", no_args_is_help=True)


@documents.command()
@runs_async
async def add(
    file: Annotated[
        Path,
        typer.Argument(help="Operations in GraphQL, or a manifest of Apollo or Relay in JSON."),
    ],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Register the documents of a client's build, and print their ids.

    All documents are checked first; if one does not fit the schema or a limit, none is registered. Running
    servers notice the documents within seconds.
    """
    limits = load_settings(data_dir=data_dir, database_url=database_url).limits
    given = documents_in(file)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        served = schema(limits)
        known = await asyncio.to_thread(storage.documents.read)
        check(given, known, served._schema, served.validator)
        new = await asyncio.to_thread(storage.documents.add, given)
    for each in given:
        typer.echo(f"{each.id}  {each.name}")
    typer.echo(f"Registered {new} new documents; {len(given) - new} were registered already.", err=True)


@documents.command(name="list")
@runs_async
async def list_(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """List the registered documents: id, time, whether it fits the schema, name."""
    limits = load_settings(data_dir=data_dir, database_url=database_url).limits
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        stored = await asyncio.to_thread(storage.documents.read)
    if not stored:
        # On standard error, so that a script reads no ids.
        typer.echo("No documents are registered.", err=True)
        return
    served = schema(limits)
    for each in stored:
        added = datetime.fromtimestamp(each.added, UTC).isoformat(timespec="seconds")
        fits = "INVALID" if errors_of(each.text, served._schema, served.validator) else "valid"
        typer.echo(f"{each.id}  {added}  {fits}  {each.name}")


@documents.command()
@runs_async
async def remove(
    ids: Annotated[list[str], typer.Argument(help="The ids of the documents.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Remove registered documents; running servers notice it within seconds."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        await asyncio.to_thread(storage.documents.remove, ids)
    typer.echo(f"Removed {len(set(ids))} documents.", err=True)
