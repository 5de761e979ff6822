"""A typed client of a Kibitz server. It knows the server by its API alone, and plays any game.

from kibitz_client import Connection, play, thinking

async with await Connection.guest("http://127.0.0.1:8000/graphql", "Ann") as connection:
    over = await play(connection, game, thinking(MyPlayer(), "MyPlayer"))

All types of the schema are in `kibitz_client.schema`: `events`, `refusals`, `offers`, `types`, `enums`, ….
"""

from __future__ import annotations

from kibitz_client.connection import Connection, accepted
from kibitz_client.errors import (
    CannotPlay,
    ClientError,
    Fault,
    NotAPlayer,
    PlayerFailed,
    Refused,
    Unauthenticated,
    Unreachable,
)
from kibitz_client.interfaces import (
    Event,
    Node,
    Offer,
    OtherEvent,
    OtherNode,
    OtherOffer,
    OtherRefusal,
    Refusal,
)
from kibitz_client.moves import Move
from kibitz_client.players import Player, choice, player_maker
from kibitz_client.playing import Chooser, play, suggesting, thinking
from kibitz_client.schema.types import Game, Person, PlayedCard, Result, Seat, Table
from kibitz_client.values import Options, Page
from kibitz_client.views import FACE_DOWN, Seen, View, read_view

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
    "Node",
    "NotAPlayer",
    "Offer",
    "Options",
    "OtherEvent",
    "OtherNode",
    "OtherOffer",
    "OtherRefusal",
    "Page",
    "Person",
    "PlayedCard",
    "Player",
    "PlayerFailed",
    "Refusal",
    "Refused",
    "Result",
    "Seat",
    "Seen",
    "Table",
    "Unauthenticated",
    "Unreachable",
    "View",
    "accepted",
    "choice",
    "play",
    "player_maker",
    "read_view",
    "suggesting",
    "thinking",
]
