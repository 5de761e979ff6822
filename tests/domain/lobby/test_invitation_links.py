"""Invitation links: a seated player's link admits whoever holds it."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.rules import Rules
from tests.domain.given import given
from tests.domain.tables import invited, lobby

PRIVATE = e.Access.PRIVATE


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
