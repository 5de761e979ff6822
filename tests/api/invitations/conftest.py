"""Invitation codes of the tests' players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.api.harness.callers import Client

CodeOf = Callable[[Client, str], Awaitable[str]]
"""Returns a player's code for a game."""


@pytest.fixture
def code_of() -> CodeOf:
    async def code_of(client: Client, game: str) -> str:
        made = await client.send("createInvitationLink", game=game)
        assert made["__typename"] == "CreateInvitationLinkAccepted", made
        code: str = made["invitationLink"]["code"]
        return code

    return code_of
