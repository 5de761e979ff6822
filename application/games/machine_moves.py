"""Moves of machine players; a legal move replaces that of a machine player that fails.

A failing machine player must neither stop a game nor disclose its cards, so its choice and its exception are
kept out of responses and of the log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from traceback import extract_tb
from typing import Final

from application.codec import GameId
from application.thinking.machine_choice import MachineChoice, MadeChoice
from domain.commands import Move
from domain.events import Event
from domain.game import Game, judge, legal
from domain.hints import Hint
from domain.machine import hint_of, player_of
from domain.refusals import MoveRefusal

_log = logging.getLogger(__name__)

FAILURES_LOGGED: Final = 100
MAX_FAILURES: Final = 100 * FAILURES_LOGGED

JudgedMove = tuple[Move, tuple[Event, ...]]
"""A move, and the events that it leads to."""


class MachineStuck(Exception):
    """No move can be found for a machine's seat; the message discloses none of its cards."""

    def __init__(self, game: GameId | None, seat: int) -> None:
        super().__init__(f"no move can be found for the machine at seat {seat} of game {game}")


class MachineMoves:
    """Machine players' moves after one command; a legal move replaces a failed choice.

    The replacement is the first legal move. Machine players that keep failing could pass to each other for
    ever, so after `FAILURES_LOGGED` failures, which are logged, the legal moves are used in turn. After
    `MAX_FAILURES` there is no replacement.
    """

    def __init__(self, game_id: GameId | None) -> None:
        self._game_id = game_id
        self._failures = 0

    def choose(self, game: Game, view: Game, seat: int) -> JudgedMove:
        """Return the move that the published player chooses for a seat, judged on the game.

        Raises MachineStuck.
        """
        return self.judged(game, view, seat, MachineChoice(view=view, seat=seat).make)

    def judged(self, game: Game, view: Game, seat: int, make: MadeChoice) -> JudgedMove:
        """Return the move that a choice for a seat from its view leads to, judged on the game.

        Raises MachineStuck.
        """
        try:
            move = make()
            return move, judge(game, seat, move)
        except Exception as error:  # noqa: BLE001 - whatever a player does wrong, the game goes on
            if self._failures < FAILURES_LOGGED:
                _log_failure(error, game, seat, self._game_id)
        # Outside the handler: the error, which may name cards, would become the context of MachineStuck.
        moves = list(_legal(game, view, seat))
        if not moves or self._failures >= MAX_FAILURES:
            raise MachineStuck(self._game_id, seat)
        chosen = moves[0 if self._failures < FAILURES_LOGGED else self._failures % len(moves)]
        self._failures += 1
        return chosen


def _log_failure(error: Exception, game: Game, seat: int, game_id: GameId | None) -> None:
    [where] = extract_tb(error.__traceback__, limit=-1)
    # The error's text may name cards, so neither it nor a traceback, which ends with it, is logged.
    _log.error(
        "The machine player of %s, version %d, failed at seat %d of game %s: %s in %s, line %s",
        game.variant,
        game.rules_version,
        seat,
        game_id,
        type(error).__name__,
        where.filename,
        where.lineno,
    )


def suggested_move(view: Game, seat: int, game_id: GameId | None) -> Move | None:
    """Return the move that the machine would make for a seat, None if the seat is not to move.

    Raises NoMachinePlayer.
    """
    player_of(view.variant, view.rules_version)
    return MachineMoves(game_id).choose(view, view, seat)[0] if legal(view, seat) else None


def suggested_hint(view: Game, seat: int, game_id: GameId | None) -> Hint | None:
    """Return the suggested move with its reason, None if the seat is not to move.

    A legal move that replaces a failed choice has no reason. Raises NoMachinePlayer.
    """
    move = suggested_move(view, seat, game_id)
    if move is None:
        return None
    try:
        hint = hint_of(view, seat)
    except Exception:  # noqa: BLE001 - the failure is logged, as that of the choice
        return Hint(move)
    return hint if hint.move == move else Hint(move)


def _legal(game: Game, view: Game, seat: int) -> Iterator[JudgedMove]:
    """Yield the moves that the seat knows to be legal, in the order of the offers."""
    for offer in legal(view, seat):
        for move in offer.moves(by=view.seats[seat].player):
            try:
                yield move, judge(game, seat, move)
            except MoveRefusal:
                continue
