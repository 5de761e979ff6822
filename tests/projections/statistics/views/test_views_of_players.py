"""The views of people and of options, as analysts query them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import text

from application.store.memory import MemoryStore
from domain.events import (
    Access,
    AutomationReason,
    CloseReason,
    Event,
    GameClosed,
    MachineLevel,
    SeatAutomated,
    SeatMovedByClock,
    SeatReclaimed,
)
from projections.database.connections import ReadDatabase
from projections.players.rating import UNRATED, machine_rating, rated
from projections.statistics.projection import STATISTICS
from tests.projections.logs import append, game_id, project
from tests.projections.statistics.handmade_games import (
    HUNDRED_AND_TEN,
    OH_HELL,
    PRESIDENT,
    group,
    seated,
    won,
)

both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
pytestmark = both

VARIANT = "president"


async def fill(database: ReadDatabase, *logs: Sequence[Event]) -> None:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, STATISTICS)


def ask(database: ReadDatabase, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement on the views."""
    with database.reading() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL search_path = kibitz_stats"))
        return [tuple(row) for row in connection.execute(text(statement))]


PEOPLE = [*seated(VARIANT, "ada", "ben"), won((1,), (0,))]


async def test_options_are_searched_as_json(database: ReadDatabase) -> None:
    await fill(database, HUNDRED_AND_TEN)
    asked = "SELECT options ->> 'b' FROM v_game WHERE options ->> 'b' IS NOT NULL"
    [(b,)] = ask(database, asked)
    assert int(b) == 2


async def test_private_games_rate_nobody_and_are_in_no_sum(database: ReadDatabase) -> None:
    private = [*seated(VARIANT, "ada", "ben", access=Access.PRIVATE), won((1,), (0,))]
    await fill(database, private, PEOPLE)
    # The private game has left no trace in the ratings before the public one either.
    asked = "SELECT player, rating_before FROM v_rating_history ORDER BY player"
    assert ask(database, asked) == [("ada", UNRATED.mu), ("ben", UNRATED.mu)]
    assert ask(database, "SELECT player, game_count FROM v_player_day ORDER BY player") == [
        ("ada", 1),
        ("ben", 1),
    ]
    assert ask(database, "SELECT sum(game_count) FROM v_head_to_head") == [(2,)]


async def test_people_meet_on_each_board_apart(database: ReadDatabase) -> None:
    await fill(database, PEOPLE, [*seated(VARIANT, "ada", "ben", "machine-1"), won((0,), (1, 2))])
    asked = (
        "SELECT player, opponent, board, game_count, ahead_count, behind_count, level_count "
        "FROM v_head_to_head ORDER BY board, player, opponent"
    )
    assert ask(database, asked) == [
        ("ada", "ben", "mixed", 1, 1, 0, 0),
        ("ada", "machine", "mixed", 1, 1, 0, 0),
        ("ben", "ada", "mixed", 1, 0, 1, 0),
        ("ben", "machine", "mixed", 1, 0, 0, 1),
        ("ada", "ben", "people", 1, 0, 1, 0),
        ("ben", "ada", "people", 1, 1, 0, 0),
    ]


async def test_an_erased_person_has_lost_and_is_an_id_without_a_name(database: ReadDatabase) -> None:
    erased = SeatAutomated(seat=1, reason=AutomationReason.ERASED)
    await fill(database, [*PRESIDENT[:-1], erased, won((1,), (0,), (2,))])
    asked = (
        "SELECT player, game_count, win_count, place_sum, opponent_count, points_sum, move_count "
        "FROM v_player_day ORDER BY player"
    )
    # Ada's automatic play is not a move.
    assert ask(database, asked) == [
        ("ada", 1, 0, 2, 2, 0, 1),
        ("ben", 1, 0, 3, 2, 0, 1),
        ("cleo", 1, 0, 3, 2, 0, 1),
    ]
    # The seat has won all the same, and the view of seats says so.
    assert ask(database, "SELECT player FROM v_seat WHERE won") == [("ben",)]


async def test_shares_of_moves_tell_who_played_a_seat(database: ReadDatabase) -> None:
    played = [
        *PRESIDENT[:6],
        group(0, "4C"),
        SeatAutomated(seat=0),
        group(0, "2H"),
        SeatReclaimed(seat=0, player="ada"),
        group(0, "2S"),
        group(1, "KD", automatic=True),
        won((0,), (1,), (2,)),
    ]
    await fill(database, played)
    asked = "SELECT seat, person_move_count, machine_move_count, person_move_share FROM v_seat ORDER BY seat"
    assert ask(database, asked) == [(0, 2, 1, 2 / 3), (1, 0, 0, None), (2, 0, 0, None)]


async def test_moves_at_the_end_of_the_clock_are_the_machines(database: ReadDatabase) -> None:
    played = [
        *PRESIDENT[:6],
        SeatMovedByClock(seat=0),
        group(0, "4C"),
        group(1, "5C"),
        won((0,), (1,), (2,)),
    ]
    await fill(database, played)
    asked = "SELECT seat, person_move_count, machine_move_count, person_move_share FROM v_seat ORDER BY seat"
    assert ask(database, asked) == [(0, 0, 1, 0.0), (1, 1, 0, 1.0), (2, 0, 0, None)]
    assert ask(database, "SELECT player, move_count FROM v_active") == [("ben", 1)]
    assert ask(database, "SELECT move_count, machine_move_count FROM v_hourly WHERE move_count > 0") == [
        (2, 1)
    ]
    asked = "SELECT player, move_count FROM v_player_day ORDER BY player"
    assert ask(database, asked) == [("ada", 0), ("ben", 1), ("cleo", 0)]
    asked = "SELECT seat, {} FROM {} ORDER BY seat"
    for by in (("machine", "v_play"), ("by_machine", "v_move")):
        assert ask(database, asked.format(*by)) == [(0, True), (1, False)]


async def test_seats_of_a_closed_game_have_its_end_and_no_result(database: ReadDatabase) -> None:
    await fill(database, [*PRESIDENT[:6], GameClosed(reason=CloseReason.EVERYONE_LEFT)])
    [(end,)] = ask(database, "SELECT ended_at FROM v_game")
    assert ask(database, "SELECT DISTINCT ended_at, place, won FROM v_seat") == [(end, None, None)]


async def test_a_game_of_machines_alone_rates_nobody(database: ReadDatabase) -> None:
    *lobby, start = seated(VARIANT, "ada", "machine-1")
    await fill(database, [*lobby, SeatAutomated(seat=0), start, won((0,), (1,))])
    assert ask(database, "SELECT board FROM v_game") == [("machines",)]
    asked = "SELECT rating_before, opponents_rating, person_move_share FROM v_seat"
    assert ask(database, asked) == [(None, None, None)] * 2
    for view in ("v_player_day", "v_head_to_head", "v_rating_history"):
        assert ask(database, f"SELECT player FROM {view}") == []  # noqa: S608


@pytest.mark.parametrize("cut", range(1, len(PEOPLE)))
async def test_ratings_continue_wherever_a_batch_ends(database: ReadDatabase, cut: int) -> None:
    store = MemoryStore()
    for number in (1, 2):
        await append(store, game_id(number), *PEOPLE)
    await project(store, database, STATISTICS, upto=len(PEOPLE) + cut)
    await project(store, database, STATISTICS)
    asked = "SELECT rating_before, rating_after FROM v_rating_history WHERE player = 'ada' ORDER BY game"
    [first, second] = ask(database, asked)
    assert second[0] == first[1] != UNRATED.mu


async def test_the_strength_of_opponents_is_that_of_those_who_were_rated(database: ReadDatabase) -> None:
    await fill(database, PEOPLE, [*seated(VARIANT, "ben", "cleo", "dora"), won((0,), (1,), (2,))])
    asked = "SELECT player, opponents_rating FROM v_seat WHERE seats = 3 ORDER BY player"
    # In their first game, people are no rated opponents.
    ben = rated(VARIANT, [UNRATED, UNRATED], [2, 1])[1].mu
    assert ask(database, asked) == [("ben", None), ("cleo", ben), ("dora", ben)]


async def test_machine_players_are_rated_opponents(database: ReadDatabase) -> None:
    await fill(database, OH_HELL)
    machine = machine_rating("oh-hell", MachineLevel.PUBLISHED).mu
    asked = "SELECT player, rating_before, opponents_rating FROM v_seat ORDER BY seat"
    assert ask(database, asked) == [("ada", UNRATED.mu, machine), ("machine-1", None, None)]
