"""The game aggregate: it judges commands, applies events and derives automatic consequences.

    decide(game, command, at) -> events, or raises a Refusal
    evolve(game, event)       -> game
    settle(game, at)          -> events | NeedsShuffle | NeedsMove; no events when it waits for a player

The lobby, the clocks and the sealed shuffles are common to all variants and are handled here; the variant's
rules handle the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.clocks import (
    CLOCK_EVOLVERS,
    after_move,
    clock_changes,
    new_clocks,
    timed_out,
    with_stopped_clocks,
)
from domain.deadlines import NothingDue
from domain.departures import close_idle
from domain.lobby import decisions as lobby
from domain.lobby.checks import REFUSALS, require_not_over, require_seat
from domain.lobby.creation import create
from domain.lobby.evolvers import LOBBY_EVOLVERS
from domain.lobby.start import SEED_WAIT, start, start_without_seeds
from domain.machine.thinking.choice_seeds import due_key, key_revealed
from domain.rematch import deadline as rematch
from domain.rematch.command import Rematch
from domain.rematch.creation import join_rematch
from domain.rematch.deadline import after_release, released_for
from domain.rules import NO_EVOLVERS, NOTHING, Evolvers, NeedsShuffle, all_rules
from domain.shuffles.game_shuffles import due_reveals, shuffle, shuffle_of_deal
from domain.state import NEW, Game, Seat, Stage

__all__ = [
    "NEW",
    "Game",
    "NeedsMove",
    "Seat",
    "Settlement",
    "Stage",
    "create",
    "decide",
    "evolve",
    "fold",
    "has_expired",
    "judge",
    "legal",
    "refusals_of",
    "settle",
    "shuffle",
]


class NeedsMove(Struct, frozen=True):
    """Request for the machine's move at a seat; play continues with that move."""

    seat: int
    level: e.MachineLevel = e.MachineLevel.PUBLISHED


Settlement = tuple[e.Event, ...] | NeedsShuffle | NeedsMove


def _game_started(game: Game, event: e.GameStarted) -> Game:
    rules = game.rules
    options = msgspec.convert(game.options, rules.options)
    table = rules.start(len(event.players), options)
    dealt = game.deal and replace(game.deal, fingerprint=event.fingerprint)
    clocks = new_clocks(game, len(event.players))
    return replace(game, stage=Stage.PLAYING, table=table, deal=dealt, clocks=clocks)


def _deck_shuffled(game: Game, event: e.DeckShuffled) -> Game:
    after = replace(game, shuffles=event.shuffle + 1, sealed=(*game.sealed, event))
    return _evolve_table(after, event)


def _deck_revealed(game: Game, event: e.DeckRevealed) -> Game:
    return replace(game, sealed=tuple(kept for kept in game.sealed if kept.shuffle != event.shuffle))


def _game_won(game: Game, event: e.GameWon) -> Game:
    return replace(game, stage=Stage.WON, outcome=event, clocks=None)


_EVOLVERS: dict[type[e.Event], Callable[[Game, Any], Game]] = {
    **LOBBY_EVOLVERS,
    **CLOCK_EVOLVERS,
    e.GameStarted: _game_started,
    e.DeckShuffled: _deck_shuffled,
    e.DeckRevealed: _deck_revealed,
    e.GameWon: _game_won,
    e.MachineKeyRevealed: key_revealed,
}
"""The function that applies each event to the game around the table, by the event's class."""


def fold(events: Iterable[e.Event], game: Game = NEW) -> Game:
    """Return the game after applying each event with `evolve`.

    Most events change only the table, so the game around it is copied only for the others.
    """
    table, table_evolvers = game.table, _table_evolvers(game)
    for event in events:
        evolver = _EVOLVERS.get(type(event))
        if evolver is not None:
            game = evolver(replace(game, table=table), event)
            table, table_evolvers = game.table, _table_evolvers(game)
        elif (evolve_table := table_evolvers.get(type(event))) is not None:
            table = evolve_table(table, event)
    return replace(game, table=table)


def evolve(game: Game, event: e.Event) -> Game:
    """Return the game after an event. Never judges, and never fails on an event once decided."""
    evolver = _EVOLVERS.get(type(event))
    return _evolve_table(game, event) if evolver is None else evolver(game, event)


def _evolve_table(game: Game, event: e.Event) -> Game:
    evolver = _table_evolvers(game).get(type(event))
    return game if evolver is None else replace(game, table=evolver(game.table, event))


def _table_evolvers(game: Game) -> Evolvers:
    return NO_EVOLVERS if game.table is None else game.rules.evolvers


def decide(
    game: Game, command: c.Command | c.SystemCommand, at: datetime, *, seed_wait: timedelta = SEED_WAIT
) -> tuple[e.Event, ...]:
    """Judge a command: return the events that it leads to, or raise a typed Refusal.

    `at` is the time at which the command was received, `seed_wait` the time to reveal seeds. Raises
    NothingDue for a command of the server that changes nothing.
    """
    match command:
        case c.Move():
            return _move(game, command, at)
        case c.StartGame():
            return start(game, command, at, seed_wait)
        case c.ExpireDeadlines():
            return _expire(game, at, seed_wait)
        case c.CloseIdleGame():
            return close_idle(game)
        case Rematch():
            return join_rematch(game, command)
        case c.JoinGame() | c.AcceptInvitationLink():
            released = released_for(game, command.by, at)
            return *released, *lobby.decide(after_release(game) if released else game, command)
        case c.Command():
            return tuple(with_stopped_clocks(game, lobby.decide(game, command), at))
    raise TypeError(f"{type(command).__name__} is no command to an existing game")


def _move(game: Game, move: c.Move, at: datetime) -> tuple[e.Event, ...]:
    seat = require_seat(game, move.by)
    if game.stage is Stage.PLAYING and game.seats[seat].automated:
        raise r.SeatIsAutomated(seat)
    return *judge(game, seat, move), *after_move(game, seat, move, at)


def _expire(game: Game, at: datetime, seed_wait: timedelta) -> tuple[e.Event, ...]:
    """Return the consequences of the deadlines that have passed; raises NothingDue."""
    events = _expired(game, at, seed_wait)
    if not events:
        raise NothingDue
    return events


def has_expired(game: Game, at: datetime) -> bool:
    """Return whether a deadline of a game has passed, so that `ExpireDeadlines` is due."""
    return game.has_deadline and bool(_expired(game, at, SEED_WAIT))


def _expired(game: Game, at: datetime, seed_wait: timedelta) -> tuple[e.Event, ...]:
    match game.stage:
        case Stage.WAITING_FOR_PLAYERS:
            return rematch.expired(game, at, seed_wait)
        case Stage.WAITING_FOR_SEEDS:
            return start_without_seeds(game, at)
        case _:
            return tuple(timed_out(game, at))


def judge(game: Game, seat: int, move: c.Move) -> tuple[e.Event, ...]:
    """Judge a seat's move, whether its player or the machine chose it."""
    _playing(game)
    rules = game.rules
    if not _has_move(game, type(move)):
        raise r.MoveNotInGame(c.command_name(type(move)), game.variant)
    if not _is_turn_of(game, seat) and type(move) not in rules.out_of_turn:
        raise rules.not_to_move(game.table, seat, move)
    return _judged_by_rules(game, seat)(move)


def _has_move(game: Game, move: type[c.Move]) -> bool:
    """Return whether the variant has moves of a class."""
    return move in game.rules.moves


def _is_turn_of(game: Game, seat: int) -> bool:
    """Return whether a seat is to move, in a game in play."""
    return seat in game.rules.to_move(game.table)


def _judged_by_rules(game: Game, seat: int) -> Callable[[c.Move], tuple[e.Event, ...]]:
    """Return the judge of a seat's moves that meet the conditions of all games."""
    return partial(game.rules.decide, game.table, seat)


_MOVE_REFUSALS = (r.NotSeated, r.SeatIsAutomated, r.GameNotStarted, r.GameIsOver, r.MoveNotInGame)
"""The refusals of `decide` for every move, in addition to those that the rules declare."""


def refusals_of(command: type[c.Command]) -> tuple[type[r.Refusal], ...]:
    """Return the refusals of `decide` or `create` for a command; for a move, over the rules of all games."""
    if not issubclass(command, c.Move):
        return REFUSALS[command]
    declared = (refusal for rules in all_rules() for refusal in rules.moves.get(command, ()))
    return tuple(dict.fromkeys((*_MOVE_REFUSALS, *declared)))


def legal(game: Game, seat: int) -> tuple[c.Offer, ...]:
    """Return offers of the seat's legal moves: the candidates that `judge` accepts."""
    if game.stage is not Stage.PLAYING or not _is_turn_of(game, seat):
        return ()
    rules, table, judge_by_rules = game.rules, game.table, _judged_by_rules(game, seat)

    def accepted(move: c.Move) -> bool:
        try:
            judge_by_rules(move)
        except r.MoveRefusal:
            return False
        return True

    by = game.seats[seat].player
    offers: list[c.Offer] = []
    for candidate in rules.candidates(table, seat):
        if _has_move(game, candidate.move) and rules.allows(table, candidate.move):
            offer = candidate.narrowed(by, accepted)
            if offer is not None:
                offers.append(offer)
    return tuple(offers)


def _playing(game: Game) -> None:
    if game.stage is not Stage.PLAYING:
        require_not_over(game)
        raise r.GameNotStarted


def settle(game: Game, at: datetime | None = None) -> Settlement:
    """Return the automatic consequences, or the request for a shuffle or a machine's move.

    `at` is the time of the command whose consequences they are; without it, clocks are left out.
    """
    table = game.table
    if table is None:
        return NOTHING
    playing = game.stage is Stage.PLAYING
    if game.sealed and (not playing or game.sealed[0].shuffle < table.oldest_shuffle):
        reveals = due_reveals(game, table)
        if reveals:
            return reveals
    if not playing:
        return due_key(game)
    rules = game.rules
    due = rules.settle(table)
    if isinstance(due, NeedsShuffle):
        dealt = shuffle_of_deal(game, due)
        return due if dealt is None else (dealt,)
    if due != NOTHING:
        return due
    for seat in rules.to_move(table):
        if game.seats[seat].automated or (game.clocks is not None and game.clocks.seats[seat].expired):
            return NeedsMove(seat, game.level_at(seat))
    return NOTHING if at is None else clock_changes(game, at)
