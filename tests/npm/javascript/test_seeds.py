"""Tests of the seeds that the JavaScript package adds to the deals of games."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from application.games.croupier import Croupier, seeded_entropy
from domain.shuffles import deal
from domain.shuffles.deal import SeedOfSeat
from tests.npm.node import Node

pytestmark = pytest.mark.timeout(60)

SECONDS: Final = 1.0
MAX_DELAY: Final = SECONDS + 2
FOOT: Final = deal.link(bytes(range(32)).hex(), 0)
FINGERPRINT: Final = "3ecea1767f9638f6da0fa98edc74f9ce4381e4862801227a205c2e4f46bf3cc9"


@pytest.fixture
def croupier() -> Croupier:
    """A croupier who waits a second for seeds."""
    return Croupier(seeded_entropy(1), seed_wait=timedelta(seconds=SECONDS))


async def test_clients_add_seeds_and_reveal_none_to_a_lying_server(
    node: Node, program: Path, address: str
) -> None:
    done = await asyncio.to_thread(node.run, str(program / "seeds.js"), address)
    assert (done.returncode, done.stderr) == (0, "")
    known, alone, killed, *others = [json.loads(line) for line in done.stdout.splitlines()]
    assert known == known_answer()
    events = ["SeatsClosed", "SeedRevealed", "GameStarted"]
    assert alone == {"stage": "PLAYING", "events": events, "included": True}
    assert SECONDS <= killed.pop("delay") < MAX_DELAY
    assert killed == {"revealed": 2, "included": [True, True], "warnings": []}
    assert others == [
        # After its first roll an honest server tells of a second one.
        {"lie": "honest", "seeds": 1, "warnings": ["SECOND_ROLL"]},
        {"lie": "roll", "seeds": 0, "warnings": ["WRONG_ROLL"]},
        {"lie": "foot", "seeds": 0, "warnings": ["FOOT_CHANGED"]},
        {"lie": "commitment", "seeds": 0, "warnings": ["COMMITMENT_CHANGED"]},
        {"lie": "missing", "seeds": 0, "warnings": ["COMMITMENT_MISSING"]},
        {"plain": "PLAYING", "warnings": ["NO_SHA_256"]},
        {"secret": True},
    ]


def known_answer() -> dict[str, Any]:
    ann, bob = "a" * 32, "b" * 32
    commitment = deal.seed_commitment(FOOT, ann, "11" * 32)
    seats = SeedOfSeat(ann, commitment), SeedOfSeat(bob, deal.seed_commitment(FOOT, bob, "22" * 32))
    roll = deal.roll(FOOT, (*seats, SeedOfSeat("machine-1")))
    return {"commitment": commitment, "fingerprint": FINGERPRINT, "roll": roll}
