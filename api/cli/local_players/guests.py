"""Players who know only what any client knows, asked in the server's own process."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from api.graphql.types.moves_and_offers import own_fields
from application.codec import GameId, Version
from application.games.simulation import Strategy, Turn
from domain import commands as c
from domain.cards import Card
from domain.events import PlayerId
from domain.game import Game, legal
from domain.table import Place
from kibitz_client import Move, View, choice, read_view
from kibitz_client import Strategy as Guest

_NOTHING_THERE = Place(hand=(), score=0)


def guest(player: Guest, name: str, names: Mapping[PlayerId, str]) -> Strategy:
    """Return what asks a guest for its move and plays that; it raises PlayerFailed.

    `names` tells what the players at the table are called.
    """

    def choose(turn: Turn) -> c.Move:
        moves = legal_of(turn.view, turn.seat)
        view = view_of(turn.game, turn.version, turn.view, turn.seat, names)
        return moves[choice(player, view, tuple(moves), name)]

    return choose


def legal_of(view: Game, seat: int) -> dict[Move, c.Move]:
    """Return what a seat may do, by the form in which clients know it."""
    by = view.seats[seat].player
    return {told(move): move for offer in legal(view, seat) for move in offer.moves(by)}


def told(move: c.Move) -> Move:
    """Return a move in the form in which clients know it."""
    values = {_camel(name): _plain(getattr(move, name)) for name in own_fields(type(move))}
    return Move(type(move).__name__, values)


def view_of(game: GameId, version: Version, view: Game, seat: int, names: Mapping[PlayerId, str]) -> View:
    """Return a game as clients see it, from the game as a seat sees it."""
    table = None if view.table is None else view.rules.show(view.table)
    places = table.places if table is not None else (_NOTHING_THERE,) * len(view.seats)
    seats = [
        {
            "index": index,
            "player": _person(each.player, names),
            "machine": each.machine,
            "automated": each.automated,
            **fields_of(place),
        }
        for index, (each, place) in enumerate(zip(view.seats, places, strict=True))
    ]
    outcome = view.outcome
    shown = {
        "id": str(game),
        "version": version,
        "variant": view.variant,
        "options": [{"name": name, "value": str(value)} for name, value in sorted(view.options.items())],
        "access": view.access.name,
        "status": view.status,
        "organizer": None if view.organizer is None else _person(view.organizer, names),
        "invited": [_person(each, names) for each in view.invited],
        "seats": seats,
        "you": seat,
        "table": None if table is None else fields_of(table),
        "result": outcome
        and {
            "winners": [_person(view.seats[winner].player, names) for winner in outcome.winners],
            "ranking": outcome.ranking,
            "reason": outcome.reason.name,
        },
    }
    return read_view(shown)


def _person(player: PlayerId, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    return {"id": player, "name": names.get(player, player), "erased": False}


def fields_of(value: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a value as they come out of the API."""
    return {_camel(name): _plain(getattr(value, name)) for name in value.__struct_fields__}


def _plain(value: Any) -> Any:
    """Return a value as it comes out of the API."""
    match value:
        case Card():
            return str(value)
        case Enum():
            return value.name
        case tuple():
            return tuple(map(_plain, value))
        case msgspec.Struct():
            return fields_of(value)
    return value


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)
