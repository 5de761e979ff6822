"""The lobby: inviting, declining, withdrawing, joining, leaving, removing."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import fold
from domain.lobby.invitations import MAX_INVITED
from domain.rules import Rules
from domain.state import Stage
from tests.domain.given import given
from tests.domain.tables import PLAYERS, filled, invited, lobby

PRIVATE = e.Access.PRIVATE


def seats(log: tuple[e.Event, ...]) -> list[e.PlayerId]:
    return [seat.player for seat in fold(log).seats]


# Inviting, declining, withdrawing.


def test_any_seated_player_may_invite(rules: Rules[Any]) -> None:
    given(*lobby(rules, 2)).when(c.InvitePlayer(by="bob", player="zoe")).then(
        e.PlayerInvited(player="zoe", inviter="bob")
    )


def test_a_player_without_a_seat_cannot_invite(rules: Rules[Any]) -> None:
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


def test_a_player_who_declined_may_be_invited_again(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("bob"), e.InvitationDeclined(player="bob"))
    table.when(c.InvitePlayer(by="ann", player="bob")).then(e.PlayerInvited(player="bob", inviter="ann"))


def test_a_player_who_declined_twice_may_still_join_by_a_link(rules: Rules[Any]) -> None:
    declined = (*invited("bob"), e.InvitationDeclined(player="bob")) * 2
    table = given(*lobby(rules, access=PRIVATE), *declined)
    table.when(c.InvitePlayer(by="ann", player="bob")).refused(r.PlayerHasDeclined("bob"))
    table.when(c.AcceptInvitationLink(by="bob", inviter="ann")).then(
        *invited("bob"), e.PlayerJoined(seat=1, player="bob")
    )


def test_number_of_open_invitations_is_limited(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited(*(f"guest {number}" for number in range(MAX_INVITED))))
    table.when(c.InvitePlayer(by="ann", player="zoe")).refused(r.TooManyInvitations(MAX_INVITED))
    withdrawn = table.when(c.WithdrawInvitation(by="ann", player="guest 3")).including()
    withdrawn.when(c.InvitePlayer(by="ann", player="zoe")).including()


def test_a_player_without_an_invitation_cannot_decline(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2))
    table.when(c.DeclineInvitation(by="zoe")).refused(r.NotInvited("zoe"))
    table.when(c.DeclineInvitation(by="bob")).refused(r.NotInvited("bob"))


def test_any_seated_player_may_withdraw_an_invitation(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2, access=PRIVATE), *invited("zoe")).when(
        c.WithdrawInvitation(by="bob", player="zoe")
    )
    withdrawn = table.then(e.InvitationWithdrawn(player="zoe"))
    withdrawn.when(c.JoinGame(by="zoe")).refused(r.NotInvited("zoe"))


def test_a_player_without_a_seat_cannot_withdraw_an_invitation(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe"))
    table.when(c.WithdrawInvitation(by="eve", player="zoe")).refused(r.NotSeated("eve"))
    table.when(c.WithdrawInvitation(by="zoe", player="zoe")).refused(r.NotSeated("zoe"))


def test_only_an_open_invitation_can_be_withdrawn(rules: Rules[Any]) -> None:
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


def test_a_seated_player_cannot_join_again(rules: Rules[Any]) -> None:
    for players in 1, rules.seats[-1]:
        given(*lobby(rules, players)).when(c.JoinGame(by="ann")).refused(r.AlreadySeated("ann"))


def test_seats_are_in_the_order_of_joining_not_of_inviting(rules: Rules[Any]) -> None:
    log = (*lobby(rules), *invited("bob", "zoe"))
    for player in "zoe", "bob":
        if len(seats(log)) < rules.seats[-1]:
            log = given(*log).when(c.JoinGame(by=player)).including().log
    assert seats(log) == ["ann", "zoe", "bob"][: rules.seats[-1]]


# Leaving and removing.


def test_leaving_before_the_start_moves_later_seats_up(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=1, player="bob", removed=False, organizer="ann")
    table = given(*lobby(rules, 3)).when(c.LeaveGame(by="bob")).then(left)
    assert seats(table.log) == ["ann", "cyd"]
    assert table.game.organizer == "ann"
    table.when(c.JoinGame(by="bob")).then(e.PlayerJoined(seat=2, player="bob"))


def test_a_seat_that_moves_up_keeps_its_state(rules: Rules[Any]) -> None:
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


def test_game_closes_when_its_last_player_leaves(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe")).when(c.LeaveGame(by="ann"))
    closed = table.then(
        e.PlayerLeft(seat=0, player="ann", removed=False, organizer=None),
        e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT),
    )
    assert closed.game.stage is Stage.CLOSED
    assert closed.game.invited == ()


def test_machine_players_do_not_keep_a_game_open(rules: Rules[Any]) -> None:
    given(*lobby(rules), *filled(1)).when(c.LeaveGame(by="ann")).including(
        e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT)
    )


def test_a_player_without_a_seat_cannot_leave(rules: Rules[Any]) -> None:
    given(*lobby(rules), *invited("zoe")).when(c.LeaveGame(by="zoe")).refused(r.NotSeated("zoe"))


def test_the_organizer_may_remove_a_player_or_a_machine_player(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2), *filled(2))
    removed = table.when(c.RemovePlayer(by="ann", player="bob")).then(
        e.PlayerLeft(seat=1, player="bob", removed=True, organizer="ann")
    )
    removed.when(c.RemovePlayer(by="ann", player="machine-1")).then(
        e.PlayerLeft(seat=1, player="machine-1", removed=True, organizer="ann")
    )


def test_organizers_leave_and_cannot_remove_themselves(rules: Rules[Any]) -> None:
    for log in lobby(rules), (*lobby(rules, 2), *filled(2)):
        table = given(*log)
        table.when(c.RemovePlayer(by="ann", player="ann")).refused(r.CannotRemoveYourself())
        table.when(c.LeaveGame(by="ann")).including()


def test_a_game_whose_organizer_was_once_removed_by_itself_is_still_read(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=True, organizer=None)
    game = given(*lobby(rules), left, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT)).game
    assert (game.stage, game.seats, game.removed) == (Stage.CLOSED, (), ("ann",))


@pytest.mark.parametrize("access", e.Access)
def test_a_removed_player_comes_back_only_by_a_new_invitation(rules: Rules[Any], access: e.Access) -> None:
    log = lobby(rules, 2, access=access)
    removed = given(*log).when(c.RemovePlayer(by="ann", player="bob")).including()
    removed.when(c.JoinGame(by="bob")).refused(r.RemovedFromGame())
    by_link = c.AcceptInvitationLink(by="bob", inviter="ann")
    removed.when(by_link).refused(r.RemovedFromGame())
    invited_again = given(*removed.log, *invited("bob"))
    invited_again.when(by_link).then(e.PlayerJoined(seat=1, player="bob"))
    back = invited_again.when(c.JoinGame(by="bob")).then(e.PlayerJoined(seat=1, player="bob"))
    assert (back.game.removed, back.game.invited) == ((), ())
    withdrawn = given(*invited_again.log, e.InvitationWithdrawn(player="bob"))
    withdrawn.when(c.JoinGame(by="bob")).refused(r.RemovedFromGame())


def test_only_the_organizer_may_remove_a_player(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2))
    for other in "bob", "eve":
        table.when(c.RemovePlayer(by=other, player="bob")).refused(r.NotOrganizer("ann"))


def test_only_a_seated_player_can_be_removed(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe"))
    table.when(c.RemovePlayer(by="ann", player="zoe")).refused(r.NotSeated("zoe"))


def test_machine_names_suffice_for_every_game(rules: Rules[Any]) -> None:
    assert rules.seats[-1] <= len(PLAYERS)
