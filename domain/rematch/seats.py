"""Seats of a rematch: the players that it belongs to, and the order in which they sit."""

from __future__ import annotations

from functools import reduce
from typing import Any

from domain import events as e
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.state import Game


def place_of(game: Game, player: e.PlayerId) -> int:
    """Return the seat at which a player joins: its place in a rematch it belongs to, else the next one."""
    if game.rematch is None or not belongs(game, player):
        return len(game.seats)
    seating = game.rematch.seating
    before = seating[: seating.index(player)]
    return sum(seat.player in before for seat in game.seats)


def belongs(game: Game, player: e.PlayerId) -> bool:
    """Return whether a game is a rematch of a game in which the player had a seat."""
    return game.rematch is not None and player in game.rematch.seating


def machine_joined(
    seat: int,
    player: e.PlayerId,
    level: e.MachineLevel = e.MachineLevel.PUBLISHED,
    thinker: int | None = None,
) -> tuple[e.Event, ...]:
    """Return the events by which a machine player joins at a seat; `thinker` is its version at the level."""
    automated = e.SeatAutomated(seat=seat, level=level, thinker=thinker)
    return e.PlayerJoined(seat=seat, player=player, machine=True), automated


def after(game: Game, events: tuple[e.Event, ...]) -> Game:
    """Return the game after events of the lobby."""

    def evolved(game: Game, event: Any) -> Game:
        return LOBBY_EVOLVERS[type(event)](game, event)

    return reduce(evolved, events, game)
