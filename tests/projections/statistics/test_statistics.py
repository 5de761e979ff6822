"""The star schema of whole games: the same however it is built, and made of public events only."""

from __future__ import annotations

import pytest

from application.codec import RecordedEvent, topic_of
from application.store.memory import MemoryStore
from domain.events import Access, DeckRevealed, GameWon, HandDealt, RoundDealt, RoundScored
from domain.rules import rules_of, variants
from domain.rules.oh_hell import BidCommitted
from projections.database.connections import ReadDatabase
from projections.engine.projection import Row, by_game
from projections.players.profile import PROFILE
from projections.statistics.metrics import Metric
from projections.statistics.projection import STATISTICS
from tests.projections.logs import append, game_id, interleave, project, rows, story
from tests.projections.players.counted_profiles import few, peopled
from tests.projections.statistics.named_rows import named
from tests.projections.statistics.views.viewing import seen_in

on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


async def test_secret_bids_are_facts_only_once_all_are_told(database: ReadDatabase) -> None:
    store, log = MemoryStore(), few()[0]
    first = next(number for number, event in enumerate(log, 1) if isinstance(event, BidCommitted))
    await append(store, game_id(1), *log[: first + 2])
    await project(store, database, STATISTICS)
    assert named(database)["bid"] == []
    await append(store, game_id(1), *log[first + 2 : first + 20])
    await project(store, database, STATISTICS)
    assert [row["seat"] for row in named(database)["bid"]] == [0, 1, 2, 3]


ALL_CARDS_PLAYED = ("hundred-and-ten", "oh-hell", "president")
"""The games in which a round can show all cards of a hand, so that its moves can be counted."""


@pytest.mark.parametrize("variant", list(variants()))
async def test_at_every_moment_counts_of_moves_and_discards_are_of_public_hands(
    database: ReadDatabase, variant: str
) -> None:
    """As a game grows, event by event, look at what the views tell of hands that nobody has been shown."""
    store, log = MemoryStore(), story(variant, 4)
    shown: set[str] = set()
    deal, over, is_revealed = -1, set[int](), set[int]()
    for event in log[:500]:
        await append(store, game_id(1), event)
        await project(store, database, STATISTICS)
        match event:
            case RoundDealt():
                deal = event.round
            case RoundScored() | GameWon():
                over.add(deal)
            case DeckRevealed():
                is_revealed.add(event.shuffle)
            case _ if topic_of(type(event)) == "RoundPassedOut":
                over.add(deal)
        with database.reading() as connection:
            decisions, discards = (seen_in(connection, name) for name in ("v_move", "v_discard"))
        counted = {row["round"] for row in decisions if row["legal_count"] is not None}
        known = {row["round"] for row in discards if row["discarded"] is not None}
        if variant in ALL_CARDS_PLAYED:
            assert counted == over - {number for number in over if not any_choice(decisions, number)}
        # Each round of Hundred and Ten has a shuffle of its own.
        assert known <= is_revealed
        shown |= {"counted"} if counted else set()
        shown |= {"discarded"} if known else set()
        assert counted <= over
    if variant in ALL_CARDS_PLAYED:
        assert shown == ({"counted", "discarded"} if variant == "hundred-and-ten" else {"counted"})


def any_choice(decisions: list[Row], round: int) -> bool:
    """Return whether a seat decided in a round, rather than the server alone."""
    return any(row["round"] == round and not row["automatic"] for row in decisions)


@on_both
async def test_private_games_leave_nothing(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, [story(variant, 1, Access.PRIVATE) for variant in variants()])
    await project(store, database, STATISTICS, batch=300)
    assert not any(rows(database, STATISTICS).values())


async def test_reveals_after_the_end_change_nothing(database: ReadDatabase) -> None:
    log = peopled("president", 1)
    end = next(number for number, event in enumerate(log, 1) if isinstance(event, GameWon))
    assert len(log) > end
    store = MemoryStore()
    await append(store, game_id(1), *log[:end])
    await project(store, database, STATISTICS)
    before = rows(database, STATISTICS)
    await append(store, game_id(1), *log[end:])
    await project(store, database, STATISTICS)
    assert rows(database, STATISTICS) == before


# Against the log, and against each other


def dealt(log: list[RecordedEvent]) -> dict[int, float | None]:
    """Return how strong the hand is that each seat was dealt, as only the log knows it."""
    hands = [each.event for each in log if isinstance(each.event, HandDealt)]
    return {hand.seat: rules_of("president").strength(hand.cards) for hand in hands}


async def test_starting_hands_are_known_from_what_was_played(database: ReadDatabase) -> None:
    store = MemoryStore()
    await interleave(store, few())
    await project(store, database, STATISTICS)
    log = by_game(await store.select(0, await store.head()))
    seats = [row for row in named(database)["seat"] if row["variant"] == "president"]
    assert len(seats) > 20
    for row in seats:
        strengths = dealt(log[row["game"]])
        assert row["strength"] == strengths[row["seat"]]
        better = [each for each in strengths.values() if each is not None and each > row["strength"]]
        assert row["strength_place"] == 1 + len(better)
    others = [row for row in named(database)["seat"] if row["variant"] != "president"]
    assert {(row["strength"], row["strength_place"]) for row in others} == {(None, None)}


async def test_games_and_facts_tell_the_same(database: ReadDatabase) -> None:
    """Sums over facts are those of their game, and the points are those of the players' profiles."""
    store = MemoryStore()
    await interleave(store, few())
    await project(store, database, STATISTICS)
    await project(store, database, PROFILE)
    found = named(database)
    for game in found["game"]:
        of = {name: [row for row in found[name] if row.get("game") == game["game"]] for name in found}
        assert game["rounds"] == len(of["round"])
        assert game["seats"] == len(of["seat"])
        assert game["machines"] == sum(row["machine"] for row in of["seat"])
        for seat in of["seat"]:
            points = [row["points"] for row in of["score"] if row["seat"] == seat["seat"]]
            assert seat["points"] in (None, sum(points))
        for each in of["round"]:
            taken = [row for row in of["trick"] if row["round"] == each["round"]]
            scores = [row for row in of["score"] if row["round"] == each["round"]]
            if scores:
                assert [sum(row["winner"] == seat["seat"] for row in taken) for seat in scores] == [
                    row["tricks"] for row in scores
                ]
                assert sorted(row["from_dealer"] for row in scores) == [*range(len(scores))]
        for trick in of["trick"]:
            laid = [
                row for row in of["play"] if (row["round"], row["trick"]) == (trick["round"], trick["trick"])
            ]
            assert (laid[0]["seat"], len(laid)) == (trick["leader"], trick["cards"])
            assert trick["card"] in [row["cards"] for row in laid if row["seat"] == trick["winner"]]
    profiles = {row[2]: row for row in rows(database, PROFILE)["player"]}
    assert profiles.keys() == {row["player"] for row in found["seat"] if row["place"] and not row["machine"]}
    assert sum(row["moves"] for row in found["game"]) == sum(row["moves"] for row in found["hourly"])
    by_people = sum(row["moves"] - row["machine_moves"] for row in found["hourly"])
    assert sum(row["moves"] for row in found["active"]) == by_people > 0
    assert {row["metric"] for row in found["daily"]} == {*Metric}
