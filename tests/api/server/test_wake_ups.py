"""Wake-ups of the projector process through a real pipe, whose reader may be late."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import BinaryIO

import pytest

from api.projector_process.messages import decode_wake
from api.projector_process.wake_ups import WakeUps


class Pipe:
    """A pipe to a process that reads when it is told to."""

    def __init__(self, transport: asyncio.WriteTransport, reader: BinaryIO) -> None:
        self.transport = transport
        self._reader = reader

    def fill(self) -> None:
        """Send wake-ups until the pipe has no more room."""
        filling = WakeUps()
        while not self.transport.get_write_buffer_size():
            filling.send(self.transport)

    async def requests(self) -> list[int]:
        """Read all that has been sent; return the positions asked for."""
        found: list[int] = []
        unread = True
        while unread:
            await asyncio.sleep(0)
            unread = bool(self.transport.get_write_buffer_size())
            found += [decode_wake(line).requested for line in self._reader.readlines()]
        return [position for position in found if position]


@pytest.fixture
async def pipe() -> AsyncIterator[Pipe]:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb") as reader, os.fdopen(writing, "wb") as writer:
        connecting = asyncio.get_running_loop().connect_write_pipe(asyncio.BaseProtocol, writer)
        transport, _ = await connecting
        yield Pipe(transport, reader)
        transport.close()


async def test_a_request_without_room_in_the_pipe_is_sent_with_the_next_wake_up(pipe: Pipe) -> None:
    wake_ups = WakeUps()
    pipe.fill()
    for position in (7, 9, 8):
        wake_ups.request(position)
        wake_ups.send(pipe.transport)
    assert await pipe.requests() == []
    wake_ups.send(pipe.transport)
    assert await pipe.requests() == [9]
    wake_ups.send(pipe.transport)
    assert await pipe.requests() == [], "it is sent once"


async def test_a_request_waits_for_the_process_that_will_read_it(pipe: Pipe) -> None:
    wake_ups = WakeUps()
    wake_ups.request(5)
    wake_ups.send(None)
    wake_ups.send(pipe.transport)
    assert await pipe.requests() == [5]
