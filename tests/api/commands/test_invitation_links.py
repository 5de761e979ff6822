"""Invitations by link: creation, acceptance, expiry, and the game as the link shows it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import jwt
import pytest

from api.graphql.context import Services
from api.identity.authentication import Unauthenticated
from api.identity.invitations import VALIDITY, Invitations
from domain.events import PlayerInvited, PlayerJoined
from domain.refusals import InvalidInvitationLink
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun

INVITATION = d.operation("query", "invitation")
SECRET = "a secret that is long enough to sign with"


async def link(client: Client, game: str) -> str:
    made = await client.send("createInvitationLink", game=game)
    assert made["__typename"] == "CreateInvitationLinkAccepted", made
    token: str = made["invitationLink"]["token"]
    return token


async def shown(client: Client, token: str) -> Json | None:
    found: Json | None = (await client.data(INVITATION, token=token))["invitation"]
    return found


async def accept(client: Client, token: str, **values: Any) -> Json:
    return await client.must("acceptInvitationLink", token=token, **values)


async def refused(client: Client, token: str, **values: Any) -> str:
    code: str = (await client.refused("acceptInvitationLink", token=token, **values))["code"]
    return code


@pytest.fixture
async def private(ann: Client) -> str:
    return await ann.create(access="PRIVATE")


# Who is let in.


async def test_a_link_admits_its_holder_to_a_private_game(
    ann: Client, bob: Client, cyd: Client, private: str, services: Services
) -> None:
    token = await link(ann, private)
    assert await bob.code(d.GAME, id=private) == "UNKNOWN_GAME"
    joined = await accept(bob, token)
    assert joined["game"]["you"] == 1
    assert [each["__typename"] for each in joined["events"]] == ["PlayerInvited", "PlayerJoined"]
    assert joined["game"]["invited"] == []
    # It is good for others as well, and who came by it may hand on one of its own.
    assert (await accept(cyd, await link(bob, private)))["game"]["you"] == 2
    recorded = await services.store.read(UUID(private))
    assert [each.event for each in recorded[2:4]] == [
        PlayerInvited(player=bob.player, inviter=ann.player),
        PlayerJoined(seat=1, player=bob.player),
    ]
    assert {(each.at, each.by) for each in recorded[2:4]} == {(recorded[2].at, bob.player)}
    assert recorded[4].event == PlayerInvited(player=cyd.player, inviter=bob.player)


async def test_a_link_to_a_public_game_invites_nobody(
    ann: Client, bob: Client, cyd: Client, private: str
) -> None:
    public = await ann.create()
    joined = await accept(bob, await link(ann, public))
    assert [each["__typename"] for each in joined["events"]] == ["PlayerJoined"]
    await ann.must("invitePlayer", game=private, player=cyd.player)
    joined = await accept(cyd, await link(ann, private))
    assert [each["__typename"] for each in joined["events"]] == ["PlayerJoined"]


async def test_accepting_twice_with_one_command_id_takes_one_seat(
    ann: Client, bob: Client, private: str
) -> None:
    token = await link(ann, private)
    once = await accept(bob, token, commandId="once")
    assert await accept(bob, token, commandId="once") == once
    assert await refused(bob, token) == "ALREADY_SEATED"
    assert await refused(bob, token, commandId="twice") == "ALREADY_SEATED"
    other = await link(bob, private)
    assert await refused(bob, other, commandId="once") == "COMMAND_ID_REUSED"
    await ann.must("startGame", game=private)
    assert await accept(bob, token, commandId="once") == once
    assert await refused(ann, token) == "GAME_ALREADY_STARTED"


async def test_concurrent_acceptances_fill_the_free_seats_only(
    ann: Client, spectator: Client, private: str
) -> None:
    token = await link(ann, private)
    guests = [await spectator.sign_in(f"Guest {number}") for number in range(6)]
    results = await asyncio.gather(*(each.send("acceptInvitationLink", token=token) for each in guests))
    kinds = sorted(each["__typename"] for each in results)
    assert kinds == ["AcceptInvitationLinkAccepted"] * 3 + ["GameFull"] * 3
    assert len((await ann.game(private))["seats"]) == 4


async def test_accepting_checks_the_expected_version(ann: Client, bob: Client, private: str) -> None:
    token = await link(ann, private)
    assert await refused(bob, token, expectedVersion=9) == "VERSION_CONFLICT"
    await accept(bob, token, expectedVersion=2)


async def test_accepting_requires_a_signed_in_player(ann: Client, spectator: Client, private: str) -> None:
    token = await link(ann, private)
    answer = await spectator.ask(d.mutation("acceptInvitationLink"), input={"token": token})
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


# What it tells.


async def test_an_invitation_shows_its_game(
    ann: Client, bob: Client, spectator: Client, private: str
) -> None:
    token = await link(ann, private)
    for client in (spectator, bob):
        found = await shown(client, token)
        assert found is not None
        assert found["game"] is None, "a private game is shown to its players only"
        assert found["variant"]["name"] == "hundred-and-ten"
        assert {each["name"]: each["value"] for each in found["options"]}["reveal"] == "each_round"
        assert found["access"] == "PRIVATE"
        assert found["inviter"]["name"] == found["organizer"]["name"] == "Ann"
        assert [each["name"] for each in found["players"]] == ["Ann"]
        assert found["maxPlayers"] == 4
        assert found["seated"] is False
        left = datetime.fromisoformat(found["expiresAt"]) - datetime.now(UTC)
        assert VALIDITY - timedelta(minutes=1) < left <= VALIDITY
    await accept(bob, token)
    seen = await shown(bob, token) or {}
    assert (seen["seated"], seen["game"]["id"]) == (True, private)
    # Who looks at it is not let in by that.
    assert await spectator.code(d.GAME, id=private) == "UNKNOWN_GAME"


async def test_after_the_start_only_seated_players_see_the_invitation(
    ann: Client, bob: Client, cyd: Client, private: str
) -> None:
    token = await link(ann, private)
    await accept(bob, token)
    await ann.must("startGame", game=private)
    assert await shown(cyd, token) is None
    assert await refused(cyd, token) == "GAME_ALREADY_STARTED"
    seen = await shown(bob, token) or {}
    assert (seen["seated"], seen["game"]["id"]) == (True, private)


# Who may make one, and when it is good no more.


async def test_only_seated_players_create_links_before_the_start(
    ann: Client, bob: Client, cyd: Client, private: str
) -> None:
    async def code(client: Client, game: str) -> str:
        made: str = (await client.send("createInvitationLink", game=game))["code"]
        return made

    public = await begun(ann, bob)
    assert await code(ann, public) == "GAME_ALREADY_STARTED"
    assert await code(bob, private) == "UNKNOWN_GAME"
    assert await code(ann, "none") == "UNKNOWN_GAME"
    await ann.must("invitePlayer", game=private, player=bob.player)
    assert await code(bob, private) == "NOT_SEATED"
    told = [await cyd.send("createInvitationLink", game=each) for each in (private, str(uuid4()))]
    assert len({each["message"] for each in told}) == 1
    await ann.must("leaveGame", game=private)
    closed = await ann.create()
    await ann.must("leaveGame", game=closed)
    assert await code(ann, closed) == "GAME_IS_OVER"


@pytest.mark.parametrize("access", ["PRIVATE", "PUBLIC"])
async def test_a_link_is_valid_while_its_creator_is_seated(
    ann: Client, bob: Client, cyd: Client, access: str
) -> None:
    game = await ann.create(access=access)
    await accept(bob, await link(ann, game))
    token = await link(bob, game)
    assert await shown(cyd, token) is not None
    await ann.must("removePlayer", game=game, player=bob.player)
    assert await shown(cyd, token) is None
    assert await refused(cyd, token) == "INVALID_INVITATION_LINK"


async def test_a_link_of_an_erased_player_is_invalid(
    ann: Client, bob: Client, cyd: Client, private: str
) -> None:
    token = await link(ann, private)
    once = await accept(bob, token, commandId="once")
    await ann.data(d.mutation("eraseMe"))
    assert await shown(cyd, token) is None
    assert await refused(cyd, token) == "INVALID_INVITATION_LINK"
    assert (await accept(bob, token, commandId="once"))["version"] == once["version"]


async def test_an_expired_link_is_refused_but_repeats_are_answered(
    ann: Client, bob: Client, cyd: Client, private: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await link(ann, private)
    once = await accept(bob, token, commandId="once")

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Later:
            """Return a time when the invitation is good no more."""
            return cls.fromtimestamp((datetime.now(tz) + VALIDITY).timestamp(), tz)

    monkeypatch.setattr("api.identity.invitations.datetime", Later)
    assert await shown(cyd, token) is None
    assert await refused(cyd, token) == "INVALID_INVITATION_LINK"
    assert await refused(cyd, token, commandId="once") == "INVALID_INVITATION_LINK"
    assert await accept(bob, token, commandId="once") == once
    assert services.identity.invitations.read(token).expired


# What is no invitation.


async def test_a_forged_invitation_reveals_no_game(ann: Client, bob: Client, private: str) -> None:
    token = await link(ann, private)
    head, body, signature = token.split(".")
    elsewhere, _ = Invitations(SECRET).token(UUID(private), UUID(int=0).hex)
    forged = jwt.encode({**jwt.decode(token, options={"verify_signature": False})}, "", "none")
    unsigned, swapped = f"{head}.{body}.", f"{head}.{signature}.{body}"
    for wrong in ("", "x", "ä.ö.ü", token[:-2], unsigned, forged, elsewhere, swapped):
        assert await shown(bob, wrong) is None
        assert await refused(bob, wrong) == "INVALID_INVITATION_LINK"


async def test_a_link_to_a_missing_game_is_invalid(ann: Client, bob: Client, services: Services) -> None:
    token, _ = services.identity.invitations.token(uuid4(), ann.player)
    assert await shown(bob, token) is None
    assert await refused(bob, token) == "UNKNOWN_GAME"


async def test_invitations_and_access_tokens_are_not_interchangeable(
    ann: Client, bob: Client, private: str, services: Services
) -> None:
    token = await link(ann, private)
    thief = Client(bob.http, token)
    assert await thief.code(d.ME) == "UNAUTHENTICATED"
    with pytest.raises(Unauthenticated):
        await services.identity.caller(f"Bearer {token}")
    with pytest.raises(InvalidInvitationLink):
        services.identity.invitations.read(str(ann.token))
    # Neither by the key alone nor by what it says alone.
    claims = jwt.decode(token, options={"verify_signature": False})
    made = jwt.encode(claims, services.identity._secret, "HS256")
    with pytest.raises(InvalidInvitationLink):
        services.identity.invitations.read(made)
    with pytest.raises(Unauthenticated):
        await services.identity.caller(f"Bearer {made}")


@pytest.mark.parametrize("missing", ["exp", "sub", "game", "aud", "iss"])
def test_an_incomplete_invitation_is_invalid(missing: str) -> None:
    invitations = Invitations(SECRET)
    token, _ = invitations.token(uuid4(), "ann")
    claims = jwt.decode(token, options={"verify_signature": False})
    invitations.read(jwt.encode(claims, invitations._key, "HS256"))
    del claims[missing]
    with pytest.raises(InvalidInvitationLink):
        invitations.read(jwt.encode(claims, invitations._key, "HS256"))


# Who was removed.


@pytest.mark.parametrize("access", ["PUBLIC", "PRIVATE"])
async def test_a_link_does_not_let_a_removed_player_back_in(ann: Client, bob: Client, access: str) -> None:
    game = await ann.create(access=access)
    token = await link(ann, game)
    await accept(bob, token)
    await ann.must("removePlayer", game=game, player=bob.player)
    for made in token, await link(ann, game):
        assert await refused(bob, made) == "REMOVED_FROM_GAME"
        assert await shown(bob, made) is None
    await ann.must("invitePlayer", game=game, player=bob.player)
    assert await shown(bob, token) is not None
    await accept(bob, token)
