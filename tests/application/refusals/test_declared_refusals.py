"""Commands raise only refusals that they declare, and declare only refusals that they raise."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import lru_cache

import pytest

from application.games.declared_refusals import refusals_of
from application.refusals import PlayerIsPresent
from domain import commands as c
from domain.commands import KickPlayer
from domain.refusals import (
    LevelNotAvailable,
    NoMachinePlayer,
    NotInvited,
    NotYourTurn,
    PlayersAwaited,
    Refusal,
)
from domain.rules import variants
from tests.application.refusals.random_game import RandomGame, Reached
from tests.laws.playouts import every_variant

GAMES = 8
"""The number of games of each variant in which each declared refusal is reached."""
MANY_GAMES = 100
UNREACHED: Reached = {
    # Each registered game has a machine player; tests/domain/test_machine.py plays one without.
    (c.FillSeats, NoMachinePlayer),
    (c.AutomateSeat, NoMachinePlayer),
    (c.Resign, NoMachinePlayer),
    (c.VoteToAbandon, NoMachinePlayer),
    # Its commands name no level; tests/domain/test_machine.py does.
    (c.FillSeats, LevelNotAvailable),
    (c.AutomateSeat, LevelNotAvailable),
    # Presence is followed in tests/api alone.
    (c.AutomateSeat, PlayerIsPresent),
    # Only the server reserves seats: tests/domain/lobby/test_reserved_seats.py.
    (c.StartGame, PlayersAwaited),
    # To others a private game is an unknown one: tests/domain/lobby/test_membership.py.
    (c.JoinGame, NotInvited),
}


@lru_cache(maxsize=64)
def reached(variant: str, seed: int) -> Reached:
    return asyncio.run(RandomGame(variant, seed).play())


@every_variant
def test_no_command_raises_a_refusal_that_it_does_not_declare(variant: str) -> None:
    assert undeclared(variant, range(GAMES)) == set()


@pytest.mark.slow
@pytest.mark.timeout(0)
@every_variant
def test_no_command_raises_an_undeclared_refusal_in_many_games(variant: str) -> None:
    assert undeclared(variant, range(GAMES, MANY_GAMES)) == set()


def undeclared(variant: str, seeds: Iterable[int]) -> Reached:
    """Return the undeclared refusals in random games, which must have many refusals."""
    raised = {each for seed in seeds for each in reached(variant, seed)}
    assert len(raised) > 100
    return {(command, refusal) for command, refusal in raised if refusal not in declared_in(variant, command)}


def declared_in(variant: str, command: type[c.Command]) -> set[type[Refusal]]:
    """Return the declared refusals of a command; for a move, without those of other games' rules."""
    declared = set(refusals_of(command))
    if issubclass(command, c.Move):
        declared -= {refusal for rules in variants().values() for refusal in rules.moves.get(command, ())}
        declared |= set(variants()[variant].moves.get(command, ()))
    return declared


def test_every_declared_refusal_is_raised() -> None:
    raised = {each for variant in variants() for seed in range(GAMES) for each in reached(variant, seed)}
    moves: set[type[c.Command]] = {move for rules in variants().values() for move in rules.moves}
    others: tuple[type[c.Command], ...] = (
        c.CreateGame,
        *c.LOBBY_COMMANDS,
        c.AcceptInvitationLink,
        c.CloseGame,
        KickPlayer,
        c.VacateSeat,
    )
    declared = {(command, refusal) for command in (*moves, *others) for refusal in refusals_of(command)}
    assert declared - raised <= UNREACHED


@every_variant
def test_the_rules_declare_only_refusals_that_they_raise(variant: str) -> None:
    raised = {each for seed in range(GAMES) for each in reached(variant, seed)}
    declared = {(move, each) for move, refusals in variants()[variant].moves.items() for each in refusals}
    assert declared - raised == set()
    assert NotYourTurn in {refusal for _, refusal in declared}
