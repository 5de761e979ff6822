"""Renewal: the same player for as long as it plays, a lost answer loses nobody, no rights are prolonged."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Self

import jwt
import pytest

from api.graphql.context import Services
from application.players.registry import Player
from application.players.session_state import REPLACED_TOKEN_GRACE
from domain.events import PlayerId
from tests.api.harness.callers import Client
from tests.api.identity.sessions.session_documents import (
    CREATE_CODE,
    RENEW,
    claims_of,
    is_signed_in,
    renewed,
    sessions_of,
)

DAY: Final = 24 * 60 * 60
CLOCKS: Final = (
    "api.identity.authentication.time",
    "api.identity.own_tokens.time",
    "application.players.session_state.time",
    "application.players.session_tokens.time",
    "application.players.session_uses.time",
    "application.players.sessions.time",
)


class Clock:
    """The time of identity, which a test can move."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for name in CLOCKS:
        monkeypatch.setattr(name, clock)

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(clock(), tz)

    # PyJWT checks the expiry by a clock of its own.
    monkeypatch.setattr("jwt.api_jwt.datetime", Moved)
    return clock


async def test_a_guest_who_renews_stays_the_same_player_for_a_year(ann: Client, clock: Clock) -> None:
    client = ann
    for _ in range(18):
        clock.ahead += 20 * DAY
        client = await renewed(client)
        assert (await client.data("{ me { player { id name } } }"))["me"]["player"] == {
            "id": ann.player,
            "name": "Ann",
        }
    assert not await is_signed_in(ann)
    [session] = await sessions_of(client)
    left = datetime.fromisoformat(session["expiresAt"]).timestamp() - clock()
    assert 29 * DAY < left <= 30 * DAY
    # It began with the first token, whose id it has.
    assert session["id"] == claims_of(ann.token)["jti"]
    assert datetime.fromisoformat(session["createdAt"]).timestamp() == claims_of(ann.token)["iat"]


async def test_a_lost_answer_loses_nobody(services: Services, ann: Client, clock: Clock) -> None:
    for _ in range(3):
        await ann.data(RENEW)
    clock.ahead = 29 * DAY
    await services.players.sessions.uses.flush()
    await services.players.tokens.check_for_changes()
    assert await is_signed_in(ann)
    assert await is_signed_in(await renewed(ann))


async def test_the_old_token_is_invalid_ten_minutes_after_the_first_use_of_the_new_one(
    services: Services, ann: Client, clock: Clock
) -> None:
    new, sibling = await renewed(ann), await renewed(ann)
    assert await is_signed_in(new)
    await services.players.sessions.uses.flush()
    await services.players.tokens.check_for_changes()
    clock.ahead = REPLACED_TOKEN_GRACE - 5
    assert await is_signed_in(ann)
    clock.ahead = REPLACED_TOKEN_GRACE + 1
    assert not await is_signed_in(ann)
    # Another tab may have renewed the same token, and lives on by itself.
    for each in (new, sibling, await renewed(new), await renewed(sibling)):
        assert await is_signed_in(each)


async def test_a_renewal_shortens_no_session(services: Services, ann: Client) -> None:
    services.identity.sessions._valid_for = 60
    assert claims_of((await renewed(ann)).token)["exp"] == claims_of(ann.token)["exp"]


async def test_tokens_of_earlier_versions_are_renewed(services: Services, ann: Client) -> None:
    # The oldest tokens have no id.
    said = claims_of(ann.token)
    for left_out in ("nothing", "jti"):
        old = {name: value for name, value in said.items() if name != left_out}
        client = Client(ann.http, jwt.encode(old, services.identity._tokens._secret, "HS256"), ann.player)
        new = await renewed(client)
        assert await is_signed_in(new)
        assert {each["isCurrent"] for each in await sessions_of(new)} == {
            True,
            False,
        } or left_out == "nothing"


async def test_an_operators_token_is_not_renewed(services: Services, ann: Client) -> None:
    token = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    answer = (await Client(ann.http, token).data(RENEW))["renewToken"]
    assert (answer["__typename"], answer["code"]) == ("OperatorToken", "OPERATOR_TOKEN")
    # Nor does a player's token become an operator's.
    assert claims_of((await renewed(ann)).token)["roles"] == ["player"]


async def test_no_invalid_token_is_renewed(services: Services, spectator: Client, ann: Client) -> None:
    said = claims_of(ann.token)
    erased, revoked = await spectator.sign_in("Bob"), await spectator.sign_in("Cyd")
    await erased.data("mutation { eraseMe { __typename } }")
    await services.players.tokens.revoke(claims_of(revoked.token)["jti"])
    past = datetime.now(UTC) - timedelta(seconds=5)
    expired = jwt.encode({**said, "exp": past}, services.identity._tokens._secret, "HS256")
    foreign = jwt.encode(said, "the secret of another server, as long as it must be", "HS256")
    for token in (erased.token, revoked.token, expired, foreign, None):
        assert await Client(spectator.http, token).code(RENEW) == "UNAUTHENTICATED"


async def test_a_renewed_token_is_revoked_with_its_session(services: Services, ann: Client) -> None:
    new = await renewed(ann)
    newest = await renewed(new)
    # By any of its ids, as an operator may have only the first.
    await services.players.tokens.revoke(claims_of(ann.token)["jti"])
    for each in (ann, new, newest):
        assert not await is_signed_in(each)


async def test_a_client_gives_itself_a_label(spectator: Client, ann: Client) -> None:
    sign_in = (
        'mutation { signIn(input: {name: "Bob", client: " Fire\\u202efox\\n on Linux"}) '
        "{ ... on SignInAccepted { token player { id } } } }"
    )
    signed = (await spectator.data(sign_in))["signIn"]
    bob = Client(spectator.http, signed["token"], signed["player"]["id"])
    assert [each["client"] for each in await sessions_of(bob)] == ["Fire fox on Linux"]
    assert [each["client"] for each in await sessions_of(await renewed(bob, client="x" * 99))] == ["x" * 60]
    assert [each["client"] for each in await sessions_of(await renewed(ann, client=" \n "))] == [None]


async def test_what_has_expired_is_deleted(services: Services, ann: Client, clock: Clock) -> None:
    assert await is_signed_in(await renewed(ann))
    for days, left in ((0, (1, 1)), (29, (1, 1)), (61, (0, 0))):
        clock.ahead = days * DAY
        if days:
            bob = await Client(ann.http).sign_in("Bob")
            await services.players.sessions.end(PlayerId(bob.player), claims_of(bob.token)["jti"])
            await is_signed_in(bob)
        await services.players.sessions.uses.flush()
        with services.players._engine.connect() as connection:
            counts = tuple(
                connection.exec_driver_sql(f"SELECT count(*) FROM {table} {where}").scalar_one()  # noqa: S608
                for table, where in (
                    ("sessions", f"WHERE player = '{ann.player}'"),
                    ("replaced_tokens", ""),
                )
            )
        assert counts == left, days


async def test_every_new_token_comes_with_its_expiry(ann: Client) -> None:
    code = (await ann.data(CREATE_CODE))["createDeviceCode"]["deviceCode"]
    for mutation, input in (
        ("signIn", '{name: "Bob"}'),
        ("renewToken", "{}"),
        ("signInWithDeviceCode", f'{{code: "{code}"}}'),
    ):
        document = f"mutation {{ {mutation}(input: {input}) {{ ... on TokenIssued {{ token expiresAt }} }} }}"
        issued = (await ann.data(document))[mutation]
        assert datetime.fromisoformat(issued["expiresAt"]).timestamp() == claims_of(issued["token"])["exp"]
