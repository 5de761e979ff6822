"""Actions of operators: each leaves one entry in the audit trail, in the transaction of the action."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex
from time import time
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, delete, insert, select, update

from application.games.command_handler import CommandHandler
from application.games.departures import FindMemberships
from application.moderation import audit_trail
from application.moderation.audit_trail import Action, Entry, ModerationAction, Operator, TrailFilter
from application.moderation.ban_departures import BanDepartures
from application.moderation.bans import Ban
from application.moderation.game_actions import recorded
from application.moderation.name_changes import lock_name, neutral_name, set_name, withdraw
from application.moderation.networks import Network
from application.moderation.refusals import CannotBanYourself, InvalidUntil, PlayerIsOperator, UnknownBan
from application.moderation.tables import ban_changes, bans, departures, is_in_force
from application.players.player_names import validated_name
from application.players.registry import Players
from application.players.secure_deletion import begin_overwriting
from application.players.session_tables import lock_player, sessions
from application.players.tables import tokens
from application.refusals import UnknownPlayer
from application.runtime.uncancelled_tasks import UncancelledTasks
from application.seeks.tables import forget_seeks
from application.store.port import Store
from application.store.upserts import put
from domain.events import PlayerId

T = TypeVar("T")

MAX_YEARS: Final = 100
"""Maximum number of years for which an action holds."""
_YEAR: Final = 366 * 24 * 60 * 60


class Moderation:
    """Bans and renames players, and keeps the audit trail."""

    def __init__(self, engine: Engine, players: Players) -> None:
        self._engine = engine
        self._players = players
        self._tasks = UncancelledTasks()

    async def ban_player(
        self,
        by: Operator,
        player: PlayerId,
        reason: str,
        *,
        until: int | None = None,
        leave_games: bool = True,
        command_id: str | None = None,
    ) -> Entry:
        """Ban a player, in place of an earlier ban; `leave_games` also takes it out of its games.

        All seeks of the player are cancelled. Raises InvalidReason, InvalidUntil, UnknownPlayer,
        CannotBanYourself, PlayerIsOperator and CommandIdReused.
        """
        action = Action(
            action=ModerationAction.BAN_PLAYER,
            player=player,
            reason=audit_trail.checked_reason(reason),
            until=_checked_until(until),
            command_id=command_id,
        )
        if player == by.id:
            raise CannotBanYourself
        return await self._acted(self._ban_player, by, action, leave_games)

    async def ban_address(
        self,
        by: Operator,
        network: Network,
        reason: str,
        *,
        until: int | None = None,
        command_id: str | None = None,
    ) -> Entry:
        """Ban a network of addresses, in place of an earlier ban of the same one.

        Raises InvalidReason, InvalidUntil and CommandIdReused.
        """
        action = Action(
            action=ModerationAction.BAN_ADDRESS,
            network=str(network),
            reason=audit_trail.checked_reason(reason),
            until=_checked_until(until),
            command_id=command_id,
        )
        return await self._acted(self._ban_address, by, action)

    async def lift_ban(self, by: Operator, ban: str, reason: str, *, command_id: str | None = None) -> Entry:
        """End a ban; raises InvalidReason, UnknownBan and CommandIdReused."""
        action = Action(
            action=ModerationAction.LIFT_BAN,
            reason=audit_trail.checked_reason(reason),
            command_id=command_id,
        )
        return await self._acted(self._lift, by, action, ban)

    async def rename(
        self,
        by: Operator,
        player: PlayerId,
        name: str | None,
        reason: str | None,
        *,
        forced: bool = True,
        fixed_until: int | None = None,
        command_id: str | None = None,
    ) -> Entry:
        """Rename a player; `name` is made up if it is None.

        If `forced`, the player may not take the old name again, nor rename itself until a time. Raises
        InvalidReason, InvalidUntil, InvalidName, UnknownPlayer and CommandIdReused.
        """
        action = Action(
            action=ModerationAction.RENAME_PLAYER,
            player=player,
            reason=None if reason is None else audit_trail.checked_reason(reason),
            until=_checked_until(fixed_until),
            command_id=command_id,
        )
        new = neutral_name() if name is None else validated_name(name)
        try:
            number = await self._tasks.run(asyncio.to_thread(self._rename, by, action, new, forced))
        finally:
            self._players.invalidate(player)
        return await asyncio.to_thread(audit_trail.entry, self._engine, number)

    async def in_game(self, by: Operator, action: Action, work: Callable[[], Awaitable[T]]) -> T:
        """Carry out an action in a game and record it; raises CommandIdReused, and what `work` raises."""
        return await self._tasks.run(recorded(self._engine, by, action, work))

    def departures(self, store: Store, games: CommandHandler, known: FindMemberships) -> BanDepartures:
        """Return the task that takes banned players out of their games."""
        return BanDepartures(self._engine, store, games, known)

    async def entries(
        self,
        wanted: TrailFilter,
        *,
        after: int | None = None,
        before: int | None = None,
        oldest: bool = False,
        limit: int,
    ) -> list[Entry]:
        """Return entries of the audit trail, the newest first; the oldest of them if `oldest`."""
        return await asyncio.to_thread(
            audit_trail.entries,
            self._engine,
            wanted,
            after=after,
            before=before,
            oldest=oldest,
            limit=limit,
        )

    async def bans(self, *, after: int | None = None, limit: int | None = None) -> list[Ban]:
        """Return the bans in force, the newest first."""
        return await asyncio.to_thread(self._bans, after, limit)

    async def ban_of(self, entry: Entry) -> Ban | None:
        """Return the ban in force of an entry's player or address, None if it has ended."""
        return await asyncio.to_thread(self._ban_of, entry)

    async def count_bans(self) -> int:
        """Return the number of bans in force."""
        return len(await self.bans())

    async def count_entries(self, wanted: TrailFilter) -> int:
        """Return the number of entries of the audit trail."""
        return await asyncio.to_thread(audit_trail.count, self._engine, wanted)

    async def _acted(self, act: Callable[..., int], by: Operator, action: Action, *given: Any) -> Entry:
        number = await self._tasks.run(asyncio.to_thread(act, by, action, *given))
        await self._players.bans.refresh()
        return await asyncio.to_thread(audit_trail.entry, self._engine, number)

    def _ban_player(self, by: Operator, action: Action, leave_games: bool) -> int:
        player = action.player or ""
        with self._engine.begin() as connection:
            if not (player.isascii() and player.isprintable() and lock_player(connection, player)):
                raise UnknownPlayer(player)
            ban_changes.increment(connection)
            if (known := audit_trail.repeated(connection, by, action)) is not None:
                return known
            if _is_operator(connection, player):
                raise PlayerIsOperator
            connection.execute(delete(bans).where(bans.c.player == player))
            _insert_ban(connection, by, action)
            if leave_games:
                put(connection, departures, {"player": player, "at": int(time()), "operator": by.id})
            forget_seeks(connection, [player])
            return audit_trail.record(connection, by, action)

    def _ban_address(self, by: Operator, action: Action) -> int:
        with self._engine.begin() as connection:
            ban_changes.increment(connection)
            if (known := audit_trail.repeated(connection, by, action)) is not None:
                return known
            connection.execute(delete(bans).where(bans.c.network == action.network))
            _insert_ban(connection, by, action)
            return audit_trail.record(connection, by, action)

    def _lift(self, by: Operator, action: Action, ban: str) -> int:
        if not (ban.isascii() and ban.isprintable()):
            raise UnknownBan
        with self._engine.begin() as connection:
            ban_changes.increment(connection)
            now = int(time())
            row = connection.execute(select(bans).where(bans.c.id == ban)).one_or_none()
            if row is None:
                raise UnknownBan
            lifted = Action(
                action=action.action,
                reason=action.reason,
                player=row.player,
                network=row.network,
                command_id=action.command_id,
            )
            if (known := audit_trail.repeated(connection, by, lifted)) is not None:
                return known
            mine = update(bans).where(bans.c.id == ban, is_in_force(now))
            if connection.execute(mine.values(until=now)).rowcount == 0:
                raise UnknownBan
            connection.execute(delete(departures).where(departures.c.player == row.player))
            return audit_trail.record(connection, by, lifted)

    def _rename(self, by: Operator, action: Action, name: str, forced: bool) -> int:
        player = action.player or ""
        with begin_overwriting(self._engine) as connection:
            old = lock_name(connection, player)
            if (known := audit_trail.repeated(connection, by, action)) is not None:
                return known
            set_name(connection, player, name)
            if forced:
                withdraw(connection, player, old, action.until)
            return audit_trail.record(connection, by, action, old_name=old)

    def _ban_of(self, entry: Entry) -> Ban | None:
        target = bans.c.player == entry.player if entry.network is None else bans.c.network == entry.network
        with self._engine.connect() as connection:
            row = connection.execute(select(bans).where(target, is_in_force(time()))).one_or_none()
        return None if row is None else Ban(**row._mapping)

    def _bans(self, after: int | None, limit: int | None) -> list[Ban]:
        query = select(bans).where(is_in_force(time())).order_by(bans.c.number.desc()).limit(limit)
        if after is not None:
            query = query.where(bans.c.number < after)
        with self._engine.connect() as connection:
            return [Ban(**row._mapping) for row in connection.execute(query)]


def _insert_ban(connection: Connection, by: Operator, action: Action) -> None:
    row = {
        "id": token_hex(8),
        "player": action.player,
        "network": action.network,
        "reason": action.reason,
        "at": int(time()),
        "until": action.until,
        "operator": by.id,
    }
    connection.execute(insert(bans).values(row))


def _is_operator(connection: Connection, player: PlayerId) -> bool:
    """Return whether the server knows of an operator's token of the player."""
    now = int(time())
    given = select(tokens.c.id).where(
        tokens.c.player == player, tokens.c.operator, ~tokens.c.revoked, tokens.c.expires > now
    )
    used = select(sessions.c.id).where(
        sessions.c.player == player, sessions.c.operator, ~sessions.c.ended, sessions.c.expires > now
    )
    return any(connection.execute(query).first() is not None for query in (given, used))


def _checked_until(until: int | None) -> int | None:
    now = time()
    if until is not None and not now < until <= now + MAX_YEARS * _YEAR:
        raise InvalidUntil(MAX_YEARS)
    return until
