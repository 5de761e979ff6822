"""Decisions on the start of a game: seeds for the deal, the closed seats, and the start itself.

By deal/v1 each seat may add chance to all shuffles. Seats commit to seeds in the lobby. To start the game
closes the seats if a seat has committed; the last seed that is revealed then starts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.deadlines import is_over
from domain.lobby.checks import (
    LOBBY_CLOSED,
    REFUSALS,
    decides,
    require_lobby,
    require_not_started,
    require_organizer,
    require_seat,
)
from domain.lobby.evolvers import seed_revealed
from domain.shuffles import deal
from domain.state import Game, Stage

SEED_WAIT: Final = timedelta(seconds=10)
"""The time in which players can reveal their seeds, unless the server has another setting."""
COMMITMENT_REFUSALS: Final = (r.SeedsNotSupported, r.InvalidCommitment)
"""The refusals of `seed_committed`."""


def seed_committed(game: Game, seat: int, player: e.PlayerId, commitment: str) -> e.SeedCommitted:
    """Return the event of a commitment; raises one of `COMMITMENT_REFUSALS`."""
    if game.deal is None:
        raise r.SeedsNotSupported
    if not deal.is_hash(commitment):
        raise r.InvalidCommitment
    return e.SeedCommitted(seat=seat, player=player, commitment=commitment)


@decides(c.CommitSeed, *LOBBY_CLOSED, r.NotSeated, *COMMITMENT_REFUSALS)
def _commit(game: Game, command: c.CommitSeed) -> tuple[e.Event, ...]:
    require_lobby(game)
    seat = require_seat(game, command.by)
    return (seed_committed(game, seat, command.by, command.commitment),)


def start(
    game: Game, command: c.StartGame, at: datetime, seed_wait: timedelta = SEED_WAIT
) -> tuple[e.Event, ...]:
    """Return the events that start a game or close its seats; raises a refusal declared for StartGame.

    `at` is the time at which the command was received.
    """
    if game.stage is Stage.WAITING_FOR_SEEDS:
        require_seat(game, command.by)
        until = None if game.deal is None else game.deal.seeds_until
        if until is not None and at < until:
            raise r.SeedsAwaited(game.awaited_seeds, until)
        return (_game_started(game),)
    require_not_started(game)
    require_organizer(game, command.by)
    if game.reserved_seats and game.rematch is None:
        raise r.PlayersAwaited
    seats = game.rules.seats
    if len(game.seats) not in seats:
        raise r.WrongNumberOfPlayers(len(game.seats), seats[0], seats[-1])
    return begin(game, at, seed_wait)


def begin(game: Game, at: datetime, seed_wait: timedelta) -> tuple[e.Event, ...]:
    """Return the start of a game with enough players, or the close of its seats if seeds are awaited."""
    if game.deal is None or not game.awaited_seeds:
        return (_game_started(game),)
    return (e.SeatsClosed(roll=deal.roll(game.deal.foot, seeds_of(game)), until=at + seed_wait),)


def start_without_seeds(game: Game, at: datetime) -> tuple[e.Event, ...]:
    """Return the start of a game whose time for seeds is over; none before that."""
    until = None if game.deal is None else game.deal.seeds_until
    return (_game_started(game),) if until is not None and is_over(until, at) else ()


REFUSALS[c.StartGame] = (
    r.PlayersAwaited,
    r.SeedsAwaited,
    r.NotSeated,
    r.GameAlreadyStarted,
    r.GameIsOver,
    r.NotOrganizer,
    r.WrongNumberOfPlayers,
)


@decides(
    c.RevealSeed,
    r.GameAlreadyStarted,
    r.GameIsOver,
    r.NotSeated,
    r.SeedsNotSupported,
    r.SeatsNotClosed,
    r.NoSeedCommitted,
    r.SeedAlreadyRevealed,
    r.WrongSeed,
)
def _reveal(game: Game, command: c.RevealSeed) -> tuple[e.Event, ...]:
    require_not_started(game)
    seat, player, seed = require_seat(game, command.by), command.by, command.seed
    if (dealt := game.deal) is None:
        raise r.SeedsNotSupported
    if game.stage is not Stage.WAITING_FOR_SEEDS:
        raise r.SeatsNotClosed
    if player not in dealt.commitments:
        raise r.NoSeedCommitted
    if player in dealt.seeds:
        raise r.SeedAlreadyRevealed
    if not deal.is_hash(seed) or dealt.commitments[player] != deal.seed_commitment(dealt.foot, player, seed):
        raise r.WrongSeed
    revealed = e.SeedRevealed(seat=seat, player=player, seed=seed)
    game = seed_revealed(game, revealed)
    return (revealed,) if game.awaited_seeds else (revealed, _game_started(game))


def _game_started(game: Game) -> e.GameStarted:
    return e.GameStarted(players=tuple(seat.player for seat in game.seats), fingerprint=due_fingerprint(game))


def due_fingerprint(game: Game) -> str | None:
    """Return the fingerprint with which a game would start now; None without a deal."""
    return None if game.deal is None else deal.fingerprint(game.deal.foot, seeds_of(game))


def seeds_of(game: Game) -> Iterator[deal.SeedOfSeat]:
    """Yield each seat's part in the deal of a game."""
    commitments, seeds = (game.deal.commitments, game.deal.seeds) if game.deal else ({}, {})
    for player in (seat.player for seat in game.seats):
        yield deal.SeedOfSeat(player, commitments.get(player), seeds.get(player))
