"""Plays a seat of a game until the game ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from kibitz_client.connection import Connection
from kibitz_client.errors import CannotPlay, Refused
from kibitz_client.moves import Move
from kibitz_client.players import CustomPlayer, choose_move
from kibitz_client.schema.enums import Stage
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


async def play(
    connection: Connection,
    game: str,
    choose: MoveChooser,
    *,
    on_view: Callable[[View], None] | None = None,
) -> View:
    """Take a seat, play it until the game ends, and return the final view.

    `on_view` receives each state of the game before it is played. Unless the connection adds no seeds, a seed
    of the player is added to the deals.

    Raises Refused if no seat is free, CannotPlay if the seat is lost, the exceptions of `choose`
    and those of the connection.
    """
    state = await connection.get_game(game)
    if state.view is None and state.game.stage is Stage.WAITING_FOR_PLAYERS:
        state = await connection.join_game(game)
    view = _own_view(state)
    async with aclosing(connection.states(game)) as updates:
        async for update in updates:
            # The answer to a move has already brought this state, or a later one.
            if update.game.game.version < view.version and not update.snapshot:
                continue
            if on_view is not None and update.game.view is not None:
                on_view(update.game.view)
            view = await _play_turn(connection, update.game, choose)
            if view.over:
                break
    return view


def _own_view(state: GameState) -> View:
    view, game = state.view, state.game.id
    if view is None:
        raise CannotPlay(f"you have no seat in the game {game}")
    if view.own.automated and not view.over:
        raise CannotPlay(f"your seat {view.seat} in the game {game} was handed to the machine")
    return view


async def _play_turn(connection: Connection, state: GameState, choose: MoveChooser) -> View:
    """Make moves while it is the seat's turn, and return the view after them."""
    view = _own_view(state)
    while state.legal and not view.over:
        state = await _make_move(connection, state, choose)
        view = _own_view(state)
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
