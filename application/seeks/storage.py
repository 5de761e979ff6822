"""Transactions on the stored seeks and matches, for callers in threads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import uuid4

from msgspec import Struct, structs
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from application.codec import GameId
from application.seeks.matching import FormedTable, form_tables
from application.seeks.seek import SECOND, Seek, Wish
from application.seeks.tables import (
    Match,
    changes,
    database_time,
    make_seek_tables,
    match_of,
    matches,
    seek_of,
    seeks,
)
from application.store.upserts import put
from domain.events import PlayerId

HEARTBEAT: Final = 3.0
"""Seconds between two records of the players who follow their seeks, and of the matches that are held."""
PRESENT: Final = 10 * SECOND
"""Time since the last record within which a player's client counts as connected: only then it is matched."""
GRACE: Final = 30 * SECOND
"""Time for which a seek outlives its connection."""
HOLD: Final = 12 * SECOND
"""Time for which a process that has stopped keeps its matches from the others."""


class Matching(Struct, frozen=True, kw_only=True):
    """The result of forming tables."""

    count: int
    """The number of changes so far."""
    mine: Sequence[Match]
    """Matches that this process has to bring to their start: new ones, and those that nobody holds."""
    any_left: bool
    """True if there are seeks or matches."""


class SeekState(Struct, frozen=True, kw_only=True):
    """A seek at one moment."""

    seek: Seek
    match: Match | None
    """The table that has formed; None while the seek is open."""
    open_seeks: int
    """The number of open seeks of the variant, as a hint of the wait."""


class SeekStorage:
    """The stored seeks, shared by all processes; `holder` names this process."""

    def __init__(self, engine: Engine, holder: str) -> None:
        self._engine = engine
        self._holder = holder
        make_seek_tables(engine)

    def count(self) -> int:
        """Return the number of changes; while it is the same, nothing changed."""
        with self._engine.connect() as connection:
            return changes.count(connection)

    def open(self, player: PlayerId, wish: Wish) -> Seek:
        """Open a seek, or return the one that the player has if it is matched or has the same settings.

        A seek with other settings replaces the player's open seek of the variant.
        """
        with self._engine.begin() as connection:
            changes.lock(connection)
            now = database_time(connection)
            mine = seeks.c.player == player, seeks.c.variant == wish.variant
            row = connection.execute(select(seeks).where(*mine)).one_or_none()
            known = None if row is None else seek_of(row)
            if known is not None and (known.game is not None or _lasts(known, wish, now)):
                connection.execute(update(seeks).where(*mine).values(seen=now))
                return structs.replace(known, seen=now)
            settings = structs.asdict(wish)
            opened = Seek(**settings, id=uuid4().hex, player=player, opened=now, seen=now)
            put(connection, seeks, structs.asdict(opened))
            changes.increment(connection)
            return opened

    def cancel(self, player: PlayerId, variant: str) -> Seek | None:
        """Delete a player's seek and return it as it was, None if there is none."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            mine = delete(seeks).where(seeks.c.player == player, seeks.c.variant == variant)
            row = connection.execute(mine.returning(*seeks.c)).one_or_none()
            if row is not None:
                changes.increment(connection)
        return None if row is None else seek_of(row)

    def of_players(self, players: Collection[PlayerId]) -> list[SeekState]:
        """Return the seeks of players, the oldest first; those that outlived their grace are left out."""
        with self._engine.connect() as connection:
            lasting = seeks.c.game.is_not(None) | (seeks.c.seen >= database_time(connection) - GRACE)
            query = select(seeks).where(seeks.c.player.in_(players), lasting)
            found = list(map(seek_of, connection.execute(query.order_by(seeks.c.opened, seeks.c.id))))
            games = {each.game for each in found if each.game is not None}
            rows = connection.execute(select(matches).where(matches.c.game.in_(games))) if games else ()
            formed = {match.game: match for match in map(match_of, rows)}
            counts = _open_counts(connection) if found else {}
        return [
            SeekState(
                seek=each,
                match=None if each.game is None else formed.get(each.game),
                open_seeks=counts.get(each.variant, 0),
            )
            for each in found
        ]

    def record_presence(self, players: Collection[PlayerId], held: Collection[GameId]) -> None:
        """Record that players follow their seeks now, and that this process holds matches."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            now = database_time(connection)
            connection.execute(update(seeks).where(seeks.c.player.in_(players)).values(seen=now))
            holding = {"holder": self._holder, "held_until": now + HOLD}
            connection.execute(update(matches).where(matches.c.game.in_(held)).values(holding))

    def form(self) -> Matching:
        """Form all tables that can be formed now, and take over the matches of processes that stopped."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            now = database_time(connection)
            open_seek = seeks.c.game.is_(None)
            lost = delete(seeks).where(open_seek, seeks.c.seen < now - GRACE)
            changed = connection.execute(lost).rowcount > 0
            taken_over = self._take_over(connection, now)
            rows = connection.execute(select(seeks).order_by(seeks.c.opened, seeks.c.id))
            known = [seek_of(row) for row in rows]
            # A player at a table that forms is not free for its other seeks, until that table breaks up.
            busy = {each.player for each in known if each.game is not None}
            free = [each for each in known if each.player not in busy and each.seen >= now - PRESENT]
            formed = form_tables([each.candidate(now) for each in free])
            by_id = {each.id: each for each in free}
            new = [self._store(connection, table, by_id, now) for table in formed]
            if changed or new:
                changes.increment(connection)
            return Matching(
                count=changes.count(connection),
                mine=[*taken_over, *new],
                any_left=bool(known) or bool(taken_over) or _any_matches(connection),
            )

    def is_present(self, player: PlayerId, match: Match) -> bool:
        """Return whether a matched player's client has followed its seeks since the match."""
        seen = select(seeks.c.seen).where(seeks.c.player == player, seeks.c.game == match.game)
        with self._engine.connect() as connection:
            last = connection.execute(seen).scalar_one_or_none()
        return last is not None and last > match.formed

    def conclude(self, match: Match, seated: Collection[PlayerId]) -> None:
        """Forget a match whose game has started, and every seek of the players who sit there."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            connection.execute(delete(seeks).where(seeks.c.game == match.game))
            elsewhere = seeks.c.player.in_(seated), seeks.c.game.is_(None)
            connection.execute(delete(seeks).where(*elsewhere))
            connection.execute(delete(matches).where(matches.c.game == match.game))
            changes.increment(connection)

    def begin_breaking_up(self, match: Match, absent: Collection[PlayerId]) -> None:
        """Delete the seeks of the players who lost their place; the others wait until all have left."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            gone = seeks.c.game == match.game, seeks.c.player.in_(absent)
            connection.execute(delete(seeks).where(*gone))
            breaking = update(matches).where(matches.c.game == match.game)
            connection.execute(breaking.values(breaking_up=True))
            changes.increment(connection)

    def finish_breaking_up(self, match: Match) -> None:
        """Open the remaining seeks again, with the age that they have, and forget the match."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            connection.execute(update(seeks).where(seeks.c.game == match.game).values(game=None))
            connection.execute(delete(matches).where(matches.c.game == match.game))
            changes.increment(connection)

    def _take_over(self, connection: Connection, now: int) -> list[Match]:
        expired = update(matches).where(matches.c.held_until < now)
        taken = expired.values(holder=self._holder, held_until=now + HOLD)
        return [match_of(row) for row in connection.execute(taken.returning(*matches.c))]

    def _store(self, connection: Connection, table: FormedTable, by_id: dict[str, Seek], now: int) -> Match:
        members = [by_id[each.id] for each in table.seeks]
        game: GameId = uuid4()
        match = Match(
            game=game,
            variant=members[0].variant,
            options=members[0].options,
            players=tuple(each.player for each in members),
            size=table.size,
            formed=now,
        )
        holding: dict[str, Any] = {"holder": self._holder, "held_until": now + HOLD}
        values = {**structs.asdict(match), "players": list(match.players)}
        connection.execute(insert(matches).values({**values, **holding}))
        matched = seeks.c.id.in_([each.id for each in members])
        connection.execute(update(seeks).where(matched).values(game=game))
        return match


def _lasts(known: Seek, wish: Wish, now: int) -> bool:
    return known.same_settings(wish) and known.seen >= now - GRACE


def _open_counts(connection: Connection) -> dict[str, int]:
    counted = select(seeks.c.variant, func.count()).where(seeks.c.game.is_(None))
    rows = connection.execute(counted.group_by(seeks.c.variant))
    return {variant: int(number) for variant, number in rows}


def _any_matches(connection: Connection) -> bool:
    return connection.execute(select(matches.c.game).limit(1)).first() is not None
