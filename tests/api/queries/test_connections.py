"""Relay connections: the pages of every list tile it forwards, backwards and between cursors."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from projections.players import eligibility
from tests.api.harness import cursors
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.cursors import sealed
from tests.api.harness.played_games import begun, caught_up
from tests.api.queries.test_leaderboard import finished

ARGUMENTS = "$first: Int, $after: Cursor, $last: Int, $before: Cursor"
GIVEN = "first: $first, after: $after, last: $last, before: $before"
PAGE = (
    "nodes { %s } edges { cursor node { %s } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"
    " totalCount { value atLeast }"
)

EVENTS = f"""query($game: ID!, {ARGUMENTS}) {{
  at: game(id: $game) {{ list: events({GIVEN}) {{ {PAGE % ("version", "version")} }} }}
}}"""
GAMES = f"""query({ARGUMENTS}) {{
  list: games(filter: WON, order: %s, {GIVEN}) {{ {PAGE % ("id", "id")} }}
}}"""
STANDING, MET = "rank player { id }", "games opponent { id }"
BOARD = f"""query({ARGUMENTS}) {{
  list: leaderboard(variant: "hundred-and-ten", window: SEASON, {GIVEN}) {{ {PAGE % (STANDING, STANDING)} }}
}}"""
PLAYED = "game { id }"
OF_PROFILE = f"""query($player: ID!, {ARGUMENTS}) {{ player(id: $player) {{
  at: profile(variant: "hundred-and-ten") {{ list: games({GIVEN}) {{ {PAGE % (PLAYED, PLAYED)} }} }}
}} }}"""
OF_PLAYER = f"""query($player: ID!, {ARGUMENTS}) {{
  at: player(id: $player) {{ list: %s {GIVEN}) {{ {PAGE % ("%s", "%s")} }} }}
}}"""
OF_ME = f"""query({ARGUMENTS}) {{ at: me {{ list: %s({GIVEN}) {{ {PAGE % ("id", "id")} }} }} }}"""

LISTS = {
    "events": EVENTS,
    "newest": GAMES % "NEWEST",
    "longest": GAMES % "LONGEST",
    "leaderboard": BOARD,
    "games of a profile": OF_PROFILE,
    "opponents": OF_PLAYER % ('headToHead(variant: "hundred-and-ten",', MET, MET),
    "games of a player": OF_PLAYER % ("games(filter: WON,", "id", "id"),
    "own games": OF_ME % "games",
    "own turns": OF_ME % "yourTurn",
    "invitations": OF_ME % "invitations",
}


@pytest.fixture
def rates() -> Rates:
    """Disable the rate limits: every list is read page by page."""
    return Rates(enabled=False)


async def page(client: Client, document: str, variables: Json, **paging: object) -> Json:
    """Return a page of the list that a document asks for."""
    data = await client.data(document, **variables, **paging)
    inner = data.get("player") or data
    found: Json = (inner.get("at") or inner)["list"]
    assert found["nodes"] == [edge["node"] for edge in found["edges"]]
    return found


async def forwards(client: Client, document: str, variables: Json, size: int) -> list[Json]:
    """Return the whole list from its beginning, in pages."""
    found: list[Json] = []
    after = None
    while True:
        part = await page(client, document, variables, first=size, after=after)
        info, edges = part["pageInfo"], part["edges"]
        assert info["hasPreviousPage"] is (after is not None)
        assert (info["startCursor"], info["endCursor"]) == (edges[0]["cursor"], edges[-1]["cursor"])
        found += edges
        if not info["hasNextPage"]:
            return found
        assert len(edges) == size
        after = info["endCursor"]


async def backwards(client: Client, document: str, variables: Json, size: int) -> list[Json]:
    """Return the whole list from its end, in pages, in the order of the list."""
    found: list[Json] = []
    before = None
    while True:
        part = await page(client, document, variables, last=size, before=before)
        info, edges = part["pageInfo"], part["edges"]
        assert info["hasNextPage"] is (before is not None)
        found = edges + found
        if not info["hasPreviousPage"]:
            return found
        assert len(edges) == size
        before = info["startCursor"]


async def played(services: Services, clients: list[Client]) -> Json:
    """Let games have been played in which nobody did as the others; return the variables of the lists."""
    first, second, third = (client.player for client in clients)
    now = datetime.now(UTC)
    for seats, times in (((first, second), 6), ((first, third), 5), ((second, third), 2)):
        for _ in range(times):
            await finished(services, list(seats), (110, 40), ((0,), (1,)), at=now)
    await finished(services, [first, second, third], (110, 40, 20), ((0,), (1, 2)), at=now)
    await caught_up(services)
    for _ in range(3):
        await begun(clients[1], clients[0])
        game = await clients[1].create(access="PRIVATE")
        await clients[1].must("invitePlayer", game=game, player=first)
    game = await begun(clients[0], clients[1])
    await caught_up(services)
    return {"player": first, "game": game}


async def test_pages_tile_every_list_from_both_ends(
    services: Services, ann: Client, bob: Client, cyd: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three players have met two others each.
    monkeypatch.setattr(eligibility, "MIN_OPPONENTS", 2)
    everything = await played(services, [ann, bob, cyd])
    for name, document in LISTS.items():
        variables = {each: value for each, value in everything.items() if f"${each}:" in document}
        whole = (await page(ann, document, variables, first=100))["edges"]
        given = [edge["cursor"] for edge in whole]
        if name == "leaderboard":
            assert [edge["node"]["rank"] for edge in whole] == [1, 2, 3]
        assert len(set(given)) == len(given) >= 2, name
        counted = (await page(ann, document, variables, first=1))["totalCount"]
        assert counted == {"value": len(whole), "atLeast": False}, name
        for size in (1, 2, len(whole)):
            assert await forwards(ann, document, variables, size) == whole, (name, size)
            assert await backwards(ann, document, variables, size) == whole, (name, size)
        between = {"after": given[0], "before": given[-1]}
        for which in ("first", "last"):
            part = await page(ann, document, variables, **{which: 100}, **between)
            assert part["edges"] == whole[1:-1], (name, which)
            assert part["pageInfo"]["hasPreviousPage"] is part["pageInfo"]["hasNextPage"] is True


async def test_every_list_refuses_an_invalid_page(
    services: Services, ann: Client, bob: Client, cyd: Client
) -> None:
    everything = await played(services, [ann, bob, cyd])
    for name, document in LISTS.items():
        variables = {each: value for each, value in everything.items() if f"${each}:" in document}
        for wrong in ({"first": 0}, {"last": 0}, {"last": -1}, {"last": 501}, {"first": 1, "last": 1}):
            assert await ann.code(document, **variables, **wrong) == "INVALID_PAGE", (name, wrong)
        for which in ("after", "before"):
            assert await ann.code(document, **variables, **{which: "nowhere"}) == "INVALID_CURSOR", name


async def test_a_page_of_events_has_correct_page_info(services: Services, ann: Client, bob: Client) -> None:
    game = await ann.create()
    for name in ("joinGame", "leaveGame", "joinGame"):
        await bob.must(name, game=game)
    assert (await ann.game(game))["version"] == 5
    pages: list[tuple[Json, list[int], bool, bool]] = [
        ({"before": "1"}, [], False, True),
        ({"before": "0"}, [], False, True),
        ({"last": 3, "before": "4"}, [1, 2, 3], False, True),
        ({"last": 2, "before": "4"}, [2, 3], True, True),
        ({"first": 2, "after": "3", "before": "5"}, [4], True, True),
        ({"after": "4", "before": "4"}, [], True, True),
        ({"after": "9", "before": "3"}, [], True, False),
        ({"last": 1, "before": "9223372036854775807"}, [5], True, False),
        ({"after": "5"}, [], True, False),
        ({"after": "9223372036854775807"}, [], True, False),
        ({"last": 500}, [1, 2, 3, 4, 5], False, False),
    ]
    for paging, versions, previous, following in pages:
        for side in paging.keys() & {"after", "before"}:
            paging[side] = await sealed(services, cursors.events_of(game), paging[side])
        part = await page(ann, EVENTS, {"game": game}, **paging)
        assert [edge["node"]["version"] for edge in part["edges"]] == versions, paging
        assert (part["pageInfo"]["hasPreviousPage"], part["pageInfo"]["hasNextPage"]) == (
            previous,
            following,
        ), paging


async def test_a_page_of_events_reads_only_its_own_events(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    await caught_up(services)
    version = (await ann.game(game))["version"]
    asked: list[tuple[int, int | None]] = []
    store = services.store
    read = type(store).read

    async def watched(self: object, game: object, after: int = 0, upto: int | None = None) -> object:
        asked.append((after, upto))
        return await read(self, game, after, upto)  # type: ignore[arg-type]

    monkeypatch.setattr(type(store), "read", watched)
    await ann.data(d.EVENTS, game=game, first=2, after=await sealed(services, cursors.events_of(game), "3"))
    # The last event that the view knows of is read again: it shows that the log was not restored.
    assert asked == [(version - 1, None), (3, 5)]
