"""The command line: `kibitz serve`, `play`, `demo`, `token`, `schema`, and the tools for logs."""

from __future__ import annotations

import typer

from api.cli.backup import backup
from api.cli.demo import demo
from api.cli.export import export
from api.cli.game import game
from api.cli.log import log
from api.cli.log_new_epoch import new_epoch
from api.cli.play import play
from api.cli.player import player
from api.cli.projections import project, projections
from api.cli.replay import replay
from api.cli.restore import restore
from api.cli.schema import schema
from api.cli.serve import serve
from api.cli.simulate import simulate
from api.cli.stats import stats
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
