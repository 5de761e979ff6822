"""Players and their names: a table beside the log, where names can be changed and erased.

A player is a random id that the server mints. Who that is, an identity provider's issuer and subject,
and what the player is called is kept here and nowhere else. Names identify nobody.

Erasing a player removes its row. What is left is its id, so that games which name it can say that it was
erased, and for a player from an identity provider a keyed digest of who it was there: by it tokens are known
that were given out before, so that the erased does not come back by an app that still runs.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex
from time import time
from typing import Final

from cachetools import TTLCache
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    delete,
    false,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from application.refusals import InvalidName, UnknownPlayer
from domain.events import PlayerId

LONGEST_NAME: Final = 40
ERASED_NAME: Final = "erased player"
"""What a player is called once it is erased."""

NOTICED_WITHIN: Final = 2.0
"""Seconds within which it is noticed that another process has renamed or erased somebody."""
_REMEMBERED: Final = 10_000
"""How many players are remembered so long, since who plays is asked for with every request."""

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

_erased = Table(
    "erased_players",
    _metadata,
    Column("id", String, primary_key=True),
    # Null for a player whom no identity provider knows.
    Column("digest", LargeBinary, index=True),
    # Seconds since 1970, as tokens say when they were given out.
    Column("at", BigInteger, nullable=False),
)


class ErasedPlayer(Exception):
    """The token was given out before its player was erased."""


class Player(Struct, frozen=True, kw_only=True):
    """Who plays, and what the others call it."""

    id: PlayerId
    name: str
    erased: bool = False


class Known(Struct, frozen=True, kw_only=True):
    """A player as the operator of the server knows it."""

    player: Player
    issuer: str
    """GUEST, LOCAL, or the identity provider that vouches for it."""
    subject: str
    """Who it is there."""


class Players:
    """The players that the server knows; `secret` keys the digests of the erased."""

    def __init__(self, engine: Engine, secret: str, *, noticed_within: float = NOTICED_WITHIN) -> None:
        self._engine = engine
        self._key = sha256(b"erased players " + secret.encode()).digest()
        self._remembered: TTLCache[PlayerId, Player] = TTLCache(_REMEMBERED, noticed_within)
        self._changes = 0
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

    async def foreign(self, issuer: str, subject: str, name: str, *, since: int) -> Player:
        """Return the player whom an identity provider vouches for, a new one at first sight.

        `name` is what a new one is called; `since` says when the token was given out, in seconds since 1970.
        Raises InvalidName, and ErasedPlayer for a token from before its player was erased.
        """
        return await asyncio.to_thread(self._foreign, newcomer(name), issuer, subject, since)

    async def get(self, player: PlayerId) -> Player | None:
        """Return a player by its id, None also for one who was erased."""
        found = (await self.named([player])).get(player)
        return None if found is None or found.erased else found

    async def named(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return the players that the server knows or has known, by id; the erased by a name for all."""
        wanted = set(players)
        found = {each: known for each in wanted if (known := self._remembered.get(each)) is not None}
        if unknown := wanted - found.keys():
            changes = self._changes
            asked = await asyncio.to_thread(self._named, unknown)
            # What was changed meanwhile may have been read as it was before.
            if changes == self._changes:
                self._remembered.update(asked)
            found |= asked
        return found

    async def find(self, text: str) -> list[Known]:
        """Return the players who are called so, or are known so to who vouches for them."""
        return await asyncio.to_thread(self._find_all, text.strip())

    async def rename(self, player: PlayerId, name: str) -> Player:
        """Call a player otherwise; raises InvalidName and UnknownPlayer."""
        renamed = Player(id=player, name=good_name(name))
        try:
            await asyncio.to_thread(self._rename, renamed)
        finally:
            self._forget(player)
        return renamed

    async def erase(self, player: PlayerId) -> None:
        """Forget who a player is and what it is called, for good; raises UnknownPlayer.

        The log is not touched: it knows players by their ids alone.
        """
        try:
            await asyncio.to_thread(self._erase, player)
        finally:
            self._forget(player)

    async def erased(self, players: Iterable[PlayerId]) -> set[PlayerId]:
        """Return those of the players who were erased."""
        return await asyncio.to_thread(self._erased_among, set(players))

    def _forget(self, player: PlayerId) -> None:
        self._changes += 1
        self._remembered.pop(player, None)

    def _named(self, players: set[PlayerId]) -> dict[PlayerId, Player]:
        query = union_all(
            select(_players.c.id, _players.c.name, false()).where(_players.c.id.in_(players)),
            select(_erased.c.id, literal(ERASED_NAME), true()).where(_erased.c.id.in_(players)),
        )
        with self._engine.connect() as connection:
            return {
                player: Player(id=player, name=name, erased=bool(erased))
                for player, name, erased in connection.execute(query)
            }

    def _find_all(self, text: str) -> list[Known]:
        query = (
            select(_players)
            .where(or_(_players.c.name == text, _players.c.subject == text, _players.c.id == text))
            .order_by(_players.c.id)
        )
        with self._engine.connect() as connection:
            return [
                Known(player=Player(id=row.id, name=row.name), issuer=row.issuer, subject=row.subject)
                for row in connection.execute(query)
            ]

    def _rename(self, player: Player) -> None:
        with self._engine.begin() as connection:
            _overwriting(connection)
            changed = update(_players).where(_players.c.id == player.id).values(name=player.name)
            if connection.execute(changed).rowcount == 0:
                raise UnknownPlayer(player.id)

    def _erase(self, player: PlayerId) -> None:
        with self._engine.begin() as connection:
            _overwriting(connection)
            gone = delete(_players).where(_players.c.id == player)
            row = connection.execute(gone.returning(_players.c.issuer, _players.c.subject)).one_or_none()
            if row is None:
                raise UnknownPlayer(player)
            digest = None if row.issuer in (GUEST, LOCAL) else self._digest(row.issuer, row.subject)
            connection.execute(insert(_erased).values(id=player, digest=digest, at=int(time())))

    def _erased_among(self, players: set[PlayerId]) -> set[PlayerId]:
        query = select(_erased.c.id).where(_erased.c.id.in_(players))
        with self._engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def _foreign(self, new: Player, issuer: str, subject: str, since: int) -> Player:
        known = self._find(issuer, subject)
        if known is not None:
            return known
        last = select(func.max(_erased.c.at)).where(_erased.c.digest == self._digest(issuer, subject))
        with self._engine.connect() as connection:
            erased_at = connection.execute(last).scalar()
        if erased_at is not None and since <= erased_at:
            raise ErasedPlayer
        return self._find_or_insert(new, issuer, subject)

    def _digest(self, issuer: str, subject: str) -> bytes:
        # An issuer is a URL: it has no line breaks.
        return hmac.digest(self._key, f"{issuer}\n{subject}".encode(), "sha256")

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
    return Player(id=token_hex(16), name=good_name(name))


def good_name(name: str) -> str:
    """Return a name without the space around it; raises InvalidName for what cannot be one."""
    name = name.strip()
    if not (1 <= len(name) <= LONGEST_NAME and name.isprintable()):
        raise InvalidName(name, LONGEST_NAME)
    return name


def _overwriting(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Otherwise the old name stays legible in the file until its page is used again.
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
