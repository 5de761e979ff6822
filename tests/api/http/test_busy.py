"""A command that the server has no time for says when to send it again, also in the response's headers."""

from __future__ import annotations

from unittest.mock import AsyncMock
from uuid import UUID

import pytest

from api.graphql.context import Services
from application.refusals import TooBusy
from domain.refusals import GameIsOver, Refusal
from tests.api.harness.callers import Client

PASS = "mutation($input: PassTurnInput!) { passTurn(input: $input) { ... on Refusal { code } } }"


@pytest.mark.parametrize(("refusal", "header"), [(TooBusy(1.5), "2"), (GameIsOver(), None)])
async def test_a_busy_server_says_when_to_try_again(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch, refusal: Refusal, header: str | None
) -> None:
    monkeypatch.setattr(type(services.games), "carry_out", AsyncMock(side_effect=refusal))
    response = await ann.post({"query": PASS, "variables": {"input": {"game": str(UUID(int=0))}}})
    assert response.json()["data"]["passTurn"]["code"] == refusal.code
    assert (response.status_code, response.headers.get("Retry-After")) == (200, header)
