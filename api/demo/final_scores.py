"""Prints the scoreboard of a game that was won, with the luck of the deals beside the results."""

from __future__ import annotations

from rich.console import Console

from api.cli.terminal.luck import luck_note
from api.demo.table import has_points, scoreboard
from kibitz_client import Connection, Fault, Game


async def print_final_scores(console: Console, connection: Connection, game: Game) -> None:
    """Print the places and scores, and the luck that the server has for them, or why there is none."""
    try:
        luck = await connection.query.game_luck(id=game.id, up_to_date=True) or ()
    except Fault as error:
        # The result stands without it: the read model may be behind, or the server older.
        console.print(scoreboard(game))
        console.print(f"The luck of the game cannot be read: {error}", markup=False, soft_wrap=True)
        return
    console.print(scoreboard(game, luck))
    console.print(luck_note(luck, in_points=has_points(game)), markup=False)
