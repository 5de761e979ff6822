"""Typed client of a Kibitz server. It uses the GraphQL API alone and plays any game.

from kibitz_client import Connection, play, player_chooser

async with await Connection.guest("http://127.0.0.1:8000/graphql", "Ann") as connection:
    final_view = await play(connection, game, player_chooser(MyPlayer(), "MyPlayer"))

`kibitz_client.schema` has all types of the schema: `events`, `refusals`, `offers`, `types`, `enums`, ….
"""

from __future__ import annotations

from kibitz_client.connection import Connection, accepted
from kibitz_client.errors import (
    CannotPlay,
    ClientError,
    Fault,
    GameChanged,
    HistoryChanged,
    LogAlarm,
    LogForged,
    PinsDamaged,
    PlayerFailed,
    PlayerLoadError,
    Refused,
    Unauthenticated,
    Unreachable,
)
from kibitz_client.interfaces import (
    Event,
    Offer,
    Refusal,
    UnknownEvent,
    UnknownOffer,
    UnknownRefusal,
)
from kibitz_client.moves import Move
from kibitz_client.nodes import Node, UnknownNode
from kibitz_client.players import CustomPlayer, choose_move, player_factory
from kibitz_client.schema.types import Deal, Game, PlayedCard, Player, Result, Seat, Table
from kibitz_client.seats.play_loop import MoveChooser, play, player_chooser, suggestion_chooser
from kibitz_client.seats.queued_moves import DroppedMoves, DropReason, QueuedMoves
from kibitz_client.seeds.game_seed import CommitSeed, GameSeed, RevealSeed, SeedWarning, SeedWarningReason
from kibitz_client.values import Options, Page
from kibitz_client.views import FACE_DOWN, GameState, View, parse_view

__all__ = [
    "FACE_DOWN",
    "CannotPlay",
    "ClientError",
    "CommitSeed",
    "Connection",
    "CustomPlayer",
    "Deal",
    "DropReason",
    "DroppedMoves",
    "Event",
    "Fault",
    "Game",
    "GameChanged",
    "GameSeed",
    "GameState",
    "HistoryChanged",
    "LogAlarm",
    "LogForged",
    "Move",
    "MoveChooser",
    "Node",
    "Offer",
    "Options",
    "Page",
    "PinsDamaged",
    "PlayedCard",
    "Player",
    "PlayerFailed",
    "PlayerLoadError",
    "QueuedMoves",
    "Refusal",
    "Refused",
    "Result",
    "RevealSeed",
    "Seat",
    "SeedWarning",
    "SeedWarningReason",
    "Table",
    "Unauthenticated",
    "UnknownEvent",
    "UnknownNode",
    "UnknownOffer",
    "UnknownRefusal",
    "Unreachable",
    "View",
    "accepted",
    "choose_move",
    "parse_view",
    "play",
    "player_chooser",
    "player_factory",
    "suggestion_chooser",
]
