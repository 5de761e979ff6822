"""Games are read up to date while no read model is."""

from __future__ import annotations

import pytest

from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import begun, suggested
from tests.api.harness.socket_client import following
from tests.long_form import usually
from tests.processes.installation import Installation, Process
from tests.processes.polling import listed


@pytest.mark.parametrize("installation", usually(("sqlite", "postgres"), "sqlite"), indirect=True)
async def test_a_game_is_never_stale_though_the_projector_stands_still(installation: Installation) -> None:
    server, projector = installation.serve("--no-projections"), installation.project()
    async with over_http(server.url) as spectator:
        clients = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(*clients)
        await listed(spectator, "RUNNING", game)
        for stand_still, go_on in ((projector.pause, projector.resume), (projector.kill, projector.start)):
            stand_still()
            version, another = await unprojected(server, spectator, clients, game)
            go_on()
            await listed(spectator, "RUNNING", another)
            assert (await spectator.game(game))["version"] == version


async def unprojected(
    server: Process, spectator: Client, clients: list[Client], game: str
) -> tuple[int, str]:
    """Play on, and begin another game, while nothing keeps the read models up to date."""
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
    began = await clients[1].game(another)
    assert [card for card in began["seats"][1]["hand"] if card != "??"], "nobody sees his own hand"
    # The lists alone are behind.
    assert another not in await spectator.listed("RUNNING")
    return state["version"], another


async def move(client: Client, game: str) -> Json:
    """Make the move that the server suggests."""
    wanted = await suggested(client, game)
    assert wanted is not None, "somebody else is to move"
    name, values = wanted
    return await client.must(name, game=game, **values)
