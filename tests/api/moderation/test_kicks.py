"""Kicking players and closing games over the API, each with its entry in the audit trail."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun

LOG = d.operation("query", "moderationLog")


async def trail(operator: Client, /, **variables: object) -> list[Json]:
    found = (await operator.data(LOG, **variables))["moderationLog"]["edges"]
    return [each["node"] for each in found]


@pytest.mark.parametrize("access", ["PUBLIC", "PRIVATE"])
async def test_the_machine_takes_the_seat_of_a_kicked_player_over(
    operator: Client, ann: Client, bob: Client, access: str
) -> None:
    game = await begun(ann, bob, access=access)
    for _ in range(2):
        kicked = await operator.must(
            "kickPlayer", game=game, player=bob.player, reason="Stalls", commandId="one"
        )
        assert kicked["events"][0]["automationReason"] == "KICKED"
    [entry] = await trail(operator)
    assert (entry["action"], entry["gameId"], entry["reason"]) == ("KICK_PLAYER", game, "Stalls")
    assert (entry["player"]["id"], entry["operator"]["id"], entry["operatorName"]) == (
        bob.player,
        operator.player,
        "Olga",
    )
    assert entry["confirmed"]
    assert (await bob.refused("placeBid", game=game, amount=15))["code"] == "SEAT_IS_AUTOMATED"
    again = await operator.refused("kickPlayer", game=game, player=bob.player, reason="Stalls")
    assert again["code"] == "ALREADY_AUTOMATED"
    assert len(await trail(operator)) == 1


async def test_a_kicked_player_cannot_come_back_to_the_lobby(
    operator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await ann.must("invitePlayer", game=game, player=cyd.player)
    for client in (bob, cyd):
        await operator.must("kickPlayer", game=game, player=client.player, reason="Rude")
        assert (await client.refused("joinGame", game=game))["code"] == "REMOVED_FROM_GAME"
    assert [each["player"]["id"] for each in (await ann.game(game))["seats"]] == [ann.player]
    assert [each["player"]["id"] for each in await trail(operator)] == [cyd.player, bob.player]


@pytest.mark.parametrize("reason", [None, "It hangs"])
async def test_a_closed_game_leaves_one_entry(operator: Client, ann: Client, reason: str | None) -> None:
    game = await ann.create()
    given = {} if reason is None else {"reason": reason}
    await operator.must("closeGame", game=game, **given)
    [entry] = await trail(operator, game=game, action="CLOSE_GAME")
    assert (entry["reason"], entry["player"], entry["gameId"]) == (reason, None, game)
    assert (await operator.refused("closeGame", game=game, **given))["code"] == "GAME_IS_OVER"
    assert len(await trail(operator)) == 1


async def test_refused_actions_leave_no_entry(operator: Client, ann: Client, bob: Client) -> None:
    game, given = await ann.create(), {"player": bob.player, "reason": "Rude"}
    for code, values in (
        ("NOT_SEATED", {"game": game, **given}),
        ("UNKNOWN_GAME", {"game": str(uuid4()), **given}),
        ("UNKNOWN_GAME", {"game": "5", **given}),
        ("INVALID_REASON", {"game": game, **given, "reason": ""}),
        ("VERSION_CONFLICT", {"game": game, **given, "expectedVersion": 99}),
    ):
        assert (await operator.refused("kickPlayer", **values))["code"] == code
    kick = {"input": {"game": game, "player": ann.player, "reason": "Rude"}}
    assert await bob.code(d.mutation("kickPlayer"), **kick) == "FORBIDDEN"
    assert await trail(operator) == []


async def test_the_trail_has_pages_and_filters(operator: Client, ann: Client, bob: Client) -> None:
    for number in range(5):
        client = ann if number % 2 else bob
        await operator.must("forceRename", player=client.player, name=f"Name {number}", reason=str(number))
    every = ["4", "3", "2", "1", "0"]
    assert [each["reason"] for each in await trail(operator)] == every
    assert [each["reason"] for each in await trail(operator, player=ann.player)] == ["3", "1"]
    assert await trail(operator, operator=ann.player) == await trail(operator, action="LIFT_BAN") == []
    assert await trail(operator, player="\x00") == []
    page = (await operator.data(LOG, first=2))["moderationLog"]
    assert page["totalCount"]["value"] == 5
    assert (page["pageInfo"]["hasNextPage"], page["pageInfo"]["hasPreviousPage"]) == (True, False)
    rest = await trail(operator, first=9, after=page["pageInfo"]["endCursor"])
    assert [each["reason"] for each in rest] == every[2:]
    last = (await operator.data(LOG, last=2))["moderationLog"]
    assert [each["node"]["reason"] for each in last["edges"]] == every[3:]
    assert last["pageInfo"]["hasPreviousPage"]
    before = await trail(operator, last=2, before=last["pageInfo"]["startCursor"])
    assert [each["reason"] for each in before] == every[1:3]
