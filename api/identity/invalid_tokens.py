"""Says in plain words why a token is invalid; the texts of PyJWT are for developers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import jwt

_REASONS: Final[Mapping[type[jwt.PyJWTError], str]] = {
    jwt.ExpiredSignatureError: "it has expired",
    jwt.ImmatureSignatureError: "it is not valid yet",
    jwt.InvalidAudienceError: "it is for another audience",
    jwt.InvalidIssuedAtError: "its time of issue is not valid",
    jwt.InvalidIssuerError: "it is from another issuer",
}


def reason(error: jwt.PyJWTError, issuer: str) -> str:
    """Return why a token is invalid, as part of a sentence; `issuer` names who issues valid tokens."""
    if isinstance(error, jwt.MissingRequiredClaimError):
        return f"it lacks the claim '{error.claim}'"
    return _REASONS.get(type(error), f"it is not a token of {issuer}")
