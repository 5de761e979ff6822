"""The lobby's part of `evolve`: the effect of each event on the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain import events as e
from domain.state import Deal, Game, RematchTerms, Seat, Stage

GIVEN_UP: Final = frozenset(
    {e.AutomationReason.ERASED, e.AutomationReason.KICKED, e.AutomationReason.RESIGNED}
)
"""The reasons for which a player cannot take its seat back."""


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
    reserved = (*game.reserved, event.player) if event.reserved else game.reserved
    return replace(game, invited=(*game.invited, event.player), reserved=reserved)


def _invitation_withdrawn(game: Game, event: e.InvitationWithdrawn) -> Game:
    removed = (*game.removed, event.player) if event.removed else game.removed
    return replace(game, invited=_without(game.invited, event.player), removed=removed)


def _invitation_declined(game: Game, event: e.InvitationDeclined) -> Game:
    invited = _without(game.invited, event.player)
    return replace(game, invited=invited, declined=(*game.declined, event.player))


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


def _seat_automated(game: Game, event: e.SeatAutomated) -> Game:
    given_up = (*game.given_up, event.seat) if event.reason in GIVEN_UP else game.given_up
    draws = game.draws_numbers or event.level is not e.MachineLevel.PUBLISHED
    automated = _with_player(game, event.seat, automated=True, level=event.level, thinker=event.thinker)
    return replace(automated, given_up=given_up, draws_numbers=draws)


def _seat_reclaimed(game: Game, event: e.SeatReclaimed) -> Game:
    level = e.MachineLevel.PUBLISHED
    return _with_player(game, event.seat, automated=False, level=level, thinker=None)


def _with_player(game: Game, seat: int, **player: Any) -> Game:
    """Change who plays a seat; a vote of all people who play begins anew."""
    seats = list(game.seats)
    seats[seat] = replace(seats[seat], **player)
    return replace(game, seats=tuple(seats), votes=())


def _abandon_voted(game: Game, event: e.AbandonVoted) -> Game:
    return replace(game, votes=(*game.votes, event.seat))


def _abandon_vote_withdrawn(game: Game, event: e.AbandonVoteWithdrawn) -> Game:
    return replace(game, votes=tuple(seat for seat in game.votes if seat != event.seat))


def _missing_players_chosen(game: Game, event: e.MissingPlayersChosen) -> Game:
    return replace(game, rematch=game.rematch and replace(game.rematch, missing=event.choice))


def seats_released(game: Game, event: e.SeatsReleased) -> Game:
    """Let other players take the reserved seats."""
    return replace(game, reserved=(), rematch=game.rematch and replace(game.rematch, until=None))


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
    return replace(game, stage=Stage.CLOSED, invited=(), clocks=None, closed=event.reason)


LOBBY_EVOLVERS: dict[type[e.Event], Callable[[Game, Any], Game]] = {
    e.GameCreated: _game_created,
    e.PlayerInvited: player_invited,
    e.InvitationDeclined: _invitation_declined,
    e.InvitationWithdrawn: _invitation_withdrawn,
    e.PlayerJoined: player_joined,
    e.PlayerLeft: _player_left,
    e.SeatAutomated: _seat_automated,
    e.SeatReclaimed: _seat_reclaimed,
    e.MissingPlayersChosen: _missing_players_chosen,
    e.SeatsReleased: seats_released,
    e.AbandonVoted: _abandon_voted,
    e.AbandonVoteWithdrawn: _abandon_vote_withdrawn,
    e.SeedCommitted: _seed_committed,
    e.SeatsClosed: _seats_closed,
    e.SeedRevealed: seed_revealed,
    e.GameClosed: _game_closed,
}
"""The function that applies each lobby event, by the event's class."""
