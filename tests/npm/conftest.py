"""Fixtures of the API tests, re-exported for pytest: servers and signed-in clients."""

from __future__ import annotations

from tests.api.conftest import (
    _settings_of_nobody,
    address,
    ann,
    bob,
    croupier,
    cyd,
    default_settings,
    empty_data,
    rates,
    server,
    services,
    spectator,
)

__all__ = [
    "_settings_of_nobody",
    "address",
    "ann",
    "bob",
    "croupier",
    "cyd",
    "default_settings",
    "empty_data",
    "rates",
    "server",
    "services",
    "spectator",
]
