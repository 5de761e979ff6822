"""Facts of short games, row by row."""

from __future__ import annotations

import pytest

from domain.events import (
    AutomationReason,
    BidPlaced,
    MachineLevel,
    PassQueued,
    SeatAutomated,
    SeatMovedByClock,
    SeatReclaimed,
    TurnPassed,
)
from projections.database.connections import ReadDatabase
from tests.projections.statistics.handmade_games import (
    GAME,
    HUNDRED_AND_TEN,
    OH_HELL,
    PRESIDENT,
    TODAY,
    TOMORROW,
    at,
    daily,
    dealt,
    lengths,
    lines,
    projected,
    seated,
)
from tests.projections.statistics.test_statistics import on_both
from tests.projections.statistics.views.viewing import in_view, seen_in


@on_both
@pytest.mark.parametrize("batch", [1, 1000])
async def test_a_game_with_bids_and_tricks_is_told_line_by_line(database: ReadDatabase, batch: int) -> None:
    found = await projected(database, HUNDRED_AND_TEN, batch=batch)
    assert found["game"] == [
        {
            "game": GAME,
            "variant": "hundred-and-ten",
            "options": '{"a":true,"b":2}',
            "seats": 2,
            "machines": 0,
            "board": "people",
            "created_at": at(0),
            "started_at": at(3),
            "ended_at": at(26),
            "reason": "TARGET_REACHED",
            "rounds": 2,
            "moves": 14,
        }
    ]
    assert lines(found["seat"], "seat", "player", "machine", "place", "won", "points", "ended_at") == [
        (0, "ada", False, 2, False, 10, at(26)),
        (1, "ben", False, 1, True, 25, at(26)),
    ]
    assert (
        lines(found["seat"], "game", "variant", "seats", "strength", "strength_place")
        == [(GAME, "hundred-and-ten", 2, None, None)] * 2
    )
    assert [tuple(row.values()) for row in found["round"]] == [
        (GAME, 0, "hundred-and-ten", 2, 0, 5, None, None, None, None, at(4), None, at(7)),
        (GAME, 1, "hundred-and-ten", 2, 0, 5, "CLUBS", 1, 20, True, at(8), at(25), None),
    ]
    assert [tuple(row.values())[1:] for row in found["bid"]] == [
        (0, 0, 1, "ben", False, None, at(5)),
        (0, 1, 0, "ada", False, None, at(6)),
        (1, 0, 1, "ben", False, 15, at(9)),
        (1, 1, 0, "ada", False, 15, at(10)),
        (1, 2, 1, "ben", False, 20, at(11)),
        (1, 3, 0, "ada", False, None, at(14)),
    ]
    assert [tuple(row.values())[1:] for row in found["play"]] == [
        (1, 0, 0, 0, "ada", False, "5C", 1, at(19)),
        (1, 1, 0, 1, "ben", False, "KS", 1, at(20)),
        (1, 2, 1, 0, "ada", False, "4D", 1, at(22)),
        (1, 3, 1, 1, "ben", False, "AC", 1, at(23)),
    ]
    assert [tuple(row.values())[1:] for row in found["trick"]] == [
        (1, 0, 0, 0, "ada", False, "5C", 2, at(20), "5C"),
        (1, 1, 0, 1, "ben", False, "AC", 2, at(23), "4D"),
    ]
    assert [tuple(row.values())[1:] for row in found["score"]] == [
        (1, 0, "ada", False, 0, 15, 1, None, 10, 10, at(25)),
        (1, 1, "ben", False, 1, 20, 1, True, 25, 25, at(25)),
    ]
    assert found["under_way"] == []


@on_both
async def test_secret_bids_and_a_turned_up_trump_are_told_line_by_line(database: ReadDatabase) -> None:
    found = await projected(database, OH_HELL)
    assert [tuple(row.values())[4:] for row in found["round"]] == [
        (0, 1, "DIAMONDS", None, None, None, at(4), at(12), None),
        (1, 1, "DIAMONDS", None, None, None, at(13), at(21), None),
    ]
    assert lines(found["bid"], "round", "number", "seat", "player", "machine", "amount", "at") == [
        (0, 0, 0, "ada", False, 1, at(8)),
        (0, 1, 1, "machine-1", True, 0, at(8)),
        (1, 0, 0, "ada", False, 1, at(17)),
        (1, 1, 1, "machine-1", True, 1, at(17)),
    ]
    names = ("round", "seat", "from_dealer", "bid", "tricks", "made", "points", "total")
    assert lines(found["score"], *names) == [
        (0, 0, 0, 1, 1, True, 11, 11),
        (0, 1, 1, 0, 0, True, 10, 10),
        (1, 0, 1, 1, 0, False, 0, 11),
        (1, 1, 0, 1, 1, True, 11, 21),
    ]
    assert lines(found["trick"], "round", "leader", "winner", "machine", "card") == [
        (0, 1, 0, False, "AS"),
        (1, 0, 1, True, "KS"),
    ]
    assert lines(found["seat"], "place", "won", "points", "machine") == [
        (1, True, 11, False),
        (1, True, 21, True),
    ]
    assert daily(found, "bid") == [(False, 1, 0, 2, 1), (True, 0, 1, 1, 1), (True, 1, 1, 1, 1)]
    assert daily(found, "bid_by_round") == [
        *((False, 0, 1, 1, 1), (False, 1, 1, 1, 0)),
        *((True, 0, 1, 1, 1), (True, 1, 1, 1, 1)),
    ]
    assert daily(found, "tricks_by_bid") == [
        *((False, 1, 0, 1, 0), (False, 1, 1, 1, 11)),
        *((True, 0, 0, 1, 10), (True, 1, 1, 1, 11)),
    ]
    assert daily(found, "trump") == [(False, 3, 0, 2, 0)]
    assert daily(found, "contract") == []
    assert lines(found["game"], "machines", "board", "moves") == [(1, "mixed", 8)]
    assert lines(found["hourly"], "moves", "machine_moves") == [(3, 2), (5, 2)]
    assert lines(found["active"], "day", "player", "moves") == [(TODAY, "ada", 1), (TOMORROW, "ada", 3)]


@on_both
async def test_a_game_of_groups_is_told_line_by_line(database: ReadDatabase) -> None:
    found = await projected(database, PRESIDENT)
    assert lines(found["play"], "number", "trick", "seat", "player", "cards", "count", "at") == [
        (0, None, 0, "ada", "4C", 1, at(6)),
        (1, None, 1, "ben", "KD", 1, at(7)),
        (2, None, 0, "ada", "2H 2S", 2, at(10)),
    ]
    assert (found["bid"], found["trick"], found["score"]) == ([], [], [])
    assert lines(found["round"], "cards", "trump", "scored_at") == [(48, None, None)]
    ada, ben = (0 + 12 + 12) / 3, 9.0
    # Four of each rank are worth 4 * (0 + … + 12); without those that the others had.
    cleo = (4 * 78 - 24 - 9) / 48
    assert lines(found["seat"], "player", "place", "won", "points", "strength", "strength_place") == [
        ("ada", 2, False, None, ada, 2),
        ("ben", 1, True, None, ben, 1),
        ("cleo", 3, False, None, cleo, 3),
    ]
    assert daily(found, "strength") == [
        (False, 1, 1, 1, 900),
        (False, 2, 2, 1, 800),
        (False, 3, 3, 1, round(100 * cleo)),
    ]
    assert daily(found, "rank_played") == [
        (False, 2, 2, 1, 2),
        (False, 4, 2, 1, 1),
        (False, 13, 1, 1, 1),
    ]
    assert daily(found, "seat") == [(False, 0, 2, 1, 0), (False, 1, 1, 1, 0), (False, 2, 3, 1, 0)]
    # What happened by itself is nobody's move.
    assert lengths(found) == [(1, 1, 3, 8)]
    assert daily(found, "game") == [(False, 1, 0, 1, 8)]


@on_both
@pytest.mark.parametrize("batch", [1, 1000])
async def test_decisions_of_machines_and_clocks_are_told_apart(database: ReadDatabase, batch: int) -> None:
    log = [
        *seated("hundred-and-ten", "ada", "ben"),  # 0-3
        dealt(0, 0, 5, 5),
        BidPlaced(seat=1, amount=15),
        SeatMovedByClock(seat=0),
        BidPlaced(seat=0, amount=20),  # 7
        SeatAutomated(seat=1, reason=AutomationReason.CLOCK),
        BidPlaced(seat=1, amount=25),
        SeatReclaimed(seat=1, player="ben"),  # 10
        BidPlaced(seat=0, amount=30),
        PassQueued(seat=0),
        SeatAutomated(seat=1, reason=AutomationReason.OWN_CHOICE, level=MachineLevel.EXPERT, thinker=1),
        SeatReclaimed(seat=1, player="ben"),
        TurnPassed(seat=1),  # 15
    ]
    await projected(database, log, batch=batch)
    with database.reading() as connection:
        decisions = sorted(seen_in(connection, "v_move"), key=lambda row: row["n"])
        automations = sorted(seen_in(connection, "v_automation"), key=lambda row: row["automation_number"])
        dialect = connection.dialect.name
    names = ("n", "kind", "seat", "value", "thinking_ms", "automatic", "by_machine", "legal_count")
    assert lines(decisions, *names) == [
        (0, "bid", 1, "15", 1000, False, False, None),
        (1, "bid", 0, "20", None, True, True, None),
        (2, "bid", 1, "25", None, False, True, None),
        (3, "bid", 0, "30", 2000, False, False, None),
        (4, "queue_pass", 0, None, None, False, False, None),
        # It could decide again from its return on.
        (5, "pass", 1, None, 1000, False, False, None),
    ]
    moments = [in_view(at(number), dialect) for number in (8, 10, 13, 14)]
    assert lines(automations, "seat", "reason", "level", "automated_at", "reclaimed_at") == [
        (1, "CLOCK", "PUBLISHED", *moments[:2]),
        (1, "OWN_CHOICE", "EXPERT", *moments[2:]),
    ]
