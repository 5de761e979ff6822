"""`kibitz projections reader`: a PostgreSQL role that can only read the statistics."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from api.cli.framework.options import DatabaseUrl
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console
from projections.database.schemas import VIEWS
from projections.statistics.views.reader_role import make_reader


@runs_async
async def reader(
    role: Annotated[str, typer.Argument(help="The role, which is created if necessary.")],
    revoke_public: Annotated[
        bool,
        typer.Option(help="Also revoke privileges of PUBLIC that can fill the disk, see below."),
    ] = False,
    database_url: DatabaseUrl = None,
) -> None:
    """Allow a PostgreSQL role to read the views of the statistics, and nothing else.

    With a password in KIBITZ_READER_PASSWORD, the role can log in.

    PostgreSQL allows every role that connects to create large objects and temporary tables. These privileges
    can only be revoked for all roles (--revoke-public), which may affect other programs on the same database.
    """
    password = os.environ.get("KIBITZ_READER_PASSWORD")
    async with existing_storage(database_url=database_url) as storage:
        made = await storage.database.write(make_reader, role, password, revoke_public=revoke_public)
    action = "Created" if made.made else "Updated"
    console.print(
        f"{action} the role {role}: it can read the {len(made.views)} views in the schema {VIEWS} "
        "and later ones, nothing else.",
        soft_wrap=True,
    )
    if made.besides:
        console.print(
            f"Like every role in this database it can also {', '.join(made.besides)}. "
            "--revoke-public revokes that, as far as the server's user has the right to.",
            soft_wrap=True,
        )
    if not made.logs_in:
        console.print("The role cannot log in: KIBITZ_READER_PASSWORD is not set.")
