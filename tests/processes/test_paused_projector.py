"""Games are current even while their read models are not updated."""

from __future__ import annotations

import pytest

from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import begun, suggested
from tests.api.harness.socket_client import following
from tests.long_form import usually
from tests.processes.installation import Installation, Process
from tests.processes.polling import listed


@pytest.mark.parametrize("installation", usually(("sqlite", "postgres"), "sqlite"), indirect=True)
async def test_games_are_current_while_the_projector_is_stopped(installation: Installation) -> None:
    server, projector = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        clients = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(*clients)
        await listed(spectator, "PLAYING", game)
        for stop, resume in ((projector.pause, projector.resume), (projector.kill, projector.start)):
            stop()
            version, another = await play_without_projections(server, spectator, clients, game)
            resume()
            await listed(spectator, "PLAYING", another)
            assert (await spectator.game(game))["version"] == version


async def play_without_projections(
    server: Process, spectator: Client, clients: list[Client], game: str
) -> tuple[int, str]:
    """Play, and start another game, while the read models are not updated."""
    state = await spectator.game(game)
    async with following(server.url, game, after=state["version"]) as events:
        for _ in range(12):
            client = clients[state["table"]["toMove"][0]]
            result = await move(client, game)
            state = await client.game(game)
            assert state == result["game"]
            assert (await spectator.game(game))["version"] == result["version"]
        received = await events.upto(state["version"])
    assert received[-1]["version"] == state["version"]
    another = await begun(*clients)
    started = await clients[1].game(another)
    assert [card for card in started["seats"][1]["hand"] if card != "??"], (
        "a player cannot see their own hand"
    )
    # Only the lists are behind.
    assert another not in await spectator.listed("PLAYING")
    return state["version"], another


async def move(client: Client, game: str) -> Json:
    """Make the move that the server suggests."""
    suggestion = await suggested(client, game)
    assert suggestion is not None, "it is another player's turn"
    name, values = suggestion
    return await client.must(name, game=game, **values)
