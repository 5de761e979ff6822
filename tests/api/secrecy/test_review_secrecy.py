"""No review over GraphQL depends on cards that its viewer has not seen."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from domain.events import CardPlayed, CloseReason, DeckRevealed, GameClosed, RoundDealt
from domain.game import fold
from domain.state import Stage
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Json
from tests.api.secrecy.permuted_servers import GAME_ID, OPERATOR, Who, Worlds
from tests.laws.playouts import PEOPLE, playout
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret

REVIEWED = 0
"""The seat whose reviews are compared."""


def closed_game(*, revealed: bool = False) -> Log:
    """Return a game that is closed after some moves, so that hands are hidden at its end.

    With `revealed`, earlier rounds have been revealed; without it, no round has.
    """
    for played in (playout("hundred-and-ten", seed) for seed in range(200)):
        for log in played.committed_logs():
            game = fold(log)
            moves = [event for event in log if isinstance(event, CardPlayed) and event.seat == REVIEWED]
            if game.stage is Stage.PLAYING and len(moves) > 7 and game.seats[1].player in PEOPLE:
                kept = [event for event in log if revealed or not isinstance(event, DeckRevealed)]
                if any(isinstance(event, DeckRevealed) for event in kept) is revealed:
                    return [*kept, GameClosed(reason=CloseReason.ABANDONED)]
    raise AssertionError("no such game")


def reviews_of(worlds: Worlds, log: Log, who: Who) -> Json:
    async def found() -> Json:
        async with worlds.after(log) as (world, _):
            client = worlds.client(world, who)
            values: dict[str, Any] = {"game": str(GAME_ID), "seat": REVIEWED, "first": 80}
            data: Json = (await client.data(d.REVIEW, **values))["game"]["review"]
            return data

    return asyncio.run(found())


def check_reviews(worlds: Worlds, log: Log, who: Who) -> Json:
    """Compare the reviews that a caller gets in two worlds; return the review."""
    kept: list[Json] = []

    def glimpse(other: Log, _: object) -> dict[str, bytes]:
        kept.append(reviews_of(worlds, other, who))
        return {"the review": repr(kept[-1]).encode()}

    assert_secret(log, fold(log).seat_of(who), glimpse, Random(3))
    return kept[0]


@pytest.mark.timeout(300)
def test_no_review_depends_on_unseen_cards(worlds: Worlds) -> None:
    log = closed_game()
    players = [seat.player for seat in fold(log).seats[:2]]
    own = check_reviews(worlds, log, players[REVIEWED])
    assert own["decisions"] != []
    for who in (None, OPERATOR, players[1]):
        other = check_reviews(worlds, log, who)
        assert (other["decisions"], other["rounds"], other["luck"]) == ([], [], 0)
        assert other["result"] == own["result"]


@pytest.mark.timeout(300)
def test_the_luck_of_a_deal_is_shown_to_the_others_once_its_shuffle_is_revealed(worlds: Worlds) -> None:
    log = closed_game(revealed=True)
    revealed = sum(isinstance(event, DeckRevealed) for event in log)
    dealt = sum(isinstance(event, RoundDealt) for event in log)
    assert 0 < revealed < dealt
    players = [seat.player for seat in fold(log).seats[:2]]
    reviews = [check_reviews(worlds, log, player) for player in players]
    for review in reviews:
        assert [each["round"] for each in review["rounds"]] == [*range(revealed)]
        assert review["rounds"] == reviews[0]["rounds"]


@pytest.mark.timeout(300)
def test_a_review_that_shows_everyone_all_decisions_is_noticed(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("application.review.seat_past.redact", lambda event, *_: event)
    with pytest.raises(Leak):
        check_reviews(worlds, closed_game(), None)
