"""Searches of games find exactly the matching games, in order, on every page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import product

import pytest

from application.store.memory import MemoryStore
from domain.commands import CreateGame, FillSeats, JoinGame, StartGame
from domain.events import Access
from domain.rules import variants
from domain.state import Stage
from projections.database.connections import ReadDatabase
from projections.games.game_list import GAME_LIST, Membership
from projections.games.game_list_queries import GameFilter, Listed, Member, count, page
from projections.games.game_search import By, GameOrder, InvalidRange, Place, Search, sort_value
from tests.long_form import usually
from tests.projections.logs import NOON, Log, append, game_id, interleave, played, project, story

ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
PUBLIC, PRIVATE = Access.PUBLIC, Access.PRIVATE
WON, PLAYING = GameFilter.WON, GameFilter.PLAYING


@pytest.fixture(scope="module")
def many_games(shared_database: ReadDatabase) -> ReadDatabase:
    """A database with finished, running and waiting games of all variants, some of them private."""
    logs = [story(variant, seed) for variant in variants() for seed in (3, 4)]
    logs += [story(variant, 5, PRIVATE) for variant in variants()]
    logs += [story(variant, 6)[:32] for variant in variants()]
    create, full = CreateGame(by="zoe", variant="president"), FillSeats(by="zoe")
    logs += [played(7, create, JoinGame(by="ada"), full, StartGame(by="zoe"))]
    logs += [played(8, create), story("president", 9, start=False)]
    asyncio.run(list_all(shared_database, logs))
    return shared_database


async def list_all(database: ReadDatabase, logs: list[Log]) -> None:
    store = MemoryStore()
    await interleave(store, logs)
    await project(store, database, GAME_LIST)


async def everything(database: ReadDatabase, which: GameFilter, player: str | None = None) -> list[Listed]:
    return [*(await database.read(page, which, player)).rows]


def length(game: Listed) -> int:
    return game.version if game.length is None else game.length


Keeps = Callable[[Listed], bool]


def started(game: Listed) -> datetime:
    assert game.started_at is not None
    return game.started_at


def ended(game: Listed) -> datetime:
    assert game.ended_at is not None
    return game.ended_at


def sits(game: Listed, player: str) -> bool:
    return any(seat.player == player for seat in game.seats)


def searches(games: list[Listed]) -> list[tuple[Search, Keeps]]:
    """Searches with bounds taken from existing games, and the games that each one keeps."""
    some = games[len(games) // 2]
    variant, long, start = some.variant, length(some), started(some)
    found: list[tuple[Search, Keeps]] = [
        (Search(), lambda _: True),
        (Search(variant=variant), lambda game: game.variant == variant),
        (Search(player="ada"), lambda game: sits(game, "ada")),
        (Search(player="zoe"), lambda game: sits(game, "zoe")),
        # Invited only.
        (Search(player="dora"), lambda _: False),
        (Search(won_by="ada"), lambda game: "ada" in game.winners),
        (Search(won_by="machine-1", player="ben"), lambda game: "machine-1" in game.winners),
        (Search(least_events=long), lambda game: length(game) >= long),
        (Search(most_events=long), lambda game: length(game) <= long),
        (Search(least_events=long, most_events=long), lambda game: length(game) == long),
        (Search(started_after=start), lambda game: started(game) >= start),
        (Search(started_before=start), lambda game: started(game) < start),
        (
            Search(started_after=start, variant=variant, player="ben"),
            lambda game: started(game) >= start and game.variant == variant and sits(game, "ben"),
        ),
    ]
    if some.ended_at is not None:
        end = some.ended_at
        found += [
            (Search(ended_after=end), lambda game: ended(game) >= end),
            (Search(ended_before=end), lambda game: ended(game) < end),
            (
                Search(ended_after=end, ended_before=end + timedelta(seconds=1), player="ada"),
                lambda game: ended(game) == end,
            ),
        ]
    return found


SORTED: dict[By, Callable[[Listed], tuple[object, ...]]] = {
    By.CREATED: lambda game: (game.created,),
    By.STARTED: lambda game: (started(game), game.created),
    By.ENDED: lambda game: (ended(game), game.created),
    By.LENGTH: lambda game: (length(game), game.created),
}


@pytest.mark.parametrize("which", [WON, PLAYING])
async def test_a_search_finds_what_it_should_in_every_order(
    many_games: ReadDatabase, which: GameFilter
) -> None:
    for player in (None, "ada"):
        games = await everything(many_games, which, player)
        assert {game.access for game in games} <= ({PUBLIC} if player is None else {PUBLIC, PRIVATE})
        kept_some = 0
        with many_games.reading() as connection:
            for (search, keeps), order in product(searches(games), GameOrder):
                falling = order in (GameOrder.NEWEST, GameOrder.LONGEST)
                wanted = sorted(filter(keeps, games), key=SORTED[sort_value(search, order)], reverse=falling)
                found = page(connection, which, player, search, order)
                assert [*found.rows] == wanted, (search, order)
                assert count(connection, which, player, search) == len(wanted), search
                assert [place.created for place in found.places] == [game.created for game in wanted]
                kept_some += 0 < len(wanted) < len(games)
        assert kept_some > 20


@pytest.mark.parametrize("offset", usually([0, 1], 0))
async def test_pages_of_a_search_put_together_are_the_whole_in_every_order(
    many_games: ReadDatabase, offset: int
) -> None:
    some = await everything(many_games, WON)
    searched = [
        (WON, Search()),
        (WON, Search(player="ada", ended_after=NOON)),
        (WON, Search(started_after=min(map(started, some)) + timedelta(seconds=1))),
        (PLAYING, Search(least_events=1)),
        (None, Search()),
    ]
    with many_games.reading() as connection:
        for number, ((which, search), order, back) in enumerate(product(searched, GameOrder, (False, True))):
            # Each size in half of the cases of each direction; the other halves have the other offset.
            limit = 1 + (number // 2 + back + offset) % 2
            ada = Member("ada", Membership.SEATED) if which is None else None
            whole = page(connection, which, "ada", search, order, member=ada).rows
            assert len(whole) > 2
            rows: list[Listed] = []
            place: Place | None = None
            more = True
            while more:
                if back:
                    got = page(
                        connection,
                        which,
                        "ada",
                        search,
                        order,
                        before=place,
                        limit=limit,
                        last=True,
                        member=ada,
                    )
                    rows, more, edge = [*got.rows, *rows], got.has_previous, 0
                else:
                    got = page(connection, which, "ada", search, order, place, limit, member=ada)
                    rows, more, edge = [*rows, *got.rows], got.has_next, -1
                place = got.places[edge]
            assert rows == [*whole], (which, search, order, back)


@ON_BOTH
async def test_of_games_of_one_length_and_moment_each_comes_once(database: ReadDatabase) -> None:
    store, log = MemoryStore(), story("president", 3)
    for number in range(1, 6):
        await append(store, game_id(number), *log)
    await project(store, database, GAME_LIST)
    for order in (GameOrder.LONGEST, GameOrder.SHORTEST):
        found: list[int] = []
        place = None
        for _ in range(5):
            got = await database.read(page, WON, None, Search(), order, place, 1)
            found += [row.game.int for row in got.rows]
            place = got.places[-1]
        assert found == ([1, 2, 3, 4, 5] if order is GameOrder.SHORTEST else [5, 4, 3, 2, 1])


async def test_a_search_shows_no_private_game_to_a_stranger(many_games: ReadDatabase) -> None:
    own = [game for game in await everything(many_games, WON, "ada") if game.access is PRIVATE]
    assert own
    some = own[0]
    given = [
        Search(player="ada", variant=some.variant),
        Search(won_by=some.winners[0]),
        Search(least_events=length(some), most_events=length(some)),
        Search(started_after=started(some), started_before=started(some) + timedelta(seconds=1)),
        Search(ended_after=ended(some), ended_before=ended(some) + timedelta(seconds=1)),
    ]
    of_ada = Member("ada", Membership.SEATED)
    with many_games.reading() as connection:
        for search, order in product(given, GameOrder):
            assert some in page(connection, WON, "ada", search, order).rows
            for stranger, which in product(("zoe", "cleo", None), (WON, None)):
                found = page(
                    connection, which, stranger, search, order, member=of_ada if which is None else None
                )
                assert all(game.access is PUBLIC for game in found.rows)


async def test_what_comes_after_the_end_makes_a_game_no_longer(database: ReadDatabase) -> None:
    log = story("hundred-and-ten", 3)
    store = MemoryStore()
    await append(store, game_id(1), *log)
    await project(store, database, GAME_LIST, batch=7)
    [game] = await everything(database, WON)
    assert game.length is not None
    assert game.length < game.version == len(log)
    assert type(log[game.length - 1]).__name__ == "GameWon"


async def test_a_place_in_another_order_is_none_in_this_one(many_games: ReadDatabase) -> None:
    place = (await many_games.read(page, WON, None, Search(), GameOrder.LONGEST, None, 1)).places[0]
    with pytest.raises(ValueError, match="not in the order of length"):
        await many_games.read(page, WON, None, Search(), GameOrder.NEWEST, place)


FAR_WEST = timezone(timedelta(hours=-14))


@pytest.mark.parametrize(
    ("range_", "told"),
    [
        ({"started_after": NOON, "started_before": NOON}, "no game can have started after"),
        ({"ended_after": NOON, "ended_before": NOON - timedelta(seconds=1)}, "no game can have ended after"),
        ({"started_after": datetime(1969, 12, 31, tzinfo=NOON.tzinfo)}, "1969.*not in the years"),
        ({"ended_before": datetime.min.replace(tzinfo=FAR_WEST)}, "0001.*not in the years"),
        ({"ended_after": datetime(2026, 1, 1)}, "has no time zone"),  # noqa: DTZ001
        ({"least_events": 3, "most_events": 2}, "at least 3 and at most 2"),
        ({"least_events": -1}, "no game has -1 events"),
        ({"most_events": 2**31}, "no game has 2147483648 events"),
    ],
)
def test_a_range_that_makes_no_sense_is_refused(range_: dict[str, object], told: str) -> None:
    with pytest.raises(InvalidRange, match=told):
        Search(**range_)  # type: ignore[arg-type]


async def test_the_last_moment_there_is_can_be_searched_for(many_games: ReadDatabase) -> None:
    last = datetime.max.replace(tzinfo=FAR_WEST)
    whole = await everything(many_games, WON)
    found = await many_games.read(page, WON, None, Search(ended_before=last))
    assert len(found.rows) == len(whole)
    assert all(game.stage is Stage.WON for game in found.rows)
