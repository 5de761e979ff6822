"""A server that lies about the closed seats gets no seed, whatever the client asks it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import NamedTuple

import msgspec
import pytest

from kibitz_client import Connection, SeedWarning, SeedWarningReason
from kibitz_client.schema.types import Seat
from kibitz_client.seeds.hashes import roll
from tests.clients.conftest import SignIn
from tests.clients.seeds.lying_transport import Json, LyingTransport

OTHER = "0f" * 32
CLOSED = "WAITING_FOR_SEEDS"


class Table(NamedTuple):
    """A game of Ann, who is its organizer, and Bob, whose client talks to the lying server."""

    game: str
    ann: Connection
    bob: Connection
    transport: LyingTransport
    warnings: list[SeedWarning]

    async def close_seats(self) -> None:
        """Start the game without revealing Ann's seed."""
        async with Connection(self.ann.url, self.ann.token, add_seeds=False) as starter:
            await starter.send_command("StartGame", self.game)


MakeTable = Callable[[], Awaitable[Table]]


@pytest.fixture
async def make_table(signed_in: SignIn) -> AsyncIterator[MakeTable]:
    """A function that returns a lobby in which both players have committed to seeds."""
    ann, guest = await signed_in("Ann", "Bob")
    async with AsyncExitStack() as opened:

        async def make() -> Table:
            game = (await ann.create_game("hundred-and-ten")).id
            await ann.add_seed(game)
            transport, warnings = LyingTransport(), list[SeedWarning]()
            bob = Connection(ann.url, guest.token, transport=transport, on_seed_warning=warnings.append)
            await opened.enter_async_context(bob)
            await bob.join_game(game)
            return Table(game, ann, bob, transport, warnings)

        yield make


@pytest.fixture
async def table(make_table: MakeTable) -> Table:
    """A lobby in which both players have committed to seeds."""
    return await make_table()


def with_roll(game: Json) -> None:
    """Replace the roll by the one that follows from the seats."""
    seats = msgspec.convert(game["seats"], tuple[Seat, ...])
    game["deal"]["roll"] = roll(game["deal"]["foot"], seats)


def other_roll(game: Json) -> None:
    game["deal"]["roll"] = OTHER


def other_foot(game: Json) -> None:
    game["deal"]["foot"] = OTHER
    with_roll(game)


def other_commitment(game: Json) -> None:
    game["seats"][1]["seedCommitment"] = OTHER
    with_roll(game)


def no_commitment(game: Json) -> None:
    game["seats"][1]["seedCommitment"] = None
    with_roll(game)


def second_roll(game: Json) -> None:
    game["seats"][0]["seedCommitment"] = OTHER
    with_roll(game)


LIES: dict[Callable[[Json], None], SeedWarningReason] = {
    other_roll: SeedWarningReason.WRONG_ROLL,
    other_foot: SeedWarningReason.FOOT_CHANGED,
    other_commitment: SeedWarningReason.COMMITMENT_CHANGED,
    no_commitment: SeedWarningReason.COMMITMENT_MISSING,
}


def once_closed(lie: Callable[[Json], None]) -> Callable[[Json], None]:
    """Tell a lie only about games whose seats are closed."""

    def told(game: Json) -> None:
        if game["stage"] == CLOSED:
            lie(game)

    return told


async def test_an_honest_server_gets_the_seed_once(table: Table) -> None:
    await table.close_seats()
    for _ in range(3):
        await table.bob.add_seed(table.game)
    [sent] = table.transport.inputs("revealSeed")
    await table.ann.add_seed(table.game)
    [revealed] = [each for each in await table.ann.events(table.game) if each.name == "GameStarted"]
    assert (await table.bob.add_seed(table.game)).game.stage == "PLAYING"
    state = (await table.bob.get_game(table.game)).game
    assert state.deal is not None
    assert state.seats[1].seed == sent["seed"]
    assert state.deal.fingerprint == revealed["fingerprint"]
    for connection in (table.ann, table.bob):
        seed = connection.seed(table.game)
        assert seed is not None
        assert seed.included
    assert table.warnings == []


async def test_a_lie_gets_no_seed(make_table: MakeTable) -> None:
    for lie, reason in LIES.items():
        table = await make_table()
        await table.close_seats()
        table.transport.lie = once_closed(lie)
        await table.bob.add_seed(table.game)
        table.transport.lie = lambda game: None
        await table.bob.add_seed(table.game)
        assert table.transport.inputs("revealSeed") == []
        assert [(each.game, each.reason) for each in table.warnings] == [(table.game, reason)]


async def test_a_second_roll_gets_no_seed(table: Table) -> None:
    await table.close_seats()
    await table.bob.add_seed(table.game)
    table.transport.lie = once_closed(second_roll)
    await table.bob.add_seed(table.game)
    assert len(table.transport.inputs("revealSeed")) == 1
    assert [each.reason for each in table.warnings] == [SeedWarningReason.SECOND_ROLL]


async def test_a_warning_is_logged_unless_the_program_receives_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    async with Connection(table.ann.url, table.bob.token, transport=table.transport) as phone:
        await phone.add_seed(table.game)
        await table.close_seats()
        table.transport.lie = once_closed(other_roll)
        for connection in (phone, table.bob):
            await connection.add_seed(table.game)
    [record] = [each for each in caplog.records if each.name == "kibitz_client"]
    assert (record.levelname, table.game in record.message) == ("WARNING", True)
    assert "roll" in record.message
    assert [each.reason for each in table.warnings] == [SeedWarningReason.COMMITMENT_CHANGED]
