"""Results of short games on the leaderboard: scores, ratings, boards and eligibility."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from openskill.models import PlackettLuce

from application.store.memory import MemoryStore
from domain.events import (
    Access,
    CloseReason,
    Event,
    GameClosed,
    GameStarted,
    PlayerJoined,
    SeatAutomated,
    SeatReclaimed,
)
from projections.database.connections import ReadDatabase
from projections.players.boards import Board
from projections.players.leaderboard import LEADERBOARD
from projections.players.leaderboard_queries import BoardQuery, Standing, Tier, page
from projections.players.rating import BETAS
from tests.projections.given import Folded, given
from tests.projections.logs import append, game_id, project, rows
from tests.projections.players.handmade_games import VARIANT, scored, seated, won

LATER = datetime(2026, 12, 20, 22, tzinfo=UTC)
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


def with_machine(*players: str) -> list[Event]:
    """Return the beginning of a game in which the last seat is a machine player's."""
    machine, name = len(players), "machine-1"
    return [
        *seated(*players)[:-1],
        PlayerJoined(seat=machine, player=name, machine=True),
        SeatAutomated(seat=machine),
        GameStarted(players=(*players, name)),
    ]


def standings(folded: Folded, board: Board = Board.PEOPLE) -> dict[str, dict[str, Any]]:
    """Return the all-time rows of a board by player."""
    return {row["player"]: row for row in folded.rows("standing", period="all", board=board.value)}


async def standings_page(
    database: ReadDatabase, *logs: Sequence[Event], board: Board = Board.PEOPLE
) -> list[Standing]:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, LEADERBOARD)
    wanted = BoardQuery(variant=VARIANT, board=board)
    return list((await database.read(page, wanted, datetime(2026, 4, 2, tzinfo=UTC))).rows)


# What counts


def test_only_finished_games_count() -> None:
    closed = GameClosed(reason=CloseReason.EVERYONE_LEFT)
    given(LEADERBOARD, [*seated("ada", "ben"), scored(10, 20)]).then("standing", []).when(closed).then(
        "under_way", []
    ).then("standing", [])


def test_a_private_game_counts_for_no_player() -> None:
    private = seated("ada", "ben", access=Access.PRIVATE)
    folded = given(LEADERBOARD, [*private, won(0, 1)], [*private, SeatAutomated(seat=1), won(0, 1)])
    folded.then("standing", []).then("under_way", [])


def test_bids_count_as_the_score_of_the_round_judges_them() -> None:
    given(
        LEADERBOARD,
        [
            *seated("ada", "ben"),
            scored(-20, 5, bids_made=(False, None)),
            scored(-20, 65, bids_made=(True, True)),
            scored(-40, 65),
        ],
    ).when(won(1, 0)).then(
        "standing",
        [
            {"player": "ada", "points": -40, "bids_made": 1, "bids_failed": 1},
            {"player": "ben", "points": 65, "bids_made": 1, "bids_failed": 0},
        ],
        period="all",
    )


def test_a_streak_grows_with_each_game_won_and_ends_with_one_lost() -> None:
    results = [1, 0, 0, 0, 1, 0, 0]
    given(LEADERBOARD, *([*seated("ada", "ben"), won(first, 1 - first)] for first in results)).then(
        "standing",
        [{"streak": 2, "best_streak": 3, "wins": 5}, {"streak": 0, "best_streak": 1, "wins": 2}],
        period="all",
    )


def test_a_game_of_a_variant_without_a_fitted_beta_is_rated_too() -> None:
    folded = given(LEADERBOARD, [*seated("ada", "ben", variant="highest-card"), won(0, 1)])
    assert {row["variant"] for row in folded.rows("standing")} == {"highest-card"}


# Ratings


async def test_the_order_of_the_seats_makes_the_ratings(database: ReadDatabase) -> None:
    found = await standings_page(database, [*seated("ada", "ben", "cleo", "dora"), won(2, 0, 3, 1)])
    assert [row.player for row in found] == ["cleo", "ada", "dora", "ben"]
    assert found[0].mu > found[1].mu > found[2].mu > found[3].mu
    assert all(row.sigma < 25 / 3 and row.ordinal == row.mu - 3 * row.sigma for row in found)


def test_seats_that_share_a_place_are_rated_alike() -> None:
    found = standings(given(LEADERBOARD, [*seated("ada", "ben", "cleo"), scored(5, 9, 9), won((1, 2), 0)]))
    assert {player: (row["wins"], row["points"]) for player, row in found.items()} == {
        "ada": (0, 5),
        "ben": (1, 9),
        "cleo": (1, 9),
    }
    assert (found["ben"]["mu"], found["ben"]["sigma"]) == (found["cleo"]["mu"], found["cleo"]["sigma"])


def test_games_are_rated_in_the_order_of_their_ends() -> None:
    folded = Folded(LEADERBOARD)
    # The first game to begin is the last one to end, in the same batch.
    first, second = seated("ada", "ben"), [*seated("ada", "ben"), won(0, 1)]
    folded.fold([*((1, event) for event in first), *((2, event) for event in second), (1, won(1, 0))])
    model = PlackettLuce(beta=BETAS[VARIANT])
    ada, ben = [model.rating()], [model.rating()]
    for ranks in ([1, 2], [2, 1]):
        ada, ben = model.rate([ada, ben], ranks=list(map(float, ranks)))
    folded.then(
        "standing",
        [
            {"player": "ada", "mu": ada[0].mu, "sigma": ada[0].sigma, "streak": 0},
            {"player": "ben", "mu": ben[0].mu, "sigma": ben[0].sigma, "streak": 1},
        ],
        period="all",
    )


def test_the_machine_has_the_same_rating_however_often_it_loses() -> None:
    folded = given(LEADERBOARD, [*with_machine("ada"), won(0, 1)], [*with_machine("ben"), won(0, 1)])
    found = standings(folded, Board.MIXED)
    assert len(found) == 2
    assert len({(row["mu"], row["sigma"]) for row in found.values()}) == 1


# Boards


def test_nobody_is_ranked_for_a_game_that_machines_played_alone() -> None:
    *lobby, start = with_machine("ada")
    from_the_start = [*lobby, SeatAutomated(seat=0), start]
    assert given(LEADERBOARD, [*from_the_start, won(1, 0)]).rows("standing") == []
    # Back in time, the person plays; and a person who hands the seat over after the start has lost.
    for played in (
        [*from_the_start, SeatReclaimed(seat=0, player="ada"), won(0, 1)],
        [*with_machine("ada"), SeatAutomated(seat=0), won(1, 0)],
    ):
        assert set(standings(given(LEADERBOARD, played), Board.MIXED)) == {"ada"}


def test_games_with_machines_count_on_a_separate_board() -> None:
    folded = given(
        LEADERBOARD,
        [*with_machine("ada", "ben"), won(1, 0, 2)],
        [*seated("ada", "ben"), won(0, 1)],
    )
    for board, winner in ((Board.MIXED, "ben"), (Board.PEOPLE, "ada")):
        found = standings(folded, board)
        assert {player: row["wins"] for player, row in found.items()} == {
            player: int(player == winner) for player in ("ada", "ben")
        }
        assert {row["games"] for row in found.values()} == {1}


def test_games_of_vouched_for_players_count_on_a_separate_board_too() -> None:
    def game(*vouched: int) -> list[Event]:
        return [*seated("ada", "ben")[:-1], GameStarted(players=("ada", "ben"), vouched=vouched), won(0, 1)]

    folded = given(LEADERBOARD, game(0, 1), game(0), game())
    assert [row["games"] for row in standings(folded, Board.VOUCHED).values()] == [1, 1]
    assert [row["games"] for row in standings(folded).values()] == [3, 3]


# Forfeited seats


@ON_BOTH
async def test_a_loser_that_forfeits_its_seat_takes_nothing_from_the_winner(database: ReadDatabase) -> None:
    end = [scored(80, 110, 50), won(1, 0, 2)]
    forfeit = [*seated("ada", "ben", "cleo"), SeatAutomated(seat=2), *end]
    played = [*seated("finn", "gil", "hana"), *end]
    found = {row.player: row for row in await standings_page(database, forfeit, played)}
    for forfeited, kept in ("ada", "finn"), ("ben", "gil"):
        same = ("mu", "sigma", "wins", "points", "games", "streak")
        assert [getattr(found[forfeited], name) for name in same] == [
            getattr(found[kept], name) for name in same
        ]
    cleo = found["cleo"]
    assert (cleo.games, cleo.wins, cleo.points, cleo.mu) == (1, 0, 0, found["hana"].mu)
    assert {row[2] for row in rows(database, LEADERBOARD)["standing"]} == {"people"}


def test_a_leader_whose_seat_the_machine_plays_at_the_end_has_lost() -> None:
    folded = given(LEADERBOARD, [*seated("ada", "ben", "cleo"), SeatAutomated(seat=1), scored(50, 110, 20)])
    folded.when(won(1, 0, 2)).then(
        "standing",
        [
            {"player": "ada", "wins": 0, "points": 50},
            {"player": "ben", "wins": 0, "points": 0},
            {"player": "cleo", "wins": 0, "points": 20},
        ],
        period="all",
    )
    found = standings(folded)
    assert found["cleo"]["mu"] > found["ben"]["mu"]


def test_a_game_that_every_player_forfeits_is_lost_for_all() -> None:
    log = [*seated("ada", "ben"), SeatAutomated(seat=0), SeatAutomated(seat=1), won(0, 1)]
    found = standings(given(LEADERBOARD, log))
    assert {player: (row["games"], row["wins"]) for player, row in found.items()} == {
        "ada": (1, 0),
        "ben": (1, 0),
    }
    assert found["ada"]["mu"] == found["ben"]["mu"]


# Eligibility


async def test_three_guests_of_one_person_do_not_make_it_a_champion(database: ReadDatabase) -> None:
    own = [*seated("ada", "guest 1", "guest 2", "guest 3"), won(0, 1, 2, 3)]
    filled = [*with_machine("ada", "guest 1", "guest 2"), won(0, 1, 2, 3)]
    [ada, *_] = await standings_page(database, *[own] * 12, *[filled] * 12)
    assert (ada.player, ada.games, ada.opponents, ada.tier) == ("ada", 12, 3, Tier.NEW)
    mixed = await database.read(page, BoardQuery(variant=VARIANT, board=Board.MIXED), LATER)
    assert [(row.games, row.opponents, row.tier) for row in mixed.rows] == [(12, 2, Tier.NEW)] * 3


async def test_a_player_who_has_met_enough_different_people_is_ranked(database: ReadDatabase) -> None:
    others = [("ben", "cleo"), ("dora", "eve"), ("finn", "ben")]
    logs = [[*seated("ada", *others[number % 3]), won(0, 1, 2)] for number in range(12)]
    found = {row.player: row for row in await standings_page(database, *logs)}
    assert (found["ada"].opponents, found["ada"].rank) == (5, 1)
    assert found["ben"].tier is Tier.NEW
