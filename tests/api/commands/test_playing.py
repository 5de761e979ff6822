"""Whole games over GraphQL, with the legal moves at each point."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from api.graphql.context import Services
from application.store.port import Append
from domain.commands import command_name
from domain.rules import variants
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import (
    TO_MOVE,
    Wanted,
    begun,
    expanded,
    moving,
    suggested,
)
from tests.laws.playouts import PEOPLE, every_variant
from tests.laws.secrecy.conceivable import TurnTheTable, conceivable

ILLEGAL_MOVES = 60
VERSION_OF_AUTOMATION = 60
"""After this the machine plays on; whole games of people are the affair of tests/processes."""


@dataclass
class Copies:
    """Makes copies of a game, so that several moves can be tried at one point of it."""

    services: Services

    async def of(self, game: str) -> str:
        copy = uuid4()
        events = tuple(each.event for each in await self.services.store.read(UUID(game)))
        await self.services.store.append(
            Append(game=copy, after=0, events=events, at=datetime.now(UTC), by=None)
        )
        return str(copy)


@pytest.fixture
def copies(services: Services) -> Copies:
    return Copies(services)


async def signed_in(spectator: Client, variant: str) -> list[Client]:
    """Let as many sign in as the variant takes at least."""
    return [await spectator.sign_in(name) for name in PEOPLE[: variants()[variant].seats[0]]]


NOTHING_NEW = 15
"""After so many moves in phases that have been met, the rest of a game is taken to bring no other."""


async def moments(
    clients: list[Client], game: str, seed: int = 0
) -> AsyncIterator[tuple[Client, list[Wanted]]]:
    """Play on with legal moves at random, giving who is to move and what is legal, once for each phase."""
    random, met = Random(seed), set[str]()
    since = 0
    while since < NOTHING_NEW:
        to_move = (await clients[0].data(TO_MOVE, game=game))["game"]["table"]["toMove"]
        if not to_move:
            return
        client = clients[to_move[0]]
        now = await client.game(game)
        legal = list(expanded(now["legalMoves"]))
        if now["table"]["phase"] not in met:
            met.add(now["table"]["phase"])
            since = 0
            yield client, legal
        since += 1
        name, values = random.choice(legal)
        await client.must(name, game=game, **values)


def meaning(wanted: Wanted) -> tuple[str, bytes]:
    """Return what makes two moves the same: the order in which cards are named does not matter."""
    name, values = wanted
    plain = {each: value if isinstance(value, int | str) else sorted(value) for each, value in values.items()}
    return name, msgspec.json.encode(plain, order="deterministic")


def illegal(hand: list[Any], legal: list[Wanted], random: Random) -> list[Wanted]:
    """Return some of the moves that one could conceive of and say, besides those that are legal."""
    moves: list[Wanted] = []
    for move in conceivable("", tuple(hand)):
        values = {name: getattr(move, name) for name in move.__struct_fields__ if name != "by"}
        sayable = all(abs(value) < 2**31 for value in values.values() if isinstance(value, int))
        if sayable and "??" not in str(values) and not isinstance(move, TurnTheTable):
            moves.append((command_name(type(move)), values))
    known = set(map(meaning, legal))
    return random.sample([move for move in moves if meaning(move) not in known], ILLEGAL_MOVES)


@every_variant
async def test_a_game_is_played_by_its_suggestions_to_its_end(spectator: Client, variant: str) -> None:
    """One game for several laws: each move of it takes many requests."""
    ann, *_ = clients = await signed_in(spectator, variant)
    game = await begun(*clients, variant=variant)
    version = (await ann.game(game))["version"]
    async for client, move in moving(clients, game):
        await only_players_to_move_have_moves(clients, game, move)
        name, values = move
        result = await client.must(name, game=game, **values)
        shown = await client.game(game)
        assert result["game"] == shown, "the view in an outcome equals the game"
        assert result["version"] == shown["version"]
        versions = [event["version"] for event in result["events"]]
        assert versions == [*range(version + 1, result["version"] + 1)]
        page = (await client.data(d.EVENTS, game=game, last=len(versions)))["game"]["events"]["edges"]
        assert result["events"] == [edge["node"] for edge in page]
        version = result["version"]
        if version > VERSION_OF_AUTOMATION:
            break
    assert (await ann.game(game))["version"] == version
    for client in clients:
        if (await client.game(game))["result"] is None:
            await client.must("automateSeat", game=game)
    final = await ann.game(game)
    assert final["stage"] == "WON"
    last = (await ann.events(game))[-1]
    assert last["__typename"] in ("GameWon", "DeckRevealed")
    assert last["version"] == final["version"]
    assert final["table"]["toMove"] == final["legalMoves"] == []
    assert sorted(seat for place in final["result"]["ranking"] for seat in place) == [*range(len(clients))]
    winners = [final["seats"][seat]["player"] for seat in final["result"]["ranking"][0]]
    assert final["result"]["winners"] == winners
    assert (await ann.data(d.SUGGESTION, game=game))["game"]["suggestion"] is None
    assert (await ann.data(d.LEGAL_MOVES, game=game))["game"]["legalMoves"] == []


async def only_players_to_move_have_moves(clients: list[Client], game: str, suggestion: Wanted) -> None:
    """Assert that the suggestion is a legal move, and that no other player has any."""
    for seat, client in enumerate(clients):
        now = await client.game(game)
        if seat == now["table"]["toMove"][0]:
            assert meaning(suggestion) in set(map(meaning, expanded(now["legalMoves"])))
        elif seat not in now["table"]["toMove"]:
            assert now["legalMoves"] == []
            assert await suggested(client, game) is None


async def test_the_legal_moves_in_the_game_equal_those_of_the_query(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for client in (ann, bob):
        alone = (await client.data(d.LEGAL_MOVES, game=game))["game"]["legalMoves"]
        assert alone == (await client.game(game))["legalMoves"]


@every_variant
async def test_a_move_is_accepted_if_and_only_if_it_is_offered(
    spectator: Client, copies: Copies, variant: str
) -> None:
    clients = await signed_in(spectator, variant)
    game = await begun(*clients, variant=variant)
    seen = 0
    async for client, legal in moments(clients, game):
        seen += 1
        assert legal
        for name, values in legal:
            await client.must(name, game=await copies.of(game), **values)
        shown = await client.game(game)
        hand = shown["seats"][shown["you"]]["hand"]
        copy = await copies.of(game)
        version = (await client.game(copy))["version"]
        out_of_turn = {command_name(each) for each in variants()[variant].out_of_turn}
        for name, values in illegal(hand, legal, Random(seen)):
            if name not in out_of_turn:
                refusal = await client.refused(name, game=copy, **values)
                assert refusal["code"]
                assert refusal["message"]
        assert (await client.game(copy))["version"] == version
    assert seen


async def test_a_spectator_has_no_legal_moves(ann: Client, bob: Client, cyd: Client) -> None:
    game = await begun(ann, bob)
    assert (await cyd.data(d.LEGAL_MOVES, game=game))["game"]["legalMoves"] == []
    assert (await cyd.data(d.SUGGESTION, game=game))["game"]["suggestion"] is None
    assert (await cyd.game(game))["legalMoves"] == []


async def test_passes_are_queued_and_taken_back_out_of_turn(ann: Client, bob: Client, cyd: Client) -> None:
    game = await begun(ann, bob, cyd)
    queued = await ann.must("queuePass", game=game)
    assert queued["game"]["seats"][0]["passQueued"] is True
    assert (await ann.refused("queuePass", game=game))["code"] == "PASS_ALREADY_QUEUED"
    taken_back = await ann.must("unqueuePass", game=game)
    assert taken_back["game"]["seats"][0]["passQueued"] is False
    refusal = await ann.refused("unqueuePass", game=game)
    assert (refusal["code"], refusal["seat"]) == ("NO_PASS_QUEUED", 0)


async def test_players_see_only_their_own_hands(spectator: Client, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    hands = {}
    for client in (ann, bob, spectator):
        hands[client] = [seat["hand"] for seat in (await client.game(game))["seats"]]
    for seat, client in enumerate((ann, bob)):
        assert "??" not in hands[client][seat]
        assert set(hands[client][1 - seat]) == {"??"}
    assert {card for hand in hands[spectator] for card in hand} == {"??"}
