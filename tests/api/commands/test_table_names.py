"""Names at one table: none may be confusable with another."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from api.graphql.context import Services
from api.graphql.mutations import table_names
from application.players.registry import Player
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json

RENAME: Final = """mutation($name: String!) { rename(input: {name: $name}) { __typename
    ... on RenameAccepted { player { name } } ... on ConfusableName { code message name other }
    ... on InvalidName { code message reason }
} }"""
CYRILLIC: Final = "\u0410\u0440\u0435"


async def renamed(client: Client, name: str) -> Json:
    found: Json = (await client.data(RENAME, name=name))["rename"]
    return found


@pytest.fixture
async def ape(spectator: Client) -> Client:
    return await spectator.sign_in("Ape")


@pytest.fixture
async def alike(spectator: Client) -> Client:
    """A player with a Cyrillic name that looks like another player's name."""
    return await spectator.sign_in(CYRILLIC)


async def test_joining_with_a_confusable_name_is_refused(ape: Client, alike: Client) -> None:
    game = await ape.create()
    refusal = await alike.refused("joinGame", game=game)
    assert (refusal["__typename"], refusal["code"]) == ("ConfusableName", "CONFUSABLE_NAME")
    assert (refusal["name"], refusal["other"]) == (CYRILLIC, "Ape")
    assert len((await ape.game(game))["seats"]) == 1
    assert (await renamed(alike, "Another"))["__typename"] == "RenameAccepted"
    await alike.must("joinGame", game=game)


async def test_accepting_an_invitation_with_a_confusable_name_is_refused(
    ape: Client, alike: Client, bob: Client
) -> None:
    game = await ape.create(access="PRIVATE")
    made = (await ape.data(d.mutation("createInvitationLink"), input={"game": game}))["createInvitationLink"]
    refusal = await alike.refused("acceptInvitationLink", token=made["invitationLink"]["token"])
    assert refusal["__typename"] == "ConfusableName"
    await bob.must("acceptInvitationLink", token=made["invitationLink"]["token"])


async def test_the_refusal_does_not_reveal_players_of_a_private_game(ape: Client, alike: Client) -> None:
    game = await ape.create(access="PRIVATE")
    refusal = await alike.refused("joinGame", game=game)
    assert refusal["__typename"] != "ConfusableName"
    assert "Ape" not in str(refusal)


async def test_a_repeat_is_answered_as_it_was(ape: Client, spectator: Client) -> None:
    game = await ape.create()
    other = await spectator.sign_in("Other")
    joined = await other.must("joinGame", game=game, commandId="1")
    await other.must("leaveGame", game=game)
    assert (await renamed(other, CYRILLIC))["__typename"] == "RenameAccepted"
    assert (await other.must("joinGame", game=game, commandId="1"))["version"] == joined["version"]
    assert (await other.refused("joinGame", game=game, commandId="2"))["__typename"] == "ConfusableName"


async def test_renaming_to_a_confusable_name_is_refused_at_the_table(ape: Client, bob: Client) -> None:
    game = await ape.create()
    await bob.must("joinGame", game=game)
    refusal = await renamed(bob, CYRILLIC)
    assert (refusal["__typename"], refusal["name"], refusal["other"]) == ("ConfusableName", CYRILLIC, "Ape")
    assert (await bob.data(d.ME))["me"]["player"]["name"] == "Bob"
    # One's own name written otherwise, and the name of somebody elsewhere, are nobody's at the table.
    assert (await renamed(bob, "BOB"))["__typename"] == "RenameAccepted"
    await bob.must("leaveGame", game=game)
    assert (await renamed(bob, CYRILLIC))["__typename"] == "RenameAccepted"


async def test_names_of_erased_players_do_not_count(ape: Client, bob: Client, alike: Client) -> None:
    game = await bob.create()
    await ape.must("joinGame", game=game)
    await ape.data("mutation { eraseMe { ... on EraseMeAccepted { player { id } } } }")
    await alike.must("joinGame", game=game)


async def test_an_old_name_is_shown_without_its_invisible_characters(
    services: Services, bob: Client, spectator: Client
) -> None:
    old = Player(id="ab" * 16, name="\u200bmachine-1")
    await asyncio.to_thread(services.players._insert, old, "guest", old.id)
    token = services.identity.token(old)
    client = Client(spectator.http, token, old.id)
    assert (await client.data(d.ME))["me"]["player"]["name"] == "player abab"


async def test_one_of_two_concurrent_joins_with_confusable_names_is_accepted(
    ape: Client, alike: Client, bob: Client
) -> None:
    game = await bob.create()
    came = await asyncio.gather(*(each.send("joinGame", game=game) for each in (ape, alike)))
    assert sorted(each["__typename"] for each in came) == ["ConfusableName", "JoinGameAccepted"]


async def test_concurrent_joining_and_renaming_cannot_create_confusable_names(
    services: Services, ape: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await ape.create()
    check, rename = table_names._check_name, services.players.rename

    async def slow_check(*arguments: Any) -> None:
        await check(*arguments)
        await asyncio.sleep(0.1)

    async def slow_rename(player: str, name: str) -> Player:
        await asyncio.sleep(0.1)
        return await rename(player, name)

    monkeypatch.setattr(table_names, "_check_name", slow_check)
    monkeypatch.setattr(services.players, "rename", slow_rename)
    joined, called = await asyncio.gather(bob.send("joinGame", game=game), renamed(bob, CYRILLIC))
    assert sorted([joined["__typename"], called["__typename"]]) in (
        ["ConfusableName", "JoinGameAccepted"],
        ["ConfusableName", "RenameAccepted"],
    )


@pytest.mark.parametrize("name", ["machine-1", "erased player", "\u3164", "A" + "\u0301\u0300" * 20])
async def test_reserved_and_invisible_names_are_refused(ape: Client, name: str) -> None:
    refusal = await renamed(ape, name)
    assert (refusal["__typename"], refusal["code"]) == ("InvalidName", "INVALID_NAME")
    assert refusal["reason"] in refusal["message"]
