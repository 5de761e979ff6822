"""Tests of the queued moves of the JavaScript package."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.npm.node import Node

pytestmark = pytest.mark.timeout(60)


async def test_queued_moves_are_sent_once_when_the_turn_comes_or_dropped_with_a_notice(
    node: Node, program: Path, address: str
) -> None:
    done = await asyncio.to_thread(node.run, str(program / "queued-moves.js"), address)
    assert (done.returncode, done.stderr) == (0, "")
    sent, illegal, cancelled, automated, lost, late = [json.loads(line) for line in done.stdout.splitlines()]
    assert sent == {"before": 0, "afterTurn": [True, True], "bids": 1, "trumps": 1, "dropped": []}
    passing = {"mutation": "passTurn"}
    assert illegal == {
        "dropped": [{"moves": [_bid(17), passing], "reason": "NOT_LEGAL", "refusal": None}],
        "commands": 0,
    }
    assert cancelled == {
        "cancelled": [[], [_bid(25), passing], [_bid(20)]],
        "dropped": [{"moves": [_bid(20)], "reason": "MOVED", "refusal": None}],
        "commands": 1,
    }
    assert automated == {"reason": "SEAT_AUTOMATED"}
    assert lost == {
        "failed": True,
        "kept": [_bid(20)],
        "left": [],
        "isRepeated": True,
        "distinct": 1,
        "bids": 2,
        "dropped": [],
    }
    # Another device had passed: it is no longer Ann's turn.
    assert late == {"commands": 2, "dropped": [], "kept": [_bid(20)]}


def _bid(amount: int) -> dict[str, object]:
    return {"mutation": "placeBid", "amount": amount}
