"""Refusals of sessions, device codes and links to accounts of an identity provider.

Refusal (domain)
├── OperatorToken  SignedInByProvider
├── UnknownSession  InvalidDeviceCode
└── NoIdentityProvider  InvalidProviderToken  NotAGuest  AlreadyLinked  AccountHasPlayer
"""

from __future__ import annotations

from domain.refusals import Refusal


class OperatorToken(Refusal):
    """An operator's token yields no other token: the rights of an operator end with it."""

    text = "You cannot do this with an operator's token; sign in as a player."


class SignedInByProvider(Refusal):
    """Your identity provider renews your tokens and signs you in on other devices; this server does not."""

    text = "Your identity provider signs you in; do this there."


class UnknownSession(Refusal):
    """You have no such session: it has ended, is another player's, or never existed."""

    text = "You have no such session."
    blames = ("session",)


class InvalidDeviceCode(Refusal):
    """The code does not sign in: it is wrong, has expired, or was used."""

    text = "This code is not valid; create a new one on the device where you are signed in."
    blames = ("code",)


class NoIdentityProvider(Refusal):
    """The server has no identity provider, so there are no accounts to link."""

    text = "This server has no identity provider."


class InvalidProviderToken(Refusal):
    """The token is not a valid token of the server's identity provider."""

    text = "The identity provider's token is not valid: {reason}."
    blames = ("provider_token",)

    reason: str
    """The reason why the token is invalid, as part of a sentence."""


class NotAGuest(Refusal):
    """Only a guest can be linked to an account; the operator of this server gives you your tokens."""

    text = "You are not a guest: the operator of this server gives you your tokens."


class AlreadyLinked(Refusal):
    """You are linked to an account of an identity provider already."""

    text = "You are linked to an account already."


class AccountHasPlayer(Refusal):
    """The account belongs to another player, as whom you sign in with it."""

    text = "This account belongs to another player; sign in with it to play as that one."
    blames = ("provider_token",)
