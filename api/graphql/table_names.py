"""Names at one table: none can be taken for another, when a player sits down and when it is renamed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from api.graphql.context import Context
from api.graphql.freshness import FRESH_WITHIN
from application.games import Outcome
from application.look_alikes import skeleton
from application.player_names import good_name
from application.players import Player
from application.recorded import GameId, Version
from application.refusals import ConfusableName, UnknownGame
from domain.commands import AcceptInvitation, JoinGame
from domain.events import PlayerId
from domain.state import Stage
from projections.listing import known_memberships, listed
from projections.projector import NotFresh, ProjectionStopped


async def sit_down(
    context: Context,
    game: GameId,
    command: JoinGame | AcceptInvitation,
    command_id: str | None,
    expected: Version | None,
) -> Outcome:
    """Carry out a command by which a player takes a seat.

    Raises ConfusableName when its name can be taken for one at the table, and every other Refusal.
    """
    games, player = context.services.games, command.by
    # Whoever is invited sees what its inviter sees.
    viewer = command.inviter if isinstance(command, AcceptInvitation) else player
    locks = context.services.name_locks
    # Of the table as well: two who come at once would both find the other not there yet.
    async with locks.of(player), locks.of(str(game)):
        try:
            await _check_table(context, game, player, viewer)
        except ConfusableName:
            if (repeated := await games.repeated(game, command, command_id)) is not None:
                return repeated
            raise
        return await games.carry_out(game, command, command_id=command_id, expected=expected)


async def rename(context: Context, player: PlayerId, name: str) -> Player:
    """Call a player otherwise, unless the name can be taken for that of another at a table of its own.

    Raises InvalidName, ConfusableName and UnknownPlayer.
    """
    name = good_name(name)
    async with context.services.name_locks.of(player):
        await _check(context, player, name, await _companions(context, player))
        return await context.services.players.rename(player, name)


async def _check_table(context: Context, game: GameId, player: PlayerId, viewer: PlayerId) -> None:
    try:
        _, view = await context.services.reading.current(game, viewer)
    except UnknownGame:
        # The command is refused for it, in the words that it has for those who may not know of the game.
        return
    if view.game.stage is not Stage.WAITING_FOR_PLAYERS or view.game.seat_of(player) is not None:
        return
    known = (await context.names([player])).get(player)
    if known is not None:
        await _check(context, player, known.name, (seat.player for seat in view.game.seats))


async def _check(context: Context, player: PlayerId, name: str, others: Iterable[PlayerId]) -> None:
    wanted = skeleton(name)
    names = await context.names(others)
    for other in sorted(names.values(), key=lambda each: each.id):
        if other.id != player and not other.erased and wanted.resembles(skeleton(other.name)):
            raise ConfusableName(name, other.name)


async def _companions(context: Context, player: PlayerId) -> set[PlayerId]:
    """Return who sits with a player in games that are not over."""
    services = context.services
    # While the list of games is behind, what it knows has to do: a name can still be changed.
    with suppress(NotFresh, ProjectionStopped):
        await services.projector.fresh(FRESH_WITHIN, "game_list")
    known = await known_memberships(services.read_database, [player])
    if not known.members:
        return set()
    games = await context.read("The list of games", listed, {game for _, game in known.members})
    tables = ({seat.player for seat in game.seats} for game in games)
    return {each for table in tables if player in table for each in table}
