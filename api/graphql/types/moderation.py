"""Bans and the audit trail of moderation in the schema, for operators."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Self

import strawberry

from api.graphql.types.derivation import enum_type
from api.graphql.types.players import Player
from application.moderation.audit_trail import COMMAND_LINE, Entry, ModerationAction
from application.moderation.bans import Ban as StoredBan
from domain.events import PlayerId

enum_type(ModerationAction)


def moment_of(seconds: int | None) -> datetime | None:
    """Return a time given in seconds since 1970, None for none."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def operator_of(player: PlayerId) -> PlayerId | None:
    """Return an operator's player, None for the command line, which has none."""
    return None if player == COMMAND_LINE else player


@strawberry.type(description="A ban in force, of a player or of an address.")
class Ban:
    """A ban."""

    key: strawberry.ID = strawberry.field(description="Identifies the ban, for `liftBan`.")
    player: PlayerId | None = strawberry.field(
        graphql_type=Player | None, description="The banned player; null for the ban of an address."
    )
    address: str | None = strawberry.field(
        description="The banned address or network, such as `203.0.113.0/24`; null for the ban of a player."
    )
    reason: str | None = strawberry.field(
        description="The reason, which a banned player is told; null once the player is erased."
    )
    at: datetime = strawberry.field(description="The time of the ban.")
    until: datetime | None = strawberry.field(
        description="The time at which the ban ends; null for a ban without an end."
    )
    operator: PlayerId | None = strawberry.field(
        graphql_type=Player | None, description="The operator; null for the command line."
    )

    @classmethod
    def of(cls, ban: StoredBan) -> Self:
        """Return a ban as the schema shows it."""
        return cls(
            key=strawberry.ID(ban.id),
            player=ban.player,
            address=ban.network,
            reason=ban.reason,
            at=datetime.fromtimestamp(ban.at, UTC),
            until=moment_of(ban.until),
            operator=operator_of(ban.operator),
        )


@strawberry.type(description="An entry of the audit trail: what an operator did, when and why.")
class ModerationEntry:
    """An action of an operator."""

    number: int = strawberry.field(description="The entry's number; later entries have higher ones.")
    at: datetime = strawberry.field(description="The time of the action.")
    action: ModerationAction = strawberry.field(description="The action.")
    operator: PlayerId | None = strawberry.field(
        graphql_type=Player | None, description="The operator; null for the command line."
    )
    operator_name: str | None = strawberry.field(
        description="The operator's name at the time, on the command line that of the user of the operating "
        "system; null once the operator is erased."
    )
    player: PlayerId | None = strawberry.field(
        graphql_type=Player | None, description="The player who was acted on; null if none was."
    )
    game_id: strawberry.ID | None = strawberry.field(
        description="The id of the game that was acted on, which may be private; null if none was."
    )
    address: str | None = strawberry.field(
        description="The address or network that was acted on; null if none was, and from 30 days after the "
        "end of its ban."
    )
    reason: str | None = strawberry.field(
        description="The reason; null if none was given, and once the player is erased."
    )
    until: datetime | None = strawberry.field(
        description="The time at which the ban ends, or from which the player may change its name; null for "
        "none."
    )
    old_name: str | None = strawberry.field(
        description="The name that was replaced; null unless a player was renamed, and once it is erased."
    )
    confirmed: bool = strawberry.field(
        description="False if the server stopped before it knew whether the action in the game was carried "
        "out; the game's events tell."
    )

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return an entry as the schema shows it."""
        return cls(
            number=entry.number,
            at=datetime.fromtimestamp(entry.at, UTC),
            action=entry.action,
            operator=operator_of(entry.operator),
            operator_name=entry.operator_name,
            player=entry.player,
            game_id=None if entry.game is None else strawberry.ID(entry.game),
            address=entry.network,
            reason=entry.reason,
            until=moment_of(entry.until),
            old_name=entry.old_name,
            confirmed=entry.confirmed,
        )
