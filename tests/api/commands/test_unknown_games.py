"""UNKNOWN_GAME and NOT_SEATED follow the rule in docs/reference/api.md, for every command in a game."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.graphql.limits.rates import Rates
from api.graphql.types.moves_and_offers import commands
from domain.commands import (
    OPERATOR_COMMANDS,
    AutomateSeat,
    Command,
    DeclineInvitation,
    FillSeats,
    InvitePlayer,
    JoinGame,
    Move,
    ReclaimSeat,
    RemovePlayer,
    Resign,
    StartGame,
    VoteToAbandon,
    WithdrawVote,
    command_name,
)
from tests.api.commands.test_payloads import sample_input
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun

IN_A_GAME = [command for command in commands() if command not in OPERATOR_COMMANDS]
IN_PLAY = {ReclaimSeat, Resign, VoteToAbandon, WithdrawVote, AutomateSeat}
"""Commands that are possible in a game that is being played."""
ROLES = {StartGame: "NOT_ORGANIZER", FillSeats: "NOT_ORGANIZER", RemovePlayer: "NOT_ORGANIZER"}
NO_SEAT_NEEDED = {JoinGame: None, DeclineInvitation: "NOT_INVITED"}


@pytest.fixture
def rates() -> Rates:
    """Disable the rate limits: these tests send many commands."""
    return Rates(enabled=False)


class Caller:
    """Sends a command or `createInvitationLink`, with some value in each field, to any game."""

    def __init__(self, client: Client, command: type[Command] | None) -> None:
        self._client = client
        self._name = "createInvitationLink" if command is None else command_name(command)
        self._input: Json = {} if command is None else sample_input(command, client.player or "")

    async def code(self, game: str, **values: object) -> str | None:
        """Return the code of the refusal, None for a command that is carried out."""
        answer = await self._client.send(self._name, **{**self._input, **values, "game": game})
        return answer.get("code")


def expected_without_seat(command: type[Command] | None, *, started: bool) -> str | None:
    """Return what a caller without a seat gets in a public game."""
    if command is not None and issubclass(command, Move):
        return "NOT_SEATED"
    if started and command not in IN_PLAY:
        return "GAME_ALREADY_STARTED"
    if command in NO_SEAT_NEEDED:
        return NO_SEAT_NEEDED[command]
    return ROLES.get(command, "NOT_SEATED") if command is not None else "NOT_SEATED"


@pytest.mark.parametrize("command", [*IN_A_GAME, None], ids=lambda each: getattr(each, "__name__", "link"))
async def test_every_command_follows_the_rule(
    ann: Client, bob: Client, cyd: Client, command: type[Command] | None
) -> None:
    ours = {"public": await ann.create(), "private": await ann.create(access="PRIVATE")}
    begun_games = {"public": await begun(ann, bob), "private": await begun(ann, bob, access="PRIVATE")}
    stranger, seated = Caller(cyd, command), Caller(ann, command)

    unseen = [str(uuid4()), "none", "", ours["private"], begun_games["private"]]
    for values in ({}, *([{"player": "nobody"}] if command is InvitePlayer else [])):
        assert {await stranger.code(game, **values) for game in unseen} == {"UNKNOWN_GAME"}
        for started, game in ((True, begun_games["public"]), (False, ours["public"])):
            assert await stranger.code(game, **values) == expected_without_seat(command, started=started)
    # A caller with a seat gets neither: where another player is named, the refusal is about that player.
    mine = {await seated.code(game) for game in (*begun_games.values(), *ours.values())}
    assert not mine & {"UNKNOWN_GAME", "NOT_SEATED"}


@pytest.mark.parametrize("command", [*IN_A_GAME, None], ids=lambda each: getattr(each, "__name__", "link"))
async def test_an_invited_player_knows_of_a_private_game(
    ann: Client, bob: Client, command: type[Command] | None
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    expected = expected_without_seat(command, started=False) if command is not DeclineInvitation else None
    assert await Caller(bob, command).code(game) == expected
