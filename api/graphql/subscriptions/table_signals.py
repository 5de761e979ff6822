"""The subscription to the signals of a table: who comes and goes, and what is said."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import strawberry

from api.graphql.context import Context, game_id
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.talk import PhraseSaid, talk_seen
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.derivation import described
from api.graphql.types.table_sizes import MAX_SEATS
from application.codec import GameId
from application.refusals import UnknownGame
from application.talk.phrases import sees_all_talk
from application.talk.talk import MAX_LISTED
from application.watching.table_signals import PresenceChange, TableState
from domain.events import PlayerId
from domain.state import OVER, Game


@strawberry.type(description="Whether the player of a seat is present, as in `Seat.present`.")
class SeatPresence:
    """The presence of a seat's player."""

    seat: int = described("The seat.")
    present: bool = described("Whether its player is present now.")


@strawberry.type(description="What happens at a table beside the game, or a snapshot of it.")
class TableSignal:
    """Who came and went, and what was said."""

    snapshot: bool = strawberry.field(
        description="Whether this is a snapshot: replace what you have of the table. It is true in the first "
        "message, and again when the seats change and when the game ends, because you may then see more, or "
        "less."
    )
    presence: list[SeatPresence] = described(
        "The seats whose players came or are gone; in a snapshot all seats with a person. Empty if you have "
        "no seat in the game, and after its end.",
        items=MAX_SEATS,
    )
    said: list[PhraseSaid] = strawberry.field(
        directives=[at_most(MAX_LISTED)],
        description="What was said; in a snapshot the last phrases, as in `Game.talk`.",
    )


async def table_signals(context: Context, game: strawberry.ID) -> AsyncGenerator[TableSignal]:
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
                    said = await talk_seen(context, id, player, sees_all_talk(signal.game, player))
                    listed = {each.key for each in said}
                    presence = _presence(context, id, signal.game, player)
                    yield TableSignal(snapshot=True, presence=presence, said=said)
                elif isinstance(signal, PresenceChange):
                    change = SeatPresence(seat=signal.seat, present=signal.present)
                    yield TableSignal(snapshot=False, presence=[change], said=[])
                # What was said before the snapshot was read is in it.
                elif signal.id not in listed and not services.talk.mutes.hides(player, signal.player):
                    yield TableSignal(snapshot=False, presence=[], said=[PhraseSaid.of(signal)])


def _presence(context: Context, id: GameId, game: Game, viewer: PlayerId | None) -> list[SeatPresence]:
    if game.seat_of(viewer) is None or game.stage in OVER:
        return []
    present = context.services.presence.present
    return [
        SeatPresence(seat=index, present=present(id, seat.player))
        for index, seat in enumerate(game.seats)
        if not seat.machine
    ]
