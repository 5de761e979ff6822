"""Documents of the tests of sessions, and what they return."""

from __future__ import annotations

from typing import Any, Final

import jwt

from tests.api.harness.callers import Client, Json

ME: Final = "{ me { player { id } } }"
NAMED: Final = "{ me { player { id name } } }"
RENEW: Final = """mutation($client: String) { renewToken(input: {client: $client}) { __typename
    ... on RenewTokenAccepted { token expiresAt player { id name } } ... on Refusal { code message } } }"""
SIGN_OUT: Final = """mutation { signOut { __typename
    ... on SignOutAccepted { player { id name } } ... on Refusal { code message } } }"""
SESSIONS: Final = (
    """{ me { sessions { id isCurrent client roles createdAt renewedAt lastUsedAt expiresAt } } }"""
)
END: Final = """mutation($session: ID!) { endSession(input: {session: $session}) { __typename
    ... on EndSessionAccepted { sessions { id isCurrent } } ... on Refusal { code message } } }"""
END_OTHERS: Final = """mutation { endOtherSessions { __typename
    ... on EndOtherSessionsAccepted { sessions { id isCurrent } } ... on Refusal { code message } } }"""
LINK: Final = """mutation($token: String!) { linkAccount(input: {providerToken: $token}) { __typename
    ... on LinkAccountAccepted { player { id name } } ... on Refusal { code message } } }"""
CREATE_CODE: Final = """mutation { createDeviceCode { __typename
    ... on CreateDeviceCodeAccepted { deviceCode expiresAt } ... on Refusal { code message } } }"""
SIGN_IN_WITH_CODE: Final = """mutation($code: String!, $client: String) {
    signInWithDeviceCode(input: {code: $code, client: $client}) { __typename
    ... on SignInWithDeviceCodeAccepted { token expiresAt player { id name } }
    ... on Refusal { code message } } }"""

CURRENT: Final = "{ session { roles current { id client roles } } }"
NODES: Final = """query($ids: [ID!]!) { nodes(ids: $ids) { __typename id
    ... on PlayerSession { isCurrent client } } }"""
ERASE: Final = """mutation { eraseMe { __typename
    ... on EraseMeAccepted { player { id name } } ... on Refusal { code message inputPath } } }"""


def claims_of(token: object) -> Json:
    """Return what a token says."""
    said: Json = jwt.decode(str(token), options={"verify_signature": False})
    return said


async def renewed(caller: Client, **values: Any) -> Client:
    """Return a client with a renewed token."""
    answer = (await caller.data(RENEW, **values))["renewToken"]
    assert answer["__typename"] == "RenewTokenAccepted", answer
    return Client(caller.http, answer["token"], caller.player)


async def on_another_device(client: Client, label: str | None = None) -> Client:
    """Return a client of the same player with a session of its own."""
    code = (await client.data(CREATE_CODE))["createDeviceCode"]["deviceCode"]
    signed = (await client.data(SIGN_IN_WITH_CODE, code=code, client=label))["signInWithDeviceCode"]
    return Client(client.http, signed["token"], client.player)


async def sessions_of(client: Client) -> list[Json]:
    """Return the client's list of sessions."""
    listed: list[Json] = (await client.data(SESSIONS))["me"]["sessions"]
    return listed


async def is_signed_in(client: Client) -> bool:
    """Return whether the client's token is valid."""
    answer = await client.ask(ME)
    if "errors" not in answer:
        return True
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAUTHENTICATED"]
    return False
