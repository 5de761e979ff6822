"""Reads the current state of games: from the read model, brought up to date from the log."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from application.codec import GameId, RecordedEvent, Version
from application.redaction import redact_events
from application.refusals import UnknownGame
from application.store.port import Store
from application.watching.view_folding import fold_view
from domain.events import PlayerId
from domain.view import View, viewer_of
from domain.visibility import SPECTATOR
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.games.game_view import load_dated


class EventPage(Struct, frozen=True, kw_only=True):
    """A page of a game's events, as a player may read them."""

    events: tuple[RecordedEvent, ...]
    has_next: bool
    """True if events follow."""
    has_previous: bool
    """True if events come before."""


class CurrentGames:
    """Reads single games; its results are never behind the log."""

    def __init__(self, database: ReadDatabase, store: Store) -> None:
        self._database = database
        self._store = store

    async def current(self, game: GameId, player: PlayerId | None) -> tuple[Version, View]:
        """Return a game's latest version and the view of a player, or of a spectator.

        Raises UnknownGame.
        """
        version, at, view = await self._database.read(_stored_view, game, player)
        # Includes the last event of the read model: a restored log may have another one there, or none.
        newer = await self._store.read(game, after=max(0, version - 1))
        if version and newer and newer[0].at == at:
            del newer[0]
        elif version:
            version, view, newer = 0, View(), await self._store.read(game)
        if newer:
            version, view = newer[-1].version, await _brought_up_to_date(view, newer, player)
        if version == 0 or not view.game.admits(player):
            raise UnknownGame(str(game))
        return version, view

    async def events(
        self,
        game: GameId,
        version: Version,
        view: View,
        player: PlayerId | None,
        limit: int,
        *,
        after: Version = 0,
        before: Version | None = None,
        last: bool = False,
    ) -> EventPage:
        """Return up to `limit` events between two versions, the first of them or, with `last`, the last.

        They are events of a game that the player sees as `view` at a version, redacted for it with all
        reveals up to then. Only these events are read from the log.
        """
        first, final = after + 1, version if before is None else min(version, before - 1)
        if last:
            first = max(first, final - limit + 1)
        else:
            final = min(final, first + limit - 1)
        found = await self._store.read(game, after=first - 1, upto=final) if first <= final else []
        return EventPage(
            events=redact_events(found, view.redaction_for(player)),
            has_next=max(first - 1, final) < version,
            has_previous=min(first - 1, version) > 0,
        )


def _stored_view(
    connection: Connection, game: GameId, player: PlayerId | None
) -> tuple[Version, datetime | None, View]:
    """Return the version of the stored view, the time of its last event, and the view."""
    try:
        found = load_dated(connection, game)
        if found is not None and (viewer := viewer_of(found[2].game, player)) is not SPECTATOR:
            found = load_dated(connection, game, viewer)
    except NotBuilt:
        # The projection is not built yet: everything is read from the log.
        found = None
    return found if found is not None else (0, None, View())


async def _brought_up_to_date(view: View, newer: list[RecordedEvent], player: PlayerId | None) -> View:
    now = await fold_view(view, newer)
    viewer = viewer_of(now.game, player)
    if view.viewer is not SPECTATOR or viewer is SPECTATOR:
        return now
    # The game has started since. Before that nothing was private, so the seat's view was the public one.
    return await fold_view(replace(view, viewer=viewer), newer)
