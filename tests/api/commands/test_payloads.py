"""Payloads of mutations: each refusal that a mutation declares is returned as data, with its game.

The refusals of commands are raised in tests/application/refusals.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints
from unittest.mock import AsyncMock
from uuid import UUID, uuid4

import pytest
from graphql import GraphQLUnionType, get_named_type

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.graphql.types.moves_and_offers import commands, own_fields
from application.games.declared_refusals import refusals_of
from domain.cards import Card
from domain.commands import OPERATOR_COMMANDS, AcceptInvitationLink, Command, CreateGame, command_name
from domain.refusals import MustFollow, PhaseName, Refusal, VariantName, fields_of
from domain.rematch.command import Rematch
from domain.shuffles.deal import seed_commitment
from domain.view import View
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun, of_a_newer_server
from tests.api.refusals_elsewhere import ELSEWHERE, Returned
from tests.domain.given import NOON


def concrete(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Return all refusals."""
    children = kind.__subclasses__()
    for child in children:
        yield from concrete(child)
    if not children:
        yield kind


def some(hint: Any) -> Any:
    """Return a value of a type; of one that may be None, another value."""
    if type(None) in get_args(hint):
        return some(next(kind for kind in get_args(hint) if kind is not type(None)))
    if hint is Card:
        return Card("JOKER")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if hint is int:
        return 7
    if hint is float:
        return 1.5
    if hint is datetime:
        return NOON
    if get_origin(hint) is tuple:
        return (some(get_args(hint)[0]),) * 2
    assert hint is str or str in get_args(hint)
    return "this [one]"


def named(value: Any) -> Any:
    """Return a value as answers give it: an enum by its name, though a card by its value."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%S.%fZ}"
    return value.name if isinstance(value, Enum) and not isinstance(value, Card) else value


def sample(kind: type[Refusal]) -> Refusal:
    """Return a refusal with some value in each field."""
    hints = get_type_hints(kind)
    # A phase and a variant are text in the domain, and one of a closed set in the schema.
    known = dict.fromkeys(fields_of(kind, PhaseName), "TRICKS")
    known |= dict.fromkeys(fields_of(kind, VariantName), "oh-hell")
    return kind(*(known.get(name) or some(hints[name]) for name in kind.__match_args__))


def declared(mutation: str) -> list[type[Refusal]]:
    """Return the refusals in a mutation's payload."""
    payload = d.schema().type_map[d.accepted(mutation).replace("Accepted", "Payload")]
    assert isinstance(payload, GraphQLUnionType)
    known = {kind.__name__: kind for kind in concrete()}
    return [known[member.name] for member in payload.types if member.name in known]


def sample_input(command: type[Command], player: str) -> Json:
    """Return the input of a mutation, with some value in each field."""
    if command is CreateGame:
        return {"variant": "whist"}
    hints = get_type_hints(command)
    known = {"player": player, "commitment": "5e" * 32, "seed": "5e" * 32}
    values = {name: known.get(name) or named(some(hints[name])) for name in own_fields(command)}
    return {"game": str(uuid4()), **values}


def test_a_client_can_select_the_refusal_of_every_mutation() -> None:
    payloads = [each for each in d.schema().type_map.values() if isinstance(each, GraphQLUnionType)]
    assert len(payloads) > 30
    for payload in payloads:
        interfaces = {interface.name for member in payload.types for interface in member.interfaces}
        assert "Refusal" in interfaces, payload


PLAYERS_COMMANDS = [CreateGame, *(command for command in commands() if command not in OPERATOR_COMMANDS)]


@pytest.mark.parametrize("command", PLAYERS_COMMANDS, ids=lambda command: command.__name__)
@pytest.mark.parametrize("rates", [Rates(enabled=False)], indirect=True)
async def test_every_declared_refusal_is_data_with_its_code_message_and_fields(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch, command: type[Command]
) -> None:
    mutation, given = command_name(command), sample_input(command, ann.player)
    assert len(declared(mutation)) > 5
    for kind in declared(mutation):
        refusal = sample(kind)
        for method in ("carry_out", "create"):
            monkeypatch.setattr(type(services.games), method, AsyncMock(side_effect=refusal))
        plain = {name: named(getattr(refusal, name)) for name in kind.__match_args__}
        fields = {
            _camel(name): list(value) if isinstance(value, tuple) else value for name, value in plain.items()
        }
        told = await ann.refused(mutation, **given)
        assert told.pop("__typename") == kind.__name__
        assert told.pop("code") == kind.code, kind
        assert told.pop("message"), kind
        assert told.pop("game") is None, "there is no such game"
        assert {each["name"] for each in told.pop("arguments")} == set(fields)
        # An input has its defaults, too.
        blamed = refusal.blamed({"options": [], **given} if mutation == "createGame" else given)
        assert told.pop("inputPath")[:2] == ([] if blamed is None else ["input", _camel(blamed)]), kind
        keys = {name: _key(value) if isinstance(value, dict) else value for name, value in told.items()}
        assert keys == fields, kind


def _key(reference: Json) -> Any:
    """Return the id of a player, or the name of a variant."""
    return reference["id"] if "id" in reference else reference["name"]


async def test_an_undeclared_refusal_is_an_error_with_its_code_and_message(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await ann.create()
    monkeypatch.setattr(type(services.games), "carry_out", AsyncMock(side_effect=MustFollow(Card("5H"), ())))
    answer = await ann.ask(d.mutation("leaveGame"), input={"game": game})
    (error,) = answer["errors"]
    assert error["extensions"]["code"] == "MUST_FOLLOW"
    assert error["message"] == "5H does not follow; you must play one of none."
    assert error["path"] == ["leaveGame"]
    assert "leaveGame was refused by MUST_FOLLOW, which it does not declare" in caplog.text


async def test_a_refusal_has_the_game_as_its_caller_sees_it(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for client in (ann, bob):
        refusal = await client.refused("playCard", game=game, card="5H")
        assert refusal["game"] == await client.game(game)
    assert {refusal["game"]["you"], (await ann.game(game))["you"]} == {0, 1}
    assert (await ann.refused("createGame", variant="whist"))["game"] is None
    assert (await ann.data(d.SIGN_IN, input={"name": ""}))["signIn"]["game"] is None


async def test_a_refusal_has_no_game_that_its_caller_may_not_see(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    token, _ = services.identity.invitations.token(UUID(game), ann.player)
    for client, seen in ((ann, True), (bob, False)):
        refusal = await client.refused("acceptInvitationLink", token=token, expectedVersion=99)
        assert refusal["code"] == "VERSION_CONFLICT"
        assert (refusal["game"] is not None) == seen
    assert (await ann.refused("leaveGame", game="none"))["game"] is None
    newer = await of_a_newer_server(services)
    refusal = await ann.refused("leaveGame", game=newer)
    assert (refusal["code"], refusal["game"]) == ("UNKNOWN_RULES", None)


async def test_the_game_of_a_refusal_is_read_only_when_it_is_selected(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, read = await ann.create(), list[UUID]()
    current = services.reading.current

    async def recorded(game: UUID, player: str | None) -> tuple[int, View]:
        read.append(game)
        return await current(game, player)

    monkeypatch.setattr(services.reading, "current", recorded)
    document = "mutation($input: StartGameInput!) { startGame(input: $input) { ... on Refusal { code %s } } }"
    await ann.data(document % "", input={"game": game})
    assert read == []
    await ann.data(document % "game { id }", input={"game": game})
    assert read == [UUID(game)]


async def test_an_accepted_command_and_a_refusal_are_selected_beside_each_other(ann: Client) -> None:
    document = """mutation($input: FillSeatsInput!) { fillSeats(input: $input) { __typename
      ... on CommandAccepted { version game { id } } ... on Refusal { code game { id } } } }"""
    game = await ann.create()
    filled = (await ann.data(document, input={"game": game}))["fillSeats"]
    assert filled == {"__typename": "FillSeatsAccepted", "version": 8, "game": {"id": game}}
    full = (await ann.data(document, input={"game": game}))["fillSeats"]
    assert full == {"__typename": "GameFull", "code": "GAME_FULL", "game": {"id": game}}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def declared_by_mutations() -> Returned:
    """Return the refusals in the payloads of all mutations, without those of commands."""
    root = d.schema().mutation_type
    assert root is not None
    payloads = {name: get_named_type(field.type) for name, field in root.fields.items()}
    found = {
        (name, member.name)
        for name, payload in payloads.items()
        if isinstance(payload, GraphQLUnionType)
        for member in payload.types
        if member.name != d.accepted(name)
    }
    every: tuple[type[Command], ...] = (CreateGame, AcceptInvitationLink, Rematch, *commands())
    return found - {
        (command_name(command), refusal.__name__) for command in every for refusal in refusals_of(command)
    }


@pytest.mark.parametrize("rates", [Rates(busy=100, open_tables=4, machine_games=1)], indirect=True)
async def test_every_refusal_of_a_mutation_is_returned(services: Services, spectator: Client) -> None:
    returned: Returned = set()

    async def refused(client: Client, mutation: str, /, **values: object) -> None:
        returned.add((mutation, (await client.refused(mutation, **values))["__typename"]))

    ann, alike = await spectator.sign_in("Ape"), await spectator.sign_in("\u0410\u0440\u0435")
    bob = await spectator.sign_in("Bob")
    await refused(spectator, "signIn", name=" ")
    await refused(ann, "rename", name=" ")
    game = await ann.create()
    await bob.must("joinGame", game=game)
    await refused(bob, "rename", name="\u0410\u0440\u0435")

    await refused(ann, "invitePlayer", game=game, player="nobody")
    await refused(alike, "joinGame", game=game)
    created = await ann.send("createInvitationLink", game=game)
    await refused(alike, "acceptInvitationLink", token=created["invitationLink"]["token"])

    twice: Json = {"name": "reveal", "value": "at_end"}
    await refused(ann, "createGame", variant="president", options=[twice, twice])
    others = [await ann.create() for _ in range(3)]
    await refused(ann, "createGame", variant="president")
    await ann.must("fillSeats", game=others[0])
    await refused(ann, "fillSeats", game=others[1])

    await refused(alike, "createInvitationLink", game=game)
    await refused(ann, "createInvitationLink", game=str(uuid4()))
    await refused(ann, "createInvitationLink", game=await of_a_newer_server(services))
    seed = "5e" * 32
    foot = (await ann.game(game))["deal"]["foot"]
    await bob.must("commitSeed", game=game, commitment=seed_commitment(foot, bob.player, seed))
    await ann.must("startGame", game=game)
    await refused(ann, "createInvitationLink", game=game)
    await bob.must("revealSeed", game=game, seed=seed)
    await refused(ann, "createInvitationLink", game=game)
    closed = others[2]
    await ann.must("leaveGame", game=closed)
    await refused(ann, "createInvitationLink", game=closed)

    assert returned == declared_by_mutations() - ELSEWHERE
