"""A server for the client to talk to, and a directory in which modules with players are found."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kibitz_client import Connection
from tests.api.conftest import (
    _settings_of_nobody,
    address,
    croupier,
    empty_data,
    rates,
    services,
    spectator,
)

# Fixtures of the API's tests.
__all__ = ["_settings_of_nobody", "address", "croupier", "empty_data", "rates", "services", "spectator"]

SignIn = Callable[..., Awaitable[list[Connection]]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current directory, in which players may be written; what is imported from it is forgotten."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", sys.path[:])
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
async def signed_in(address: str) -> AsyncIterator[SignIn]:
    """Signs guests in by their names."""
    async with AsyncExitStack() as opened:

        async def sign_in(*names: str) -> list[Connection]:
            return [await opened.enter_async_context(await Connection.guest(address, name)) for name in names]

        yield sign_in
