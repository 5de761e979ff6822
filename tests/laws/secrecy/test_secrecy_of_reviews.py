"""No review depends on what its viewer may not see by the end of the log."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from application.review import seat_past
from application.review.seat_past import past_of_seat
from domain.events import Event
from domain.rules.oh_hell import BidCommitted, BidsRevealed
from domain.visibility import SPECTATOR, Viewer
from tests.laws.playouts import SEEDS, every_variant, machines_only, playout, same_games
from tests.laws.secrecy.glimpses import encode
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret

LOGS_OF_A_GAME = 3


def with_revealed_bids(log: Log) -> tuple[Event, ...]:
    """Return the log of another world, in which secret bids are as they were revealed later."""
    changed: list[Event] = list(log)
    revealed: BidsRevealed | None = None
    for number in reversed(range(len(changed))):
        event = changed[number]
        if isinstance(event, BidsRevealed):
            revealed = event
        elif isinstance(event, BidCommitted) and revealed is not None:
            changed[number] = replace(event, amount=revealed.bids[event.seat])
    return tuple(changed)


def reviewed(log: Log, viewer: Viewer, *, seat: int) -> dict[str, bytes]:
    """Return all from which the review of a seat is computed for a viewer."""
    past = past_of_seat(with_revealed_bids(log), seat, viewer)
    return {
        "the decisions": encode(past.visible_decisions),
        "the deals": encode(past.visible_deals),
    }


def check_secrecy_of_reviews(log: Log, seats: int, random: Random) -> None:
    for viewer in (SPECTATOR, *range(seats)):
        assert_secret(log, viewer, partial(reviewed, seat=random.randrange(seats)), random)


@every_variant
@same_games
@given(seed=SEEDS)
@settings(max_examples=4)
def test_no_review_depends_on_unseen_cards(variant: str, seed: int) -> None:
    played, random = playout(variant, seed), Random(seed)
    logs, seats = list(played.committed_logs()), len(played.known.game.seats)
    for log in (*random.sample(logs, min(LOGS_OF_A_GAME, len(logs))), played.log):
        if seats:
            check_secrecy_of_reviews(log, seats, random)


def leaks(variant: str) -> bool:
    """Return whether the check notices that reviews of a game in its middle tell of hidden cards."""
    log = machines_only(variant, 1).log
    try:
        for share in (3, 2):
            check_secrecy_of_reviews(log[: len(log) // share], 2, Random(share))
    except Leak:
        return True
    return False


@every_variant
def test_reviews_of_decisions_that_the_viewer_may_not_see_are_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not leaks(variant)
    monkeypatch.setattr(seat_past, "redact", lambda event, *_: event)
    assert leaks(variant)


@every_variant
def test_reveals_that_are_taken_for_granted_are_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_past, "reveals", lambda _: frozenset(range(100)))
    assert leaks(variant)
