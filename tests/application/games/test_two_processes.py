"""Command handlers of two processes on one log."""

from __future__ import annotations

import asyncio

import pytest

import domain.lobby.invitations
from application.games.command_handler import ATTEMPTS, CommandHandler, CommandOutcome
from application.refusals import UnknownGame, VersionConflict
from application.store.port import VersionTaken
from domain import commands as c
from domain import events as e
from domain.refusals import NotSeated
from tests.application.games.interrupted_store import (
    Wrapped,
    created_game,
    failing,
    kinds,
)


async def test_concurrent_commands_of_two_processes_are_all_executed(
    store: Wrapped, games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games)
    outcomes = await asyncio.gather(
        games.carry_out(game, c.JoinGame(by="bob")),
        others.carry_out(game, c.JoinGame(by="cyd")),
        games.carry_out(game, c.JoinGame(by="dan")),
    )
    assert sorted(outcome.version for outcome in outcomes) == [3, 4, 5]
    recorded = await store.read(game)
    assert [each.version for each in recorded] == [1, 2, 3, 4, 5]
    seats = [each.event.seat for each in recorded if isinstance(each.event, e.PlayerJoined)]
    assert seats == [0, 1, 2, 3]


async def test_under_load_the_acknowledged_events_are_those_in_the_log(
    store: Wrapped, games: CommandHandler, others: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(domain.lobby.invitations, "MAX_INVITED", 40)
    game = await created_game(games)

    async def invite(number: int) -> CommandOutcome | None:
        try:
            command = c.InvitePlayer(by="ann", player=f"guest {number}")
            return await (games, others)[number % 2].carry_out(game, command)
        except VersionConflict:
            # Other appends were first too often; the command is refused without effect.
            return None

    outcomes = [outcome for outcome in await asyncio.gather(*map(invite, range(40))) if outcome is not None]
    recorded = await store.read(game, after=2)
    assert len(outcomes) > 20
    assert sorted(outcome.version for outcome in outcomes) == [each.version for each in recorded]
    assert {outcome.events[0].event for outcome in outcomes} == {each.event for each in recorded}


async def test_refusal_from_an_outdated_game_is_decided_again(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games)
    with pytest.raises(NotSeated):
        await others.carry_out(game, c.LeaveGame(by="bob"))
    await games.carry_out(game, c.JoinGame(by="bob"))
    assert kinds((await others.carry_out(game, c.LeaveGame(by="bob"))).events) == ["PlayerLeft"]


async def test_a_player_invited_by_another_process_can_join(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games, e.Access.PRIVATE)
    with pytest.raises(UnknownGame):
        await others.carry_out(game, c.JoinGame(by="bob"))
    await games.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
    assert kinds((await others.carry_out(game, c.JoinGame(by="bob"))).events) == ["PlayerJoined"]


async def test_a_player_uninvited_by_another_process_cannot_join(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games, e.Access.PRIVATE)
    await others.carry_out(game, c.InvitePlayer(by="ann", player="bob"))
    await games.carry_out(game, c.WithdrawInvitation(by="ann", player="bob"))
    with pytest.raises(UnknownGame):
        await others.carry_out(game, c.JoinGame(by="bob"))


async def test_the_expected_version_is_compared_with_the_log(
    games: CommandHandler, others: CommandHandler
) -> None:
    game = await created_game(games)
    await others.carry_out(game, c.JoinGame(by="bob"), expected=2)
    # The game in this process is older than the version that the caller has seen.
    await games.carry_out(game, c.JoinGame(by="cyd"), expected=3)
    with pytest.raises(VersionConflict) as conflict:
        await others.carry_out(game, c.JoinGame(by="dan"), expected=3)
    assert (conflict.value.expected, conflict.value.actual) == (3, 4)


async def test_the_handler_gives_up_after_several_conflicts(store: Wrapped, games: CommandHandler) -> None:
    game = await created_game(games)
    store.before = failing(*[VersionTaken(game, 2)] * 100)
    before = store.appends
    with pytest.raises(VersionConflict):
        await games.carry_out(game, c.JoinGame(by="bob"))
    assert store.appends == before + ATTEMPTS
