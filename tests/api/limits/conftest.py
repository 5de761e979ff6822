"""A server with rate limits, and its clients."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

import api.app
import api.graphql.subscriptions.stream_errors
import api.http.refusal_delay
from api.app import application
from api.graphql.context import Services
from api.graphql.limits.quotas import Quotas
from api.graphql.limits.rates import RateLimits, Rates
from tests.api.harness.callers import Client
from tests.api.limits.rate_clients import LimitedClients


@pytest.fixture(autouse=True)
def _no_refusal_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.http.refusal_delay, "MAX_DELAY", 0.0)


@pytest.fixture
async def limited(services: Services) -> AsyncIterator[LimitedClients]:
    """Creates clients at an address, of a server with the rates of the test."""
    opened: list[httpx.AsyncClient] = []

    async def client_at(host: str = "192.0.2.1", /, **rates: Any) -> Client:
        if not opened or rates:
            limits = Rates(**rates)
            own = replace(services, rates=RateLimits(limits), quotas=Quotas(services.read_database, limits))
            client_at.app = application(own)  # type: ignore[attr-defined]
        transport = httpx.ASGITransport(client_at.app, client=(host, 1))  # type: ignore[attr-defined]
        http = httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False)
        opened.append(http)
        return Client(http)

    yield client_at
    for http in opened:
        await http.aclose()
