"""The luck of games and of profiles over GraphQL: exact, and of public games whose hands are revealed."""

from __future__ import annotations

from uuid import UUID

import pytest

from api.graphql.context import Services
from api.graphql.queries import luck as luck_fields
from domain.events import Access
from tests.api.games.test_reviews import finished, reviewed
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun
from tests.api.queries.test_failing_lists import fails
from tests.api.queries.test_profile import finished as recorded
from tests.laws.playouts import every_variant_with_luck

LUCK = """query($game: ID!, $fresh: Boolean = false) { game(id: $game) { luck(upToDate: $fresh) {
    seat player { id } machine result par luck play luckError playError luckTable
} } }"""
OF_GAMES = """query($player: ID!, $variant: String!) { player(id: $player) {
    profile(variant: $variant, board: PEOPLE, upToDate: true) { games { nodes { game { id } luck {
        seat player { id } machine result par luck play luckError playError luckTable
    } } } }
} }"""
OF_PROFILE = """query($player: ID!, $variant: String!) { player(id: $player) {
    profile(variant: $variant, board: PEOPLE, upToDate: true) { luck { games result luck play playError } }
} }"""


async def luck_of(client: Client, game: str) -> list[Json]:
    found: list[Json] = (await client.data(LUCK, game=game, fresh=True))["game"]["luck"]
    return found


async def played(services: Services, *clients: Client) -> str:
    """Play a game in which no seat is left to a machine, and return its id."""
    game = await begun(*clients)
    await advance(services, game)
    return game


@every_variant_with_luck
async def test_results_are_split_exactly_and_luck_is_that_of_the_review(
    ann: Client, bob: Client, cyd: Client, spectator: Client, variant: str
) -> None:
    players = (ann, bob, cyd, await spectator.sign_in("Dan"))
    game = await finished(*players, variant=variant)
    seats = await luck_of(spectator, game)
    assert [each["player"]["id"] for each in seats] == [each.player for each in players]
    for number, seat in enumerate(seats):
        assert seat["seat"] == number
        assert seat["result"] - seat["par"] == seat["luck"] + seat["play"]
        assert 0 < seat["luckError"] < seat["playError"]
        assert seat["luckTable"] == f"{variant}.r1.p1"
        review = await reviewed(ann, game, number)
        assert sum(each["result"] for each in review["rounds"]) == seat["luck"]
    assert sum(each["result"] for each in seats) == 0


async def test_the_luck_of_a_profile_is_the_mean_of_its_games(
    services: Services, ann: Client, bob: Client
) -> None:
    games = [await played(services, ann, bob) for _ in range(2)]
    mine = [(await luck_of(bob, game))[0] for game in games]
    answer = await bob.data(OF_PROFILE, player=ann.player, variant="hundred-and-ten")
    found = answer["player"]["profile"]["luck"]
    assert found["games"] == 2
    assert found["luck"] == sum(each["luck"] for each in mine) / 2
    assert found["play"] == sum(each["play"] for each in mine) / 2
    assert found["result"] == found["luck"] + found["play"]
    assert found["playError"] == pytest.approx(sum(each["playError"] ** 2 for each in mine) ** 0.5 / 2)


async def test_the_games_of_a_profile_have_their_luck(ann: Client, bob: Client) -> None:
    for _ in range(2):
        await finished(ann, bob)
    answer = await bob.data(OF_GAMES, player=ann.player, variant="hundred-and-ten")
    listed = answer["player"]["profile"]["games"]["nodes"]
    assert len({each["game"]["id"] for each in listed}) == 2
    for each in listed:
        assert each["luck"] == (await luck_of(bob, each["game"]["id"]))[0]


async def test_a_seat_that_was_left_to_a_machine_says_so_and_does_not_count_for_its_owner(
    services: Services, ann: Client, bob: Client, cyd: Client
) -> None:
    kept, left = await played(services, ann, bob, cyd), await begun(ann, bob, cyd)
    await ann.must("automateSeat", game=left)
    await advance(services, left)
    assert [each["machine"] for each in await luck_of(cyd, kept)] == [False, False, False]
    assert [each["machine"] for each in await luck_of(cyd, left)] == [True, False, False]
    for client, games in ((ann, [kept]), (bob, [kept, left])):
        answer = await cyd.data(OF_PROFILE, player=client.player, variant="hundred-and-ten")
        found = answer["player"]["profile"]["luck"]
        seats = [each for game in games for each in await luck_of(cyd, game)]
        mine = [each["play"] for each in seats if each["player"]["id"] == client.player]
        assert (found["games"], found["play"]) == (len(games), pytest.approx(sum(mine) / len(mine)))


async def test_a_player_who_left_all_games_to_machines_has_no_luck(ann: Client, bob: Client) -> None:
    await finished(ann, bob)
    answer = await bob.data(OF_PROFILE, player=ann.player, variant="hundred-and-ten")
    assert answer["player"]["profile"] == {"luck": None}


async def test_private_and_unfinished_games_have_no_luck(
    services: Services, ann: Client, bob: Client
) -> None:
    private = await recorded(services, ann.player, bob.player, scores=(110, 40), access=Access.PRIVATE)
    playing = await begun(ann, bob)
    assert await luck_of(ann, private) == await luck_of(ann, playing) == []
    answer = await ann.data(OF_PROFILE, player=ann.player, variant="hundred-and-ten")
    assert answer["player"]["profile"] is None


async def test_luck_is_null_while_a_hand_is_hidden(services: Services, ann: Client, bob: Client) -> None:
    # Its deal comes from no shuffle that is ever revealed.
    game = await recorded(services, ann.player, bob.player, scores=(110, 40))
    for seat in await luck_of(ann, game):
        assert (seat["luck"], seat["play"]) == (None, None)
        assert abs(seat["result"]) == 35
    answer = await ann.data(OF_PROFILE, player=ann.player, variant="hundred-and-ten")
    assert answer["player"]["profile"] == {"luck": None}


async def test_luck_that_cannot_be_read_leaves_the_rest_of_the_game(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob)
    await advance(services, game)
    monkeypatch.setattr(luck_fields, "luck_of_game", fails)
    answer = await ann.ask(f'{{ game(id: "{UUID(game)}") {{ id luck {{ luck }} }} }}')
    assert answer["data"]["game"] == {"id": game, "luck": None}
    assert answer["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
