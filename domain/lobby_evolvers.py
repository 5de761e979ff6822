"""The lobby's part of `evolve`: the effect of each event on the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain import events as e
from domain.state import Deal, Game, RematchTerms, Seat, Stage


def _game_created(game: Game, event: e.GameCreated) -> Game:
    return replace(
        game,
        variant=event.variant,
        rules_version=event.rules_version,
        options=event.options,
        access=event.access,
        organizer=event.organizer,
        secret=event.secret,
        deal=None if event.deal is None else Deal(foot=event.deal),
        rematch=_rematch(event),
    )


def _rematch(event: e.GameCreated) -> RematchTerms | None:
    if event.rematch_of is None or event.series is None or event.missing_players is None:
        return None
    return RematchTerms(
        of=event.rematch_of,
        series=event.series,
        seating=event.seating,
        missing=event.missing_players,
        until=event.waits_until,
    )


def player_invited(game: Game, event: e.PlayerInvited) -> Game:
    """Add the player to the invited players."""
    return replace(game, invited=(*game.invited, event.player))


def _invitation_withdrawn(game: Game, event: e.InvitationDeclined | e.InvitationWithdrawn) -> Game:
    return replace(game, invited=_without(game.invited, event.player))


def _invitation_declined(game: Game, event: e.InvitationDeclined) -> Game:
    return replace(_invitation_withdrawn(game, event), declined=(*game.declined, event.player))


def _without(players: tuple[e.PlayerId, ...], player: e.PlayerId) -> tuple[e.PlayerId, ...]:
    return tuple(other for other in players if other != player)


def player_joined(game: Game, event: e.PlayerJoined) -> Game:
    """Add the player at its seat; later seats move down."""
    seated = Seat(player=event.player, machine=event.machine)
    return replace(
        game,
        seats=(*game.seats[: event.seat], seated, *game.seats[event.seat :]),
        invited=_without(game.invited, event.player),
        removed=_without(game.removed, event.player),
    )


def _player_left(game: Game, event: e.PlayerLeft) -> Game:
    seats = game.seats[: event.seat] + game.seats[event.seat + 1 :]
    removed = (*game.removed, event.player) if event.removed else game.removed
    left = replace(game, seats=seats, organizer=event.organizer, removed=removed)
    if game.deal is None or event.player not in game.deal.commitments:
        return left
    commitments = {by: given for by, given in game.deal.commitments.items() if by != event.player}
    return replace(left, deal=replace(game.deal, commitments=commitments))


def seat_automated(game: Game, event: e.SeatAutomated) -> Game:
    """Let the machine play the seat."""
    seats = list(game.seats)
    seats[event.seat] = replace(seats[event.seat], automated=True)
    return replace(game, seats=tuple(seats))


def _missing_players_chosen(game: Game, event: e.MissingPlayersChosen) -> Game:
    return replace(game, rematch=game.rematch and replace(game.rematch, missing=event.choice))


def seats_released(game: Game, event: e.SeatsReleased) -> Game:
    """Let other players take the seats of missing ones."""
    return replace(game, rematch=game.rematch and replace(game.rematch, until=None))


def _seed_committed(game: Game, event: e.SeedCommitted) -> Game:
    if game.deal is None:
        return game
    commitments = {**game.deal.commitments, event.player: event.commitment}
    return replace(game, deal=replace(game.deal, commitments=commitments))


def _seats_closed(game: Game, event: e.SeatsClosed) -> Game:
    deal = game.deal and replace(game.deal, roll=event.roll, seeds_until=event.until)
    return replace(game, stage=Stage.WAITING_FOR_SEEDS, deal=deal)


def seed_revealed(game: Game, event: e.SeedRevealed) -> Game:
    """Add a player's seed."""
    if game.deal is None:
        return game
    return replace(game, deal=replace(game.deal, seeds={**game.deal.seeds, event.player: event.seed}))


def _game_closed(game: Game, event: e.GameClosed) -> Game:
    return replace(game, stage=Stage.CLOSED, invited=(), closed=event.reason)


LOBBY_EVOLVERS: dict[type[e.Event], Callable[[Game, Any], Game]] = {
    e.GameCreated: _game_created,
    e.PlayerInvited: player_invited,
    e.InvitationDeclined: _invitation_declined,
    e.InvitationWithdrawn: _invitation_withdrawn,
    e.PlayerJoined: player_joined,
    e.PlayerLeft: _player_left,
    e.SeatAutomated: seat_automated,
    e.MissingPlayersChosen: _missing_players_chosen,
    e.SeatsReleased: seats_released,
    e.SeedCommitted: _seed_committed,
    e.SeatsClosed: _seats_closed,
    e.SeedRevealed: seed_revealed,
    e.GameClosed: _game_closed,
}
"""The function that applies each lobby event, by the event's class."""
