"""Players and their names: a table beside the log, where names can be changed and erased.

A player is a random id that the server mints. Who that is, an identity provider's issuer and subject,
and what the player is called is kept here and nowhere else. Names identify nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from secrets import token_hex
from typing import Final

from msgspec import Struct
from sqlalchemy import Column, Engine, MetaData, String, Table, UniqueConstraint, func, insert, select
from sqlalchemy.exc import IntegrityError

from application.refusals import InvalidName
from domain.events import PlayerId

LONGEST_NAME: Final = 40

GUEST: Final = "guest"
"""The issuer of players who signed in by a name alone."""
LOCAL: Final = "kibitz"
"""The issuer of players whom the operator of the server made."""

_MAKING: Final = 0x706C_6179
"""The key of the advisory lock under which the table is made."""

_metadata = MetaData()

_players = Table(
    "players",
    _metadata,
    Column("id", String, primary_key=True),
    Column("issuer", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("name", String, nullable=False),
    UniqueConstraint("issuer", "subject"),
)


class Player(Struct, frozen=True, kw_only=True):
    """Who plays, and what the others call it."""

    id: PlayerId
    name: str


class Players:
    """The players that the server knows."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                # Two servers that start together would both find the table missing.
                connection.execute(select(func.pg_advisory_xact_lock(_MAKING)))
            _metadata.create_all(connection)

    async def guest(self, name: str) -> Player:
        """Make a new player, whatever others are called; raises InvalidName."""
        player = newcomer(name)
        await asyncio.to_thread(self._insert, player, GUEST, player.id)
        return player

    async def local(self, name: str) -> Player:
        """Return the player that the server's operator calls so, a new one if need be.

        Raises InvalidName.
        """
        new = newcomer(name)
        return await asyncio.to_thread(self._find_or_insert, new, LOCAL, new.name)

    async def get(self, player: PlayerId) -> Player | None:
        """Return a player by its id."""
        return (await self.named([player])).get(player)

    async def named(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return those of the players that the server knows, by id."""
        return await asyncio.to_thread(self._named, set(players))

    def _named(self, players: set[PlayerId]) -> dict[PlayerId, Player]:
        query = select(_players.c.id, _players.c.name).where(_players.c.id.in_(players))
        with self._engine.connect() as connection:
            return {row.id: Player(id=row.id, name=row.name) for row in connection.execute(query)}

    def _insert(self, player: Player, issuer: str, subject: str) -> None:
        row = {"id": player.id, "issuer": issuer, "subject": subject, "name": player.name}
        with self._engine.begin() as connection:
            connection.execute(insert(_players).values(row))

    def _find_or_insert(self, new: Player, issuer: str, subject: str) -> Player:
        known = self._find(issuer, subject)
        if known is not None:
            return known
        try:
            self._insert(new, issuer, subject)
        except IntegrityError:
            # Somebody else was asked for the same player at the same moment, and was first.
            return self._find(issuer, subject) or new
        return new

    def _find(self, issuer: str, subject: str) -> Player | None:
        query = select(_players).where(_players.c.issuer == issuer, _players.c.subject == subject)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Player(id=row.id, name=row.name)


def newcomer(name: str) -> Player:
    """Return somebody whom nobody knows yet, with an id of its own; raises InvalidName."""
    name = name.strip()
    if not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        raise InvalidName(name, LONGEST_NAME)
    return Player(id=token_hex(16), name=name)
