"""Games in memory of which a client asks for proofs, and a function that signs the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from api.graphql.context import Services
from kibitz_client import Connection
from projections.transparency.checkpoint_signer import CheckpointSigner
from tests.api.harness.played_games import caught_up

Sign = Callable[[], Awaitable[int]]


@pytest.fixture
def sign(services: Services) -> Sign:
    """A function that signs the log as it is, and returns its size."""
    proofs = services.log_proofs

    async def signed() -> int:
        await caught_up(services)
        signer = CheckpointSigner(services.store, services.read_database, proofs._table, proofs._signing)
        checkpoint = await signer.sign()
        assert checkpoint is not None
        return checkpoint.size

    return signed


async def seated(*players: Connection, variant: str = "president") -> str:
    """Return a new game with the players at its table, of whom only the first adds a seed."""
    game = (await players[0].create_game(variant)).id
    for each in players[1:]:
        await each.send_command("JoinGame", game)
    return game


async def play_out(game: str, *players: Connection) -> None:
    """Start a game, and let the machine play it to its end."""
    await players[0].send_command("StartGame", game)
    for each in players:
        state = await each.send_command("AutomateSeat", game)
    assert state.game.over
