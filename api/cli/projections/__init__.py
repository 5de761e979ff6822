"""`kibitz project` and the group `kibitz projections`: updating and inspecting the read models."""

from __future__ import annotations

from typing import ClassVar

import typer

from api.cli.framework.lazy_group import LazyCommand, LazyGroup


class ProjectionCommands(LazyGroup):
    """The commands of `kibitz projections`."""

    lazy_commands: ClassVar = {
        "status": LazyCommand(
            "api.cli.projections.status:status",
            "Show how far each read model is behind the log, and why it is stopped.",
        ),
        "skip": LazyCommand(
            "api.cli.projections.skip:skip",
            "Skip the event at which a read model stopped. From then on its rows differ from the log.",
        ),
        "rebuild": LazyCommand(
            "api.cli.projections.rebuild:rebuild",
            "Build a read model anew from the log, with or without a running server.",
        ),
        "reader": LazyCommand(
            "api.cli.projections.reader:reader",
            "Allow a PostgreSQL role to read the views of the statistics, and nothing else.",
        ),
    }


projections = typer.Typer(
    cls=ProjectionCommands, help="Inspect and repair the read models.", no_args_is_help=True
)


@projections.callback()
def _group() -> None:
    """Make this a group: its commands are not registered with Typer."""
