"""The ratings that a game changed, and the titles of President."""

from __future__ import annotations

import pytest

from api.graphql.context import Services
from api.graphql.games import rating_fields
from domain.events import Access
from domain.rules import rules_of
from domain.rules.president import Title
from projections.players.rating import UNRATED, rated
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import advance, begun
from tests.api.queries.test_failing_lists import fails
from tests.api.queries.test_profile import VARIANT, finished

CHANGES = """query($game: ID!, $fresh: Boolean = false) { game(id: $game) {
    ratingChanges(upToDate: $fresh) {
        player { id } board before { mean uncertainty } after { mean uncertainty }
    }
} }"""
RESULT = "query($game: ID!) { game(id: $game) { players { id } result { ranking titles } } }"


async def changes(client: Client, game: str, **variables: object) -> list[Json]:
    found: list[Json] = (await client.data(CHANGES, game=game, **variables))["game"]["ratingChanges"]
    return found


async def test_each_game_goes_on_from_the_ratings_before_it(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    first = await finished(services, ann.player, bob.player, scores=(110, 40))
    second = await finished(services, bob.player, ann.player, scores=(115, -20))
    earlier, later = await changes(spectator, first, fresh=True), await changes(spectator, second)
    ratings = rated(VARIANT, [UNRATED, UNRATED], [1, 2])
    expected = [{"mean": rating.mu, "uncertainty": rating.sigma} for rating in (UNRATED, *ratings)]
    assert earlier == [
        {"player": {"id": ann.player}, "board": "PEOPLE", "before": expected[0], "after": expected[1]},
        {"player": {"id": bob.player}, "board": "PEOPLE", "before": expected[0], "after": expected[2]},
    ]
    assert [(each["player"]["id"], each["before"]) for each in later] == [
        (bob.player, expected[2]),
        (ann.player, expected[1]),
    ]


async def test_boards_have_ratings_of_their_own_and_machines_none(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    await finished(services, ann.player, bob.player, scores=(110, 40))
    game = await finished(services, ann.player, "machine-1", scores=(110, 40), filled=True)
    (change,) = await changes(spectator, game, fresh=True)
    assert (change["player"]["id"], change["board"], change["before"]["mean"]) == (ann.player, "MIXED", 25)


async def test_private_and_unfinished_games_change_no_rating(
    services: Services, ann: Client, bob: Client
) -> None:
    private = await finished(services, ann.player, bob.player, scores=(110, 40), access=Access.PRIVATE)
    playing = await begun(ann, bob)
    assert await changes(ann, private, fresh=True) == await changes(ann, playing, fresh=True) == []


async def test_changes_that_cannot_be_read_leave_the_rest_of_the_game(
    services: Services, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await finished(services, ann.player, bob.player, scores=(110, 40))
    monkeypatch.setattr(rating_fields, "rating_changes", fails)
    answer = await ann.ask(CHANGES, game=game)
    assert answer["data"] == {"game": {"ratingChanges": None}}
    assert answer["errors"][0]["extensions"]["code"] == "UNAVAILABLE"


@pytest.mark.parametrize("seats", rules_of("president").seats)
def test_titles_of_president(seats: int) -> None:
    titles = rules_of("president").titles_of(seats)
    assert len(titles) == seats
    assert (titles[0], titles[-1]) == (Title.PRESIDENT, Title.SCUM)
    assert (Title.VICE_PRESIDENT in titles) == (Title.HIGH_SCUM in titles) == (seats > 3)
    assert titles.count(Title.CITIZEN) == max(1 if seats == 3 else 0, seats - 4)


def test_seats_that_share_a_place_have_its_title() -> None:
    titles = rules_of("president").titles_by_seat(((2,), (0, 3), (1,)))
    assert titles == (Title.VICE_PRESIDENT, Title.SCUM, Title.PRESIDENT, Title.VICE_PRESIDENT)


async def test_result_has_the_title_of_each_seat(
    services: Services, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await begun(ann, bob, cyd, variant="president")
    await advance(services, game)
    result = (await ann.data(RESULT, game=game))["game"]["result"]
    by_place = [result["titles"][seat] for (seat,) in result["ranking"]]
    assert by_place == ["PRESIDENT", "CITIZEN", "SCUM"]


async def test_games_without_titles_have_none(services: Services, ann: Client, bob: Client) -> None:
    game = await finished(services, ann.player, bob.player, scores=(110, 40))
    assert (await ann.data(RESULT, game=game))["game"]["result"]["titles"] == []
