"""Fixtures: signed-in connections, a server that can be restarted, a directory for custom players."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from kibitz_client import Connection
from tests import postgres
from tests.api.conftest import (
    _settings_of_nobody,
    address,
    croupier,
    default_settings,
    empty_data,
    rates,
    services,
    spectator,
)
from tests.api.harness.server_processes import Spawner
from tests.processes.installation import Process as Server

# Fixtures of the API tests, re-exported for pytest.
__all__ = [
    "_settings_of_nobody",
    "address",
    "croupier",
    "default_settings",
    "empty_data",
    "rates",
    "services",
    "spectator",
]

_RUDE: Final = {"player": "nobody", "reason": "Rude"}
OF_OPERATORS: Final[Mapping[str, Mapping[str, Any]]] = {
    "ban_address": {"address": "203.0.113.7", "reason": "Spam"},
    "ban_player": _RUDE,
    "close_game": {"game": "none"},
    "force_rename": _RUDE,
    "kick_player": {"game": "none", **_RUDE},
    "lift_ban": {"ban": "none", "reason": "Sorry"},
}
"""The mutations that only operators may send, each with its input."""
SignIn = Callable[..., Awaitable[list[Connection]]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary current directory for modules with players; modules imported from it are unloaded."""
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
def server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """A server process that keeps its address when it is restarted."""
    settings = {"KIBITZ_DATA_DIR": str(tmp_path / "data")}
    server = Server(spawner, tmp_path / "serve", ("serve", "--port", postgres.free_port()), settings)
    server.start()
    try:
        yield server
    finally:
        server.end()


@pytest.fixture
async def signed_in(address: str) -> AsyncIterator[SignIn]:
    """A function that signs guests in by their names."""
    async with AsyncExitStack() as opened:

        async def sign_in(*names: str) -> list[Connection]:
            return [await opened.enter_async_context(await Connection.guest(address, name)) for name in names]

        yield sign_in
