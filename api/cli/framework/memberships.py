"""Finds the games that a player has to leave, also if the database of the read models is damaged."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.exc import DBAPIError

from api.cli.terminal.output import print_note
from api.data_directory import CannotStart
from api.storage import Storage, reason_of
from application.games.departures import FindMemberships, Memberships
from domain.events import PlayerId
from projections.games.game_list_queries import known_memberships


def memberships_in(storage: Storage) -> FindMemberships:
    """Return what finds memberships: in the read models, or else by itself in the log."""

    async def find(players: Collection[PlayerId]) -> Memberships:
        try:
            return await known_memberships(storage.database, players)
        except (CannotStart, DBAPIError) as error:
            print_note(f"The whole log is searched for the player's games: {reason_of(error)}")
            return Memberships()

    return find
