"""Mutations of operators: bans and forced renames."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import Annotated, Any

import strawberry

from api.graphql.context import Context, Info, command_key
from api.graphql.mutations.moderation.game_commands import operator_of
from api.graphql.mutations.payloads import payload
from api.graphql.mutations.table_names import name_checked
from api.graphql.types.moderation import Ban, ModerationEntry
from api.graphql.types.players import Player
from application.moderation.audit_trail import MAX_REASON, Entry, Operator
from application.moderation.networks import Network, bannable_network, contains, network_of
from application.moderation.refusals import (
    CannotBanYourself,
    InvalidAddress,
    InvalidReason,
    InvalidUntil,
    PlayerIsOperator,
    UnknownBan,
)
from application.players.player_names import validated_name
from application.refusals import CommandIdReused, ConfusableName, InvalidName, UnknownPlayer
from domain.events import PlayerId
from domain.refusals import Refusal

_PLAYER_REASON = f"The reason, for the audit trail and for the player: 1 to {MAX_REASON} characters."
_REASON = f"The reason, for the audit trail: 1 to {MAX_REASON} characters."
_UNTIL = "The time at which the ban ends; without an end when omitted."
_COMMAND_ID = (
    "An id of your choice for this action, unique among your actions. A repeat with the same id changes "
    "nothing and returns the first entry again."
)


def _command_id() -> Any:
    return strawberry.field(default=None, description=_COMMAND_ID)


@strawberry.input(description="Ban a player.")
class BanPlayerInput:
    """The ban of a player."""

    player: strawberry.ID = strawberry.field(description="The player to ban.")
    reason: str = strawberry.field(description=_PLAYER_REASON)
    until: datetime | None = strawberry.field(default=None, description=_UNTIL)
    leave_games: bool = strawberry.field(
        default=True,
        description="Whether the player also leaves its games, as by `kickPlayer`; otherwise it keeps its "
        "seats, which their clocks decide.",
    )
    command_id: strawberry.ID | None = _command_id()


@strawberry.input(description="Ban an address.")
class BanAddressInput:
    """The ban of an address."""

    address: str = strawberry.field(
        description="An IP address, or a network such as `203.0.113.0/24`: at most /16, for IPv6 /32. Of an "
        "IPv6 address, its /64 network is banned."
    )
    reason: str = strawberry.field(description=_REASON)
    until: datetime | None = strawberry.field(default=None, description=_UNTIL)
    command_id: strawberry.ID | None = _command_id()


@strawberry.input(description="End a ban.")
class LiftBanInput:
    """The ban to lift."""

    ban: strawberry.ID = strawberry.field(description="The ban: its `key` in `bans`.")
    reason: str = strawberry.field(description=_REASON)
    command_id: strawberry.ID | None = _command_id()


@strawberry.input(description="Give a player another name.")
class ForceRenameInput:
    """The new name of a player."""

    player: strawberry.ID = strawberry.field(description="The player to rename.")
    reason: str = strawberry.field(description=_REASON)
    name: str | None = strawberry.field(
        default=None, description="The new name; a neutral one is made up when omitted."
    )
    name_fixed_until: datetime | None = strawberry.field(
        default=None,
        description="The time from which the player may change the name; at once when omitted.",
    )
    command_id: strawberry.ID | None = _command_id()


@strawberry.interface(description="An action of moderation was carried out and recorded.")
class ModerationAccepted:
    """Interface of all accepted actions of moderation."""

    entry: ModerationEntry = strawberry.field(description="The entry in the audit trail.")


@strawberry.type(description="The player is banned: its requests are refused and its connections end.")
class BanPlayerAccepted(ModerationAccepted):
    """A banned player."""

    ban: Ban | None = strawberry.field(description="The ban; null if it has ended by now.")


@strawberry.type(description="The address is banned: requests from it are refused and its connections end.")
class BanAddressAccepted(ModerationAccepted):
    """A banned address."""

    ban: Ban | None = strawberry.field(description="The ban; null if it has ended by now.")


@strawberry.type(description="The ban has ended.")
class LiftBanAccepted(ModerationAccepted):
    """A lifted ban."""


@strawberry.type(description="The player has another name, and may not take the old one again.")
class ForceRenameAccepted(ModerationAccepted):
    """A renamed player."""

    player: PlayerId = strawberry.field(graphql_type=Player, description="The player, with its new name.")


_EVERY = (InvalidReason, CommandIdReused)

BAN_PLAYER = payload(
    "banPlayer",
    BanPlayerAccepted,
    (*_EVERY, InvalidUntil, UnknownPlayer, CannotBanYourself, PlayerIsOperator),
)
BAN_ADDRESS = payload(
    "banAddress", BanAddressAccepted, (*_EVERY, InvalidUntil, InvalidAddress, CannotBanYourself)
)
LIFT_BAN = payload("liftBan", LiftBanAccepted, (*_EVERY, UnknownBan))
FORCE_RENAME = payload(
    "forceRename",
    ForceRenameAccepted,
    (*_EVERY, InvalidUntil, UnknownPlayer, InvalidName, ConfusableName),
)


async def _operator(info: Info) -> Operator:
    await info.context.charge_mutation()
    return await operator_of(info.context)


async def _ban_player(
    info: Info,
    input: Annotated[BanPlayerInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    by, services = await _operator(info), info.context.services
    command_id = command_key(input.command_id)
    try:
        entry = await services.moderation.ban_player(
            by,
            input.player,
            input.reason,
            until=_seconds(input.until),
            leave_games=input.leave_games,
            command_id=command_id,
        )
    except Refusal as refusal:
        return BAN_PLAYER.refused(refusal, input)
    services.ban_departures.wake()
    return BanPlayerAccepted(ban=await _ban(info, entry), entry=ModerationEntry.of(entry))


async def _ban_address(
    info: Info,
    input: Annotated[BanAddressInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    by = await _operator(info)
    command_id = command_key(input.command_id)
    try:
        network = bannable_network(input.address)
        _check_network(info.context, input.address, network)
        entry = await info.context.services.moderation.ban_address(
            by, network, input.reason, until=_seconds(input.until), command_id=command_id
        )
    except Refusal as refusal:
        return BAN_ADDRESS.refused(refusal, input)
    return BanAddressAccepted(ban=await _ban(info, entry), entry=ModerationEntry.of(entry))


async def _lift_ban(
    info: Info, input: Annotated[LiftBanInput, strawberry.argument(description="The fields of the mutation.")]
) -> Any:
    by = await _operator(info)
    command_id = command_key(input.command_id)
    try:
        entry = await info.context.services.moderation.lift_ban(
            by, input.ban, input.reason, command_id=command_id
        )
    except Refusal as refusal:
        return LIFT_BAN.refused(refusal, input)
    return LiftBanAccepted(entry=ModerationEntry.of(entry))


async def _force_rename(
    info: Info,
    input: Annotated[ForceRenameInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    by, context = await _operator(info), info.context
    command_id, player = command_key(input.command_id), str(input.player)

    async def rename() -> Entry:
        return await context.services.moderation.rename(
            by,
            player,
            input.name,
            input.reason,
            fixed_until=_seconds(input.name_fixed_until),
            command_id=command_id,
        )

    try:
        if input.name is None:
            entry = await rename()
        else:
            entry = await name_checked(context, player, validated_name(input.name), rename)
    except Refusal as refusal:
        return FORCE_RENAME.refused(refusal, input)
    return ForceRenameAccepted(player=player, entry=ModerationEntry.of(entry))


async def _ban(info: Info, entry: Entry) -> Ban | None:
    found = await info.context.services.moderation.ban_of(entry)
    return None if found is None else Ban.of(found)


def _check_network(context: Context, given: str, network: Network) -> None:
    """Raise CannotBanYourself for the caller's own address, InvalidAddress for a proxy of the server."""
    own = network_of(context.account.address)
    if own is not None and contains(network, own):
        raise CannotBanYourself
    proxies = map(network_of, context.services.server_settings.proxies)
    if any(
        proxy is not None and proxy.version == network.version and proxy.overlaps(network)
        for proxy in proxies
    ):
        raise InvalidAddress(given, "it contains a proxy of this server")


def _seconds(moment: datetime | None) -> int | None:
    """Return a time in whole seconds since 1970, not before it."""
    return None if moment is None else ceil(moment.timestamp())


def moderation_mutations() -> dict[str, Any]:
    """Return the mutations of operators that are not commands in a game, keyed by their Python names."""
    return {
        "ban_player": BAN_PLAYER.field(
            _ban_player,
            "Ban a player, in place of an earlier ban: until it ends, the player's requests are refused "
            "with BANNED. Only operators of the server may do this, and operators cannot be banned.",
        ),
        "ban_address": BAN_ADDRESS.field(
            _ban_address,
            "Ban an address or network, in place of an earlier ban of the same one: until it ends, requests "
            "from there are refused with BANNED. Only operators of the server may do this.",
        ),
        "lift_ban": LIFT_BAN.field(_lift_ban, "End a ban now. Only operators of the server may do this."),
        "force_rename": FORCE_RENAME.field(
            _force_rename,
            "Give a player another name. The player may choose yet another one, but neither the old one "
            "nor one that can be confused with it. Only operators of the server may do this.",
        ),
    }
