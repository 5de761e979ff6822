"""The stored form of games in progress stays the same: another form needs new versions of the read models."""

from __future__ import annotations

import msgspec

from domain.events import MachineLevel
from domain.state import Seat
from projections.finished_games.progress import BidCounts, GameProgress
from projections.finished_games.storage import ProgressCodec

PROGRESS = GameProgress(
    variant="oh-hell",
    seats=(Seat(player="ann"), Seat(player="machine-1", machine=True, level=MachineLevel.EXPERT, thinker=1)),
    vouched=(0,),
    machines_only=True,
    rounds=3,
    scores=(11, 2),
    bids={0: 1, 1: 0},
    bid_counts={0: BidCounts(made=2, failed=1)},
    bid_counts_by_amount={0: {1: BidCounts(made=1, failed=0)}},
    tricks={0: 4},
    trumps={0: {"H": 1}},
)
STORED = (
    b'{"variant":"oh-hell","seats":[{"player":"ann","machine":false,"automated":false,"level":"PUBLISHED",'
    b'"thinker":null},{"player":"machine-1","machine":true,"automated":false,"level":"EXPERT","thinker":1}],'
    b'"vouched":[0],"machines_only":true,"rounds":3,"scores":[11,2],'
    b'"bids":{"0":1,"1":0},"bid_counts":{"0":[2,1]},"bid_counts_by_amount":{"0":{"1":[1,0]}},'
    b'"tricks":{"0":4},"trumps":{"0":{"H":1}}}'
)


def test_progress_is_stored_and_read_in_the_same_form() -> None:
    codec = ProgressCodec(GameProgress)
    assert codec.encode(PROGRESS) == STORED
    assert codec.decode(STORED) == PROGRESS


def test_progress_from_before_seats_had_levels_is_read_with_the_published_player() -> None:
    older = STORED.replace(b',"level":"PUBLISHED","thinker":null', b"").replace(
        b',"level":"EXPERT","thinker":1', b""
    )
    seats = (Seat(player="ann"), Seat(player="machine-1", machine=True))
    assert ProgressCodec(GameProgress).decode(older).seats == seats


def test_every_field_of_the_progress_is_in_the_stored_form() -> None:
    assert msgspec.json.decode(STORED).keys() == set(GameProgress.__struct_fields__)
