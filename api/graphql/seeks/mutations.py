"""Mutations of seeks: look for a game, and give up looking."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry
from graphql import GraphQLError

from api.graphql.context import NOT_SIGNED_IN, Context, Info
from api.graphql.errors.bans import banned
from api.graphql.errors.faults import fault
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.payloads import payload
from api.graphql.seeks.types import GRACE_SECONDS, Seek, shown_seeks
from api.graphql.types.option_inputs import OptionInput, options_of
from application.refusals import OptionRepeated, TooManyMachineGames, TooManyOpenTables
from application.seeks.matchmaker import PlayerGone
from application.seeks.seek import CRITERIA_REFUSALS, SeekCriteria, seek_criteria
from application.seeks.storage import SeekState
from domain.events import PlayerId
from domain.refusals import Refusal, UnknownVariant
from domain.rules import rules_of
from projections.players.rating import UNRATED
from projections.players.rating_queries import rating_of


@strawberry.input(description="The game that you look for.")
class SeekInput:
    """The settings of a seek."""

    variant: str = strawberry.field(description="The name of the variant.")
    options: list[OptionInput] = strawberry.field(
        default_factory=list, description="Options by name; options that you omit have their defaults."
    )
    min_players: int | None = strawberry.field(
        default=None,
        description="The smallest number of players that you accept; by default the smallest of the variant.",
    )
    max_players: int | None = strawberry.field(
        default=None,
        description="The largest number of players that you accept; by default `minPlayers`. A table has as "
        "many players as there are when it can form.",
    )
    rating_range: float | None = strawberry.field(
        default=None,
        description="The accepted distance between your rating and those of the others, which widens with "
        "time; null accepts everyone.",
    )
    machines_after: int | None = strawberry.field(
        default=None,
        description="The seconds after which machine players may take free seats; null for never.",
    )


@strawberry.type(description="You look for a game.")
class SeekAccepted:
    """An open or matched seek."""

    seek: Seek = strawberry.field(description="Your seek of the variant.")


@strawberry.input(description="Stop looking for a game.")
class CancelSeekInput:
    """The seek to cancel."""

    variant: str = strawberry.field(description="The name of the variant.")


@strawberry.type(description="You no longer look for a game of the variant.")
class CancelSeekAccepted:
    """The seeks that are left."""

    was_open: bool = strawberry.field(
        description="Whether there was a seek; false if it has led to a game meanwhile, or there was none."
    )
    seeks: list[Seek] = strawberry.field(description="Your other seeks.")


SEEK = payload(
    "seek", SeekAccepted, (*CRITERIA_REFUSALS, OptionRepeated, TooManyOpenTables, TooManyMachineGames)
)
CANCEL_SEEK = payload("cancelSeek", CancelSeekAccepted, (UnknownVariant,))


async def _seek(
    info: Info,
    input: Annotated[SeekInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    context = info.context
    # It may lead to a new table, as createGame does.
    player = await context.charge_mutation(CallKind.TABLES)
    try:
        criteria = seek_criteria(
            input.variant,
            options_of(input.options),
            input.min_players,
            input.max_players,
            await _rating(context, player, rules_of(input.variant).variant),
            input.rating_range,
            input.machines_after,
        )
        if not await _is_known(context, player, criteria):
            await _require_room(context, player, with_machines=input.machines_after is not None)
        opened = await context.services.seeks.open(player, criteria, context.account.address)
    except PlayerGone as gone:
        raise await _gone(context, player) from gone
    except Refusal as refusal:
        return SEEK.refused(refusal, input)
    states = await context.services.seeks.of(player)
    mine = tuple(each for each in states if each.seek.variant == opened.variant)
    # Its game may have started in this moment.
    mine = mine or (SeekState(seek=opened, match=None, open_seeks=0),)
    return SeekAccepted(seek=shown_seeks(context, player, mine)[0])


async def _gone(context: Context, player: PlayerId) -> GraphQLError:
    """Return the error for a player whose ban or erasure this process may not have noticed yet."""
    bans = context.services.players.bans
    await bans.refresh()
    ban = bans.of_address(context.account.address) or bans.of_player(player)
    return fault("UNAUTHENTICATED", NOT_SIGNED_IN) if ban is None else banned(ban)


async def _cancel(
    info: Info,
    input: Annotated[CancelSeekInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    context = info.context
    player = await context.charge_mutation(CallKind.LOBBY)
    seeks = context.services.seeks
    try:
        was_open = await seeks.cancel(player, rules_of(input.variant).variant)
    except Refusal as refusal:
        return CANCEL_SEEK.refused(refusal, input)
    left = shown_seeks(context, player, await seeks.of(player))
    return CancelSeekAccepted(was_open=was_open, seeks=left)


async def _rating(context: Context, player: PlayerId, variant: str) -> float:
    """Return the mean of a player's rating; that of a new player while the leaderboard is not built."""
    found = await rating_of(context.services.read_database, player, variant)
    return UNRATED.mu if found is None else found.mu


async def _is_known(context: Context, player: PlayerId, criteria: SeekCriteria) -> bool:
    """Return whether a seek would only be returned: it is a repeat, or the player's seek has been matched."""
    known = [each.seek for each in await context.services.seeks.of(player)]
    return any(
        each.variant == criteria.variant and (each.game is not None or each.same_criteria(criteria))
        for each in known
    )


async def _require_room(context: Context, player: PlayerId, *, with_machines: bool) -> None:
    """Check the quotas for the game that the seek may lead to; it counts once it is there.

    Raises TooManyOpenTables and TooManyMachineGames.
    """
    quotas, address = context.services.quotas, context.account.address
    async with quotas.tables.reserve(player, address):
        pass
    if with_machines:
        async with quotas.machines.reserve(player, address):
            pass


def seek_mutations() -> dict[str, Any]:
    """Return the mutations of seeks, keyed by their Python names."""
    return {
        "seek": SEEK.field(
            _seek,
            "Look for a game: the server forms a table from seeks of the same variant and options, the "
            "oldest first, and `mySeeks` tells you. You have one seek per variant: the same settings again "
            "keep it and its age, others replace it, and one that has led to a table stays, so the mutation "
            "may be repeated after a lost answer, unless `myGames` has the game that it led to. Follow "
            f"`mySeeks` meanwhile: {GRACE_SECONDS} seconds after you stop, the seek is dropped. When you "
            "take part in a game that formed, your other seeks end.",
        ),
        "cancel_seek": CANCEL_SEEK.field(
            _cancel,
            "Stop looking for a game of a variant. If a table has formed and the game has not started, you "
            "give up your place at it. The mutation is idempotent: repeat it after a lost answer; `wasOpen` "
            "is then false.",
        ),
    }
