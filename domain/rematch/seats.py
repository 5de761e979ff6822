"""Seats of a rematch: the order in which its players sit, and the seats that are kept for them."""

from __future__ import annotations

from functools import reduce
from typing import Any

from domain import events as e
from domain import refusals as r
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.state import Game


def place_of(game: Game, player: e.PlayerId) -> int:
    """Return the seat at which a player joins: its place in a rematch it belongs to, else the next one."""
    if game.rematch is None or player not in game.rematch.seating:
        return len(game.seats)
    seating = game.rematch.seating
    before = seating[: seating.index(player)]
    return sum(seat.player in before for seat in game.seats)


def awaited(game: Game) -> tuple[e.PlayerId, ...]:
    """Return the players for whom a rematch keeps seats: those of the game before who are still invited."""
    if game.rematch is None or game.rematch.until is None:
        return ()
    return tuple(player for player in game.rematch.seating if player in game.invited)


def require_seat_to_spare(game: Game, player: e.PlayerId) -> None:
    """Raise SeatsReserved for another player than those of the rematch, while it waits for them.

    A player who is invited may take a seat that is kept for nobody.
    """
    rematch = game.rematch
    if rematch is None or rematch.until is None or player in rematch.seating:
        return
    free = game.rules.seats[-1] - len(game.seats)
    if player not in game.invited or free <= len(awaited(game)):
        raise r.SeatsReserved(rematch.until)


def machine_joined(seat: int, player: e.PlayerId) -> tuple[e.Event, ...]:
    """Return the events by which a machine player joins at a seat."""
    return e.PlayerJoined(seat=seat, player=player, machine=True), e.SeatAutomated(seat=seat)


def after(game: Game, events: tuple[e.Event, ...]) -> Game:
    """Return the game after events of the lobby."""

    def evolved(game: Game, event: Any) -> Game:
        return LOBBY_EVOLVERS[type(event)](game, event)

    return reduce(evolved, events, game)
