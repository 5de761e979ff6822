"""Decisions on the command for a rematch: the next game is created by it, and then joined.

Each player moves on by one seat, so that the first deal passes to the next player. A player who joins is
seated at its place in this order, whoever joins first. Nothing is appended to the game before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Final

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.lobby.checks import REFUSALS, require_seat
from domain.lobby.seats import join
from domain.lobby.start import seed_committed
from domain.machine import has_player
from domain.machine.thinking import levels_of, thinker_version
from domain.rematch.command import Rematch
from domain.rematch.seats import after, belongs, machine_joined, place_of
from domain.rules import complete_options, rules_of
from domain.shuffles.deal import link
from domain.state import NEW, OVER, Game, Stage

REMATCH_WAIT: Final = timedelta(seconds=60)
"""The time for which the seats of a rematch are reserved for its players."""
WITHOUT_REMATCH: Final = frozenset({e.CloseReason.EVERYONE_LEFT, e.CloseReason.CLOSED_BY_OPERATOR})
"""Games that were closed for these reasons have no rematch."""

CREATION_REFUSALS: Final[tuple[type[r.Refusal], ...]] = (
    r.GameNotOver,
    r.NotSeated,
    r.NoRematch,
    r.UnknownOption,
    r.InvalidOption,
    r.WrongNumberOfPlayers,
    r.NoMachinePlayer,
)
"""The refusals of `create_rematch`."""


def require_rematch(previous: Game, player: e.PlayerId) -> None:
    """Check that the player may have a rematch of a game; raises GameNotOver, NotSeated and NoRematch."""
    if previous.stage not in OVER:
        raise r.GameNotOver
    require_seat(previous, player)
    if previous.table is None or previous.closed in WITHOUT_REMATCH:
        raise r.NoRematch


def create_rematch(
    command: Rematch,
    previous: Game,
    game: e.GameReference,
    secret: str,
    at: datetime,
    *,
    gone: Collection[e.PlayerId] = (),
) -> tuple[e.Event, ...]:
    """Return the events that create the rematch of a game; raises one of `CREATION_REFUSALS`.

    `game` is the id of the previous game. No seats are reserved for players who are `gone`.
    """
    require_rematch(previous, command.by)
    rules = rules_of(previous.variant)
    options = complete_options(rules, previous.options)
    if len(previous.seats) not in rules.seats:
        raise r.WrongNumberOfPlayers(len(previous.seats), rules.seats[0], rules.seats[-1])
    machines = has_player(previous.variant)
    missing = command.missing or (e.MissingPlayers.MACHINES if machines else e.MissingPlayers.OPEN)
    seats = (*previous.seats[1:], *previous.seats[:1])
    if not machines and (missing is e.MissingPlayers.MACHINES or any(seat.machine for seat in seats)):
        raise r.NoMachinePlayer(previous.variant)
    created = e.GameCreated(
        variant=rules.variant,
        rules_version=rules.version,
        options=options,
        access=previous.access,
        organizer=command.by,
        secret=secret,
        deal=link(secret, 0),
        rematch_of=game,
        series=game if previous.rematch is None else previous.rematch.series,
        seating=tuple(seat.player for seat in seats),
        missing_players=missing,
        waits_until=at + REMATCH_WAIT,
    )
    events: tuple[e.Event, ...] = (created, e.PlayerJoined(seat=0, player=command.by))
    lobby = after(NEW, events)
    levels = levels_of(rules.variant, rules.version)
    for seat in (seat for seat in seats if seat.machine):
        # The rules may be newer than those of the game before.
        level = seat.level if seat.level in levels else e.MachineLevel.PUBLISHED
        thinker = thinker_version(rules.variant, rules.version, level)
        joined = machine_joined(place_of(lobby, seat.player), seat.player, level, thinker)
        events, lobby = (*events, *joined), after(lobby, joined)
    people = (seat.player for seat in seats if not seat.machine and seat.player not in gone)
    others = (player for player in people if player != command.by)
    return *events, *(e.PlayerInvited(player=each, inviter=command.by, reserved=True) for each in others)


def join_rematch(game: Game, command: Rematch) -> tuple[e.Event, ...]:
    """Judge the command in the rematch, once it is created; raises a refusal declared for it."""
    seat = game.seat_of(command.by)
    if seat is None:
        if not belongs(game, command.by):
            raise r.NotSeated(command.by)
        return join(game, c.JoinGame(by=command.by, commitment=command.commitment))
    changes = tuple(_changes(game, seat, command)) if game.stage is Stage.WAITING_FOR_PLAYERS else ()
    if not changes:
        raise r.AlreadySeated(command.by)
    return changes


REFUSALS[Rematch] = (*CREATION_REFUSALS, *REFUSALS[c.JoinGame])


def _changes(game: Game, seat: int, command: Rematch) -> Iterator[e.Event]:
    """Yield what the command of a seated player changes; only the organizer's choice counts."""
    rematch, missing, commitment = game.rematch, command.missing, command.commitment
    decides = rematch is not None and rematch.until is not None and command.by == game.organizer
    if decides and missing not in (None, rematch and rematch.missing):
        if missing is e.MissingPlayers.MACHINES and not has_player(game.variant):
            raise r.NoMachinePlayer(game.variant)
        yield e.MissingPlayersChosen(choice=missing)
    if commitment is not None and game.deal and game.deal.commitments.get(command.by) != commitment:
        yield seed_committed(game, seat, command.by, commitment)
