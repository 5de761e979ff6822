"""Players and their names: a table beside the log, where names can be changed and erased.

A player is a random id that the server mints. The player's identity (issuer and subject at an identity
provider) and name are stored here and nowhere else. A name does not identify a player.

Erasing a player removes its row. The id remains, so that games that contain it can show that the player was
erased. For a player from an identity provider a keyed digest of its identity remains too. By the digest the
server refuses tokens that were issued before the erasure.
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
from sqlalchemy import Engine, delete, false, insert, literal, or_, select, true, union_all
from sqlalchemy.exc import IntegrityError

from application.invitations.tables import forget_invitations, make_invitation_tables
from application.moderation.bans import BannedIdentity, Bans, ban_of_identity
from application.moderation.name_changes import check_own_choice, lock_name, set_name
from application.moderation.tables import forget_moderation, make_moderation_tables
from application.players.account_links import AccountLinks
from application.players.device_codes import DeviceCodes
from application.players.player_names import ERASED_NAME, shown_name, validated_name
from application.players.search.name_index import NameIndex, forget_name
from application.players.secure_deletion import begin_overwriting
from application.players.session_tables import forget_sessions, make_session_tables
from application.players.sessions import Sessions
from application.players.tables import (
    GUEST,
    LOCAL,
    count_of_changes,
    delete_pending_erasures,
    erased_among,
    insert_pending_erasure,
    make_tables,
    pending_erasures,
    player_changes,
    players_not_issued_by,
    time_of_erasure,
)
from application.players.tables import erased as _erased
from application.players.tables import players as _players
from application.players.tokens import Tokens
from application.refusals import UnknownPlayer
from application.runtime.coalesced_refresh import CoalescedRefresh
from application.seeks.tables import forget_seeks, make_seek_tables
from application.talk.tables import forget_talk, make_talk_tables
from domain.events import PlayerId

CHANGE_CHECK_INTERVAL: Final = 2.0
"""Seconds within which this process notices a rename or an erasure by another process."""
_CACHED_PLAYERS: Final = 10_000
"""Maximum number of cached players; every request looks up its player."""


class ErasedPlayer(Exception):
    """The token was issued before its player was erased."""


class Player(Struct, frozen=True, kw_only=True):
    """A player's id and the name that other players see."""

    id: PlayerId
    name: str
    erased: bool = False


class PlayerIdentity(Struct, frozen=True, kw_only=True):
    """A player with its identity, for the operator of the server."""

    player: Player
    issuer: str
    """GUEST, LOCAL, or the identity provider that vouches for the player."""
    subject: str
    """The player's subject at that issuer."""


class Players:
    """The server's players; `secret` keys the digests of erased players."""

    def __init__(self, engine: Engine, secret: str, *, noticed_within: float = CHANGE_CHECK_INTERVAL) -> None:
        self._engine = engine
        self._key = sha256(b"erased players " + secret.encode()).digest()
        self._cache: LRUCache[PlayerId, Player] = LRUCache(_CACHED_PLAYERS)
        self._invalidations, self._changes = 0, -1
        self._refresh = CoalescedRefresh(self._check_for_changes, noticed_within)
        make_tables(engine)
        for make in (make_session_tables, make_talk_tables, make_invitation_tables, make_moderation_tables):
            make(engine)
        make_seek_tables(engine)
        self.bans = Bans(engine)
        self.sessions = Sessions(engine)
        self.tokens = Tokens(engine, noticed_within, self.sessions.state)
        self.device_codes = DeviceCodes(engine, secret)
        self.links = AccountLinks(engine, self.sessions, self._digest)
        self.names = NameIndex(engine)

    async def guest(self, name: str) -> Player:
        """Create a new player, even if another one has the name; raises InvalidName."""
        player = new_player(name)
        await asyncio.to_thread(self._insert, player, GUEST, player.id)
        return player

    async def local(self, name: str) -> Player:
        """Return the operator's player of this name, created if there is none; raises InvalidName."""
        new = new_player(name)
        return await asyncio.to_thread(self._find_or_insert, new, LOCAL, new.name)

    async def sign_in_with_provider(self, issuer: str, subject: str, name: str, *, since: int) -> Player:
        """Return the player for whom an identity provider vouches, created at the first sign-in.

        `name` is the name for a new player; `since` is the time at which the token was issued, in seconds
        since 1970. Raises InvalidName, and ErasedPlayer for a token that was issued before its player was
        erased, and BannedIdentity for an account whose erased player is banned.
        """
        return await asyncio.to_thread(self._foreign, new_player(name), issuer, subject, since)

    async def get(self, player: PlayerId) -> Player | None:
        """Return a player by its id, None if it is unknown or erased."""
        found = (await self.named([player])).get(player)
        return None if found is None or found.erased else found

    def in_memory(self, player: PlayerId) -> Player | None:
        """Return a known player without a read, None unless it is cached and the cache is up to date."""
        return self._cache.get(player) if self._refresh.is_fresh else None

    async def named(self, players: Iterable[PlayerId]) -> dict[PlayerId, Player]:
        """Return the known players among any texts by id; all erased players have the same name."""
        await self._refresh.refresh_if_stale()
        # No id contains other characters, and some databases reject them.
        wanted = {each for each in players if each.isascii() and each.isprintable()}
        found = {each: known for each in wanted if (known := self._cache.get(each)) is not None}
        if unknown := wanted - found.keys():
            forgotten = self._invalidations
            asked = await asyncio.to_thread(self._named, unknown)
            # A player that was changed during the read may have been read in its old state.
            if forgotten == self._invalidations:
                self._cache.update(asked)
            found |= asked
        return found

    async def find(self, text: str) -> list[PlayerIdentity]:
        """Return the players whose name, subject or id is the text."""
        return await asyncio.to_thread(self._find_all, text.strip())

    async def rename(self, player: PlayerId, name: str) -> Player:
        """Rename a player as it asks; raises InvalidName, NameFixed, NameWithdrawn and UnknownPlayer."""
        renamed = Player(id=player, name=validated_name(name))
        try:
            await asyncio.to_thread(self._rename, renamed)
        finally:
            self.invalidate(player)
        return renamed

    async def erase(self, player: PlayerId) -> None:
        """Erase a player's identity and name permanently; raises UnknownPlayer.

        The log is not changed: it contains only the ids of players.
        """
        try:
            await asyncio.to_thread(self._erase, player)
        finally:
            self.invalidate(player)

    async def erased(self, players: Iterable[PlayerId]) -> set[PlayerId]:
        """Return the erased players among the given ones."""
        return await asyncio.to_thread(erased_among, self._engine, set(players))

    async def erasures(self) -> dict[PlayerId, int]:
        """Return the erased players who may still be in games, each with the time in seconds since 1970."""
        return await asyncio.to_thread(pending_erasures, self._engine)

    async def complete_erasures(self, players: Iterable[PlayerId]) -> None:
        """Record that erased players are out of all their games."""
        await asyncio.to_thread(delete_pending_erasures, self._engine, set(players))

    async def gone(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        """Return the players among some ids who are erased or banned."""
        named = (await self.named(players)).values()
        return frozenset(each.id for each in named if each.erased or self.bans.of_player(each.id))

    async def vouched(self, players: Iterable[PlayerId]) -> frozenset[PlayerId]:
        """Return the players, among the given ones, for whom an identity provider vouches."""
        return await asyncio.to_thread(players_not_issued_by, self._engine, set(players), (GUEST, LOCAL))

    def invalidate(self, player: PlayerId) -> None:
        """Forget what is cached of a player who has changed."""
        self._invalidations += 1
        self._cache.pop(player, None)

    async def _check_for_changes(self) -> None:
        """Clear the cache if any player or token has changed since the last check."""
        counted = await asyncio.to_thread(count_of_changes, self._engine)
        if counted != self._changes:
            self._changes = counted
            self._invalidations += 1
            self._cache.clear()

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

    def _find_all(self, text: str) -> list[PlayerIdentity]:
        query = (
            select(_players)
            .where(or_(_players.c.name == text, _players.c.subject == text, _players.c.id == text))
            .order_by(_players.c.id)
        )
        with self._engine.connect() as connection:
            return [
                PlayerIdentity(player=_player(row), issuer=row.issuer, subject=row.subject)
                for row in connection.execute(query)
            ]

    def _rename(self, player: Player) -> None:
        with begin_overwriting(self._engine) as connection:
            lock_name(connection, player.id)
            check_own_choice(connection, player.id, player.name)
            set_name(connection, player.id, player.name)

    def _erase(self, player: PlayerId) -> None:
        with begin_overwriting(self._engine) as connection:
            gone = delete(_players).where(_players.c.id == player)
            row = connection.execute(gone.returning(_players.c.issuer, _players.c.subject)).one_or_none()
            if row is None:
                raise UnknownPlayer(player)
            digest = None if row.issuer in (GUEST, LOCAL) else self._digest(row.issuer, row.subject)
            at = int(time())
            connection.execute(insert(_erased).values(id=player, digest=digest, at=at))
            insert_pending_erasure(connection, player, at)
            player_changes.increment(connection)
            for forget in (forget_sessions, forget_name, forget_talk, forget_invitations, forget_moderation):
                forget(connection, player)
            forget_seeks(connection, [player])

    def _foreign(self, new: Player, issuer: str, subject: str, since: int) -> Player:
        known = self._find(issuer, subject)
        if known is not None:
            return known
        digest = self._digest(issuer, subject)
        with self._engine.connect() as connection:
            erased_at, ban = time_of_erasure(connection, digest), ban_of_identity(connection, digest)
        if erased_at is not None and since <= erased_at:
            raise ErasedPlayer
        if ban is not None:
            raise BannedIdentity(ban)
        return self._find_or_insert(new, issuer, subject)

    def _digest(self, issuer: str, subject: str) -> bytes:
        # An issuer is a URL, so it contains no line breaks.
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
            # A concurrent request for the same player was first.
            return self._find(issuer, subject) or new
        return new

    def _find(self, issuer: str, subject: str) -> Player | None:
        query = select(_players).where(_players.c.issuer == issuer, _players.c.subject == subject)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _player(row)


def new_player(name: str) -> Player:
    """Return a new player with a random id, which is not stored yet; raises InvalidName."""
    return Player(id=token_hex(16), name=validated_name(name))


def _player(row: Any) -> Player:
    return Player(id=row.id, name=shown_name(row.id, row.name))
