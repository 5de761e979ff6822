"""Refusals of mutations that other tests than those of the payloads reach."""

from __future__ import annotations

Returned = set[tuple[str, str]]
"""Mutations with the type of a refusal that they return."""
ELSEWHERE: Returned = {
    # Only a server that admits no guests: tests/api/server/test_settings.py.
    ("signIn", "GuestsNotAdmitted"),
    # Accounts of an identity provider, and sessions: tests/api/identity/sessions.
    *(("linkAccount", refusal) for refusal in ("AccountHasPlayer", "AlreadyLinked", "InvalidProviderToken")),
    *(("linkAccount", refusal) for refusal in ("NoIdentityProvider", "NotAGuest", "OperatorToken")),
    *(("renewToken", refusal) for refusal in ("OperatorToken", "SignedInByProvider")),
    *(("createDeviceCode", refusal) for refusal in ("OperatorToken", "SignedInByProvider")),
    ("endOtherSessions", "SignedInByProvider"),
    ("endSession", "UnknownSession"),
    *(("signOut", "UnknownSession"), ("eraseMe", "UnknownPlayer")),
    ("signInWithDeviceCode", "InvalidDeviceCode"),
    # Moderation: tests/api/moderation and tests/application/moderation.
    *(("rename", refusal) for refusal in ("NameFixed", "NameWithdrawn")),
    *(("banPlayer", refusal) for refusal in ("CannotBanYourself", "PlayerIsOperator", "UnknownPlayer")),
    *(("banAddress", refusal) for refusal in ("CannotBanYourself", "InvalidAddress")),
    *((name, "InvalidUntil") for name in ("banAddress", "banPlayer", "forceRename")),
    *(("forceRename", refusal) for refusal in ("ConfusableName", "InvalidName", "UnknownPlayer")),
    ("liftBan", "UnknownBan"),
    *(("closeGame", "InvalidReason"), ("kickPlayer", "InvalidReason")),
    *(
        (name, refusal)
        for name in ("banAddress", "banPlayer", "forceRename", "liftBan")
        for refusal in ("CommandIdReused", "InvalidReason")
    ),
    # tests/api/subscriptions/test_my_seeks.py, and NoMachinePlayer for games that are added.
    *(
        ("seek", refusal)
        for refusal in ("UnknownVariant", "UnknownOption", "InvalidOption", "OptionRepeated")
    ),
    *(("seek", refusal) for refusal in ("InvalidPlayerRange", "InvalidRatingRange", "InvalidMachinesAfter")),
    *(("seek", refusal) for refusal in ("NoMachinePlayer", "TooManyOpenTables", "TooManyMachineGames")),
    ("cancelSeek", "UnknownVariant"),
    # Talk: tests/api/talk and tests/api/limits.
    *(("say", refusal) for refusal in ("TalkIsOff", "TalkIsOver", "TalkIsPaused")),
    *(("say", refusal) for refusal in ("CommandIdReused", "UnknownGame", "UnknownRules")),
    *(("mutePlayer", refusal) for refusal in ("CannotMuteYourself", "TooManyMuted", "UnknownPlayer")),
    ("unmutePlayer", "UnknownPlayer"),
    # Rematches: tests/api/games/test_rematches.py.
    *(("rematch", refusal) for refusal in ("ConfusableName", "TooManyMachineGames", "TooManyOpenTables")),
}
