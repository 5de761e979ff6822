"""Looking for a game by the API: seeks, the tables that form, and what bad seeks are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from graphql import parse, validate

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from application.seeks import table_start
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import caught_up
from tests.api.harness.server_processes import ROOT
from tests.api.harness.stream_clients import WAYS, Ended, Stream
from tests.pages import blocks

SEEK = """mutation($input: SeekInput!) { seek(input: $input) { __typename
  ... on SeekAccepted { seek { variant { name } minPlayers maxPlayers rating ratingRange machinesAfter
    openSeeks match { game { id } } } }
  ... on Refusal { code message inputPath }
} }"""
CANCEL = """mutation($variant: String!) { cancelSeek(input: {variant: $variant}) { __typename
  ... on CancelSeekAccepted { wasOpen seeks { variant { name } } } ... on Refusal { code }
} }"""
MY_SEEKS = """subscription { mySeeks { seeks { variant { name } options { name value } openSeeks
  match { isSeated joinBy game { id stage access players { id } } }
} } }"""
MINE = "{ me { seeks { variant { name } match { game { id } } } } }"


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for the seed of an organizer who gives none."""
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 0.1)


async def seek(client: Client, **settings: Any) -> Json:
    sent = {"variant": "hundred-and-ten", **settings}
    result: Json = (await client.data(SEEK, input=sent))["seek"]
    return result


async def until(stream: Stream, holds: Callable[[list[Json]], bool]) -> list[Json]:
    """Return the first list of seeks for which something holds."""
    while True:
        seeks: list[Json] = (await stream.next())["seeks"]
        if holds(seeks):
            return seeks


def matched(seeks: list[Json]) -> bool:
    return any(each["match"] for each in seeks)


@pytest.mark.parametrize("way", WAYS)
async def test_players_who_seek_are_told_of_their_table_and_play(
    address: str, ann: Client, bob: Client, way: str
) -> None:
    follow = WAYS[way]
    async with follow(address, MY_SEEKS, ann.token) as anns, follow(address, MY_SEEKS, bob.token) as bobs:
        assert (await anns.next())["seeks"] == []
        accepted = await seek(ann)
        assert accepted["seek"] == {
            "variant": {"name": "hundred-and-ten"},
            "minPlayers": 2,
            "maxPlayers": 2,
            "rating": 25,
            "ratingRange": None,
            "machinesAfter": None,
            "openSeeks": 1,
            "match": None,
        }
        await until(anns, bool)
        await seek(bob, ratingRange=5, machinesAfter=60)
        [mine] = await until(anns, matched)
        [theirs] = await until(bobs, matched)
        game = theirs["match"]["game"]
        assert (mine["match"]["isSeated"], theirs["match"]["isSeated"]) == (True, False)
        assert (mine["match"]["game"]["id"], game["access"]) == (game["id"], "PUBLIC")
        assert (await bob.data(MINE))["me"]["seeks"][0]["match"]["game"]["id"] == game["id"]
        assert (await seek(bob, minPlayers=3, maxPlayers=4))["seek"]["match"]["game"]["id"] == game["id"]
        await bob.must("joinGame", game=game["id"])
        for stream in (anns, bobs):
            await until(stream, lambda seeks: seeks == [])
    playing = await ann.game(game["id"])
    assert (playing["stage"], [each["id"] for each in playing["players"]]) == (
        "PLAYING",
        [ann.player, bob.player],
    )


async def test_a_stranger_cannot_join_a_table_that_has_formed(
    address: str, ann: Client, bob: Client, cyd: Client
) -> None:
    async with WAYS["socket"](address, MY_SEEKS, ann.token) as anns:
        await seek(ann)
        await seek(bob)
        [mine] = await until(anns, matched)
        refused = await cyd.refused("joinGame", game=mine["match"]["game"]["id"])
        assert refused["code"] == "SEATS_RESERVED"
        # Bob, who follows nothing, gives up his place, and Ann looks on.
        cancelled = (await bob.data(CANCEL, variant="hundred-and-ten"))["cancelSeek"]
        assert cancelled == {"__typename": "CancelSeekAccepted", "wasOpen": True, "seeks": []}
        await until(anns, lambda seeks: bool(seeks) and not matched(seeks))


async def test_seeking_and_cancelling_may_be_repeated(ann: Client) -> None:
    first, again = await seek(ann, machinesAfter=60), await seek(ann, machinesAfter=60)
    assert (again, len((await ann.data(MINE))["me"]["seeks"])) == (first, 1)
    cancelled = [(await ann.data(CANCEL, variant="hundred-and-ten"))["cancelSeek"] for _ in range(2)]
    assert [(each["wasOpen"], each["seeks"]) for each in cancelled] == [(True, []), (False, [])]


async def test_a_seek_that_nobody_could_match_is_refused(ann: Client) -> None:
    for settings, code, path in (
        ({"variant": "whist"}, "UNKNOWN_VARIANT", ["input", "variant"]),
        ({"options": [{"name": "jokers", "value": "3"}]}, "UNKNOWN_OPTION", ["input", "options", 0]),
        ({"options": [{"name": "reveal", "value": "x"}]}, "INVALID_OPTION", ["input", "options", 0]),
        (
            {"options": 2 * [{"name": "reveal", "value": "at_end"}]},
            "OPTION_REPEATED",
            ["input", "options", 1],
        ),
        ({"minPlayers": 1}, "INVALID_PLAYER_RANGE", ["input", "minPlayers"]),
        ({"minPlayers": 1, "maxPlayers": 2}, "INVALID_PLAYER_RANGE", ["input", "minPlayers"]),
        ({"minPlayers": 2, "maxPlayers": 9}, "INVALID_PLAYER_RANGE", ["input", "maxPlayers"]),
        ({"minPlayers": 4, "maxPlayers": 3}, "INVALID_PLAYER_RANGE", ["input", "maxPlayers"]),
        ({"maxPlayers": 1}, "INVALID_PLAYER_RANGE", ["input", "maxPlayers"]),
        ({"ratingRange": 0}, "INVALID_RATING_RANGE", ["input", "ratingRange"]),
        ({"ratingRange": 1e300}, "INVALID_RATING_RANGE", ["input", "ratingRange"]),
        ({"machinesAfter": -1}, "INVALID_MACHINES_AFTER", ["input", "machinesAfter"]),
        ({"machinesAfter": 2**31 - 1}, "INVALID_MACHINES_AFTER", ["input", "machinesAfter"]),
    ):
        refused = await seek(ann, **settings)
        assert (refused["code"], refused["inputPath"]) == (code, path), refused
    assert (await ann.data(MINE))["me"]["seeks"] == []
    assert (await ann.data(CANCEL, variant="whist"))["cancelSeek"]["code"] == "UNKNOWN_VARIANT"


async def test_a_variant_for_one_number_of_players_is_refused_with_that_number(ann: Client) -> None:
    refused = await seek(ann, variant="oh-hell", minPlayers=3)
    assert refused["message"] == "The game takes 4 players; choose this number for both."


@pytest.mark.parametrize(
    ("settings", "accepted"),
    [({}, (2, 2)), ({"minPlayers": 3}, (3, 3)), ({"maxPlayers": 4}, (2, 4)), ({"minPlayers": None}, (2, 2))],
)
async def test_numbers_of_players_that_are_omitted_have_defaults(
    ann: Client, settings: Json, accepted: tuple[int, int]
) -> None:
    found = (await seek(ann, **settings))["seek"]
    assert (found["minPlayers"], found["maxPlayers"]) == accepted


async def test_seeks_are_their_players_alone(
    address: str, spectator: Client, ann: Client, bob: Client
) -> None:
    await seek(ann)
    assert (await bob.data(MINE))["me"]["seeks"] == []
    assert await spectator.code(SEEK, input={"variant": "oh-hell"}) == "UNAUTHENTICATED"
    async with WAYS["socket"](address, MY_SEEKS) as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
        assert ended.value.codes == ["UNAUTHENTICATED"]


@pytest.mark.parametrize("rates", [Rates(open_tables=1, machine_games=1)], indirect=True)
async def test_a_table_that_formed_counts_for_the_quotas(
    services: Services, address: str, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The table must not start before it has been asked about.
    monkeypatch.setattr(table_start, "SEED_PATIENCE", 2.0)
    async with WAYS["socket"](address, MY_SEEKS, ann.token) as anns:
        await seek(ann, machinesAfter=0)
        [mine] = await until(anns, matched)
        refused = await ann.send("createGame", variant="president")
        assert refused["code"] == "TOO_MANY_OPEN_TABLES"
        refused = await seek(ann, variant="president")
        assert refused["code"] == "TOO_MANY_OPEN_TABLES"
        # A repeat after a lost answer gets the answer, which is not another table.
        again = await seek(ann, machinesAfter=0)
        assert again["seek"]["match"]["game"]["id"] == mine["match"]["game"]["id"]
        await until(anns, lambda seeks: seeks == [])
        await caught_up(services)
        refused = await seek(ann, machinesAfter=0)
        assert refused["code"] == "TOO_MANY_MACHINE_GAMES"
    assert mine["match"]["isSeated"]
    await bob.must("createGame", variant="president")


async def test_a_server_that_stops_ends_the_subscription(
    services: Services, address: str, ann: Client
) -> None:
    async with WAYS["socket"](address, MY_SEEKS, ann.token) as anns:
        assert (await anns.next())["seeks"] == []
        services.watching.stop()
        with pytest.raises(Ended) as ended:
            await anns.next()
        assert ended.value.codes == ["STREAM_INTERRUPTED"]


def test_the_operations_of_the_page_are_valid() -> None:
    for block in blocks(ROOT / "docs" / "how-to" / "find-a-game.md", "graphql"):
        assert validate(d.schema(), parse(block.text)) == []


async def test_the_seek_of_the_page_is_accepted(ann: Client) -> None:
    [text] = [
        block.text
        for block in blocks(ROOT / "docs" / "how-to" / "find-a-game.md", "graphql")
        if block.text.startswith("mutation")
    ]
    assert set((await ann.data(text))["seek"]) == {"seek"}


async def test_every_field_of_a_seek_can_be_selected(ann: Client) -> None:
    await seek(ann)
    [mine] = (await ann.data(f"{{ me {{ seeks {d.everything('Seek', 'match')} }} }}"))["me"]["seeks"]
    assert {option["name"] for option in mine["options"]} >= {"discards", "reveal"}
