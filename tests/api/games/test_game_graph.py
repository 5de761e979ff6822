"""From a game a client reaches its events, past, players and times; only what is selected is read."""

from __future__ import annotations

from api.graphql.context import Services
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, play_to_the_end

TIMES = "query($game: ID!) { game(id: $game) { createdAt startedAt endedAt } }"
NAMES = "query($game: ID!) { game(id: $game) { seats { player { id %s } } organizer { id } } }"


async def test_what_is_reached_from_a_game_equals_what_root_fields_return(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await begun(ann, bob)
    await advance(services, game, moves=12)
    for client in (ann, bob, spectator):
        now = await client.game(game)
        reached = (await client.data(d.OF_GAMES, game=game, version=now["version"], after=3, first=5))["game"]
        assert [edge["node"] for edge in reached["events"]["edges"]] == (await client.events(game))[:5]
        assert reached["at"] == await client.replay(game, now["version"])
        assert reached["moments"] == [await client.replay(game, version) for version in range(4, 9)]
        if now["you"] is not None:
            assert reached["suggestion"] == (await client.data(d.SUGGESTION, game=game))["game"]["suggestion"]
        else:
            assert reached["suggestion"] is None


async def test_a_missing_version_leaves_the_rest_of_the_game(ann: Client) -> None:
    inner = "version at(version: 99) { version } moments(after: 99) { version }"
    document = f"query($game: ID!) {{ game(id: $game) {{ {inner} }} }}"
    answer = await ann.ask(document, game=await ann.create())
    assert answer["data"]["game"] == {"version": 2, "at": None, "moments": None}
    assert {error["extensions"]["code"] for error in answer["errors"]} == {"UNKNOWN_VERSION"}


async def test_times_are_those_of_the_events_at_once(services: Services, ann: Client, bob: Client) -> None:
    # The game list may be behind the game; the times never are.
    game = await ann.create()
    assert await times(ann, game) == {"createdAt": await at(ann, game, "GameCreated")} | NEITHER
    await bob.must("joinGame", game=game)
    await ann.must("startGame", game=game)
    started = {"startedAt": await at(ann, game, "GameStarted")}
    assert (await times(bob, game)).items() >= (started | {"endedAt": None}).items()
    await play_to_the_end([ann, bob], game)
    assert (await times(bob, game)).items() >= (started | {"endedAt": await at(ann, game, "GameWon")}).items()


async def test_names_are_read_only_if_they_are_selected(
    services: Services, ann: Client, bob: Client, spectator: Client
) -> None:
    game = await begun(ann, bob)
    players = services.players
    for selected, known in (("", False), ("name", True)):
        players._cache.clear()
        await spectator.data(NAMES % selected, game=game)
        assert [player in players._cache for player in (ann.player, bob.player)] == [known, known]


NEITHER = {"startedAt": None, "endedAt": None}


async def times(client: Client, game: str) -> Json:
    found: Json = (await client.data(TIMES, game=game))["game"]
    return found


async def at(client: Client, game: str, kind: str) -> str:
    [event] = [each for each in await client.events(game) if each["__typename"] == kind]
    time: str = event["at"]
    return time
