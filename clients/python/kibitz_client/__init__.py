"""A typed client of a Kibitz server. It knows the server by its API alone, and no game by name.

from kibitz_client import Connection, play, thinking

async with await Connection.guest("http://127.0.0.1:8000/graphql", "Ann") as connection:
    over = await play(connection, game, thinking(MyPlayer(), "MyPlayer"))
"""

from __future__ import annotations

from kibitz_client.connection import Connection
from kibitz_client.errors import (
    CannotPlay,
    ClientError,
    Fault,
    NotAPlayer,
    PlayerFailed,
    Refused,
    Unreachable,
)
from kibitz_client.events import Event
from kibitz_client.moves import Move
from kibitz_client.players import Player, choice, player_maker
from kibitz_client.playing import Chooser, play, suggesting, thinking
from kibitz_client.views import FACE_DOWN, Game, Person, PlayedCard, Result, Seat, Seen, Table, View

__all__ = [
    "FACE_DOWN",
    "CannotPlay",
    "Chooser",
    "ClientError",
    "Connection",
    "Event",
    "Fault",
    "Game",
    "Move",
    "NotAPlayer",
    "Person",
    "PlayedCard",
    "Player",
    "PlayerFailed",
    "Refused",
    "Result",
    "Seat",
    "Seen",
    "Table",
    "Unreachable",
    "View",
    "choice",
    "play",
    "player_maker",
    "suggesting",
    "thinking",
]
