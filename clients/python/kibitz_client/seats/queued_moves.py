"""Queued moves: chosen before your turn, kept by the client, and sent when the turn comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any
from uuid import uuid4

from kibitz_client.connection import Connection
from kibitz_client.errors import CannotPlay, Refused
from kibitz_client.interfaces import Refusal
from kibitz_client.moves import Move
from kibitz_client.schema.refusals import VersionConflict
from kibitz_client.state_updates import StateUpdate
from kibitz_client.values import Value
from kibitz_client.views import GameState, View


class DropReason(StrEnum):
    """The reason why queued moves are no longer sent."""

    NOT_LEGAL = "NOT_LEGAL"
    """Your turn came, and the first move was not among the legal ones."""
    REFUSED = "REFUSED"
    """The server refused the first move."""
    MOVED = "MOVED"
    """Your seat made another move: by you, here or on another device, or by the server."""
    ROUND_OVER = "ROUND_OVER"
    """The round in which they were queued is over."""
    GAME_OVER = "GAME_OVER"
    """The game is over."""
    SEAT_AUTOMATED = "SEAT_AUTOMATED"
    """The machine plays your seat."""


class DroppedMoves(Value, frozen=True, kw_only=True):
    """Queued moves that were not sent, or refused."""

    moves: tuple[Move, ...]
    """The move that could not be made, and those queued behind it."""
    reason: DropReason
    refusal: Refusal | None = None
    """The server's refusal; None unless the reason is REFUSED."""


OnDropped = Callable[[DroppedMoves], None]
"""Receives the queued moves that were dropped."""


class _QueuedMove:
    """A queued move with the id of its command."""

    __slots__ = ("command_id", "move", "sent_at")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.command_id = str(uuid4())
        self.sent_at: int | None = None
        """The expected version with which it was sent, until its answer is known."""


class QueuedMoves:
    """The queued moves of your seat in one game.

    Call `observe` with each update of the game. Nothing is sent before an update shows that it is your turn:
    until then no other player, and not even the server, knows of the moves. A move that is not legal then is
    dropped together with those behind it, and `on_dropped` receives them.
    """

    def __init__(self, connection: Connection, game: str, on_dropped: OnDropped) -> None:
        self._connection = connection
        self._game = game
        self._on_dropped = on_dropped
        self._queue: list[_QueuedMove] = []
        self._state: GameState | None = None
        self._round: int | None = None
        self._hand_size = 0
        self._lock = asyncio.Lock()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The queued moves in the order in which they will be made."""
        return tuple([each.move for each in self._queue])

    async def add(self, *moves: Move) -> None:
        """Queue moves behind the others; the first one is sent at once if it is your turn.

        Raises CannotPlay if you have no seat, Fault and Unreachable.
        """
        self._queue += map(_QueuedMove, moves)
        async with self._lock:
            await self._advance()

    def cancel(self, move: Move | None = None) -> tuple[Move, ...]:
        """Remove a move and those behind it, or all moves, and return them.

        A move that is being sent may still take effect; it is not sent again.
        """
        keys = [_key(each) for each in self.moves]
        start = 0 if move is None else keys.index(_key(move)) if _key(move) in keys else len(keys)
        removed = self.moves[start:]
        del self._queue[len(self._queue) - len(removed) :]
        if not self._queue:
            self._round = None
        return removed

    async def make_move(self, move: Move, *, expected_version: int | None = None) -> GameState:
        """Drop the queued moves, and make another one at once; raises Refused."""
        self._drop(DropReason.MOVED)
        async with self._lock:
            self._state = await self._connection.make_move(
                move, self._game, expected_version=expected_version
            )
            return self._state

    async def observe(self, update: StateUpdate) -> None:
        """Send the queued moves that are due in an update of the game, or drop them.

        Raises CannotPlay if you have no seat, Fault and Unreachable. A move whose answer is not known is sent
        again with the next update, under the same command id.
        """
        async with self._lock:
            if self._state is None or update.game.game.version >= self._state.game.version:
                self._state = update.game
            elif update.snapshot:
                # Either an answer has overtaken the snapshot, or the log was restored from a backup.
                self._state = await self._connection.get_game(self._game)
            else:
                return
            await self._advance()

    async def _advance(self) -> None:
        """Make moves while it is the seat's turn."""
        while self._queue and self._state is not None:
            head, view = self._queue[0], _own_view(self._state)
            if head.sent_at is None:
                reason = self._drop_reason(head.move, view, self._state.legal)
                if reason is not None:
                    self._drop(reason)
                    return
                if not self._state.legal:
                    return
                head.sent_at = view.version
            await self._send(head, head.sent_at)
        if not self._queue:
            self._round = None

    def _drop_reason(self, move: Move, view: View, legal: tuple[Move, ...]) -> DropReason | None:
        if view.over:
            return DropReason.GAME_OVER
        if view.own.automated:
            return DropReason.SEAT_AUTOMATED
        if view.table is None:
            return None
        if self._round is None:
            self._round, self._hand_size = view.table.round, len(view.hand)
        if view.table.round != self._round:
            return DropReason.ROUND_OVER
        if len(view.hand) != self._hand_size:
            return DropReason.MOVED
        is_legal = not legal or any(_key(each) == _key(move) for each in legal)
        return None if is_legal else DropReason.NOT_LEGAL

    async def _send(self, head: _QueuedMove, version: int) -> None:
        values: Mapping[str, Any] = head.move.values
        try:
            answer = await self._connection.send_command(
                head.move.name, self._game, expected_version=version, command_id=head.command_id, **values
            )
        except Refused as refused:
            head.sent_at = None
            if isinstance(refused.refusal, VersionConflict):
                # The game went on meanwhile, so that the move is judged again.
                self._state = await self._connection.get_game(self._game)
            elif head in self._queue:
                self._drop(DropReason.REFUSED, refused.refusal)
            return
        if head in self._queue:
            self._queue.remove(head)
        if self._state is None or answer.game.version >= self._state.game.version:
            self._state = answer
        if self._state.view is not None:
            self._hand_size = len(self._state.view.hand)

    def _drop(self, reason: DropReason, refusal: Refusal | None = None) -> None:
        dropped, self._queue, self._round = self.moves, [], None
        if dropped:
            self._on_dropped(DroppedMoves(moves=dropped, reason=reason, refusal=refusal))


def _own_view(state: GameState) -> View:
    if state.view is None:
        raise CannotPlay(f"you have no seat in the game {state.id}")
    return state.view


def _key(move: Move) -> tuple[str, frozenset[tuple[str, Any]]]:
    """Return what equal moves have in common: cards can be chosen in any order."""
    return move.name, frozenset((key, _sorted(value)) for key, value in move.values.items())


def _sorted(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, tuple) else value
