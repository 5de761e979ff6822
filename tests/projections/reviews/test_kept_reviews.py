"""Reviews are kept on both databases, the newest of them, and are found by the game's last event."""

from __future__ import annotations

import zlib
from datetime import timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from application.review.seat_review import Luck, ReviewedDeal, ReviewedDecision, ReviewKey, SeatReview
from domain import commands as c
from domain.cards import Card
from domain.machine.thinking.decision import Assessment
from domain.machine.thinking.decision_review import REVIEW_VERSION, DecisionReview
from projections.database.connections import ReadDatabase
from projections.reviews.kept_reviews import ReviewTable
from tests.domain.given import NOON
from tests.projections.conftest import OpenDatabase

KEY = ReviewKey(game=UUID(int=7), seat=1, review_version=REVIEW_VERSION, position=900, at=NOON)
on_both = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


def review(loss: float = 0.25) -> SeatReview:
    moves = (
        Assessment(c.PlayCard(by="ann", card=Card("5H")), 0.5, 0.01),
        Assessment(c.PassTurn(by="ann"), 0.75, 1 / 3),
        Assessment(c.DiscardCards(by="ann", cards=(Card("2C"), Card("JOKER"))), 0.0, 0.0),
    )
    reviewed = DecisionReview(moves=moves, chosen=0, best=1, loss=loss)
    return SeatReview(
        decisions=(
            ReviewedDecision(version=17, review=reviewed),
            ReviewedDecision(version=20, review=replace(reviewed, chosen=2)),
        ),
        deals=(ReviewedDeal(round=3, version=16, luck=Luck(-1 / 7, 0.01, -5.5)),),
    )


@on_both
async def test_a_review_is_found_as_it_was_kept_and_in_another_process(
    database: ReadDatabase, open_database: OpenDatabase
) -> None:
    table = ReviewTable(database)
    assert await table.find(KEY) is None
    await table.keep(KEY, review())
    with open_database() as other:
        assert await ReviewTable(other).find(KEY) == await table.find(KEY) == review()
    await table.keep(KEY, review(0.5))
    assert await table.find(KEY) == review(0.5)


@on_both
async def test_a_review_of_another_seat_version_or_end_is_not_found(database: ReadDatabase) -> None:
    table = ReviewTable(database)
    await table.keep(KEY, review())
    for key in (
        replace(KEY, game=UUID(int=8)),
        replace(KEY, seat=0),
        replace(KEY, review_version=REVIEW_VERSION + 1),
        replace(KEY, position=901),
        replace(KEY, at=NOON + timedelta(microseconds=1)),
    ):
        assert await table.find(key) is None


@on_both
@pytest.mark.parametrize("stored", [b"", b"no review", zlib.compress(b"[]"), zlib.compress(b"[[], [[1]]]")])
async def test_a_review_that_cannot_be_read_is_not_found_and_is_kept_again(
    database: ReadDatabase, stored: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    table = ReviewTable(database)
    await table.keep(KEY, review())
    with database.writing() as connection:
        connection.execute(text("UPDATE review SET review = :stored"), {"stored": stored})
    assert await table.find(KEY) is None
    assert f"the kept review of seat {KEY.seat} of game {KEY.game} cannot be read" in caplog.text
    await table.keep(KEY, review())
    assert await table.find(KEY) == review()


@on_both
async def test_the_newest_reviews_are_kept(database: ReadDatabase) -> None:
    table = ReviewTable(database, most=3)
    keys = [replace(KEY, game=UUID(int=number)) for number in range(5)]
    for key in keys:
        await table.keep(key, review())
    assert [await table.find(key) is not None for key in keys] == [False, False, True, True, True]


@on_both
async def test_reviews_of_former_versions_are_dropped(database: ReadDatabase) -> None:
    table = ReviewTable(database)
    former = replace(KEY, game=UUID(int=1), review_version=REVIEW_VERSION - 1)
    await table.keep(former, review())
    await table.keep(KEY, review())
    assert await table.find(former) is None


@on_both
async def test_a_database_that_does_not_take_a_review_is_no_error_for_those_who_wait_for_it(
    database: ReadDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    table = ReviewTable(database)
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE review")
    await table.keep(KEY, review())
    [warning] = caplog.records
    assert "is not kept" in warning.getMessage()
    assert str(KEY.game) in warning.getMessage()
