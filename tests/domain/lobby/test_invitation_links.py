"""Invitation links: a seated player's link admits its holder."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.rules import Rules
from tests.domain.given import given
from tests.domain.tables import invited, lobby

PRIVATE = e.Access.PRIVATE


def test_an_invitation_link_to_a_private_game_invites_its_holder(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, access=PRIVATE))
    after = table.when(c.AcceptInvitationLink(by="zoe", inviter="ann")).then(
        e.PlayerInvited(player="zoe", inviter="ann"), e.PlayerJoined(seat=1, player="zoe")
    )
    assert after.game.invited == ()


def test_a_link_invites_only_players_who_need_an_invitation(rules: Rules[Any]) -> None:
    joined = e.PlayerJoined(seat=1, player="zoe")
    given(*lobby(rules)).when(c.AcceptInvitationLink(by="zoe", inviter="ann")).then(joined)
    table = given(*lobby(rules, access=PRIVATE), *invited("zoe"))
    table.when(c.AcceptInvitationLink(by="zoe", inviter="ann")).then(joined)


def test_a_link_of_a_player_without_a_seat_is_invalid(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, access=PRIVATE), *invited("bob"))
    for inviter in ("bob", "eve"):
        table.when(c.AcceptInvitationLink(by="zoe", inviter=inviter)).refused(r.InvalidInvitationLink())


def test_an_invitation_link_needs_a_free_seat_and_a_player_without_one(rules: Rules[Any]) -> None:
    most = rules.seats[-1]
    table = given(*lobby(rules, most))
    table.when(c.AcceptInvitationLink(by="ann", inviter="ann")).refused(r.AlreadySeated("ann"))
    table.when(c.AcceptInvitationLink(by="zoe", inviter="ann")).refused(r.GameFull(most))
