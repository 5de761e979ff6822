"""The subscription to the signals of a table: who comes and goes, and what is said."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

import strawberry

from api.graphql.context import Context, game_id
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.talk import PhraseSaid, talk_seen
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.derivation import described
from api.graphql.types.table_sizes import MAX_SEATS
from application.codec import GameId
from application.refusals import UnknownGame
from application.talk.phrases import SaidPhrase, sees_all_talk
from application.talk.talk import MAX_LISTED
from application.watching.table_signals import PresenceChange, TableState
from domain.events import PlayerId
from domain.state import OVER, Game


@strawberry.type(
    description="The table as it is: replace what you have of it. It comes first, and again when the seats "
    "change and when the game ends, because you may then see more, or less."
)
class TableSnapshot:
    """Who is present, and what was said."""

    present_seats: list[int] | None = described(
        "The seats whose players are present, as in `Seat.present`; null without a seat in the game, and "
        "after its end.",
        items=MAX_SEATS,
    )
    talk: list[PhraseSaid] = strawberry.field(
        directives=[at_most(MAX_LISTED)], description="What was said, as in `Game.talk`."
    )


@strawberry.type(description="A player came to the table, or is gone; only those with a seat are told.")
class PresenceChanged:
    """A change of a player's presence."""

    seat: int = described("The player's seat.")
    present: bool = described("Whether the player is present now.")


TableSignal = Annotated[
    TableSnapshot | PresenceChanged | PhraseSaid,
    strawberry.union("TableSignal", description="What happens at a table beside the game."),
]


async def table_signals(
    context: Context, game: strawberry.ID
) -> AsyncGenerator[TableSnapshot | PresenceChanged | PhraseSaid]:
    """Yield the signals of a table, as the caller may see them; failures are top-level errors."""
    player, services = await context.player(), context.services
    with resumable(Progress(), context, at={UnknownGame: "game"}):
        id = game_id(game)
        listed: set[str] = set()
        async with (
            services.talk.mutes.following(player),
            aclosing(services.watching.signals(id, player)) as signals,
        ):
            async for signal in signals:
                await fair_turn(context)
                if isinstance(signal, TableState):
                    state = signal.game
                    talk = await talk_seen(context, id, player, sees_all_talk(state, player))
                    listed = {str(each.id) for each in talk}
                    yield TableSnapshot(present_seats=_present_seats(context, id, state, player), talk=talk)
                elif isinstance(signal, PresenceChange):
                    yield PresenceChanged(seat=signal.seat, present=signal.present)
                elif _is_new(context, signal, player, listed):
                    yield PhraseSaid.of(signal)


def _present_seats(context: Context, id: GameId, game: Game, player: PlayerId | None) -> list[int] | None:
    if game.seat_of(player) is None or game.stage in OVER:
        return None
    presence = context.services.presence
    return [
        index
        for index, seat in enumerate(game.seats)
        if not seat.machine and presence.present(id, seat.player)
    ]


def _is_new(context: Context, said: SaidPhrase, player: PlayerId | None, listed: set[str]) -> bool:
    """Return whether a phrase is to be shown: it may be in the snapshot that was read after it."""
    return said.id not in listed and not context.services.talk.mutes.hides(player, said.player)
