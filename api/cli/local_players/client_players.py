"""Runs players written for the client library in this process, on the view that clients get."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from api.graphql.types.derivation import option_text
from api.graphql.types.moves_and_offers import own_fields
from api.graphql.types.players import is_machine_id
from application.codec import GameId, Version
from application.games.simulation import Strategy, Turn
from domain import commands as c
from domain.cards import Card
from domain.events import PlayerId
from domain.game import Game, legal
from domain.state import Stage
from domain.table import Place, TableView
from kibitz_client import CustomPlayer, Move, View, choose_move, parse_view

_EMPTY_PLACE = Place(hand=(), score=0)


def local_player(player: CustomPlayer, name: str, names: Mapping[PlayerId, str]) -> Strategy:
    """Return a player that plays the moves of a client player; it raises PlayerFailed.

    `names` are the names of the players at the table.
    """

    def choose(turn: Turn) -> c.Move:
        moves = legal_client_moves(turn.view, turn.seat)
        view = client_view(turn.game, turn.version, turn.view, turn.seat, names)
        return moves[choose_move(player, view, tuple(moves), name)]

    return choose


def legal_client_moves(view: Game, seat: int) -> dict[Move, c.Move]:
    """Return the legal moves of a seat, keyed by their representation in the client library."""
    by = view.seats[seat].player
    return {client_move(move): move for offer in legal(view, seat) for move in offer.moves(by)}


def client_move(move: c.Move) -> Move:
    """Return a move as the client library represents it."""
    values = {_camel(name): _api_value(getattr(move, name)) for name in own_fields(type(move))}
    return Move(type(move).__name__, values)


def client_view(game: GameId, version: Version, view: Game, seat: int, names: Mapping[PlayerId, str]) -> View:
    """Return a game as the client library represents it, from the view of a seat."""
    table = None if view.table is None else view.rules.show(view.table)
    places = table.places if table is not None else (_EMPTY_PLACE,) * len(view.seats)
    seats = [
        {
            "index": index,
            "player": _person(each.player, names),
            "machine": each.machine,
            "automated": each.automated,
            "givenUp": index in view.given_up,
            "votesToAbandon": index in view.votes,
            "clock": _clock(view, index),
            "seedCommitment": view.deal and view.deal.commitments.get(each.player),
            "seed": view.deal and view.deal.seeds.get(each.player),
            **api_fields(place),
            "place": place.rank,
        }
        for index, (each, place) in enumerate(zip(view.seats, places, strict=True))
    ]
    outcome = view.outcome
    shown = {
        "id": str(game),
        "version": version,
        "variant": {"name": view.variant},
        "options": [
            {"name": name, "value": option_text(value)} for name, value in sorted(view.options.items())
        ],
        "access": view.access.name,
        "stage": view.stage.name,
        "paused": view.is_paused,
        "organizer": None if view.organizer is None else _person(view.organizer, names),
        "invited": [_person(each, names) for each in view.invited],
        "players": [_person(each.player, names) for each in view.seats],
        "maxPlayers": view.rules.seats[-1],
        "winners": []
        if outcome is None
        else [_person(view.seats[winner].player, names) for winner in outcome.winners],
        "seats": seats,
        "deal": None if view.deal is None else api_fields(view.deal),
        "you": seat,
        "table": None if table is None else _table(table, view, seat),
        "result": outcome
        and {
            "winners": [_person(view.seats[winner].player, names) for winner in outcome.winners],
            "ranking": outcome.ranking,
            "titles": view.rules.titles_by_seat(outcome.ranking),
            "reason": outcome.reason.name,
        },
    }
    return parse_view(shown)


def _table(table: TableView, view: Game, seat: int) -> dict[str, Any]:
    is_playing = view.stage is Stage.PLAYING
    order = view.rules.card_order(view.table)
    return {
        **api_fields(table),
        "toMove": table.to_move if is_playing else (),
        "cardOrder": order and api_fields(order),
        "availableBids": view.rules.available_bids(view.table, seat) if is_playing else (),
    }


def _clock(view: Game, seat: int) -> dict[str, Any] | None:
    if view.clocks is None:
        return None
    clock = view.clocks.seats[seat]
    return {"deadline": clock.deadline, "bank": clock.bank, "timeouts": clock.timeouts}


def _person(player: PlayerId, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    machine = is_machine_id(player)
    return {"id": player, "name": names.get(player, player), "erased": False, "machine": machine}


def api_fields(value: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a value as the API returns them."""
    return {_camel(name): _api_value(getattr(value, name)) for name in value.__struct_fields__}


def _api_value(value: Any) -> Any:
    match value:
        case Card():
            return str(value)
        case Enum():
            return value.name
        case tuple():
            return tuple(map(_api_value, value))
        case msgspec.Struct():
            return api_fields(value)
    return value


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
