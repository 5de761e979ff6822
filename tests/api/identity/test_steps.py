"""Callers in the steps of a request: checked once in each step, and again after each wait."""

from __future__ import annotations

from typing import Final

import pytest
from graphql import GraphQLError

from api.fair_share.caller_account import CallerAccount
from api.graphql.context import Context, Services
from api.identity.authentication import Caller, Identity
from application.runtime.work_accounts import run_on_account
from tests.api.harness.callers import Client
from tests.api.identity.sessions.session_documents import SIGN_OUT

ME: Final = "{ me { player { id } } }"


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Caller]:
    """The callers that were checked."""
    found: list[Caller] = []
    is_admitted = Identity.is_admitted

    def counting(identity: Identity, caller: Caller) -> bool:
        found.append(caller)
        return is_admitted(identity, caller)

    monkeypatch.setattr(Identity, "is_admitted", counting)
    return found


async def context_of(services: Services, client: Client) -> Context:
    """Return the context of a request by a client whose token was verified before."""
    await client.data(ME)
    return Context(services, f"Bearer {client.token}", CallerAccount(services.rates, "192.0.2.1"))


async def test_a_caller_is_checked_once_in_a_step_and_refused_after_a_wait(
    services: Services, ann: Client, checked: list[Caller]
) -> None:
    context = await context_of(services, ann)

    async def work() -> None:
        before = len(checked)
        for _ in range(3):
            assert await context.player() == ann.player
        assert len(checked) == before + 1
        await ann.data(SIGN_OUT)
        for _ in range(2):
            with pytest.raises(GraphQLError, match="not signed in"):
                await context.player()

    await run_on_account(work(), context.account)


async def test_a_caller_without_steps_is_checked_each_time(
    services: Services, ann: Client, checked: list[Caller]
) -> None:
    context = await context_of(services, ann)
    before = len(checked)
    for _ in range(3):
        assert await context.player() == ann.player
    assert len(checked) == before + 3
