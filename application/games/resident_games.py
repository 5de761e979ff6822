"""Games that the command handler keeps in memory between commands."""

from __future__ import annotations

from msgspec import Struct

from application.admission import FIRST_EVENTS, is_surely_unknown
from application.codec import GameId, Version
from application.games.command_checks import sees_every_game
from application.games.croupier import CroupierState
from application.refusals import UnknownGame
from application.runtime.time_slices import TIME_SLICER
from application.store.port import Store
from application.watching.view_folding import event_lists
from domain.commands import Command


class Resident(Struct, frozen=True, kw_only=True):
    """A game kept in memory between commands."""

    version: Version
    known: CroupierState


async def read_resident(store: Store, game: GameId, command: Command) -> Resident:
    """Read a game for a command; raises UnknownGame, by the first events alone if they suffice."""
    recorded = await store.read(game, upto=FIRST_EVENTS)
    if not recorded or (not sees_every_game(command) and is_surely_unknown(recorded, command.by)):
        raise UnknownGame(str(game))
    if len(recorded) == FIRST_EVENTS:
        recorded += await store.read(game, after=FIRST_EVENTS)
    known = CroupierState()
    async for events in TIME_SLICER.iterate(event_lists(recorded)):
        known = known.after(events)
    return Resident(version=recorded[-1].version, known=known)
