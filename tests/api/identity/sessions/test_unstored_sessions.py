"""Sessions that are not stored yet: they end like others, and no write of uses brings them back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from api.graphql.context import Services
from api.identity.authentication import Caller, Identity, Unauthenticated
from application.players.registry import Players
from application.players.session_tokens import SessionToken
from application.players.session_uses import SessionUses
from tests.api.harness.callers import Client
from tests.api.identity.sessions.conftest import SECRET
from tests.api.identity.sessions.session_documents import (
    END,
    RENEW,
    SIGN_OUT,
    claims_of,
    is_signed_in,
    on_another_device,
    sessions_of,
)


async def stored(services: Services) -> None:
    """Do what each process does now and then: store the uses, and read the changes."""
    await services.players.sessions.uses.flush()
    await services.players.tokens.check_for_changes()


async def signed_in(identity: Identity, text: str) -> Caller:
    """Return the caller of a token that is used for the first time."""
    caller = await identity.caller(f"Bearer {text}")
    assert caller is not None
    return caller


async def test_a_new_guest_signs_out(services: Services, ann: Client) -> None:
    assert (await ann.data(SIGN_OUT))["signOut"]["__typename"] == "SignOutAccepted"
    for _ in range(2):
        assert not await is_signed_in(ann)
        assert await ann.code(RENEW) == "UNAUTHENTICATED"
        await stored(services)


async def test_a_session_that_was_never_listed_ends_by_its_id(services: Services, ann: Client) -> None:
    phone = await on_another_device(ann)
    for client, by in ((phone, ann), (ann, ann)):
        ended = (await by.data(END, session=claims_of(client.token)["jti"]))["endSession"]
        assert ended["__typename"] == "EndSessionAccepted"
        assert not await is_signed_in(client)
    await stored(services)
    assert not await is_signed_in(ann)


async def test_the_uses_of_an_erased_player_are_not_stored(services: Services, ann: Client) -> None:
    assert await is_signed_in(ann)
    await ann.data("mutation { eraseMe { __typename } }")
    await stored(services)
    with services.players._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT * FROM sessions").all() == []


async def test_every_process_refuses_a_session_that_ended_before_it_was_stored(
    process: Callable[[], Players],
) -> None:
    here, there = process(), process()
    identities = [Identity(SECRET, each, timedelta(days=30)) for each in (here, there)]
    text = (await identities[0].sessions.begin(await here.guest("Ann"))).text
    caller, _ = [await signed_in(identity, text) for identity in identities]
    await identities[0].sessions.sign_out(caller)
    for players, identity in zip((here, there), identities, strict=True):
        await players.sessions.uses.flush()
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {text}")


async def test_a_list_has_the_sessions_that_are_being_stored(
    services: Services, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, begun, continued = SessionUses._store, threading.Event(), threading.Event()

    def held(self: SessionUses, used: Sequence[SessionToken]) -> None:
        begun.set()
        assert continued.wait(30)
        store(self, used)

    monkeypatch.setattr(SessionUses, "_store", held)
    assert await is_signed_in(ann)
    flushing = asyncio.create_task(services.players.sessions.uses.flush())
    assert await asyncio.to_thread(begun.wait, 30)
    listing = asyncio.create_task(sessions_of(ann))
    await asyncio.sleep(0.2)
    assert not listing.done()
    continued.set()
    assert [each["isCurrent"] for each in await listing] == [True]
    await flushing
