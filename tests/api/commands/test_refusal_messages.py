"""Messages of refusals have names, come with arguments for translation, and blame an input field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import get_named_type, is_input_object_type, is_union_type
from strawberry.utils.str_converters import to_camel_case

from api.graphql.context import Services
from api.graphql.mutations import refusals as refusals_in_schema
from api.graphql.mutations.refusals import refusals
from domain.refusals import Refusal
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun

WHY = "... on Refusal { message inputPath arguments { name values } }"


def returned() -> Iterator[tuple[str, frozenset[str], type[Refusal]]]:
    """Yield each mutation with the names of its input's fields and each refusal that it returns."""
    root = d.schema().mutation_type
    assert root is not None
    by_name = {refusal.__name__: refusal for refusal in refusals()}
    for mutation, field in root.fields.items():
        payload = get_named_type(field.type)
        assert is_union_type(payload)
        given = get_named_type(field.args["input"].type) if "input" in field.args else None
        names = frozenset(given.fields) if is_input_object_type(given) else frozenset[str]()
        for member in payload.types:
            if member.name in by_name:
                yield mutation, names, by_name[member.name]


def test_every_blamed_field_belongs_to_a_mutation_that_returns_the_refusal() -> None:
    possible = {(refusal, name) for _, names, refusal in returned() for name in names}
    declared = {
        (refusal, to_camel_case(name))
        for refusal in refusals()
        if refusal not in refusals_in_schema.ONLY_AS_ERRORS
        for name in refusal.blames
    }
    assert declared - possible == set()


def test_a_refusal_blames_the_input_field_that_it_repeats() -> None:
    unblamed = {
        (mutation, refusal.__name__, name)
        for mutation, names, refusal in returned()
        for name in names & set(refusal.__match_args__)
        if name not in refusal.blames
    }
    # The reason of the refusal, not the operator's.
    assert unblamed == {("forceRename", "InvalidName", "reason")}


async def why(client: Client, name: str, /, **values: object) -> Json:
    """Return the message, the path and the arguments of a refusal."""
    kind = f"{name[0].upper()}{name[1:]}Input"
    document = f"mutation($input: {kind}!) {{ {name}(input: $input) {{ {WHY} }} }}"
    found: Json = (await client.data(document, input=values))[name]
    found["arguments"] = {each["name"]: each["values"] for each in found["arguments"]}
    return found


async def test_seats_are_given_by_the_names_of_their_players(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    assert await why(ann, "placeBid", game=game, amount=15) == {
        "message": "It is not your turn: it is the turn of Bob.",
        "inputPath": [],
        "arguments": {"seat": ["Ann"], "toMove": ["Bob"]},
    }


async def test_the_game_is_read_once_for_all_fields_of_a_refusal(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    current, reads = services.reading.current, 0

    async def counted(*given: Any) -> Any:
        nonlocal reads
        reads += 1
        return await current(*given)

    document = f"""mutation($input: PlaceBidInput!) {{
        placeBid(input: $input) {{ {WHY} ... on Refusal {{ game {{ id table {{ toMove }} }} }} }}
    }}"""
    monkeypatch.setattr(services.reading, "current", counted)
    refusal = (await ann.data(document, input={"game": game, "amount": 15}))["placeBid"]
    assert refusal["message"] == "It is not your turn: it is the turn of Bob."
    assert refusal["game"]["id"] == game
    assert reads == 1


async def test_players_are_given_by_name_and_callers_as_you(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert (await why(bob, "startGame", game=game))["message"] == (
        "Only Ann, the organizer of the game, may do this."
    )
    assert (await why(bob, "leaveGame", game=game))["message"] == "You have no seat in this game."
    assert await why(ann, "removePlayer", game=game, player=bob.player) == {
        "message": "Bob has no seat in this game.",
        "inputPath": ["input", "player"],
        "arguments": {"player": ["Bob"]},
    }


@pytest.mark.parametrize("given", ["nobody", "machine-77", " ", "\x00", "\ud83c\udca1", "x" * 5_000])
async def test_an_unknown_player_is_called_unknown(ann: Client, given: str) -> None:
    found = await why(ann, "withdrawInvitation", game=await ann.create(), player=given)
    assert found["message"] in ("Unknown player is not invited.", f"{given} is not invited.")
    assert found["message"].startswith("Unknown") or given == "machine-77"
    assert found["inputPath"] == ["input", "player"]


OH_HELL: Json = {"variant": "oh-hell"}
GOOD: Json = {"name": "reveal", "value": "at_end"}


@pytest.mark.parametrize(
    ("name", "values", "path"),
    [
        ("createGame", {"variant": "whist"}, ["input", "variant"]),
        ("createGame", OH_HELL | {"options": [GOOD, {"name": "x", "value": "1"}]}, ["input", "options", 1]),
        ("createGame", OH_HELL | {"options": [GOOD, GOOD]}, ["input", "options", 1]),
        ("createGame", OH_HELL | {"options": [GOOD | {"value": "x"}]}, ["input", "options", 0]),
        ("joinGame", {"game": "none"}, ["input", "game"]),
        ("rename", {"name": ""}, None),
        ("rename", {"name": "\u200b"}, ["input", "name"]),
        ("endSession", {"session": "x"}, ["input", "session"]),
        ("signInWithDeviceCode", {"code": "x"}, ["input", "code"]),
        ("acceptInvitationLink", {"token": "x"}, ["input", "token"]),
        ("fillSeats", {"game": "none", "count": 0}, ["input", "game"]),
    ],
)
async def test_the_field_to_blame_is_named(
    ann: Client, name: str, values: Json, path: list[Any] | None
) -> None:
    assert (await why(ann, name, **values))["inputPath"] == (path or ["input", *values])


async def test_commands_in_a_game_blame_their_fields(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert (await why(ann, "fillSeats", game=game, count=0))["inputPath"] == ["input", "count"]
    assert (await why(ann, "invitePlayer", game=game, player="x"))["inputPath"] == ["input", "player"]
    conflict = await why(ann, "joinGame", game=game, expectedVersion=9)
    assert conflict["inputPath"] == ["input", "expectedVersion"]
    assert (await why(bob, "withdrawInvitation", game=game, player=ann.player))["inputPath"] == []
    await ann.must("fillSeats", game=game, count=1, commandId="1")
    reused = await why(ann, "fillSeats", game=game, count=2, commandId="1")
    assert (reused["inputPath"], "1" in reused["message"]) == (["input", "commandId"], False)


async def test_names_are_read_only_for_a_selected_message(
    ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)

    async def fails(*_: object) -> None:
        raise AssertionError("nobody has selected the names")

    monkeypatch.setattr(refusals_in_schema, "wording", fails)
    document = (
        "mutation($input: PlaceBidInput!) { placeBid(input: $input) { ... on Refusal { code inputPath } } }"
    )
    answer = await ann.data(document, input={"game": game, "amount": 15})
    assert answer["placeBid"]["code"] == "NOT_YOUR_TURN"


async def test_a_private_game_names_nobody_to_a_stranger(ann: Client, bob: Client, cyd: Client) -> None:
    game = await begun(ann, bob, access="PRIVATE")
    found = await why(cyd, "placeBid", game=game, amount=15)
    assert found == {
        "message": "There is no such game, or it is private and you are not in it.",
        "inputPath": ["input", "game"],
        "arguments": {"given": [game]},
    }
