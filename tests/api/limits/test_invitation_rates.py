"""Invitation codes can be tried so often only, by each player and from each address."""

from __future__ import annotations

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.limits.rate_clients import LimitedClients, as_called_from, rate_limited_error

INVITATION = d.operation("query", "invitation")
ACCEPT = d.mutation("acceptInvitationLink")
WRONG = "ABCDEFGHJKMN"


async def test_guessing_is_limited_per_player_and_per_address(limited: LimitedClients, ann: Client) -> None:
    spectator = await limited("192.0.2.1", invitations="2/hour", address=2)
    game = await ann.create()
    link = (await ann.send("createInvitationLink", game=game))["invitationLink"]
    bob = await spectator.sign_in("Bob")
    for _ in range(2):
        assert (await bob.data(INVITATION, token=WRONG))["invitation"] is None
    # A good code waits too, so the limit tells nothing about codes.
    for document, values in ((INVITATION, {"token": link["code"]}), (ACCEPT, {"input": {"token": WRONG}})):
        error = await rate_limited_error(bob, document, **values)
        assert error["message"].startswith("Too many uses of invitation links: try again in ")
    # Also from elsewhere; and spectators of one address share a multiple.
    await rate_limited_error(as_called_from(bob, await limited("192.0.2.2")), INVITATION, token=WRONG)
    for _ in range(2):
        await spectator.data(INVITATION, token=WRONG)
    await rate_limited_error(spectator, INVITATION, token=WRONG)
    elsewhere = await limited("192.0.2.3")
    assert (await elsewhere.data(INVITATION, token=link["code"]))["invitation"] is not None
    # Signed tokens cannot be guessed, and are not counted.
    assert (await spectator.data(INVITATION, token=link["token"]))["invitation"] is not None
