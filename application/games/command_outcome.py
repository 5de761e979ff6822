"""Outcomes of commands, redacted for the player who sent them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from application.codec import GameId, RecordedEvent, Version
from application.games.croupier import CroupierState
from application.redaction import redact_events
from application.store.port import Store
from application.watching.view_folding import fold_player_view
from domain.events import PlayerId
from domain.view import View


class CommandOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a command, redacted for its caller."""

    game: GameId
    version: Version
    view: View
    """The game after the command."""
    events: tuple[RecordedEvent, ...]
    """The events of the command, redacted for the caller."""


def command_outcome(
    game: GameId, version: Version, view: View, recorded: Iterable[RecordedEvent]
) -> CommandOutcome:
    """Return the outcome of a command, redacted for the view's owner."""
    return CommandOutcome(game=game, version=version, view=view, events=redact_events(recorded, view))


async def outcome_for(
    player: PlayerId, store: Store, game: GameId, known: CroupierState, recorded: Sequence[RecordedEvent]
) -> CommandOutcome:
    """Return the outcome of a command that has just been stored, redacted for a player."""
    version = recorded[-1].version
    try:
        view = known.view_of(player)
    except LookupError:
        # The caller is an operator without a seat: after the start only the seats' views are kept.
        view = await fold_player_view(player, await store.read(game, upto=version))
    return command_outcome(game, version, view, recorded)
