"""Mutations of device codes, by which a player signs in on another device."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry

from api.graphql.context import Info
from api.graphql.execution.answer_marks import SECRET, WITHOUT_TOKEN
from api.graphql.mutations.accounts.issued_tokens import TokenIssued
from api.graphql.mutations.accounts.sessions import CLIENT_TEXT, charged_caller, still_signed_in
from api.graphql.mutations.payloads import payload
from api.graphql.queries.players.player_sessions import moment
from api.monitoring.counters import SESSION_CHANGES
from application.identity_refusals import InvalidDeviceCode, OperatorToken, SignedInByProvider
from application.players.device_codes import LENGTH, VALIDITY
from domain.refusals import Refusal


@strawberry.type(description="A code with which you can sign in on another device.")
class CreateDeviceCodeAccepted:
    """A new device code."""

    device_code: str = strawberry.field(
        metadata=SECRET,
        description=f"{LENGTH} letters in two groups, such as `BCDFG-HJKLM`, which work once. Whoever has "
        "the code can sign in as you: show it to nobody else.",
    )
    expires_at: datetime = strawberry.field(
        description=f"The time at which the code expires, {VALIDITY} seconds after its creation."
    )


@strawberry.input(description="Sign in by a device code.")
class SignInWithDeviceCodeInput:
    """A device code."""

    code: str = strawberry.field(
        description="The code; small letters, spaces and hyphens make no difference."
    )
    client: str | None = strawberry.field(default=None, description=CLIENT_TEXT)


@strawberry.type(description="You are signed in as the player who created the code.")
class SignInWithDeviceCodeAccepted(TokenIssued):
    """A player with a token for a new session."""


CREATE_DEVICE_CODE = payload(
    "createDeviceCode", CreateDeviceCodeAccepted, (OperatorToken, SignedInByProvider)
)
SIGN_IN_WITH_DEVICE_CODE = payload("signInWithDeviceCode", SignInWithDeviceCodeAccepted, (InvalidDeviceCode,))


async def _create_device_code(info: Info) -> Any:
    caller = await charged_caller(info)
    try:
        code = await still_signed_in(info.context.services.identity.sessions.create_device_code(caller))
    except Refusal as refusal:
        return CREATE_DEVICE_CODE.refused(refusal)
    SESSION_CHANGES.labels("device_code").inc()
    return CreateDeviceCodeAccepted(device_code=code.text, expires_at=moment(code.expires))


async def _sign_in_with_device_code(
    info: Info,
    input: Annotated[
        SignInWithDeviceCodeInput, strawberry.argument(description="The fields of the mutation.")
    ],
) -> Any:
    services = info.context.services
    services.rates.charge_device_code(info.context.account.address)
    sessions = services.identity.sessions
    try:
        signed = await sessions.redeem_device_code(input.code, input.client)
    except Refusal as refusal:
        return SIGN_IN_WITH_DEVICE_CODE.refused(refusal, input)
    SESSION_CHANGES.labels("begun_by_device_code").inc()
    return SignInWithDeviceCodeAccepted.of(signed)


def device_code_mutations() -> dict[str, Any]:
    """Return the mutations of device codes, keyed by their Python names."""
    return {
        "create_device_code": CREATE_DEVICE_CODE.field(
            _create_device_code,
            "Create a code with which you sign in on another device, as the same player. It "
            "replaces an earlier code of yours.",
        ),
        "sign_in_with_device_code": SIGN_IN_WITH_DEVICE_CODE.field(
            _sign_in_with_device_code,
            "Sign in by a code that you created on another device with `createDeviceCode`. A "
            "wrong, an expired and a used code are refused alike.",
            metadata=WITHOUT_TOKEN,
        ),
    }
