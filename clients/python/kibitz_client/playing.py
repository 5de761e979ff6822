"""Plays a seat of a game to its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from kibitz_client.connection import Connection
from kibitz_client.errors import CannotPlay, Fault, Refused
from kibitz_client.interfaces import Event
from kibitz_client.moves import Move
from kibitz_client.players import Player, choice
from kibitz_client.schema.enums import GameStatus
from kibitz_client.schema.faults import FaultCode
from kibitz_client.views import Seen, View

Chooser = Callable[[View, tuple[Move, ...]], Awaitable[Move]]
"""Chooses a move for a seat that is to move."""


def thinking(player: Player, name: str) -> Chooser:
    """Return what asks a player, in a thread of its own, so that it may take its time.

    It raises PlayerFailed; `name` is what the player is called there.
    """

    async def choose(view: View, legal: tuple[Move, ...]) -> Move:
        return await asyncio.to_thread(choice, player, view, legal, name)

    return choose


def suggesting(connection: Connection) -> Chooser:
    """Return what takes the move that the server suggests."""

    async def choose(view: View, legal: tuple[Move, ...]) -> Move:
        # The game may have gone on since the look at it; then the move is judged by the version anyhow.
        return await connection.suggestion(view.id) or legal[0]

    return choose


async def play(connection: Connection, game: str, choose: Chooser) -> View:
    """Take a seat, wait for the start, play whenever it is to move, and return the game at its end.

    Raises Refused when there is no seat to be had, CannotPlay when the seat is lost, what `choose`
    raises, and what the connection raises.
    """
    seen = await connection.look(game)
    if seen.view is None and seen.game.status is GameStatus.WAITING_FOR_PLAYERS:
        seen = await connection.carry_out("JoinGame", game)
    while not _seated(seen).over:
        try:
            seen = await _played(connection, seen, choose)
        except Fault as fault:
            if fault.code is not FaultCode.LOG_RESTORED:
                raise
            # What was seen of the game may never have happened.
            seen = await connection.look(game)
    return _seated(seen)


async def _played(connection: Connection, seen: Seen, choose: Chooser) -> Seen:
    async with aclosing(connection.follow(seen.game.id, seen.game.version)) as events:
        while not _seated(seen).over:
            seen = await (
                _moved(connection, seen, choose) if seen.legal else _later(connection, seen, events)
            )
    return seen


def _seated(seen: Seen) -> View:
    view, game = seen.view, seen.game.id
    if view is None:
        raise CannotPlay(f"you have no seat in the game {game}")
    if view.own.automated and not view.over:
        raise CannotPlay(
            f"your seat {view.seat} of the game {game} was handed to the machine, which plays on"
        )
    return view


async def _moved(connection: Connection, seen: Seen, choose: Chooser) -> Seen:
    view = _seated(seen)
    move = await choose(view, seen.legal)
    try:
        return await connection.make(move, view.id, expected=view.version)
    except Refused:
        now = await connection.look(view.id)
        # Somebody else was quicker, or the game was put back from a backup, so it is to be looked at anew;
        # otherwise the move was not in order.
        if now.view == view:
            raise
        return now


async def _later(connection: Connection, seen: Seen, events: AsyncGenerator[Event, None]) -> Seen:
    """Return the game after the next event that is news."""
    async for event in events:
        if event.version > seen.game.version:
            break
    return await connection.look(seen.game.id)
