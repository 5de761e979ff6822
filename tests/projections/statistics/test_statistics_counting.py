"""Counts of short games: by day, by hour, and of games that are not finished or not alike."""

from __future__ import annotations

import pytest

from domain.events import (
    Access,
    CardsDiscarded,
    CloseReason,
    Event,
    GameClosed,
    GameStarted,
    PlayerLeft,
    RoundDealt,
    SeatAutomated,
)
from projections.database.connections import ReadDatabase
from tests.domain.tables import cards
from tests.projections.logs import game_id
from tests.projections.statistics.handmade_games import (
    HOUR,
    HUNDRED_AND_TEN,
    NEXT_HOUR,
    OH_HELL,
    TODAY,
    TOMORROW,
    at,
    daily,
    dealt,
    group,
    lengths,
    lines,
    projected,
    seated,
    won,
)
from tests.projections.statistics.test_statistics import on_both


async def test_a_game_with_bids_and_tricks_counts_on_the_day_of_its_end(database: ReadDatabase) -> None:
    found = await projected(database, HUNDRED_AND_TEN)
    assert set(lines(found["daily"], "variant", "day", "board", "seats")) == {
        ("hundred-and-ten", TOMORROW, "people", 2)
    }
    assert {metric: daily(found, metric) for metric in {row["metric"] for row in found["daily"]}} == {
        "bid": [(False, 20, 1, 1, 1)],
        "bid_by_round": [(False, 1, 5, 1, 1)],
        "tricks_by_bid": [(False, 20, 1, 1, 25)],
        "dealer": [(False, 0, 0, 1, 10), (False, 1, 0, 1, 25)],
        "seat": [(False, 0, 2, 1, 10), (False, 1, 1, 1, 25)],
        "trump": [(False, 1, 0, 1, 1)],
        "points": [(False, 10, 0, 1, 10), (False, 25, 0, 1, 25)],
        "contract": [(False, 20, 1, 1, 1)],
        "game": [(False, 2, 0, 1, 23)],
    }
    assert lengths(found) == [(1, 2, 14, 23)]
    assert lines(found["hourly"], "hour", "created", "started", "ended", "moves", "machine_moves") == [
        (HOUR, 1, 1, 0, 2, 0),
        (NEXT_HOUR, 0, 0, 1, 12, 0),
    ]
    assert lines(found["active"], "variant", "day", "player", "moves") == [
        ("hundred-and-ten", TODAY, "ben", 2),
        ("hundred-and-ten", TOMORROW, "ada", 7),
        ("hundred-and-ten", TOMORROW, "ben", 5),
    ]


async def test_equally_strong_hands_share_the_better_place(database: ReadDatabase) -> None:
    log = [*seated("president", "ada", "ben", "cleo"), dealt(0, 0, 1, 1, 50)]
    found = await projected(database, [*log, group(0, "KC"), group(1, "KD"), won((0,), (1,), (2,))])
    assert lines(found["seat"], "strength", "strength_place") == [(9.0, 1), (9.0, 1), ((312 - 18) / 50, 3)]


@pytest.mark.parametrize(
    ("round", "strengths"), [(1, [None, None]), (2, [9.0, 9.0])], ids=["the first round", "a later round"]
)
async def test_only_discards_of_the_first_round_hide_the_hands_that_were_dealt(
    database: ReadDatabase, round: int, strengths: list[float | None]
) -> None:
    discarded = CardsDiscarded(seat=0, cards=cards("2H"), shuffle=0)
    log: list[Event] = [*seated("president", "ada", "ben", "cleo"), dealt(0, 0, 1, 1, 50)]
    log += [group(0, "KC"), group(1, "KD")]
    log += [discarded, dealt(1, 1, 1, 1, 50)] if round == 1 else [dealt(1, 1, 1, 1, 50), discarded]
    found = await projected(database, [*log, won((0,), (1,), (2,))])
    assert [strength for (strength,) in lines(found["seat"], "strength")][:2] == strengths


@pytest.mark.parametrize("hands", [(1, 2, 49), (1, 1, 49)], ids=["two are unknown", "cards are missing"])
async def test_hands_that_nobody_has_seen_have_no_strength(
    database: ReadDatabase, hands: tuple[int, ...]
) -> None:
    log = [*seated("president", "ada", "ben", "cleo"), dealt(0, 0, *hands)]
    found = await projected(database, [*log, group(0, "KC"), group(1, "KD"), won((0,), (1,), (2,))])
    assert lines(found["seat"], "strength", "strength_place") == [(None, None)] * 3
    assert daily(found, "strength") == []


@on_both
async def test_facts_of_a_seat_taken_over_say_who_played_it_at_that_moment(database: ReadDatabase) -> None:
    log = list(HUNDRED_AND_TEN)
    # Between the two cards that it plays.
    log.insert(22, SeatAutomated(seat=0))
    found = await projected(database, log)
    assert lines(found["seat"], "seat", "player", "machine") == [(0, "ada", True), (1, "ben", False)]
    assert lines(found["game"], "machines", "board") == [(1, "people")]
    assert lines(found["play"], "seat", "machine") == [(0, False), (1, False), (0, True), (1, False)]
    assert not any(row["machine"] for row in found["bid"] + found["trick"])
    assert lines(found["score"], "seat", "machine") == [(0, True), (1, False)]
    assert lines(found["hourly"], "moves", "machine_moves") == [(2, 0), (12, 1)]
    assert lines(found["active"], "day", "player", "moves") == [
        (TODAY, "ben", 2),
        (TOMORROW, "ada", 6),
        (TOMORROW, "ben", 5),
    ]
    assert {row["board"] for row in found["daily"]} == {"people"}
    assert daily(found, "dealer") == [(False, 1, 0, 1, 25), (True, 0, 0, 1, 10)]
    assert daily(found, "seat") == [(False, 1, 1, 1, 25), (True, 0, 2, 1, 10)]


@on_both
async def test_of_a_game_that_is_under_way_its_facts_are_told_but_no_sums(database: ReadDatabase) -> None:
    found = await projected(database, HUNDRED_AND_TEN[:24])
    assert lines(found["game"], "started_at", "ended_at", "reason", "rounds") == [(at(3), None, None, 2)]
    assert lines(found["seat"], "place", "won", "points", "ended_at") == [(None,) * 4] * 2
    assert lines(found["round"], "bidder", "contract", "made", "scored_at", "passed_out_at") == [
        (None, None, None, None, at(7)),
        (1, 20, None, None, None),
    ]
    assert (len(found["play"]), len(found["trick"]), len(found["bid"])) == (4, 1, 6)
    assert (found["daily"], found["score"], len(found["under_way"])) == ([], [], 1)


async def test_who_left_before_the_start_has_no_seat(database: ReadDatabase) -> None:
    log = seated("oh-hell", "ada", "ben", "cleo")
    log[-1:] = [
        PlayerLeft(seat=0, player="ada", removed=False, organizer="ben"),
        GameStarted(players=("ben", "cleo")),
    ]
    found = await projected(database, log)
    assert lines(found["seat"], "seat", "seats", "player") == [(0, 2, "ben"), (1, 2, "cleo")]


@on_both
async def test_a_game_that_was_closed_before_it_began_is_told_but_not_counted(database: ReadDatabase) -> None:
    lobby = seated("oh-hell", "ada")[:-1]
    found = await projected(database, [*lobby, GameClosed(reason=CloseReason.EVERYONE_LEFT)], lobby)
    names = ("seats", "machines", "board", "started_at", "ended_at", "reason", "rounds", "moves")
    assert lines(found["game"], *names) == [
        (None, None, None, None, at(2), "EVERYONE_LEFT", 0, 0),
        (None, None, None, None, None, None, 0, 0),
    ]
    assert lines(found["hourly"], "created", "started", "ended", "moves") == [(2, 0, 1, 0)]
    assert (found["seat"], found["daily"], found["active"]) == ([], [], [])
    assert lines(found["under_way"], "game") == [(game_id(2),)]


@on_both
@pytest.mark.parametrize("batch", [9, 1000])
async def test_games_of_one_day_add_up(database: ReadDatabase, batch: int) -> None:
    found = await projected(database, HUNDRED_AND_TEN, OH_HELL, HUNDRED_AND_TEN, HUNDRED_AND_TEN, batch=batch)
    counted = {**found, "daily": [row for row in found["daily"] if row["variant"] == "hundred-and-ten"]}
    assert daily(counted, "contract") == [(False, 20, 1, 3, 3)]
    assert daily(counted, "dealer") == [(False, 0, 0, 3, 30), (False, 1, 0, 3, 75)]
    assert lengths(found) == [(3, 6, 42, 69), (1, 2, 8, 19)]
    assert [row["moves"] for row in found["hourly"]] == [6, 36, 3, 5]


async def test_games_of_other_sizes_and_boards_count_apart(database: ReadDatabase) -> None:
    logs = [
        [*seated("oh-hell", *players), won(tuple(range(len(players))))]
        for players in (("ada", "ben"), ("ada", "ben", "cleo"), ("ada", "machine-1"))
    ]
    found = await projected(database, *logs)
    games = [row for row in found["daily"] if row["metric"] == "game"]
    assert lines(games, "board", "seats", "count") == [("mixed", 2, 1), ("people", 2, 1), ("people", 3, 1)]


async def test_a_private_game_leaves_nothing(database: ReadDatabase) -> None:
    log = [*seated("oh-hell", "ada", "ben", access=Access.PRIVATE), *OH_HELL[3:]]
    assert not any((await projected(database, log)).values())


async def test_a_variant_that_nothing_here_knows_of_is_told_too(database: ReadDatabase) -> None:
    found = await projected(database, [*seated("whist", "ada", "ben"), *HUNDRED_AND_TEN[4:]])
    assert {row["variant"] for row in found["game"] + found["seat"] + found["daily"]} == {"whist"}
    assert daily(found, "contract") == [(False, 20, 1, 1, 1)]


async def test_events_out_of_any_round_stop_nothing(database: ReadDatabase) -> None:
    """A variant may have tricks, bids or scores without a deal that everybody is told of."""
    log = [event for event in HUNDRED_AND_TEN if not isinstance(event, RoundDealt)]
    found = await projected(database, log)
    assert lines(found["seat"], "points", "place") == [(10, 2), (25, 1)]
    assert lengths(found) == [(1, 0, 14, 21)]
    assert found["play"] == found["trick"] == found["score"] == found["bid"] == []
