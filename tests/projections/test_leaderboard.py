"""The leaderboard counts what people have done in the games that they finished, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from application.croupier import Croupier, Known, seeded
from application.store import Store
from application.store.memory import MemoryStore
from domain.commands import AutomateSeat, CreateGame, FillSeats, JoinGame, StartGame
from domain.events import (
    Access,
    CloseReason,
    EndReason,
    Event,
    GameClosed,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    RoundScored,
    SeatAutomated,
)
from domain.game import evolve, fold
from domain.machine import player_of
from domain.rules import rules_of, variants
from domain.state import NEW, Stage
from projections.database import ReadDatabase
from projections.leaderboard import LARGEST_PAGE, LEADERBOARD, Place, Standing, page
from projections.rebuild import rebuild
from projections.tables import NotBuilt
from tests.laws.playouts import playout
from tests.projections.logs import Log, append, game_id, interleave, project, rows

VARIANT = "hundred-and-ten"
Figures = tuple[str, int, int, int, int, int]
PEOPLE = ("ada", "ben", "cleo", "dora", "eve")


@cache
def simulated(variant: str) -> tuple[Log, ...]:
    """Return the logs of forty games: of people and machines who play well, and of people who do anything."""
    return (
        *(peopled(variant, seed) for seed in range(24)),
        *(playout(variant, seed).log for seed in range(16)),
    )


def peopled(variant: str, seed: int) -> Log:
    """Play a game in which people follow the machine's suggestions and some have it play for them."""
    chance, croupier, seats = Random(seed), Croupier(seeded(seed)), rules_of(variant).seats
    wanted = chance.choice(seats)
    ada, *others = chance.sample(PEOPLE, min(len(PEOPLE), chance.randint(1, wanted)))
    known: Known
    known, events = croupier.create(CreateGame(by=ada, variant=variant))
    log = list(events)
    joined = [JoinGame(by=other) for other in others]
    filled = [FillSeats(by=ada, count=wanted - len(joined) - 1)] if wanted > len(joined) + 1 else []
    for command in (*joined, *filled, StartGame(by=ada)):
        known, events = croupier.carry_out(known, command)
        log += events
    tired = chance.choice((None, None, None, *others))
    while known.game.stage is Stage.PLAYING:
        if tired is not None and chance.random() < 0.01:
            known, events = croupier.carry_out(known, AutomateSeat(by=tired))
            tired = None
        else:
            seat = known.game.rules.to_move(known.game.table)[0]
            move = player_of(variant)(known.views[seat].game, seat)
            known, events = croupier.carry_out(known, move)
        log += events
    return tuple(log)


def counted_apart(logs: Sequence[Log]) -> list[Figures]:
    """Count from the state of the games, not from their events; return the rows in their order."""
    totals: dict[str, Counter[str]] = {}
    for log in logs:
        game = NEW
        made: Counter[int] = Counter()
        failed: Counter[int] = Counter()
        for event in log:
            if isinstance(event, RoundScored) and event.bids_made:
                table, before = game.rules.show(game.table), game
                game = evolve(game, event)
                if table.bidder is not None:
                    scores = [
                        each.rules.show(each.table).places[table.bidder].score for each in (before, game)
                    ]
                    kept = scores[1] - scores[0] >= (table.bid or 0)
                    (made if kept else failed)[table.bidder] += 1
                else:
                    for number, place in enumerate(table.places):
                        (made if place.bid == place.tricks else failed)[number] += 1
            else:
                game = evolve(game, event)
        if game.outcome is None or game.access is Access.PRIVATE:
            continue
        for number, (seat, place) in enumerate(
            zip(game.seats, game.rules.show(game.table).places, strict=True)
        ):
            if not seat.machine and not seat.automated:
                total = totals.setdefault(seat.player, Counter())
                total["games"] += 1
                total["wins"] += number in game.outcome.winners
                total["points"] += place.score
                total["made"] += made[number]
                total["failed"] += failed[number]
    rows = [
        (player, each["games"], each["wins"], each["points"], each["made"], each["failed"])
        for player, each in totals.items()
    ]
    return sorted(rows, key=lambda row: (-row[2], -row[3], row[0]))


def figures(found: Sequence[Standing]) -> list[Figures]:
    return [(row.player, row.games, row.wins, row.points, row.bids_made, row.bids_failed) for row in found]


async def board(database: ReadDatabase, variant: str = VARIANT) -> list[Standing]:
    return list((await database.read(page, variant)).rows)


@pytest.mark.parametrize("variant", variants())
async def test_the_figures_are_those_of_a_count_apart(database: ReadDatabase, variant: str) -> None:
    store, logs = MemoryStore(), simulated(variant)
    await interleave(store, logs)
    await project(store, database, LEADERBOARD, batch=50)
    expected = counted_apart(logs)
    assert figures(await board(database, variant)) == expected
    assert len(expected) > len(PEOPLE)
    games = [fold(log) for log in logs]
    assert any(seat.automated and not seat.machine for game in games for seat in game.seats)
    assert any(seat.machine for game in games for seat in game.seats)
    assert any(game.outcome and game.access is Access.PRIVATE for game in games)


def test_the_simulated_games_have_bids_of_either_kind() -> None:
    rows = counted_apart(simulated(VARIANT))
    assert min(sum(row[4] for row in rows), sum(row[5] for row in rows)) > 20


@pytest.mark.parametrize("variant", variants())
async def test_a_rebuild_in_batches_of_any_size_comes_to_the_same_rows(
    database: ReadDatabase, variant: str
) -> None:
    store = MemoryStore()
    # Two of the games are still under way.
    logs = [log[: len(log) // 2] if number < 2 else log for number, log in enumerate(simulated(variant)[::8])]
    await interleave(store, logs)
    made: list[dict[str, list[tuple[object, ...]]]] = []
    for batch in (1, 7, 1000):
        await rebuild(store, database, LEADERBOARD, batch=batch)
        made.append(rows(database, LEADERBOARD))
    assert made[0] == made[1] == made[2]
    assert len(made[0]["under_way"]) >= 2


# That they are the same in PostgreSQL, test_postgres sees to with a shorter log.
@pytest.mark.parametrize("store", ["memory", "sqlite"], indirect=True)
async def test_rows_made_as_it_happened_are_those_of_a_rebuild(store: Store, database: ReadDatabase) -> None:
    await interleave(store, simulated(VARIANT)[:8])
    for upto in range(0, await store.head(), 61):
        await project(store, database, LEADERBOARD, batch=7, upto=upto)
    await project(store, database, LEADERBOARD)
    grown = rows(database, LEADERBOARD)
    await rebuild(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == grown


def seated(*players: str, access: Access = Access.PUBLIC) -> list[Event]:
    """Return the beginning of a game that starts with these players."""
    return [
        GameCreated(
            variant=VARIANT, rules_version=1, options={}, access=access, organizer=players[0], secret=None
        ),
        *(PlayerJoined(seat=seat, player=player) for seat, player in enumerate(players)),
        GameStarted(players=players),
    ]


def won(*winners: int) -> GameWon:
    return GameWon(winners=winners, ranking=(winners,), reason=EndReason.TARGET_REACHED)


def scored(*scores: int, bids_made: tuple[bool | None, ...] = ()) -> RoundScored:
    return RoundScored(round=0, awards=(), scores=scores, bids_made=bids_made)


async def counted(database: ReadDatabase, *logs: Sequence[Event]) -> list[Standing]:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, LEADERBOARD)
    return await board(database)


async def test_only_finished_games_count(database: ReadDatabase) -> None:
    under_way = [*seated("ada", "ben"), scored(10, 20)]
    closed = [*seated("ada", "ben"), GameClosed(reason=CloseReason.EVERYONE_LEFT)]
    assert await counted(database, under_way, closed) == []


async def test_winners_together_all_win(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("ada", "ben", "cleo"), scored(5, 9, 9), won(1, 2)])
    assert [(row.rank, row.player, row.wins, row.points) for row in found] == [
        (1, "ben", 1, 9),
        (1, "cleo", 1, 9),
        (3, "ada", 0, 5),
    ]


async def test_machine_players_and_seats_that_the_machine_took_over_are_left_out(
    database: ReadDatabase,
) -> None:
    log = seated("ada", "ben")
    log[-1:] = [PlayerJoined(seat=2, player="machine-1", machine=True), SeatAutomated(seat=2)]
    log += [GameStarted(players=("ada", "ben", "machine-1")), SeatAutomated(seat=1), won(1)]
    found = await counted(database, log)
    assert [(row.player, row.games, row.wins) for row in found] == [("ada", 1, 0)]


async def test_a_private_game_counts_for_nobody(database: ReadDatabase) -> None:
    assert await counted(database, [*seated("ada", "ben", access=Access.PRIVATE), won(0)]) == []


async def test_bids_count_as_the_score_of_the_round_judges_them(database: ReadDatabase) -> None:
    found = await counted(
        database,
        [
            *seated("ada", "ben"),
            scored(-20, 5, bids_made=(False, None)),
            scored(-20, 65, bids_made=(True, True)),
            scored(-40, 65),
            won(1),
        ],
    )
    assert [(row.player, row.points, row.bids_made, row.bids_failed) for row in found] == [
        ("ben", 65, 1, 0),
        ("ada", -40, 1, 1),
    ]


async def test_what_comes_after_the_end_changes_nothing(store: Store, database: ReadDatabase) -> None:
    await append(store, game_id(1), *seated("ada", "ben"), scored(1, 2), won(1))
    await project(store, database, LEADERBOARD)
    before = rows(database, LEADERBOARD)
    await append(store, game_id(1), scored(100, 200), won(0))
    await project(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == before


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
async def test_pages_go_on_where_the_last_one_ended(database: ReadDatabase, size: int) -> None:
    store = MemoryStore()
    results = [(0, 9), (1, 9), (0, 9), (0, 3), (1, 9), (0, 3), (0, 3)]
    for number, (wins, points) in enumerate(results, 1):
        log = [*seated(f"player-{number}", f"machine-{number}"), scored(points, 0), won(*[0] * wins)]
        log[2:3] = [PlayerJoined(seat=1, player="machine-1", machine=True)]
        await append(store, game_id(number), *log)
    await project(store, database, LEADERBOARD)
    found: list[Standing] = []
    after: Place | None = None
    while True:
        part = await database.read(page, VARIANT, after, size)
        found += part.rows
        if not part.has_next:
            break
        assert len(part.rows) == size
        after = part.rows[-1].place
    ranks = [(row.rank, row.player) for row in found]
    places = [(1, 2), (1, 5), (3, 1), (3, 3), (5, 4), (5, 6), (5, 7)]
    assert ranks == [(rank, f"player-{number}") for rank, number in places]


async def test_a_variant_that_nobody_has_finished_has_an_empty_board(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben"), won(0)])
    assert await board(database, "whist") == []


@pytest.mark.parametrize("limit", [-1, LARGEST_PAGE + 1])
async def test_a_page_out_of_bounds_is_an_error(database: ReadDatabase, limit: int) -> None:
    with pytest.raises(ValueError, match="a page holds 0 to 100 players"):
        await database.read(page, VARIANT, limit=limit)


async def test_before_the_first_start_there_is_nothing_to_read(database: ReadDatabase) -> None:
    with pytest.raises(NotBuilt):
        await database.read(page, VARIANT)
