"""Prints the scoreboard of a game that was won, with the luck of the deals beside the results."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from rich.console import Console

from api.cli.terminal.luck import luck_note
from api.demo.table import has_points, scoreboard
from kibitz_client import Connection, Fault, Game
from kibitz_client.schema.faults import FaultCode
from kibitz_client.schema.types import SeatLuck

PATIENCE: Final = 15.0
"""Seconds for which the luck is asked for again while the server's records do not include the game's end."""
_PAUSE: Final = 0.5


async def print_final_scores(console: Console, connection: Connection, game: Game) -> None:
    """Print the places and scores, and the luck that the server has for them, or why there is none."""
    try:
        luck = await _read_luck(connection, game)
    except Fault as error:
        # The result stands without it: the read model may be behind, or the server older.
        console.print(scoreboard(game))
        console.print(f"The luck of the game cannot be read: {error}", markup=False, soft_wrap=True)
        return
    console.print(scoreboard(game, luck))
    console.print(luck_note(luck, in_points=has_points(game)), markup=False)


async def _read_luck(connection: Connection, game: Game) -> Sequence[SeatLuck]:
    """Return the luck of the seats, once the server's records include the end of the game."""
    clock = asyncio.get_running_loop()
    until = clock.time() + PATIENCE
    while True:
        try:
            return await connection.query.game_luck(id=game.id, up_to_date=True) or ()
        except Fault as error:
            if error.code is not FaultCode.NOT_UP_TO_DATE or clock.time() >= until:
                raise
        await asyncio.sleep(_PAUSE)
