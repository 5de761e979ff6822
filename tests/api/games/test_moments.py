"""`moments` over GraphQL: the same game states as `replay` at each version."""

from __future__ import annotations

from typing import Any

import pytest

from api.graphql.context import Services
from domain.rules import variants
from domain.view import View
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun, caught_up
from tests.long_form import usually

MOMENTS = d.MOMENTS


async def moments(client: Client, game: str, **values: Any) -> list[Json]:
    found: list[Json] = (await client.data(MOMENTS, game=game, **values))["game"]["moments"]
    return found


async def played(services: Services, clients: list[Client], variant: str) -> str:
    game = await begun(*clients, variant=variant)
    await advance(services, game, moves=12)
    return game


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten"))
async def test_each_moment_is_the_replay_of_its_version_from_every_seat(
    services: Services, ann: Client, bob: Client, cyd: Client, spectator: Client, variant: str
) -> None:
    clients = [ann, bob, cyd, await spectator.sign_in("Dan")]
    game = await played(services, clients, variant)
    last = (await ann.game(game))["version"]
    assert last > 20
    for client in (clients[0], clients[2], spectator):
        # From before the start, when nobody had a seat's view yet, and from the midst of it.
        for after in (0, 5, 12):
            found = await moments(client, game, after=after, first=12)
            assert [each["version"] for each in found] == list(range(after + 1, min(after + 12, last) + 1))
            assert found == [await client.replay(game, each["version"]) for each in found]


async def test_a_player_who_left_before_the_start_is_a_spectator(
    ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create()
    for client in (bob, cyd):
        await client.must("joinGame", game=game)
    await bob.must("leaveGame", game=game)
    await ann.must("startGame", game=game)
    for client in (bob, cyd):
        found = await moments(client, game)
        assert found == [await client.replay(game, each["version"]) for each in found]
    assert [each["you"] for each in await moments(bob, game)][-1] is None


async def test_pages_of_moments_follow_each_other_to_the_end(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await played(services, [ann, bob], "hundred-and-ten")
    last = (await ann.game(game))["version"]
    found: list[Json] = []
    while page := await moments(ann, game, after=len(found), first=7):
        assert len(page) <= 7
        found += page
    assert [each["version"] for each in found] == list(range(1, last + 1))
    assert len(await moments(ann, game)) == 20
    assert await moments(ann, game, after=last) == []


async def test_a_game_is_folded_once_for_all_moments(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await played(services, [ann, bob], "hundred-and-ten")
    # Read models fold as well.
    await caught_up(services)
    folded = 0
    honest = View.after

    def counted(view: View, events: Any) -> View:
        nonlocal folded
        known = list(events)
        folded += len(known)
        return honest(view, known)

    monkeypatch.setattr(View, "after", counted)
    await moments(ann, game, first=20)
    # Once to see who may look, once for what is shown.
    last = (await ann.game(game))["version"]
    assert folded <= 2 * last + 20


async def test_a_page_has_its_bounds(ann: Client) -> None:
    game = await ann.create()
    little = "query($game: ID!, $first: Int!) { game(id: $game) { moments(first: $first) { version } } }"
    for first in [0, -1, 26, 500]:
        assert await ann.code(little, game=game, first=first) == "INVALID_PAGE", first
    found = (await ann.data(little, game=game, first=25))["game"]["moments"]
    assert [each["version"] for each in found] == [1, 2]


async def test_a_missing_game_or_version_is_an_error(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert await ann.code(MOMENTS, game=game, after=3) == "UNKNOWN_VERSION"
    assert await ann.code(MOMENTS, game="none") == "UNKNOWN_GAME"
    private = await ann.create(access="PRIVATE")
    assert await bob.code(MOMENTS, game=private) == "UNKNOWN_GAME"
    assert await bob.code(MOMENTS, game=private, after=999) == "UNKNOWN_GAME"
