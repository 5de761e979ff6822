"""Plays a seat of a game until the game ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from kibitz_client.connection import Connection
from kibitz_client.errors import CannotPlay, Fault, Refused
from kibitz_client.interfaces import Event
from kibitz_client.moves import Move
from kibitz_client.players import CustomPlayer, choose_move
from kibitz_client.schema.enums import Stage
from kibitz_client.schema.faults import FaultCode
from kibitz_client.views import GameState, View

MoveChooser = Callable[[View, tuple[Move, ...]], Awaitable[Move]]
"""Chooses a move when it is the seat's turn."""


def player_chooser(player: CustomPlayer, name: str) -> MoveChooser:
    """Return a chooser that calls a custom player in a thread.

    It raises PlayerFailed, whose message uses `name` for the player.
    """

    async def choose(view: View, legal: tuple[Move, ...]) -> Move:
        return await asyncio.to_thread(choose_move, player, view, legal, name)

    return choose


def suggestion_chooser(connection: Connection) -> MoveChooser:
    """Return a chooser that takes the move that the server suggests."""

    async def choose(view: View, legal: tuple[Move, ...]) -> Move:
        # If the game has changed meanwhile, the server refuses the move by its expected version.
        return await connection.suggestion(view.id) or legal[0]

    return choose


async def play(connection: Connection, game: str, choose: MoveChooser) -> View:
    """Take a seat, play it until the game ends, and return the final view.

    Raises Refused if no seat is free, CannotPlay if the seat is lost, the exceptions of `choose`
    and those of the connection.
    """
    state = await connection.get_game(game)
    if state.view is None and state.game.stage is Stage.WAITING_FOR_PLAYERS:
        state = await connection.send_command("JoinGame", game)
    while not _own_view(state).over:
        try:
            state = await _follow_and_play(connection, state, choose)
        except Fault as fault:
            if fault.code is not FaultCode.LOG_RESTORED:
                raise
            # The restored log may lack events that were already received.
            state = await connection.get_game(game)
    return _own_view(state)


async def _follow_and_play(connection: Connection, state: GameState, choose: MoveChooser) -> GameState:
    async with aclosing(connection.follow(state.game.id, state.game.version)) as events:
        while not _own_view(state).over:
            state = await (
                _make_move(connection, state, choose)
                if state.legal
                else _wait_for_event(connection, state, events)
            )
    return state


def _own_view(state: GameState) -> View:
    view, game = state.view, state.game.id
    if view is None:
        raise CannotPlay(f"you have no seat in the game {game}")
    if view.own.automated and not view.over:
        raise CannotPlay(f"your seat {view.seat} in the game {game} was handed to the machine")
    return view


async def _make_move(connection: Connection, state: GameState, choose: MoveChooser) -> GameState:
    view = _own_view(state)
    move = await choose(view, state.legal)
    try:
        return await connection.make_move(move, view.id, expected_version=view.version)
    except Refused:
        current = await connection.get_game(view.id)
        # If the game has changed, another player was faster or the log was restored: choose again. Otherwise
        # the move itself was wrong.
        if current.view == view:
            raise
        return current


async def _wait_for_event(
    connection: Connection, state: GameState, events: AsyncGenerator[Event, None]
) -> GameState:
    """Return the state after the next new event."""
    async for event in events:
        if event.version > state.game.version:
            break
    return await connection.get_game(state.game.id)
