"""Views, API, terminal and dashboards show the same luck, to the digit.

The luck of each seat comes from the API, game by game; what the others show of many games is computed from
that.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import mean, pvariance
from uuid import UUID

import httpx
import pytest

from api.app import application, services_of
from application.store.postgres.store import PostgresStore
from projections.luck.projection import LUCK
from tests.api.harness.callers import Client, Json
from tests.laws.playouts import every_variant_with_luck
from tests.projections.logs import project
from tests.statistics.conftest import World
from tests.statistics.test_agreement import WITH_DASHBOARD, Asked, asked, cells, shown, terminal

__all__ = ["asked"]

ASK = """query ($id: ID!) {
    game(id: $id) { luck { seat player { id } machine result par luck play playError } }
}"""
PARTS = ("result", "par", "luck", "play")

Luck = dict[UUID, Sequence[Json]]


@pytest.fixture(scope="session")
def lucky(served: World) -> World:
    """A world whose luck is built, too."""

    async def build() -> None:
        store = await PostgresStore.open(served.log)
        await project(store, served.database, LUCK)
        await store.close()

    asyncio.run(build())
    return served


@pytest.fixture(scope="session")
def told(lucky: World) -> Luck:
    """Return the luck of the seats of each public game that was won, as the API tells it."""
    won = [game.id for game in lucky.games() if game.public and game.of("GameWon")]

    async def ask() -> Luck:
        async with services_of(lucky.settings) as services:
            transport = httpx.ASGITransport(application(services))
            async with httpx.AsyncClient(
                transport=transport, base_url="http://[::1]", trust_env=False
            ) as http:
                client = Client(http)
                return {game: (await client.data(ASK, id=str(game)))["game"]["luck"] for game in won}

    return asyncio.run(ask())


def of_variant(lucky: World, told: Luck, variant: str) -> dict[UUID, Sequence[Json]]:
    games = {game.id for game in lucky.games() if game.variant == variant}
    return {game: seats for game, seats in told.items() if game in games}


def known(games: dict[UUID, Sequence[Json]]) -> list[Json]:
    return [seat for seats in games.values() for seat in seats if seat["luck"] is not None]


@every_variant_with_luck
def test_views_have_the_luck_that_the_api_tells(lucky: World, told: Luck, asked: Asked, variant: str) -> None:
    games = of_variant(lucky, told, variant)
    assert any(map(known, [games]))
    rows = asked("SELECT * FROM kibitz_stats.v_luck WHERE variant = %s", variant)
    assert {(row["game"], row["seat"]) for row in rows} == {
        (game, seat["seat"]) for game, seats in games.items() for seat in seats
    }
    for row in rows:
        seat = games[row["game"]][row["seat"]]
        assert {name: row[name] for name in PARTS} == {name: seat[name] for name in PARTS}
        assert row["play_error"] == seat["playError"]
        if seat["luck"] is not None:
            exact = {name: Fraction(seat[name]) for name in PARTS}
            assert exact["result"] - exact["par"] == exact["luck"] + exact["play"]


def explained(seats: Sequence[Json]) -> float:
    """Return the share of the variance of results that luck explains."""
    rest, results = (
        pvariance([float(value) for value in values])
        for values in ([seat["play"] for seat in seats], [seat["result"] - seat["par"] for seat in seats])
    )
    return 1 - rest / results


@WITH_DASHBOARD
def test_dashboards_show_the_luck_that_the_api_tells(
    lucky: World, told: Luck, asked: Asked, variant: str
) -> None:
    seats = known(of_variant(lucky, told, variant))
    for dashboard in (variant, "overview"):
        [answer] = shown(asked, dashboard, "Explained by luck", "stat", variant)
        assert answer["results of seats"] == len(seats)
        assert float(answer["Of the results"]) == pytest.approx(explained(seats), rel=1e-9)
    by_kind = shown(asked, "overview", "Luck beside results, by kind of game", "table", variant)
    assert sum(row["Results"] for row in by_kind) == len(seats)
    spread = shown(asked, variant, "Spread of luck and play", "trend", variant)
    for part in ("Luck", "Play"):
        assert sum(row[part] for row in spread) == len(seats)
    of_players: dict[tuple[str, str], list[Json]] = defaultdict(list)
    for seat in seats:
        of_players[seat["player"]["id"], "machine" if seat["machine"] else "person"].append(seat)
    by_player = shown(asked, variant, "Luck beside results, by player", "table", variant)
    assert len(by_player) == min(50, len(of_players))
    for row in by_player:
        games = of_players[row["Player"], row["Played by"]]
        assert row["Games"] == len(games)
        for column, name in (("Luck", "luck"), ("Play", "play")):
            assert row[column] == pytest.approx(mean(seat[name] for seat in games), abs=1e-9)
        assert row["Result"] == pytest.approx(row["Luck"] + row["Play"], abs=1e-9)


@every_variant_with_luck
def test_the_terminal_shows_the_luck_that_the_api_tells(
    lucky: World, told: Luck, asked: Asked, variant: str
) -> None:
    games = of_variant(lucky, told, variant)
    machines = {
        (row["game"], row["seat"]): "machines" if row["machine"] else "people"
        for row in asked("SELECT game, seat, machine FROM kibitz_stats.v_seat")
    }
    by_who: dict[str, list[Json]] = defaultdict(list)
    for game, seats in games.items():
        for seat in seats:
            if seat["luck"] is not None:
                by_who[machines[game, seat["seat"]]].append(seat)
    unit = "places" if variant == "president" else "points"
    output = terminal(lucky, variant)
    found = {row[0]: row for row in cells(output, f"Luck and play, {unit} a game") if row[0] in by_who}
    assert found.keys() == by_who.keys()
    for who, seats in by_who.items():
        _, results, result, luck, play, share, _ = found[who]
        assert results == f"{len(seats):,}"
        error = 1.96 * sum(seat["playError"] ** 2 for seat in seats) ** 0.5 / len(seats)
        means = [mean(seat[name] for seat in seats) for name in ("luck", "play")]
        assert (result, luck) == (f"{sum(means):+z.2f}", f"{means[0]:+z.2f}")
        assert (play, share) == (f"{means[1]:+z.2f} ± {error:.2f}", f"{explained(seats):.1%}")
    without = sum(seat["luck"] is None for seats in games.values() for seat in seats)
    assert ("without luck" in output) is bool(without)
