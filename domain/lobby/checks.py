"""Checks that decisions on lobby commands share, and the registry of these decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.machine import has_player
from domain.machine.thinking import require_level
from domain.state import OVER, Game, Stage

LOBBY_CLOSED: tuple[type[r.Refusal], ...] = (r.SeatsAreClosed, r.GameAlreadyStarted, r.GameIsOver)
"""The refusals of `require_lobby`."""

REFUSALS: dict[type[c.Command], tuple[type[r.Refusal], ...]] = {}
"""The refusals of each command's decision."""
DECISIONS: dict[type[c.Command], Callable[[Game, Any], tuple[e.Event, ...]]] = {}
"""The decision on each command."""

F = TypeVar("F", bound=Callable[..., tuple[e.Event, ...]])


def decides(command: type[c.Command], *refusals: type[r.Refusal]) -> Callable[[F], F]:
    """Register the decision on a command, with all the refusals that it may raise."""

    def declare(decision: F) -> F:
        REFUSALS[command], DECISIONS[command] = refusals, decision
        return decision

    return declare


def require_lobby(game: Game) -> None:
    """Raise SeatsAreClosed, GameAlreadyStarted or GameIsOver unless players can still join and leave."""
    if game.stage is Stage.WAITING_FOR_SEEDS:
        raise r.SeatsAreClosed
    require_not_started(game)


def require_not_started(game: Game) -> None:
    """Raise GameAlreadyStarted or GameIsOver unless the game is still to start."""
    if game.stage is Stage.PLAYING:
        raise r.GameAlreadyStarted
    require_not_over(game)


def require_not_over(game: Game) -> None:
    """Raise GameIsOver when the game was won or closed."""
    if game.stage in OVER:
        raise r.GameIsOver


def require_seat(game: Game, player: e.PlayerId) -> int:
    """Return the player's seat; raises NotSeated."""
    seat = game.seat_of(player)
    if seat is None:
        raise r.NotSeated(player)
    return seat


def free_machine_names(game: Game, count: int) -> list[e.PlayerId]:
    """Return names for new machine players that no player in the game has."""
    taken = {seat.player for seat in game.seats}
    names = (f"machine-{number}" for number in range(1, len(taken) + count + 1))
    return [name for name in names if name not in taken][:count]


def require_organizer(game: Game, player: e.PlayerId) -> None:
    """Raise NotOrganizer for another player than the organizer."""
    if player != game.organizer:
        raise r.NotOrganizer(game.organizer)


def require_machine_player(game: Game, level: e.MachineLevel) -> None:
    """Raise NoMachinePlayer for a variant without one, and LevelNotAvailable for one without the level."""
    if not has_player(game.variant):
        raise r.NoMachinePlayer(game.variant)
    require_level(game.variant, game.rules_version, level)


def require_player_id(player: e.PlayerId) -> e.PlayerId:
    """Return a player's id; raises InvalidPlayer for a blank one."""
    if not player.strip():
        raise r.InvalidPlayer(player)
    return player
