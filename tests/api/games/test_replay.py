"""Replays over GraphQL: at every version, the fold of the events that the seat may see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.graphql.context import Services
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.types.derivation import option_text
from api.graphql.types.events import NAMES_IN_SCHEMA
from application.codec import RecordedEvent
from domain.events import DeckRevealed
from domain.game import fold
from domain.view import View
from domain.visibility import Viewer, redact
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun


@pytest.fixture
async def played(services: Services, ann: Client, bob: Client, cyd: Client) -> str:
    """A game of which more than a round has been played."""
    game = await begun(ann, bob, cyd)
    await advance(services, game, moves=28)
    return game


def shown(recorded: list[RecordedEvent], seat: Viewer, version: int) -> ViewedGame:
    """Return what is to be shown, told without the application: a fold of redacted events."""
    revealed = frozenset(each.event.shuffle for each in recorded if isinstance(each.event, DeckRevealed))
    game = fold(redact(each.event, seat, revealed) for each in recorded[:version])
    player = game.seats[seat].player if seat is not None and seat < len(game.seats) else None
    view = View(viewer=seat, game=game, revealed=revealed)
    return ViewedGame(recorded[0].game, version, view, player)


def told(game: Json) -> dict[str, Any]:
    """Return what an answer says, as far as it says it in the same words as the view."""
    table = game["table"] or {}
    return {
        "version": game["version"],
        "stage": game["stage"],
        "you": game["you"],
        "hands": [seat["hand"] for seat in game["seats"]],
        "places": [
            (
                seat["score"],
                seat["bid"],
                seat["passed"],
                seat["passQueued"],
                seat["discarded"],
                seat["tricks"],
            )
            for seat in game["seats"]
        ],
        "table": [
            table.get(name) for name in ("round", "dealer", "toMove", "stock", "bidder", "bid", "trump")
        ],
        "trick": [(each["seat"], each["card"]) for each in table.get("trick", [])],
        "moves": [offer["__typename"] for offer in game["legalMoves"]],
    }


def said(view: ViewedGame) -> dict[str, Any]:
    """Return what a view says in the same form."""
    table = view.table
    return {
        "version": view.version,
        "stage": view.stage.name,
        "you": view.you,
        "hands": [list(map(str, seat.hand)) for seat in view.seats],
        "places": [
            (seat.score, seat.bid, seat.passed, seat.pass_queued, seat.discarded, seat.tricks)
            for seat in view.seats
        ],
        "table": [
            list(value) if isinstance(value := getattr(table, name, None), tuple) else value
            for name in ("round", "dealer", "to_move", "stock", "bidder", "bid", "trump")
        ],
        "trick": [(each.seat, str(each.card)) for each in table.trick] if table else [],
        "moves": [type(offer).__name__ for offer in view.legal_moves],
    }


async def test_a_replay_is_the_fold_of_the_events_visible_to_the_seat(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client, played: str
) -> None:
    recorded = await services.store.read(UUID(played))
    assert any(isinstance(each.event, DeckRevealed) for each in recorded)
    for client, seat in [(ann, 0), (bob, 1), (cyd, 2), (spectator, None)]:
        # The seats are taken in the lobby; what a replay shows of it does not depend on the seat.
        for version in range(1, len(recorded) + 1):
            assert told(await client.replay(played, version)) == said(shown(recorded, seat, version))


def as_moment(game: Json) -> Json:
    """Return a game without the fields that moments do not have."""
    own = {"id", "access", "createdAt", "startedAt", "endedAt", "length", "deal"}
    return {name: value for name, value in game.items() if name not in own} | {"__typename": "GameMoment"}


async def test_the_replay_of_the_last_version_equals_the_game(
    spectator: Client, ann: Client, bob: Client, cyd: Client, played: str
) -> None:
    for client in (ann, bob, cyd, spectator):
        now = await client.game(played)
        assert await client.replay(played, now["version"]) == as_moment(now)


async def test_a_replay_equals_the_view_of_the_time_until_a_reveal(
    services: Services, ann: Client, bob: Client
) -> None:
    options = [{"name": "reveal", "value": "at_end"}]
    game = await begun(ann, bob, options=options)
    seen = []
    for _ in range(30):
        seen += [(client, await client.game(game)) for client in (ann, bob)]
        await advance(services, game, moves=1)
    for client, then in seen:
        assert await client.replay(game, then["version"]) == as_moment(then)


async def test_a_replay_shows_cards_that_were_revealed_since(
    services: Services, spectator: Client, ann: Client, bob: Client, played: str
) -> None:
    recorded = await services.store.read(UUID(played))
    dealt = next(each.version for each in recorded if type(each.event).__name__ == "RoundDealt") + 3
    for client in (spectator, ann, bob):
        hands = [seat["hand"] for seat in (await client.replay(played, dealt))["seats"]]
        assert [len(hand) for hand in hands] == [5, 5, 5]
        assert "??" not in {card for hand in hands for card in hand}


async def test_a_version_beyond_the_game_is_an_error(ann: Client) -> None:
    game = await ann.create()
    for version in [0, 3, 2**53 - 1]:
        answer = await ann.ask(d.REPLAY, game=game, version=version)
        assert answer["data"] == {"game": {"at": None}}, version
        (error,) = answer["errors"]
        assert error["extensions"]["code"] == "UNKNOWN_VERSION", version
        assert error["message"] == f"The game has no version {version}; the last is 2.", version


async def test_a_replay_refuses_an_invalid_version(ann: Client) -> None:
    game = await ann.create()
    for version in [-1, 2**53, "1", 1.5, None]:
        answer = await ann.ask(d.REPLAY, game=game, version=version)
        assert "Something went wrong" not in answer["errors"][0]["message"], version
        assert answer.get("data") is None, version


PLAYERS = {"player", "players", "organizer", "inviter"}
"""Fields of events that name players."""


def _ids(players: Any) -> Any:
    return [player["id"] for player in players] if isinstance(players, list) else players and players["id"]


async def test_events_are_the_log_redacted_for_the_seat(
    services: Services, spectator: Client, ann: Client, bob: Client, played: str
) -> None:
    recorded = await services.store.read(UUID(played))
    revealed = frozenset(each.event.shuffle for each in recorded if isinstance(each.event, DeckRevealed))
    for client, seat in [(ann, 0), (bob, 1), (spectator, None)]:
        events = await client.events(played)
        assert len(events) == len(recorded), seat
        for event, each in zip(events, recorded, strict=True):
            readable = redact(each.event, seat, revealed)
            assert event["__typename"] == type(readable).__name__, seat
            fields = {_snake(name): plain(value) for name, value in event.items()}
            called = NAMES_IN_SCHEMA.get(type(readable).__name__, {})
            for name, value in msgspec.to_builtins(readable).items():
                if name == "options":
                    settings = {setting["name"]: setting["value"] for setting in fields[name]}
                    assert settings == {name: option_text(chosen) for name, chosen in value.items()}, seat
                elif name == "secret":
                    assert value is None, seat
                    assert name not in fields, seat
                elif name == "variant":
                    assert fields[name]["name"] == value
                elif name == "bids_made":
                    told = {True: "MADE", False: "FAILED", None: "NONE"}
                    assert fields[name] == [told[made] for made in value], seat
                elif name in PLAYERS:
                    assert _ids(fields[_snake(called.get(name, name))]) == plain(value), name
                elif name != "type":
                    assert fields[_snake(called.get(name, name))] == plain(value), name


def plain(value: Any) -> Any:
    """Return a value as lists and dictionaries, without the names of types."""
    match value:
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {name: plain(each) for name, each in value.items() if name != "__typename"}
    return value


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
