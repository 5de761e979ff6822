"""The command line `kibitz`: its commands, each loaded when it is used."""

from __future__ import annotations

from typing import Annotated, ClassVar

import typer

from api.cli.framework.lazy_group import LazyCommand, LazyGroup
from application.runtime.garbage_collection import collect_less_often


class Commands(LazyGroup):
    """The commands of `kibitz`."""

    lazy_commands: ClassVar = {
        "serve": LazyCommand(
            "api.cli.serve:serve",
            "Serve GraphQL at /graphql until interrupted.",
            # In earlier releases `--projections` was the opposite of `--no-projections`.
            {"--projections": "process"},
        ),
        "project": LazyCommand(
            "api.cli.projections.project:project",
            "Update the read models until interrupted, for servers that do not.",
        ),
        "demo": LazyCommand(
            "api.cli.demo:demo", "Play a whole game on a temporary server, and check its replay and its log."
        ),
        "play": LazyCommand("api.cli.play:play", "Take a seat in a game and play it to its end."),
        "rules": LazyCommand("api.cli.rules:rules", "Print the rules of a game, or list the games."),
        "schema": LazyCommand("api.cli.schema:schema", "Print the GraphQL schema."),
        "replay": LazyCommand(
            "api.cli.replay:replay", "Step through a game as a spectator or one of its seats saw it."
        ),
        "simulate": LazyCommand(
            "api.cli.simulate:simulate", "Simulate games between machine players or your own players."
        ),
        "arena": LazyCommand("api.cli.arena.arena:arena", "Measure the strength of players against others."),
        "stats": LazyCommand(
            "api.cli.stats:stats",
            "Show statistics of finished public games: bids, trumps, places, points, luck and more.",
        ),
        "export": LazyCommand(
            "api.cli.export:export",
            "Export events, games or the views of the statistics as Parquet, CSV or NDJSON.",
        ),
        "backup": LazyCommand(
            "api.cli.backup:backup",
            "Copy the games, the players and the secret into one file, even while the server runs.",
        ),
        "restore": LazyCommand(
            "api.cli.restore:restore", "Restore a backup into a data directory without games."
        ),
        "projections": LazyCommand("api.cli.projections:projections", "Inspect and repair the read models."),
        "log": LazyCommand("api.cli.log:log", "Inspect, check, sign and prove the event log."),
        "player": LazyCommand(
            "api.cli.player:player", "Find, rename and erase players; list their sessions."
        ),
        "moderation": LazyCommand(
            "api.cli.moderation.moderation:moderation",
            "Ban, kick and rename players, close games, and show who did so.",
        ),
        "token": LazyCommand("api.cli.token:token", "Issue, list and revoke tokens."),
        "documents": LazyCommand("api.cli.documents:documents", "Register trusted documents of clients."),
        "game": LazyCommand("api.cli.game:game", "Close, export and verify games."),
    }


app = typer.Typer(
    cls=Commands,
    help="An event-sourced card-game server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"kibitz {version('kibitz')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Declare the options of `kibitz` itself."""


def main() -> None:
    """Run the command line."""
    # First, because imports create hundreds of thousands of objects, too.
    collect_less_often()
    app()
