"""The lobby: inviting, declining, withdrawing, joining, leaving, removing."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import fold
from domain.lobby import JUDGES, MAX_INVITED
from domain.rules import Rules
from domain.state import Stage
from tests.domain.given import given
from tests.domain.tables import PLAYERS, filled, invited, lobby, started

PRIVATE = e.Access.PRIVATE


def seats(log: tuple[e.Event, ...]) -> list[e.PlayerId]:
    return [seat.player for seat in fold(log).seats]


# Inviting, declining, withdrawing.


def test_any_seated_player_may_invite(rules: Rules[Any]) -> None:
    given(*lobby(rules, 2)).when(c.InvitePlayer(by="bob", player="zoe")).then(
        e.PlayerInvited(player="zoe", inviter="bob")
    )


def test_who_does_not_sit_at_the_table_may_not_invite(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("bob"))
    table.when(c.InvitePlayer(by="eve", player="zoe")).refused(r.NotSeated("eve"))
    table.when(c.InvitePlayer(by="bob", player="zoe")).refused(r.NotSeated("bob"))


def test_a_seated_player_cannot_be_invited(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2))
    table.when(c.InvitePlayer(by="ann", player="bob")).refused(r.AlreadySeated("bob"))
    table.when(c.InvitePlayer(by="ann", player="ann")).refused(r.AlreadySeated("ann"))


def test_an_invited_player_cannot_be_invited_again(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2), *invited("zoe"))
    table.when(c.InvitePlayer(by="bob", player="zoe")).refused(r.AlreadyInvited("zoe"))


def test_an_invited_player_may_decline_and_is_no_longer_invited(rules: Rules[Any]) -> None:
    lobbying = given(*lobby(rules, access=PRIVATE), *invited("bob", "cyd"))
    table = lobbying.when(c.DeclineInvitation(by="bob")).then(e.InvitationDeclined(player="bob"))
    assert table.game.invited == ("cyd",)
    table.when(c.JoinGame(by="bob")).refused(r.NotInvited("bob"))


def test_who_has_declined_may_be_invited_again(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("bob"), e.InvitationDeclined(player="bob"))
    table.when(c.InvitePlayer(by="ann", player="bob")).then(e.PlayerInvited(player="bob", inviter="ann"))


def test_who_has_declined_twice_is_not_invited_again_but_may_come_by_a_link(rules: Rules[Any]) -> None:
    declined = (*invited("bob"), e.InvitationDeclined(player="bob")) * 2
    table = given(*lobby(rules, access=PRIVATE), *declined)
    table.when(c.InvitePlayer(by="ann", player="bob")).refused(r.PlayerHasDeclined("bob"))
    table.when(c.AcceptInvitation(by="bob", inviter="ann")).then(
        *invited("bob"), e.PlayerJoined(seat=1, player="bob")
    )


def test_a_game_has_only_so_many_open_invitations(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited(*(f"guest {number}" for number in range(MAX_INVITED))))
    table.when(c.InvitePlayer(by="ann", player="zoe")).refused(r.TooManyInvitations(MAX_INVITED))
    withdrawn = table.when(c.WithdrawInvitation(by="ann", player="guest 3")).including()
    withdrawn.when(c.InvitePlayer(by="ann", player="zoe")).including()


def test_who_is_not_invited_has_nothing_to_decline(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2))
    table.when(c.DeclineInvitation(by="zoe")).refused(r.NotInvited("zoe"))
    table.when(c.DeclineInvitation(by="bob")).refused(r.NotInvited("bob"))


def test_any_seated_player_may_withdraw_an_invitation(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2, access=PRIVATE), *invited("zoe")).when(
        c.WithdrawInvitation(by="bob", player="zoe")
    )
    withdrawn = table.then(e.InvitationWithdrawn(player="zoe"))
    withdrawn.when(c.JoinGame(by="zoe")).refused(r.NotInvited("zoe"))


def test_who_does_not_sit_at_the_table_may_not_withdraw_an_invitation(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe"))
    table.when(c.WithdrawInvitation(by="eve", player="zoe")).refused(r.NotSeated("eve"))
    table.when(c.WithdrawInvitation(by="zoe", player="zoe")).refused(r.NotSeated("zoe"))


def test_only_an_invitation_that_there_is_can_be_withdrawn(rules: Rules[Any]) -> None:
    table = given(*lobby(rules))
    table.when(c.WithdrawInvitation(by="ann", player="zoe")).refused(r.NotInvited("zoe"))


# Joining.


def test_anyone_may_join_a_public_game_and_takes_the_next_seat(rules: Rules[Any]) -> None:
    given(*lobby(rules)).when(c.JoinGame(by="zoe")).then(e.PlayerJoined(seat=1, player="zoe"))


def test_an_invited_player_may_join_a_private_game_and_uses_the_invitation_up(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, access=PRIVATE), *invited("bob", "cyd"))
    joined = table.when(c.JoinGame(by="cyd")).then(e.PlayerJoined(seat=1, player="cyd"))
    assert joined.game.invited == ("bob",)
    left = joined.when(c.LeaveGame(by="cyd")).then(
        e.PlayerLeft(seat=1, player="cyd", removed=False, organizer="ann")
    )
    left.when(c.JoinGame(by="cyd")).refused(r.NotInvited("cyd"))


def test_a_private_game_cannot_be_joined_uninvited(rules: Rules[Any]) -> None:
    given(*lobby(rules, access=PRIVATE)).when(c.JoinGame(by="zoe")).refused(r.NotInvited("zoe"))


def test_a_full_game_cannot_be_joined_even_by_invitation(rules: Rules[Any]) -> None:
    most = rules.seats[-1]
    given(*lobby(rules, most)).when(c.JoinGame(by="zoe")).refused(r.GameFull(most))
    private = given(*lobby(rules, most, access=PRIVATE), *invited("zoe"))
    private.when(c.JoinGame(by="zoe")).refused(r.GameFull(most))


def test_nobody_joins_twice_whether_the_game_is_full_or_not(rules: Rules[Any]) -> None:
    for players in 1, rules.seats[-1]:
        given(*lobby(rules, players)).when(c.JoinGame(by="ann")).refused(r.AlreadySeated("ann"))


def test_seats_are_in_the_order_of_joining_not_of_inviting(rules: Rules[Any]) -> None:
    log = (*lobby(rules), *invited("bob", "zoe"))
    for player in "zoe", "bob":
        if len(seats(log)) < rules.seats[-1]:
            log = given(*log).when(c.JoinGame(by=player)).including().log
    assert seats(log) == ["ann", "zoe", "bob"][: rules.seats[-1]]


# Leaving and removing.


def test_who_leaves_before_the_start_gives_the_seat_up_and_later_seats_move_up(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=1, player="bob", removed=False, organizer="ann")
    table = given(*lobby(rules, 3)).when(c.LeaveGame(by="bob")).then(left)
    assert seats(table.log) == ["ann", "cyd"]
    assert table.game.organizer == "ann"
    table.when(c.JoinGame(by="bob")).then(e.PlayerJoined(seat=2, player="bob"))


def test_a_seat_that_moves_up_keeps_what_it_was(rules: Rules[Any]) -> None:
    log = (*lobby(rules, 2), *filled(2), e.SeatAutomated(seat=0))
    table = given(*log).when(c.LeaveGame(by="bob")).including()
    assert [(seat.player, seat.machine, seat.automated) for seat in table.game.seats] == [
        ("ann", False, True),
        ("machine-1", True, True),
    ]


def test_when_the_organizer_leaves_the_next_seated_player_becomes_organizer(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer="bob")
    table = given(*lobby(rules, 3)).when(c.LeaveGame(by="ann")).then(left)
    assert table.game.organizer == "bob"
    table.when(c.RemovePlayer(by="bob", player="cyd")).then(
        e.PlayerLeft(seat=1, player="cyd", removed=True, organizer="bob")
    )


def test_a_machine_player_does_not_become_organizer(rules: Rules[Any]) -> None:
    log = (*lobby(rules), *filled(1), e.PlayerJoined(seat=2, player="cyd"))
    table = given(*log).when(c.LeaveGame(by="ann")).including()
    assert table.game.organizer == "cyd"


def test_the_last_one_leaving_closes_the_game(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe")).when(c.LeaveGame(by="ann"))
    closed = table.then(
        e.PlayerLeft(seat=0, player="ann", removed=False, organizer=None),
        e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT),
    )
    assert (closed.game.stage, closed.game.status) == (Stage.CLOSED, "CLOSED")
    assert closed.game.invited == ()


def test_machine_players_do_not_keep_a_game_open(rules: Rules[Any]) -> None:
    given(*lobby(rules), *filled(1)).when(c.LeaveGame(by="ann")).including(
        e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT)
    )


def test_who_is_not_in_the_game_cannot_leave_it(rules: Rules[Any]) -> None:
    given(*lobby(rules), *invited("zoe")).when(c.LeaveGame(by="zoe")).refused(r.NotSeated("zoe"))


def test_the_organizer_may_remove_a_player_or_a_machine_player(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2), *filled(2))
    removed = table.when(c.RemovePlayer(by="ann", player="bob")).then(
        e.PlayerLeft(seat=1, player="bob", removed=True, organizer="ann")
    )
    removed.when(c.RemovePlayer(by="ann", player="machine-1")).then(
        e.PlayerLeft(seat=1, player="machine-1", removed=True, organizer="ann")
    )


@pytest.mark.parametrize("access", e.Access)
def test_a_removed_player_comes_back_only_by_a_new_invitation(rules: Rules[Any], access: e.Access) -> None:
    log = lobby(rules, 2, access=access)
    removed = given(*log).when(c.RemovePlayer(by="ann", player="bob")).including()
    removed.when(c.JoinGame(by="bob")).refused(r.RemovedFromGame())
    removed.when(c.AcceptInvitation(by="bob", inviter="ann")).refused(r.RemovedFromGame())
    anew = given(*removed.log, *invited("bob"))
    anew.when(c.AcceptInvitation(by="bob", inviter="ann")).then(e.PlayerJoined(seat=1, player="bob"))
    back = anew.when(c.JoinGame(by="bob")).then(e.PlayerJoined(seat=1, player="bob"))
    assert (back.game.removed, back.game.invited) == ((), ())
    withdrawn = given(*anew.log, e.InvitationWithdrawn(player="bob"))
    withdrawn.when(c.JoinGame(by="bob")).refused(r.RemovedFromGame())


def test_nobody_else_may_remove_a_player(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2))
    for other in "bob", "eve":
        table.when(c.RemovePlayer(by=other, player="bob")).refused(r.NotOrganizer("ann"))


def test_only_a_seated_player_can_be_removed(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe"))
    table.when(c.RemovePlayer(by="ann", player="zoe")).refused(r.NotSeated("zoe"))


# When the lobby is no longer open.

COMMANDS = (
    c.InvitePlayer(by="ann", player="zoe"),
    c.DeclineInvitation(by="zoe"),
    c.WithdrawInvitation(by="ann", player="zoe"),
    c.JoinGame(by="zoe"),
    c.LeaveGame(by="ann"),
    c.RemovePlayer(by="ann", player="bob"),
    c.FillSeats(by="ann"),
    c.StartGame(by="ann"),
    c.AutomateSeat(by="ann"),
)


def test_every_command_of_the_lobby_is_listed_and_has_a_judge() -> None:
    assert tuple(map(type, COMMANDS)) == c.LOBBY_COMMANDS
    # An invitation by link is accepted through the server alone, which has made sure of it.
    # Who may close a game, and who was erased, is the server's to know.
    assert set(JUDGES) == {*c.LOBBY_COMMANDS, *c.OPERATOR_COMMANDS, c.AcceptInvitation, c.VacateSeat}


@pytest.mark.parametrize("command", COMMANDS[:-1], ids=lambda command: type(command).__name__)
def test_a_started_game_has_no_lobby(rules: Rules[Any], command: c.Command) -> None:
    least = rules.seats[0]
    game = fold((*lobby(rules, least), *invited("zoe"), started(least)))
    with pytest.raises(r.GameAlreadyStarted):
        JUDGES[type(command)](game, command)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_a_game_that_is_over_takes_no_commands(rules: Rules[Any], command: c.Command) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer=None)
    closed = (*lobby(rules), left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))
    least = rules.seats[0]
    won = e.GameWon(winners=(0,), ranking=((0,), (1,)), reason=e.EndReason.TARGET_REACHED)
    for over in closed, (*lobby(rules, least), *invited("zoe"), started(least), won):
        given(*over).when(command).refused(r.GameIsOver())


def test_there_are_names_enough_for_every_game(rules: Rules[Any]) -> None:
    assert rules.seats[-1] <= len(PLAYERS)


# Invitations by link.


def test_an_invitation_lets_in_whoever_has_it_by_an_invitation_of_who_gave_it_out(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, access=PRIVATE))
    after = table.when(c.AcceptInvitation(by="zoe", inviter="ann")).then(
        e.PlayerInvited(player="zoe", inviter="ann"), e.PlayerJoined(seat=1, player="zoe")
    )
    assert after.game.invited == ()


def test_nobody_is_invited_by_it_who_may_join_anyway(rules: Rules[Any]) -> None:
    joined = e.PlayerJoined(seat=1, player="zoe")
    given(*lobby(rules)).when(c.AcceptInvitation(by="zoe", inviter="ann")).then(joined)
    table = given(*lobby(rules, access=PRIVATE), *invited("zoe"))
    table.when(c.AcceptInvitation(by="zoe", inviter="ann")).then(joined)


def test_an_invitation_of_who_does_not_sit_at_the_table_is_good_no_more(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, access=PRIVATE), *invited("bob"))
    for inviter in ("bob", "eve"):
        table.when(c.AcceptInvitation(by="zoe", inviter=inviter)).refused(r.InvalidInvitation())


def test_an_invitation_is_accepted_by_who_does_not_sit_there_while_seats_are_free(rules: Rules[Any]) -> None:
    most = rules.seats[-1]
    table = given(*lobby(rules, most))
    table.when(c.AcceptInvitation(by="ann", inviter="ann")).refused(r.AlreadySeated("ann"))
    table.when(c.AcceptInvitation(by="zoe", inviter="ann")).refused(r.GameFull(most))
