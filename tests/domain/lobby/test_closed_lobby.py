"""Lobby commands once the lobby is closed: in a started game, and in a game that is over."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.commands import OPERATOR_COMMANDS, KickPlayer
from domain.game import decide, fold
from domain.rules import Rules
from tests.domain.given import NOON, given
from tests.domain.tables import invited, lobby, started

COMMANDS = (
    c.InvitePlayer(by="ann", player="zoe"),
    c.DeclineInvitation(by="zoe"),
    c.WithdrawInvitation(by="ann", player="zoe"),
    c.JoinGame(by="zoe"),
    c.LeaveGame(by="ann"),
    c.RemovePlayer(by="ann", player="bob"),
    c.FillSeats(by="ann"),
    c.CommitSeed(by="ann", commitment="5e" * 32),
    c.StartGame(by="ann"),
    c.RevealSeed(by="ann", seed="5e" * 32),
    c.AutomateSeat(by="ann"),
    c.ReclaimSeat(by="ann"),
    c.Resign(by="ann"),
    c.VoteToAbandon(by="ann"),
    c.WithdrawVote(by="ann"),
)
OF_THE_LOBBY_ALONE = COMMANDS[:-5]


def test_every_lobby_command_is_listed_and_can_be_judged(rules: Rules[Any]) -> None:
    assert tuple(map(type, COMMANDS)) == c.LOBBY_COMMANDS
    # The server sends these two itself: after it verified an invitation link, and after it erased a player.
    server = (c.AcceptInvitationLink(by="zoe", inviter="ann"), c.VacateSeat(by="ann"))
    operators = (c.CloseGame(by="operator"), KickPlayer(by="operator", player="ann"))
    assert tuple(map(type, operators)) == OPERATOR_COMMANDS
    for command in (*COMMANDS, *server, *operators):
        with suppress(r.Refusal):
            decide(fold(lobby(rules)), command, NOON)


@pytest.mark.parametrize("command", OF_THE_LOBBY_ALONE, ids=lambda command: type(command).__name__)
def test_a_started_game_has_no_lobby(rules: Rules[Any], command: c.Command) -> None:
    least = rules.seats[0]
    game = fold((*lobby(rules, least), *invited("zoe"), started(least)))
    with pytest.raises(r.GameAlreadyStarted):
        decide(game, command, NOON)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_a_game_that_is_over_takes_no_commands(rules: Rules[Any], command: c.Command) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer=None)
    closed = (*lobby(rules), left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))
    least = rules.seats[0]
    won = e.GameWon(winners=(0,), ranking=((0,), (1,)), reason=e.EndReason.TARGET_REACHED)
    for over in closed, (*lobby(rules, least), *invited("zoe"), started(least), won):
        given(*over).when(command).refused(r.GameIsOver())
