"""The star schema of short games made by hand, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from application.store.memory import MemoryStore
from application.store.port import Append
from domain.cards import FRENCH_DECK, Card, Suit
from domain.events import (
    Access,
    Award,
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    CloseReason,
    EndReason,
    Event,
    GameClosed,
    GameCreated,
    GameStarted,
    GameWon,
    PassQueued,
    PassUnqueued,
    PlayerJoined,
    PlayerLeft,
    RoundDealt,
    RoundScored,
    SeatAutomated,
    TrickWon,
    TrumpSelected,
    TurnPassed,
)
from domain.rules.hundred_and_ten import BidWon, RoundPassedOut
from domain.rules.oh_hell import BidCommitted, BidsRevealed, TrumpTurned
from domain.rules.president import CardsPlayed, SeatWentOut
from projections.database.connections import ReadDatabase
from projections.statistics.projection import STATISTICS
from tests.domain.tables import cards
from tests.projections.logs import game_id, project
from tests.projections.statistics.test_statistics import named, on_both

BEGIN = datetime(2026, 4, 1, 23, 59, 50, tzinfo=UTC)
TODAY, TOMORROW = date(2026, 4, 1), date(2026, 4, 2)
HOUR = datetime(2026, 4, 1, 23, tzinfo=UTC)
NEXT_HOUR = HOUR + timedelta(hours=1)
GAME = game_id(1)


def seated(variant: str, *players: str, access: Access = Access.PUBLIC) -> list[Event]:
    return [
        GameCreated(
            variant=variant,
            rules_version=1,
            options={"b": 2, "a": True},
            access=access,
            organizer=players[0],
            secret=None,
        ),
        *(
            PlayerJoined(seat=seat, player=player, machine=player.startswith("machine"))
            for seat, player in enumerate(players)
        ),
        GameStarted(players=players),
    ]


def dealt(round: int, dealer: int, *hands: int) -> RoundDealt:
    return RoundDealt(round=round, dealer=dealer, hands=hands, stock=0)


def plays(seat: int, card: str) -> CardPlayed:
    return CardPlayed(seat=seat, card=Card(card))


def group(seat: int, notations: str, *, automatic: bool = False) -> CardsPlayed:
    return CardsPlayed(seat=seat, cards=cards(notations), automatic=automatic)


def wins(seat: int, trick: int, card: str) -> TrickWon:
    return TrickWon(seat=seat, trick=trick, card=Card(card))


def won(*ranking: tuple[int, ...]) -> GameWon:
    return GameWon(winners=ranking[0], ranking=ranking, reason=EndReason.TARGET_REACHED)


def at(number: int) -> datetime:
    """Return when the numbered event happens, from 0: one a second."""
    return BEGIN + timedelta(seconds=number)


async def told(database: ReadDatabase, *logs: Sequence[Event], batch: int = 1000) -> dict[str, list[Any]]:
    store = MemoryStore()
    for game, log in enumerate(logs, 1):
        for number, event in enumerate(log):
            await store.append(
                Append(game=game_id(game), after=number, events=(event,), at=at(number), by="ada")
            )
    await project(store, database, STATISTICS, batch=batch)
    return named(database)


def lines(found: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in found]


def daily(found: dict[str, list[Any]], metric: str) -> list[tuple[Any, ...]]:
    rows = [row for row in found["daily"] if row["metric"] == metric]
    return sorted(lines(rows, "machine", "x", "y", "count", "total"))


def lengths(found: dict[str, list[Any]]) -> list[tuple[Any, ...]]:
    return lines(found["length"], "games", "rounds", "moves", "seconds")


# A round that is passed out, and one in which ben, to the left of the dealer, makes 20 with clubs.
HUNDRED_AND_TEN: list[Event] = [
    *seated("hundred-and-ten", "ada", "ben"),  # 0-3
    dealt(0, 0, 5, 5),
    TurnPassed(seat=1),
    TurnPassed(seat=0, automatic=True),
    RoundPassedOut(round=0),
    dealt(1, 0, 5, 5),  # 8
    BidPlaced(seat=1, amount=15),
    BidPlaced(seat=0, amount=15),  # 10: midnight
    BidPlaced(seat=1, amount=20),
    PassQueued(seat=0),
    PassUnqueued(seat=0),
    TurnPassed(seat=0),
    BidWon(seat=1, amount=20),  # 15
    TrumpSelected(seat=1, suit=Suit.CLUBS),
    CardsDiscarded(seat=0, cards=cards("2H 3H"), shuffle=0),
    CardsDiscarded(seat=1, cards=(), shuffle=0),
    plays(0, "5C"),
    plays(1, "KS"),  # 20
    wins(0, 0, "5C"),
    plays(0, "4D"),
    plays(1, "AC"),
    wins(1, 1, "AC"),
    RoundScored(
        round=1,
        awards=(Award(seat=0, points=10, trick=0), Award(seat=1, points=25, trick=1)),
        scores=(10, 25),
        bids_made=(None, True),
    ),  # 25
    won((1,), (0,)),
]


@on_both
@pytest.mark.parametrize("batch", [1, 1000])
async def test_a_game_with_bids_and_tricks_is_told_line_by_line(database: ReadDatabase, batch: int) -> None:
    found = await told(database, HUNDRED_AND_TEN, batch=batch)
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
        (GAME, 0, "hundred-and-ten", 2, 0, 5, None, None, None, None, at(4), None),
        (GAME, 1, "hundred-and-ten", 2, 0, 5, "CLUBS", 1, 20, True, at(8), at(25)),
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
        (1, 0, 0, 0, "ada", False, "5C", 2, at(21)),
        (1, 1, 0, 1, "ben", False, "AC", 2, at(24)),
    ]
    assert [tuple(row.values())[1:] for row in found["score"]] == [
        (1, 0, "ada", False, 0, 15, 1, None, 10, 10, at(25)),
        (1, 1, "ben", False, 1, 20, 1, True, 25, 25, at(25)),
    ]
    assert found["under_way"] == []


async def test_a_game_with_bids_and_tricks_counts_on_the_day_of_its_end(database: ReadDatabase) -> None:
    found = await told(database, HUNDRED_AND_TEN)
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


def oh_hell(number: int, amounts: tuple[int, int], winner: int) -> list[Event]:
    """Return a round of one card each, for two; who leads is who sits left of the dealer."""
    dealer = number % 2
    made = tuple(amount == (seat == winner) for seat, amount in enumerate(amounts))
    points = [int(seat == winner) + 10 * made[seat] for seat in range(2)]
    before = (0, 0) if number == 0 else (11, 10)
    card = ("AS", "KS")[winner]
    return [
        dealt(number, dealer, 1, 1),
        TrumpTurned(card=Card("2D")),
        *(BidCommitted(seat=seat, amount=amount) for seat, amount in enumerate(amounts)),
        BidsRevealed(bids=amounts, forced=False),
        plays(1 - dealer, ("AS", "KS")[1 - dealer]),
        plays(dealer, ("AS", "KS")[dealer]),
        wins(winner, 0, card),
        RoundScored(
            round=number,
            awards=tuple(Award(seat=seat, points=each) for seat, each in enumerate(points)),
            scores=(before[0] + points[0], before[1] + points[1]),
            bids_made=made,
        ),
    ]


OH_HELL: list[Event] = [
    *seated("oh-hell", "ada", "machine-1"),
    *oh_hell(0, (1, 0), 0),
    *oh_hell(1, (1, 1), 1),
    won((0, 1)),
]


@on_both
async def test_secret_bids_and_a_turned_up_trump_are_told_line_by_line(database: ReadDatabase) -> None:
    found = await told(database, OH_HELL)
    assert [tuple(row.values())[4:] for row in found["round"]] == [
        (0, 1, "DIAMONDS", None, None, None, at(4), at(12)),
        (1, 1, "DIAMONDS", None, None, None, at(13), at(21)),
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


# Cleo is left with the rest of the deck.
REST = tuple(card for card in FRENCH_DECK if card not in cards("4C 2H 2S KD"))
PRESIDENT: list[Event] = [
    *seated("president", "ada", "ben", "cleo"),  # 0-4
    dealt(0, 0, 3, 1, 48),
    group(0, "4C", automatic=True),  # 6
    group(1, "KD"),
    SeatWentOut(seat=1, rank=1),
    TurnPassed(seat=2),
    group(0, "2H 2S"),  # 10
    SeatWentOut(seat=0, rank=2),
    won((1,), (0,), (2,)),
]


@on_both
async def test_a_game_of_groups_is_told_line_by_line(database: ReadDatabase) -> None:
    found = await told(database, PRESIDENT)
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


async def test_equally_strong_hands_share_the_better_place(database: ReadDatabase) -> None:
    log = [*seated("president", "ada", "ben", "cleo"), dealt(0, 0, 1, 1, 50)]
    found = await told(database, [*log, group(0, "KC"), group(1, "KD"), won((0,), (1,), (2,))])
    assert lines(found["seat"], "strength", "strength_place") == [(9.0, 1), (9.0, 1), ((312 - 18) / 50, 3)]


@pytest.mark.parametrize("hands", [(1, 2, 49), (1, 1, 49)], ids=["two are unknown", "cards are missing"])
async def test_hands_that_nobody_has_seen_have_no_strength(
    database: ReadDatabase, hands: tuple[int, ...]
) -> None:
    log = [*seated("president", "ada", "ben", "cleo"), dealt(0, 0, *hands)]
    found = await told(database, [*log, group(0, "KC"), group(1, "KD"), won((0,), (1,), (2,))])
    assert lines(found["seat"], "strength", "strength_place") == [(None, None)] * 3
    assert daily(found, "strength") == []


@on_both
async def test_facts_of_a_seat_taken_over_say_who_played_it_at_that_moment(database: ReadDatabase) -> None:
    log = list(HUNDRED_AND_TEN)
    # Between the two cards that it plays.
    log.insert(22, SeatAutomated(seat=0))
    found = await told(database, log)
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
    found = await told(database, HUNDRED_AND_TEN[:24])
    assert lines(found["game"], "started_at", "ended_at", "reason", "rounds") == [(at(3), None, None, 2)]
    assert lines(found["seat"], "place", "won", "points", "ended_at") == [(None,) * 4] * 2
    assert lines(found["round"], "bidder", "contract", "made", "scored_at") == [
        (None, None, None, None),
        (1, 20, None, None),
    ]
    assert (len(found["play"]), len(found["trick"]), len(found["bid"])) == (4, 1, 6)
    assert (found["daily"], found["score"], len(found["under_way"])) == ([], [], 1)


async def test_who_left_before_the_start_has_no_seat(database: ReadDatabase) -> None:
    log = seated("oh-hell", "ada", "ben", "cleo")
    log[-1:] = [
        PlayerLeft(seat=0, player="ada", removed=False, organizer="ben"),
        GameStarted(players=("ben", "cleo")),
    ]
    found = await told(database, log)
    assert lines(found["seat"], "seat", "seats", "player") == [(0, 2, "ben"), (1, 2, "cleo")]


@on_both
async def test_a_game_that_was_closed_before_it_began_is_told_but_not_counted(database: ReadDatabase) -> None:
    lobby = seated("oh-hell", "ada")[:-1]
    found = await told(database, [*lobby, GameClosed(reason=CloseReason.EVERYONE_LEFT)], lobby)
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
    found = await told(database, HUNDRED_AND_TEN, OH_HELL, HUNDRED_AND_TEN, HUNDRED_AND_TEN, batch=batch)
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
    found = await told(database, *logs)
    games = [row for row in found["daily"] if row["metric"] == "game"]
    assert lines(games, "board", "seats", "count") == [("mixed", 2, 1), ("people", 2, 1), ("people", 3, 1)]


async def test_a_private_game_leaves_nothing(database: ReadDatabase) -> None:
    log = [*seated("oh-hell", "ada", "ben", access=Access.PRIVATE), *OH_HELL[3:]]
    assert not any((await told(database, log)).values())


async def test_a_variant_that_nothing_here_knows_of_is_told_too(database: ReadDatabase) -> None:
    found = await told(database, [*seated("whist", "ada", "ben"), *HUNDRED_AND_TEN[4:]])
    assert {row["variant"] for row in found["game"] + found["seat"] + found["daily"]} == {"whist"}
    assert daily(found, "contract") == [(False, 20, 1, 1, 1)]


async def test_events_out_of_any_round_stop_nothing(database: ReadDatabase) -> None:
    """A variant may have tricks, bids or scores without a deal that everybody is told of."""
    log = [event for event in HUNDRED_AND_TEN if not isinstance(event, RoundDealt)]
    found = await told(database, log)
    assert lines(found["seat"], "points", "place") == [(10, 2), (25, 1)]
    assert lengths(found) == [(1, 0, 14, 21)]
    assert found["play"] == found["trick"] == found["score"] == found["bid"] == []
