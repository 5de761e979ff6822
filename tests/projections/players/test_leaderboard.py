"""The leaderboard counts what people have done in the games that they finished, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce

from application.codec import GameId, RecordedEvent
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.store.memory import MemoryStore
from application.store.port import Append, Store
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
from domain.game import decide, evolve, fold
from domain.lobby import with_vouched_seats
from domain.machine import player_of
from domain.rules import rules_of, variants
from domain.state import NEW, Game, Stage
from projections.database.connections import ReadDatabase
from projections.engine.rebuild import rebuild
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.leaderboard_queries import Standing, Tier, Wanted, page
from projections.players.rating import BETAS
from tests.laws.playouts import playout
from tests.projections.logs import Log, append, game_id, project, rows

VARIANT = "hundred-and-ten"
PEOPLE = ("ada", "ben", "cleo", "dora", "eve", "finn", "gil")
NEW_YEAR = datetime(2026, 12, 20, 22, tzinfo=UTC)
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@cache
def simulated(variant: str) -> tuple[Log, ...]:
    """Return the logs of some games: of people and machines who play well, and of people who do anything."""
    return (
        *(peopled(variant, seed) for seed in range(18)),
        *(playout(variant, seed).log for seed in range(8)),
    )


def peopled(variant: str, seed: int) -> Log:
    """Play a game in which people follow the machine's suggestions and some have it play for them."""
    chance, croupier, seats = Random(seed), Croupier(seeded_entropy(seed)), rules_of(variant).seats
    wanted = chance.choice([number for number in seats if number <= len(PEOPLE)])
    ada, *others = chance.sample(PEOPLE, wanted if seed % 2 else chance.randint(1, wanted))
    known: CroupierState
    known, events = croupier.create(CreateGame(by=ada, variant=variant))
    log = list(events)
    joined = [JoinGame(by=other) for other in others]
    filled = [FillSeats(by=ada, count=wanted - len(joined) - 1)] if wanted > len(joined) + 1 else []
    vouched = frozenset(PEOPLE if seed % 3 else PEOPLE[1:])
    for command in (*joined, *filled, StartGame(by=ada)):
        known, events = croupier.settled(known, with_vouched_seats(decide(known.game, command), vouched))
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


async def spread(store: Store, logs: Sequence[Log], seed: int = 0) -> None:
    """Append games a few events at a time, as if played at once, over the months around a new year."""
    chance, at = Random(seed), NEW_YEAR
    waiting = [(game_id(number), list(log)) for number, log in enumerate(logs, 1)]
    while waiting:
        at += timedelta(minutes=chance.randint(0, 240))
        turn = chance.randrange(len(waiting))
        game, events = waiting[turn]
        some = chance.randint(1, 30)
        version = await store.version(game)
        await store.append(Append(game=game, after=version, events=tuple(events[:some]), at=at, by="ada"))
        del events[:some]
        if not events:
            del waiting[turn]


def counted_apart(log: Sequence[RecordedEvent]) -> list[tuple[Any, ...]]:
    """Count from the states of the games, not from their events; return the rows in their order."""
    games: dict[GameId, Game] = {}
    bids: dict[tuple[GameId, str, bool], int] = {}
    standings: dict[tuple[str, str, str, str], list[Any]] = {}
    known: set[GameId] = set()
    for each in log:
        before = games.get(each.game, NEW)
        game = games[each.game] = evolve(before, each.event)
        if isinstance(each.event, GameStarted) and len(each.event.vouched) == len(game.seats):
            known.add(each.game)
        if isinstance(each.event, RoundScored):
            for player, kept in judged(before, game):
                counted = each.game, player, kept
                bids[counted] = bids.get(counted, 0) + 1
        if game.outcome is not None and before.outcome is None and game.access is Access.PUBLIC:
            mixed = any(seat.machine for seat in game.seats)
            boards = ["mixed"] if mixed else ["people", *(["vouched"] if each.game in known else [])]
            for board in boards:
                count_apart(standings, board, game, each, bids)
    return sorted((*key[::-1], *as_kept(figures)) for key, figures in standings.items())


def as_kept(figures: list[Any]) -> list[Any]:
    """Return the figures with a number of opponents, and their names only while there are fewer than five."""
    met = figures[4]
    names = json.dumps(met if len(met) < 5 else [], separators=(",", ":"))
    return [*figures[:4], len(met), *figures[5:], names]


def judged(before: Game, game: Game) -> Iterator[tuple[str, bool]]:
    """Tell for whose bids the tables before and after a round's score say that they were made or not."""
    table, after = before.rules.show(before.table), game.rules.show(game.table)
    if table.bidder is not None:
        gained = after.places[table.bidder].score - table.places[table.bidder].score
        yield game.seats[table.bidder].player, gained >= (table.bid or 0)
    elif any(place.bid is not None for place in table.places):
        for seat, place in zip(game.seats, table.places, strict=True):
            yield seat.player, place.bid == place.tricks


def count_apart(
    standings: dict[tuple[str, str, str, str], list[Any]],
    board: str,
    game: Game,
    end: RecordedEvent,
    bids: Mapping[tuple[GameId, str, bool], int],
) -> None:
    """Count a game in five windows that are named by the C library."""
    assert game.outcome is not None
    model = PlackettLuce(beta=BETAS.get(game.variant, 25 / 6))
    shown = game.rules.show(game.table).places
    place = {seat: place for place, sharing in enumerate(game.outcome.ranking) for seat in sharing}
    lost = [seat.automated and not seat.machine for seat in game.seats]
    for number, gave_up in enumerate(lost):
        place[number] = 99 if gave_up else place[number]
    quarter = "%Y-Q" + "111222333444"[end.at.month - 1]
    for form in ("%Y-%m-%d", "%G-W%V", "%Y-%m", quarter, "all"):
        keys = [(game.variant, board, end.at.strftime(form), seat.player) for seat in game.seats]
        teams = [
            [model.create_rating([25.0, 25 / 30] if seat.machine else standings.get(key, [25.0, 25 / 3])[:2])]
            for seat, key in zip(game.seats, keys, strict=True)
        ]
        after = model.rate(teams, ranks=[float(place[seat]) for seat in range(len(teams))])
        least = 10 if form == "all" else 5
        for number, (seat, key, (rating,)) in enumerate(zip(game.seats, keys, after, strict=True)):
            if seat.machine:
                continue
            fresh: list[Any] = [0.0, 0.0, 0.0, False, [], 0, 0, 0, 0, 0, 0, 0, end.at]
            old = standings.get(key, fresh)
            won = number in game.outcome.winners and not lost[number]
            streak = old[10] + 1 if won else 0
            games = old[5] + 1
            met = {other.player for other in game.seats if not other.machine} - {seat.player}
            met_now = (old[4] + sorted(met - set(old[4])))[:5]
            alone = board == "mixed" and not met_now
            standings[key] = [
                rating.mu,
                rating.sigma,
                rating.ordinal(),
                games >= least and (alone or len(met_now) == 5),
                met_now,
                games,
                old[6] + won,
                old[7] + (0 if lost[number] else shown[number].score),
                old[8] + (0 if lost[number] else bids.get((end.game, seat.player, True), 0)),
                old[9] + (0 if lost[number] else bids.get((end.game, seat.player, False), 0)),
                streak,
                max(streak, old[11]),
                end.at,
            ]


@pytest.mark.parametrize("variant", variants())
async def test_the_rows_are_those_of_a_count_apart_to_the_last_digit(
    database: ReadDatabase, variant: str
) -> None:
    store, logs = MemoryStore(), simulated(variant)
    await spread(store, logs)
    await project(store, database, LEADERBOARD, batch=500)
    expected = counted_apart(await store.select(0, await store.head()))
    assert sorted(rows(database, LEADERBOARD)["standing"]) == expected
    # What was simulated is not all alike.
    assert {row[2] for row in expected} == {"people", "vouched", "mixed"}
    assert len({row[1] for row in expected}) > 15
    assert {row[7] for row in expected} == {True, False}
    assert max(row[15] for row in expected) > 1
    assert {row[8] for row in expected} > {0, 5}
    games = [fold(log) for log in logs]
    assert any(seat.automated and not seat.machine for game in games for seat in game.seats)
    assert any(game.outcome and game.access is Access.PRIVATE for game in games)


async def test_the_simulated_games_have_bids_of_either_kind() -> None:
    store = MemoryStore()
    await spread(store, simulated(VARIANT))
    counted = [row for row in counted_apart(await store.select(0, await store.head())) if row[1] == "all"]
    assert min(sum(row[12] for row in counted), sum(row[13] for row in counted)) > 20


@pytest.mark.parametrize("variant", variants())
async def test_a_rebuild_in_batches_of_any_size_comes_to_the_same_rows(
    database: ReadDatabase, variant: str
) -> None:
    store = MemoryStore()
    # Two of the games are still under way.
    logs = [log[: len(log) // 2] if number < 2 else log for number, log in enumerate(simulated(variant)[::8])]
    await spread(store, logs)
    made: list[dict[str, list[tuple[object, ...]]]] = []
    for batch in (1, 7, 1000):
        await rebuild(store, database, LEADERBOARD, batch=batch)
        made.append(rows(database, LEADERBOARD))
    assert made[0] == made[1] == made[2]
    assert len(made[0]["under_way"]) >= 2
    assert made[0]["standing"]


@ON_BOTH
async def test_rows_made_as_it_happened_are_those_of_a_rebuild(database: ReadDatabase) -> None:
    store = MemoryStore()
    await spread(store, simulated(VARIANT)[:8])
    for upto in range(0, await store.head(), 97):
        await project(store, database, LEADERBOARD, batch=50, upto=upto)
    await project(store, database, LEADERBOARD)
    grown = rows(database, LEADERBOARD)
    await rebuild(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == grown
    assert sorted(grown["standing"]) == counted_apart(await store.select(0, await store.head()))


def seated(*players: str, access: Access = Access.PUBLIC, variant: str = VARIANT) -> list[Event]:
    """Return the beginning of a game that starts with these players."""
    return [
        GameCreated(
            variant=variant, rules_version=1, options={}, access=access, organizer=players[0], secret=None
        ),
        *(PlayerJoined(seat=seat, player=player) for seat, player in enumerate(players)),
        GameStarted(players=players),
    ]


def won(*ranking: int | tuple[int, ...]) -> GameWon:
    """Return an end in which the seats stand in this order."""
    places = tuple((place,) if isinstance(place, int) else place for place in ranking)
    return GameWon(winners=places[0], ranking=places, reason=EndReason.TARGET_REACHED)


def scored(*scores: int, bids_made: tuple[bool | None, ...] = ()) -> RoundScored:
    return RoundScored(round=0, awards=(), scores=scores, bids_made=bids_made)


async def counted(
    database: ReadDatabase, *logs: Sequence[Event], board: Board = Board.PEOPLE
) -> list[Standing]:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, LEADERBOARD)
    wanted = Wanted(variant=VARIANT, board=board)
    return list((await database.read(page, wanted, datetime(2026, 4, 2, tzinfo=UTC))).rows)


async def test_only_finished_games_count(database: ReadDatabase) -> None:
    under_way = [*seated("ada", "ben"), scored(10, 20)]
    closed = [*seated("ada", "ben"), GameClosed(reason=CloseReason.EVERYONE_LEFT)]
    assert await counted(database, under_way, closed) == []


async def test_the_order_of_the_seats_makes_the_ratings(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("ada", "ben", "cleo", "dora"), won(2, 0, 3, 1)])
    assert [row.player for row in found] == ["cleo", "ada", "dora", "ben"]
    assert found[0].mu > found[1].mu > found[2].mu > found[3].mu
    assert all(row.sigma < 25 / 3 and row.ordinal == row.mu - 3 * row.sigma for row in found)


async def test_seats_that_share_a_place_are_rated_alike(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("ada", "ben", "cleo"), scored(5, 9, 9), won((1, 2), 0)])
    assert [(row.player, row.wins, row.points) for row in found] == [
        ("ben", 1, 9),
        ("cleo", 1, 9),
        ("ada", 0, 5),
    ]
    ben, cleo, _ = found
    assert (ben.mu, ben.sigma) == (cleo.mu, cleo.sigma)


async def test_the_order_of_the_ends_in_the_log_is_that_of_the_ratings(database: ReadDatabase) -> None:
    store = MemoryStore()
    # The first game to begin is the last one to end, in the same batch.
    await append(store, game_id(1), *seated("ada", "ben"))
    await append(store, game_id(2), *seated("ada", "ben"), won(0, 1))
    await append(store, game_id(1), won(1, 0))
    await project(store, database, LEADERBOARD)
    model = PlackettLuce(beta=BETAS[VARIANT])
    ada, ben = [model.rating()], [model.rating()]
    for ranks in ([1, 2], [2, 1]):
        ada, ben = model.rate([ada, ben], ranks=list(map(float, ranks)))
    board = {row[0]: row for row in rows(database, LEADERBOARD)["standing"] if row[1] == "all"}
    assert board["ada"][4:6] == (ada[0].mu, ada[0].sigma)
    assert board["ben"][4:6] == (ben[0].mu, ben[0].sigma)
    assert (board["ada"][14], board["ben"][14]) == (0, 1)


async def test_games_with_machines_count_on_a_board_of_their_own(database: ReadDatabase) -> None:
    log = seated("ada", "ben")
    log[-1:] = [PlayerJoined(seat=2, player="machine-1", machine=True), SeatAutomated(seat=2)]
    log += [GameStarted(players=("ada", "ben", "machine-1")), won(1, 0, 2)]
    among_people = [*seated("ada", "ben"), won(0, 1)]
    found = await counted(database, log, among_people, board=Board.MIXED)
    assert [(row.player, row.games, row.wins) for row in found] == [("ben", 1, 1), ("ada", 1, 0)]
    people = await database.read(page, Wanted(variant=VARIANT), found[0].last_at)
    assert [(row.player, row.games, row.wins) for row in people.rows] == [("ada", 1, 1), ("ben", 1, 0)]


@ON_BOTH
async def test_a_loser_that_hands_its_seat_over_loses_and_takes_nothing_from_the_winner(
    database: ReadDatabase,
) -> None:
    end = [scored(80, 110, 50), won(1, 0, 2)]
    handed_over = [*seated("ada", "ben", "cleo"), SeatAutomated(seat=2), *end]
    played = [*seated("finn", "gil", "hana"), *end]
    found = {row.player: row for row in await counted(database, handed_over, played)}
    for given_up, kept in ("ada", "finn"), ("ben", "gil"):
        same = ("mu", "sigma", "wins", "points", "games", "streak")
        assert [getattr(found[given_up], name) for name in same] == [
            getattr(found[kept], name) for name in same
        ]
    cleo = found["cleo"]
    assert (cleo.games, cleo.wins, cleo.points, cleo.mu) == (1, 0, 0, found["hana"].mu)
    assert {row[2] for row in rows(database, LEADERBOARD)["standing"]} == {"people"}


async def test_a_leader_whose_seat_the_machine_plays_at_the_end_has_lost(database: ReadDatabase) -> None:
    log = [*seated("ada", "ben", "cleo"), SeatAutomated(seat=1), scored(50, 110, 20), won(1, 0, 2)]
    found = await counted(database, log)
    assert [(row.player, row.wins, row.points) for row in found] == [
        ("ada", 0, 50),
        ("cleo", 0, 20),
        ("ben", 0, 0),
    ]
    assert found[1].mu > found[2].mu


async def test_the_machine_is_the_same_opponent_however_often_it_loses(database: ReadDatabase) -> None:
    def beaten(player: str) -> list[Event]:
        log = seated(player)
        log[-1:] = [PlayerJoined(seat=1, player="machine-1", machine=True), SeatAutomated(seat=1)]
        return [*log, GameStarted(players=(player, "machine-1")), won(0, 1)]

    found = await counted(database, beaten("ada"), beaten("ben"), board=Board.MIXED)
    assert len({(row.mu, row.sigma) for row in found}) == 1


async def test_a_game_that_all_have_handed_over_is_lost_for_all(database: ReadDatabase) -> None:
    log = [*seated("ada", "ben"), SeatAutomated(seat=0), SeatAutomated(seat=1), won(0, 1)]
    found = await counted(database, log)
    assert [(row.player, row.games, row.wins) for row in found] == [("ada", 1, 0), ("ben", 1, 0)]
    assert found[0].mu == found[1].mu


async def test_three_guests_of_one_person_do_not_make_it_a_champion(database: ReadDatabase) -> None:
    own = [*seated("ada", "guest 1", "guest 2", "guest 3"), won(0, 1, 2, 3)]
    machine = PlayerJoined(seat=3, player="machine-1", machine=True)
    filled = seated("ada", "guest 1", "guest 2")
    filled[-1:] = [machine, SeatAutomated(seat=3), GameStarted(players=()), won(0, 1, 2, 3)]
    [ada, *_] = await counted(database, *[own] * 12, *[filled] * 12)
    assert (ada.player, ada.games, ada.opponents, ada.tier) == ("ada", 12, 3, Tier.NEW)
    mixed = await database.read(page, Wanted(variant=VARIANT, board=Board.MIXED), NEW_YEAR)
    assert [(row.games, row.opponents, row.tier) for row in mixed.rows] == [(12, 2, Tier.NEW)] * 3


async def test_who_has_met_enough_different_people_is_ranked(database: ReadDatabase) -> None:
    others = [("ben", "cleo"), ("dora", "eve"), ("finn", "ben")]
    logs = [[*seated("ada", *others[number % 3]), won(0, 1, 2)] for number in range(12)]
    found = {row.player: row for row in await counted(database, *logs)}
    assert (found["ada"].opponents, found["ada"].rank) == (5, 1)
    assert found["ben"].tier is Tier.NEW


async def test_games_of_players_who_are_vouched_for_count_on_a_board_of_their_own(
    database: ReadDatabase,
) -> None:
    def game(*vouched: int) -> list[Event]:
        return [*seated("ada", "ben")[:-1], GameStarted(players=("ada", "ben"), vouched=vouched), won(0, 1)]

    logs = game(0, 1), game(0), game()
    assert [row.games for row in await counted(database, *logs, board=Board.VOUCHED)] == [1, 1]
    people = await database.read(page, Wanted(variant=VARIANT), NEW_YEAR)
    assert [row.games for row in people.rows] == [3, 3]


async def test_a_private_game_counts_for_nobody(database: ReadDatabase) -> None:
    private = seated("ada", "ben", access=Access.PRIVATE)
    taken_over = [*seated("ada", "ben", access=Access.PRIVATE), SeatAutomated(seat=1)]
    await counted(database, [*private, won(0, 1)], [*taken_over, won(0, 1)])
    assert rows(database, LEADERBOARD) == {"standing": [], "under_way": []}


async def test_bids_count_as_the_score_of_the_round_judges_them(database: ReadDatabase) -> None:
    found = await counted(
        database,
        [
            *seated("ada", "ben"),
            scored(-20, 5, bids_made=(False, None)),
            scored(-20, 65, bids_made=(True, True)),
            scored(-40, 65),
            won(1, 0),
        ],
    )
    assert [(row.player, row.points, row.bids_made, row.bids_failed) for row in found] == [
        ("ben", 65, 1, 0),
        ("ada", -40, 1, 1),
    ]


async def test_a_streak_grows_with_each_game_won_and_ends_with_one_lost(database: ReadDatabase) -> None:
    results = [1, 0, 0, 0, 1, 0, 0]
    found = await counted(database, *([*seated("ada", "ben"), won(first, 1 - first)] for first in results))
    ada, ben = sorted(found, key=lambda row: row.player)
    assert (ada.streak, ada.best_streak, ada.wins) == (2, 3, 5)
    assert (ben.streak, ben.best_streak, ben.wins) == (0, 1, 2)


async def test_a_game_of_a_variant_without_a_fitted_chance_is_rated_too(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben", variant="highest-card"), won(0, 1)])
    assert {row[3] for row in rows(database, LEADERBOARD)["standing"]} == {"highest-card"}


async def test_in_each_window_ratings_begin_anew(database: ReadDatabase) -> None:
    store = MemoryStore()
    for number, day in enumerate((30, 31, 32), 1):
        at = datetime(2026, 12, 1, 23, 59, tzinfo=UTC) + timedelta(days=day - 1)
        log = (*seated("ada", "ben"), won(0, 1))
        await store.append(Append(game=game_id(number), after=0, events=log, at=at, by="ada"))
    await project(store, database, LEADERBOARD)
    games = {row[1]: row[9] for row in rows(database, LEADERBOARD)["standing"] if row[0] == "ada"}
    assert games == {
        "2026-12-30": 1,
        "2026-12-31": 1,
        "2027-01-01": 1,
        "2026-W53": 3,
        "2026-12": 2,
        "2027-01": 1,
        "2026-Q4": 2,
        "2027-Q1": 1,
        "all": 3,
    }
    ratings = {row[1]: row[4:6] for row in rows(database, LEADERBOARD)["standing"] if row[0] == "ada"}
    first = ratings["2026-12-30"]
    assert ratings["2026-12-31"] == ratings["2027-01-01"] == ratings["2027-01"] == ratings["2027-Q1"] == first
    assert ratings["2026-12"] == ratings["2026-Q4"]
    assert ratings["all"] == ratings["2026-W53"]
    assert len(set(ratings.values())) == 3


async def test_what_comes_after_the_end_changes_nothing(store: Store, database: ReadDatabase) -> None:
    await append(store, game_id(1), *seated("ada", "ben"), scored(1, 2), won(1, 0))
    await project(store, database, LEADERBOARD)
    before = rows(database, LEADERBOARD)
    await append(store, game_id(1), scored(100, 200), won(0, 1))
    await project(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == before
    await rebuild(store, database, LEADERBOARD)
    assert rows(database, LEADERBOARD) == before
    assert before["standing"]
