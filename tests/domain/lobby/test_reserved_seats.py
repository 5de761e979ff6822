"""Seats that are reserved when a game is created."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.rules import Rules
from tests.domain.given import Given, given
from tests.domain.tables import DEAL, invited, lobby


def reserved(*players: e.PlayerId) -> tuple[e.Event, ...]:
    return tuple(replace(each, reserved=True) for each in invited(*players))


def table(rules: Rules[Any], *players: e.PlayerId) -> Given:
    return given(*lobby(rules, deal=DEAL), *reserved(*players))


def test_players_with_reserved_seats_are_invited(rules: Rules[Any]) -> None:
    given().when(c.CreateGame(by="ann", variant=rules.variant, reserved=("bob",))).then(
        *lobby(rules, deal=DEAL), *reserved("bob")
    )


@pytest.mark.parametrize("players", [("ann",), ("bob", "bob"), (" ",), tuple("abcdefghijkl")])
def test_seats_are_reserved_for_other_players_and_no_more_than_there_are(
    rules: Rules[Any], players: tuple[str, ...]
) -> None:
    outcome = given().when(c.CreateGame(by="ann", variant=rules.variant, reserved=players))
    assert isinstance(outcome.refusal, r.InvalidPlayer)


def test_a_public_game_with_reserved_seats_is_joined_by_invitation_only(rules: Rules[Any]) -> None:
    waiting = table(rules, "bob")
    waiting.when(c.JoinGame(by="eve")).refused(r.SeatsReserved(None))
    joined = waiting.when(c.JoinGame(by="bob")).then(e.PlayerJoined(seat=1, player="bob"))
    joined.when(c.JoinGame(by="eve")).refused(r.SeatsReserved(None))
    assert joined.game.admits("eve")


def test_reserved_seats_are_taken_neither_by_machines_nor_by_other_invited_players(rules: Rules[Any]) -> None:
    others = tuple(f"player-{number}" for number in range(rules.seats[-1] - 1))
    waiting = table(rules, *others)
    waiting.when(c.FillSeats(by="ann")).refused(r.GameFull(rules.seats[-1]))
    also = waiting.when(c.InvitePlayer(by="ann", player="eve")).then(*invited("eve"))
    also.when(c.JoinGame(by="eve")).refused(r.GameFull(rules.seats[-1]))
    declined = also.when(c.DeclineInvitation(by=others[0])).then(e.InvitationDeclined(player=others[0]))
    declined.when(c.JoinGame(by="eve")).then(e.PlayerJoined(seat=1, player="eve"))
    assert waiting.when(c.JoinGame(by=others[0])).refusal is None


def test_a_link_admits_to_a_game_with_reserved_seats_while_others_are_free(rules: Rules[Any]) -> None:
    outcome = table(rules, "bob").when(c.AcceptInvitationLink(by="eve", inviter="ann"))
    if rules.seats[-1] == 2:
        outcome.refused(r.GameFull(2))
    else:
        outcome.then(*invited("eve"), e.PlayerJoined(seat=1, player="eve"))
