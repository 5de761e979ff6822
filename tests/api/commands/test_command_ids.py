"""Command ids and expected versions: repeats return the first outcome, conflicts are refused."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from api.graphql.context import Services
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, moving, play


async def test_a_repeated_move_returns_the_first_outcome(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    sent: list[tuple[Client, str, Json, Json]] = []
    async for client, (name, values) in moving([ann, bob], game):
        given = {"game": game, "commandId": f"command {len(sent)}", **values}
        sent.append((client, name, given, await client.ask(d.mutation(name), input=given)))
        if len(sent) == 20:
            break
    for client, name, given, answer in sent:
        assert await client.ask(d.mutation(name), input=given) == answer


async def test_a_repeated_creation_returns_the_same_game(services: Services, ann: Client) -> None:
    given = {"variant": "hundred-and-ten", "options": [{"name": "reveal", "value": "at_end"}]}
    first = await ann.must("createGame", **given, commandId="mine")
    assert await ann.must("createGame", **given, commandId="mine") == first
    assert await services.store.head() == first["version"]


async def test_repeats_in_the_lobby_return_the_first_outcome(ann: Client, bob: Client, cyd: Client) -> None:
    game = await ann.create(access="PRIVATE")
    steps: list[tuple[Client, str, Json]] = [
        (ann, "invitePlayer", {"player": bob.player}),
        (ann, "invitePlayer", {"player": cyd.player}),
        (cyd, "declineInvitation", {}),
        (bob, "joinGame", {}),
        (ann, "invitePlayer", {"player": cyd.player}),
        (ann, "withdrawInvitation", {"player": cyd.player}),
        (bob, "leaveGame", {}),
        (ann, "fillSeats", {"count": 2}),
        (ann, "removePlayer", {"player": "machine-1"}),
        (ann, "startGame", {}),
        (ann, "automateSeat", {}),
    ]
    commands = [
        (client, name, {"game": game, "commandId": str(number), **values})
        for number, (client, name, values) in enumerate(steps)
    ]
    answers = [await client.must(name, **given) for client, name, given in commands]
    again = [await client.must(name, **given) for client, name, given in commands]
    assert again == answers
    assert answers[-1]["game"]["stage"] == "WON"


@pytest.mark.parametrize(("name", "values"), [("passTurn", {}), ("placeBid", {"amount": 20})])
async def test_an_id_of_another_command_is_refused(ann: Client, bob: Client, name: str, values: Json) -> None:
    game = await begun(ann, bob)
    await bob.must("placeBid", game=game, amount=15, commandId="one")
    refusal = await bob.refused(name, game=game, commandId="one", **values)
    assert refusal["__typename"] == "CommandIdReused"
    assert (refusal["code"], refusal["commandId"]) == ("COMMAND_ID_REUSED", "one")
    assert (await bob.game(game))["seats"][1]["bid"] == 15


async def test_an_id_of_another_creation_is_refused(ann: Client) -> None:
    await ann.create(commandId="one")
    refusal = await ann.refused("createGame", variant="hundred-and-ten", access="PRIVATE", commandId="one")
    assert refusal["code"] == "COMMAND_ID_REUSED"


async def test_an_id_belongs_to_its_player_and_its_game(ann: Client, bob: Client) -> None:
    first, second = await ann.create(commandId="x"), await ann.create()
    for game in (first, second):
        for client, name in [(bob, "joinGame"), (ann, "startGame")]:
            await client.must(name, game=game, commandId="x")
    await bob.create(commandId="x")


async def test_a_repeat_of_a_refused_command_is_decided_again(ann: Client, bob: Client) -> None:
    game = await ann.create()
    refusal = await ann.refused("startGame", game=game, commandId="start")
    assert refusal["code"] == "WRONG_NUMBER_OF_PLAYERS"
    await bob.must("joinGame", game=game)
    assert (await ann.must("startGame", game=game, commandId="start"))["version"] > 3


async def test_the_id_of_a_refused_command_can_be_reused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await bob.refused("placeBid", game=game, amount=17, commandId="bid")
    await bob.must("placeBid", game=game, amount=15, commandId="bid")


async def test_concurrent_repeats_of_a_command_are_executed_once(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    given = {"game": game, "amount": 15, "commandId": "bid"}
    answers = await asyncio.gather(*(bob.must("placeBid", **given) for _ in range(10)))
    assert all(answer == answers[0] for answer in answers)
    assert [event["__typename"] for event in await bob.events(game)].count("BidPlaced") == 1


async def test_concurrent_repeats_of_a_creation_create_one_game(services: Services, ann: Client) -> None:
    given = {"variant": "hundred-and-ten", "commandId": "mine"}
    answers = await asyncio.gather(*(ann.must("createGame", **given) for _ in range(10)))
    assert all(answer == answers[0] for answer in answers)
    assert await services.store.head() == answers[0]["version"]


async def test_a_repeat_ignores_its_expected_version(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    version = (await bob.game(game))["version"]
    given = {"game": game, "amount": 15, "commandId": "bid", "expectedVersion": version}
    assert await bob.must("placeBid", **given) == await bob.must("placeBid", **given)


@pytest.mark.parametrize("command_id", ["", "x" * 201, "\x00", "two\nlines"])
async def test_an_id_that_is_empty_too_long_or_not_printable_is_an_error(
    ann: Client, command_id: str
) -> None:
    game = await ann.create()
    for name, values in [("createGame", {"variant": "whist"}), ("startGame", {"game": game})]:
        given = {**values, "commandId": command_id}
        assert await ann.code(d.mutation(name), input=given) == "INVALID_COMMAND_ID"


async def test_any_other_text_is_a_valid_id(ann: Client) -> None:
    for command_id in ["x" * 200, " ", "♥ 5", 7, "'; DROP TABLE events; --"]:
        given = {"variant": "hundred-and-ten", "commandId": command_id}
        first = await ann.must("createGame", **given)
        assert await ann.must("createGame", **given) == first, command_id


async def test_a_command_for_an_unknown_game_leaves_its_id_free(ann: Client) -> None:
    refusal = await ann.refused("startGame", game=str(uuid4()), commandId="x")
    assert refusal["code"] == "UNKNOWN_GAME"


# Versions that commands expect.


async def test_a_command_on_another_version_is_refused(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    version = (await bob.game(game))["version"]
    for expected in (0, version - 1, version + 1, 2**53 - 1):
        refusal = await bob.refused("placeBid", game=game, amount=15, expectedVersion=expected)
        assert refusal["__typename"] == "VersionConflict"
        assert refusal["code"] == "VERSION_CONFLICT"
        assert (refusal["expected"], refusal["actual"]) == (expected, version)
    await bob.must("placeBid", game=game, amount=15, expectedVersion=version)


async def test_one_of_concurrent_commands_on_the_same_version_is_executed(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create()
    results = await asyncio.gather(
        *(client.send("joinGame", game=game, expectedVersion=2) for client in (bob, cyd))
    )
    kinds = sorted(result["__typename"] for result in results)
    assert kinds == ["JoinGameAccepted", "VersionConflict"]
    (conflict,) = (result for result in results if result["__typename"] == "VersionConflict")
    assert (conflict["expected"], conflict["actual"]) == (2, 3)


async def test_concurrent_commands_without_expected_version_are_all_executed(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create()
    await asyncio.gather(*(client.must("joinGame", game=game) for client in (bob, cyd)))
    assert len((await ann.game(game))["seats"]) == 3


async def test_an_invalid_version_is_an_error(ann: Client) -> None:
    game = await ann.create()
    for version in [-1, 2**53, 1.5, "2", True]:
        given = {"game": game, "expectedVersion": version}
        answer = await ann.ask(d.mutation("startGame"), input=given)
        assert answer.get("data") is None, version
        assert "is not a version" in answer["errors"][0]["message"], version


async def test_repeats_return_the_first_outcome_after_the_game_has_ended(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await bob.must("placeBid", game=game, amount=15)
    first = await ann.must("passTurn", game=game, commandId="pass")
    await play([ann, bob], game, moves=4)
    await ann.must("automateSeat", game=game)
    await bob.must("automateSeat", game=game)
    assert (await ann.game(game))["stage"] == "WON"
    assert await ann.must("passTurn", game=game, commandId="pass") == first
