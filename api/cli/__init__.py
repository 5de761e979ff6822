"""The command line: `kibitz serve`, `play`, `demo`, `token`, `schema`, and the tools for logs."""

from __future__ import annotations

import typer

from api.cli.auditing import log
from api.cli.backup import backup
from api.cli.demonstrating import demo
from api.cli.describing import schema
from api.cli.exporting import export
from api.cli.game import game
from api.cli.new_epoch import new_epoch
from api.cli.player import player
from api.cli.playing import play
from api.cli.projecting import project, projections
from api.cli.replaying import replay
from api.cli.restore import restore
from api.cli.serving import serve
from api.cli.simulating import simulate
from api.cli.statistics import stats
from api.cli.token import token

app = typer.Typer(
    help="An event-sourced card-game server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (serve, project, demo, play, schema, replay, simulate, stats, export, backup, restore):
    app.command()(command)
log.command()(new_epoch)
app.add_typer(projections, name="projections")
app.add_typer(log, name="log")
app.add_typer(player, name="player")
app.add_typer(token, name="token")
app.add_typer(game, name="game")


def main() -> None:
    """Run the command line."""
    app()
