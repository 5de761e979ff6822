"""Checks that the names at a table are not confusable when a player takes a seat or is renamed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from api.graphql.context import Context
from api.graphql.queries.freshness import FRESH_TIMEOUT
from application.codec import GameId, Version
from application.games.command_handler import CommandOutcome
from application.players.confusable_names import skeleton
from application.players.player_names import validated_name
from application.players.registry import Player
from application.refusals import ConfusableName, UnknownGame
from domain.commands import AcceptInvitationLink, JoinGame
from domain.events import PlayerId
from domain.rematch.command import Rematch
from domain.state import Stage
from projections.engine.projector import NotFresh, ProjectionStopped
from projections.games.game_list_queries import known_memberships, listed

T = TypeVar("T")


async def sit_down(
    context: Context,
    game: GameId,
    command: JoinGame | AcceptInvitationLink | Rematch,
    command_id: str | None,
    expected: Version | None,
) -> CommandOutcome:
    """Execute a command by which a player takes a seat.

    Raises ConfusableName when the player's name is confusable with one at the table, and every other Refusal.
    """
    games, player = context.services.games, command.by
    # The table of an invited player is read as the inviter, who has access to a private game.
    viewer = command.inviter if isinstance(command, AcceptInvitationLink) else player
    locks = context.services.name_locks
    # The table is locked, too: otherwise two players who join at once would both miss each other's name.
    async with locks.of(player), locks.of(str(game)):
        try:
            await _check_names_at(context, game, player, viewer)
        except ConfusableName:
            if (repeated := await games.repeated(game, command, command_id)) is not None:
                return repeated
            raise
        return await games.carry_out(game, command, command_id=command_id, expected=expected)


async def rename(context: Context, player: PlayerId, name: str) -> Player:
    """Rename a player, unless the name is confusable with another player's at one of its open tables.

    Raises InvalidName, ConfusableName, NameFixed, NameWithdrawn and UnknownPlayer.
    """
    name = validated_name(name)
    return await name_checked(context, player, name, lambda: context.services.players.rename(player, name))


async def name_checked(
    context: Context, player: PlayerId, name: str, change: Callable[[], Awaitable[T]]
) -> T:
    """Rename a player by `change`, once the name is found not to be confusable at its open tables.

    Raises ConfusableName, and what `change` raises.
    """
    async with context.services.name_locks.of(player):
        await _check_name(context, player, name, await _players_at_same_tables(context, player))
        return await change()


async def _check_names_at(context: Context, game: GameId, player: PlayerId, viewer: PlayerId) -> None:
    try:
        _, view = await context.services.reading.current(game, viewer)
    except UnknownGame:
        # The command itself is refused, with the refusal for callers who may not know of the game.
        return
    if view.game.stage is not Stage.WAITING_FOR_PLAYERS or view.game.seat_of(player) is not None:
        return
    registered = (await context.names([player])).get(player)
    if registered is not None:
        await _check_name(context, player, registered.name, (seat.player for seat in view.game.seats))


async def _check_name(context: Context, player: PlayerId, name: str, others: Iterable[PlayerId]) -> None:
    name_skeleton = skeleton(name)
    names = await context.names(others)
    for other in sorted(names.values(), key=lambda each: each.id):
        if other.id != player and not other.erased and name_skeleton.resembles(skeleton(other.name)):
            raise ConfusableName(name, other.name)


async def _players_at_same_tables(context: Context, player: PlayerId) -> set[PlayerId]:
    """Return the players who sit with a player in unfinished games, the player included."""
    services = context.services
    # If the list of games stays behind the log, its last state is used: renaming must not fail for that.
    with suppress(NotFresh, ProjectionStopped):
        await services.projector.fresh(FRESH_TIMEOUT, "game_list")
    memberships = await known_memberships(services.read_database, [player])
    if not memberships.members:
        return set()
    games = await context.read("The list of games", listed, {game for _, game in memberships.members})
    tables = ({seat.player for seat in game.seats} for game in games)
    return {each for table in tables if player in table for each in table}
