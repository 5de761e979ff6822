"""Players from whom an event of a command can come, as far as every log keeps to it."""

from __future__ import annotations

from domain import events as e
from domain.game import Game
from domain.state import Stage


def author_fault(game: Game, event: e.Event, by: e.PlayerId | None) -> str | None:
    """Return why a command of a player cannot lead to an event in a game, None if it can.

    Operators, the server and players whom the rules of the lobby allow to act for others are not judged.
    """
    due = _author(game, event)
    if due is None or due == by:
        return None
    return f"{type(event).__name__} comes of another player's command"


def _author(game: Game, event: e.Event) -> e.PlayerId | None:
    """Return the only player whose command can lead to an event, None if it is not the only one."""
    match event:
        case e.GameCreated(organizer=player) | e.PlayerInvited(inviter=player):
            return player
        case e.PlayerJoined(machine=False) | e.PlayerLeft(removed=False):
            return event.player
        case e.InvitationDeclined() | e.SeedCommitted() | e.SeedRevealed() | e.SeatReclaimed():
            return event.player
        case e.SeatAutomated(reason=e.AutomationReason.ABSENT) | e.MissingPlayersChosen():
            return game.organizer
        case e.SeatAutomated(reason=e.AutomationReason.OWN_CHOICE | e.AutomationReason.ERASED):
            return _player_at(game, event.seat)
        case e.SeatAutomated() | e.PlayerJoined() | e.PlayerLeft() | e.SeatMovedByClock():
            return None
        case e.SeatEvent() if game.stage is Stage.PLAYING:
            # A move or a vote of a person: the machine's moves are consequences of other commands.
            return _player_at(game, event.seat)
        case _:
            return None


def _player_at(game: Game, seat: int) -> e.PlayerId | None:
    return game.seats[seat].player if 0 <= seat < len(game.seats) else None
