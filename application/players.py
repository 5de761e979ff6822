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
from typing import Any, Final

from cachetools import LRUCache
from msgspec import Struct
from sqlalchemy import (
    Engine,
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

from application.player_names import ERASED_NAME, good_name, shown_name
from application.players_overwriting import overwriting
from application.players_tables import (
    changed,
    changes,
    completed,
    erased_among,
    left_to_complete,
    make_tables,
    not_issued_by,
    pending_erasures,
)
from application.players_tables import erased as _erased
from application.players_tables import players as _players
from application.refusals import UnknownPlayer
from application.renewal import Renewal
from application.tokens import Tokens
from domain.events import PlayerId

NOTICED_WITHIN: Final = 2.0
"""Seconds within which it is noticed that another process has renamed or erased somebody."""
_REMEMBERED: Final = 10_000
"""How many players are remembered, since who plays is asked for with every request."""

GUEST: Final = "guest"
"""The issuer of players who signed in by a name alone."""
LOCAL: Final = "kibitz"
"""The issuer of players whom the operator of the server made."""


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
        self._remembered: LRUCache[PlayerId, Player] = LRUCache(_REMEMBERED)
        self._forgotten = 0
        self._changes = -1
        self._renewal = Renewal(self._notice, noticed_within)
        make_tables(engine)
        self.tokens = Tokens(engine, noticed_within)
        """Their tokens that are good no more."""

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
        await self._renewal.due()
        wanted = set(players)
        found = {each: known for each in wanted if (known := self._remembered.get(each)) is not None}
        if unknown := wanted - found.keys():
            forgotten = self._forgotten
            asked = await asyncio.to_thread(self._named, unknown)
            # What was changed meanwhile may have been read as it was before.
            if forgotten == self._forgotten:
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
        return await asyncio.to_thread(erased_among, self._engine, set(players))

    async def erasures(self) -> dict[PlayerId, int]:
        """Return who was erased and may still be in games, with the time in seconds since 1970."""
        return await asyncio.to_thread(pending_erasures, self._engine)

    async def complete_erasures(self, players: Iterable[PlayerId]) -> None:
        """Record that erased players are out of all their games."""
        await asyncio.to_thread(completed, self._engine, set(players))

    async def vouched(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        """Return those of the players for whom an identity provider vouches."""
        return await asyncio.to_thread(not_issued_by, self._engine, set(players), (GUEST, LOCAL))

    def _forget(self, player: PlayerId) -> None:
        self._forgotten += 1
        self._remembered.pop(player, None)

    async def _notice(self) -> None:
        """Forget all that is remembered if anything was changed since it was last looked."""
        counted = await asyncio.to_thread(changes, self._engine)
        if counted != self._changes:
            self._changes = counted
            self._forgotten += 1
            self._remembered.clear()

    def _named(self, players: set[PlayerId]) -> dict[PlayerId, Player]:
        query = union_all(
            select(_players.c.id, _players.c.name, false()).where(_players.c.id.in_(players)),
            select(_erased.c.id, literal(ERASED_NAME), true()).where(_erased.c.id.in_(players)),
        )
        with self._engine.connect() as connection:
            return {
                player: Player(
                    id=player, name=name if erased else shown_name(player, name), erased=bool(erased)
                )
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
                Known(player=_player(row), issuer=row.issuer, subject=row.subject)
                for row in connection.execute(query)
            ]

    def _rename(self, player: Player) -> None:
        with overwriting(self._engine) as connection:
            renamed = update(_players).where(_players.c.id == player.id).values(name=player.name)
            if connection.execute(renamed).rowcount == 0:
                raise UnknownPlayer(player.id)
            changed(connection)

    def _erase(self, player: PlayerId) -> None:
        with overwriting(self._engine) as connection:
            gone = delete(_players).where(_players.c.id == player)
            row = connection.execute(gone.returning(_players.c.issuer, _players.c.subject)).one_or_none()
            if row is None:
                raise UnknownPlayer(player)
            digest = None if row.issuer in (GUEST, LOCAL) else self._digest(row.issuer, row.subject)
            at = int(time())
            connection.execute(insert(_erased).values(id=player, digest=digest, at=at))
            left_to_complete(connection, player, at)
            changed(connection)

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
        return None if row is None else _player(row)


def newcomer(name: str) -> Player:
    """Return somebody whom nobody knows yet, with an id of its own; raises InvalidName."""
    return Player(id=token_hex(16), name=good_name(name))


def _player(row: Any) -> Player:
    return Player(id=row.id, name=shown_name(row.id, row.name))
