"""Suggestions for past moves, from the seat's knowledge at that time."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

import domain.machine
from api.graphql.context import Services
from domain.game import legal
from domain.machine import player_of
from domain.state import Game
from domain.view import View, hindsight
from domain.visibility import SPECTATOR
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, play_to_the_end
from tests.laws.playouts import every_variant, playout


async def suggested(client: Client, game: str, version: int, seat: int) -> Json | None:
    data = await client.data(d.PAST_SUGGESTION, game=game, version=version, seat=seat)
    found: Json | None = data["game"]["at"]["suggestion"]
    return found


@every_variant
async def test_a_past_suggestion_equals_the_suggestion_of_the_time(
    services: Services, ann: Client, bob: Client, cyd: Client, spectator: Client, variant: str
) -> None:
    clients = [ann, bob, cyd, await spectator.sign_in("Dan")]
    game = await begun(*clients, variant=variant)
    then: list[tuple[int, int, Client, Json]] = []
    for _ in range(15):
        now = await ann.game(game)
        seat = now["table"]["toMove"][0]
        move = (await clients[seat].data(d.SUGGESTION, game=game))["game"]["suggestion"]
        then.append((now["version"], seat, clients[seat], move))
        await advance(services, game, moves=1)
    for version, seat, client, move in then:
        assert await suggested(client, game, version, seat) == move
    # Others may see it once all is open, and it is the same.
    await play_to_the_end(clients, game)
    for version, seat, _, move in then:
        for other in (clients[seat - 1], spectator):
            assert await suggested(other, game, version, seat) == move


def waits(events: list[Json]) -> list[int]:
    """Return the versions at which the game waited: what is committed together is of one time."""
    times = [each["at"] for each in events]
    return [
        version
        for version in range(1, len(events) + 1)
        if times[version - 1 : version] != times[version : version + 1]
    ]


async def test_a_hidden_hand_has_no_suggestion(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await begun(ann, bob, options=[{"name": "reveal", "value": "at_end"}])
    await advance(services, game, moves=25)
    told, waiting = 0, waits(await ann.events(game))
    for version in range(1, (await ann.game(game))["version"] + 1):
        shown = await spectator.replay(game, version)
        to_move = shown["table"]["toMove"] if shown["table"] and version in waiting else []
        for seat, client in enumerate((ann, bob)):
            own = await suggested(client, game, version, seat)
            assert (own is not None) == (seat in to_move)
            told += own is not None
            for other in (bob, ann)[seat], spectator:
                assert await suggested(other, game, version, seat) is None
    assert told == 26


async def test_a_revealed_round_has_suggestions_during_the_game(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await begun(ann, bob)
    # Everyone may pass in a round, which then has few moves.
    while "RoundScored" not in (kinds := [each["__typename"] for each in await ann.events(game)]):
        await advance(services, game, moves=4)
    told = {
        each: await suggested(spectator, game, each, seat) is not None
        for each in waits(await ann.events(game))
        for seat in ((await spectator.replay(game, each))["table"] or {"toMove": []})["toMove"]
    }
    opened = len(kinds) - kinds[::-1].index("DeckRevealed") - 1
    assert len(told) > 10
    assert told == {version: version < opened for version in told}


async def test_a_seat_that_was_not_to_move_has_no_suggestion(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    assert await suggested(bob, game, version, 1) is not None
    for then, seat in ((version, 0), (version, 7), (version, -1), (2, 0), (1, 0)):
        assert await suggested(ann, game, then, seat) is None


async def test_a_missing_game_or_version_is_an_error(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert await ann.code(d.PAST_SUGGESTION, game=game, version=3, seat=0) == "UNKNOWN_VERSION"
    assert await ann.code(d.PAST_SUGGESTION, game=game, version=0, seat=0) == "UNKNOWN_VERSION"
    assert await ann.code(d.PAST_SUGGESTION, game="none", version=1, seat=0) == "UNKNOWN_GAME"
    private = await ann.create(access="PRIVATE")
    assert await bob.code(d.PAST_SUGGESTION, game=private, version=1, seat=0) == "UNKNOWN_GAME"


async def test_a_game_without_a_machine_player_says_so(
    ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    version = (await ann.game(game))["version"]
    domain.machine.player_of.cache_clear()
    monkeypatch.setattr(domain.machine, "has_player", lambda _: False)
    assert await bob.code(d.PAST_SUGGESTION, game=game, version=version, seat=1) == "NO_MACHINE_PLAYER"


async def test_a_suggestion_ignores_cards_revealed_later(
    ann: Client, bob: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    await advance(services, game, moves=25)
    waiting = waits(await ann.events(game))
    await play_to_the_end([ann, bob], game)
    seen: list[Game] = []

    def curious(view: Game, seat: int) -> Any:
        seen.append(view)
        return player_of("hundred-and-ten")(view, seat)

    monkeypatch.setattr("domain.machine.thinking.levels.player_of", lambda *_: curious)
    recorded = await services.store.read(UUID(game))
    for version in waiting[:-1]:
        for seat in range(2):
            if await suggested(ann, game, version, seat) is not None:
                assert seen[-1] == View(viewer=seat).after(each.event for each in recorded[:version]).game
    assert len(seen) == 25


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell"])
def test_the_visibility_of_a_suggestion_depends_on_reveals_only(variant: str) -> None:
    asked = 0
    for seed in range(3):
        played, view = playout(variant, seed), View(viewer=0)
        for commit, log in zip(played.commits, played.committed_logs(), strict=True):
            view = view.after(commit.events)
            game = view.game
            if not legal(game, 0) or game.rules.show(game.table).blind:
                continue
            asked += 1
            everything = frozenset(range(game.shuffles))
            assert hindsight(log, 0, 0) == hindsight(log, 0, SPECTATOR, everything) == game
            assert hindsight(log, 0, SPECTATOR) is None
    assert asked > 20
