"""Transactions on the stored seeks and matches, for callers in threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from msgspec import Struct, structs
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from application.codec import GameId
from application.moderation.bans import gone_among
from application.seeks.matching import form_tables
from application.seeks.seek import SECOND, Seek, SeekCriteria
from application.seeks.tables import (
    Match,
    changes,
    forget_seeks,
    make_seek_tables,
    mark_breaking_up,
    match_of,
    matches,
    seek_of,
    seeks,
)
from application.store.database_clock import database_time
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


class SeekState(Struct, frozen=True, kw_only=True):
    """A seek at one moment."""

    seek: Seek
    match: Match | None
    """The table that has formed; None while the seek is open."""
    open_seeks: int
    """The number of open seeks of the variant, as a hint of the wait."""


SeeksOfPlayer = tuple[SeekState, ...]
"""A player's seeks at one moment, the oldest first."""


class PendingChanges(Struct, kw_only=True):
    """The changes that one process writes in its next round."""

    opened: list[tuple[PlayerId, SeekCriteria]] = []
    """Seeks to open."""
    present: set[PlayerId] = set()
    """Players whose clients follow their seeks now."""
    forbidden: set[PlayerId] = set()
    """Players whose addresses are banned; their seeks are cancelled."""
    held: set[GameId] = set()
    """The matches that the process still holds."""
    concluded: dict[GameId, Collection[PlayerId]] = {}
    """Matches whose games have started, by game, each with the people who sit there."""

    followed: frozenset[PlayerId] = frozenset()
    """Players who are to be told of their seeks."""

    @property
    def any(self) -> bool:
        """True if there is something to write."""
        return bool(self.opened or self.present or self.forbidden or self.held or self.concluded)


class RoundResult(Struct, frozen=True, kw_only=True):
    """The result of a round: the changes of a process are written, and tables formed."""

    count: int
    """The number of changes so far."""
    opened: tuple[Seek | None, ...]
    """The seek that each opening led to; None for a player who is banned or erased."""
    mine: tuple[Match, ...]
    """Matches that this process has to bring to their start: new ones, and those that nobody holds."""
    breaking_up: frozenset[GameId]
    """Matches of any process whose tables have lost a player."""
    states: Mapping[PlayerId, SeeksOfPlayer]
    """The seeks of the followed players who have any."""
    any_left: bool
    """True if there are seeks or matches."""


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

    def play_round(self, new: PendingChanges) -> RoundResult:
        """Write what is new and form all tables that can be formed now, in one transaction."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            now = database_time(connection)
            has_changed = bool(new.opened or new.concluded)
            if new.concluded:
                _conclude(connection, new.concluded)
            gone = gone_among(connection, {player for player, _ in new.opened}) if new.opened else set()
            # Each has its own time, so that the first is the oldest.
            opened = [
                None if player in gone else _open(connection, player, criteria, now + number)
                for number, (player, criteria) in enumerate(new.opened)
            ]
            now += len(opened)
            if new.forbidden:
                forget_seeks(connection, new.forbidden)
            if new.present:
                connection.execute(update(seeks).where(seeks.c.player.in_(new.present)).values(seen=now))
            if new.held:
                holding = {"holder": self._holder, "held_until": now + HOLD}
                connection.execute(update(matches).where(matches.c.game.in_(new.held)).values(holding))
            lost = delete(seeks).where(seeks.c.game.is_(None), seeks.c.seen < now - GRACE)
            has_changed |= connection.execute(lost).rowcount > 0
            taken_over = self._take_over(connection, now)
            rows = connection.execute(select(seeks).order_by(seeks.c.opened, seeks.c.id))
            known = {each.id: each for each in map(seek_of, rows)}
            formed = [
                self._store(connection, known, members, size, now) for members, size in _form(known, now)
            ]
            if formed or has_changed:
                changes.increment(connection)
            tables = {match.game: match for match in map(match_of, connection.execute(select(matches)))}
            return RoundResult(
                count=changes.count(connection),
                opened=tuple(opened),
                mine=(*taken_over, *formed),
                breaking_up=frozenset(game for game, match in tables.items() if match.breaking_up),
                states=_by_player(known.values(), tables, new.followed),
                any_left=bool(known or tables),
            )

    def cancel(self, player: PlayerId, variant: str) -> Seek | None:
        """Delete a player's seek and return it as it was, None if there is none; its table breaks up."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            mine = delete(seeks).where(seeks.c.player == player, seeks.c.variant == variant)
            row = connection.execute(mine.returning(*seeks.c)).one_or_none()
            if row is None:
                return None
            seek = seek_of(row)
            if seek.game is not None:
                mark_breaking_up(connection, [seek.game])
            changes.increment(connection)
        return seek

    def of_player(self, player: PlayerId) -> SeeksOfPlayer:
        """Return a player's seeks, the oldest first; those that outlived their grace are left out."""
        with self._engine.connect() as connection:
            lasting = seeks.c.game.is_not(None) | (seeks.c.seen >= database_time(connection) - GRACE)
            query = select(seeks).where(seeks.c.player == player, lasting)
            found = list(map(seek_of, connection.execute(query.order_by(seeks.c.opened, seeks.c.id))))
            games = [each.game for each in found if each.game is not None]
            rows = connection.execute(select(matches).where(matches.c.game.in_(games)))
            tables = {match.game: match for match in map(match_of, rows)}
            counted = select(seeks.c.variant, func.count()).where(seeks.c.game.is_(None))
            rows = connection.execute(counted.group_by(seeks.c.variant))
            counts = {str(variant): int(number) for variant, number in rows}
        return tuple(_state(each, tables, counts) for each in found)

    def is_present(self, player: PlayerId, match: Match) -> bool:
        """Return whether a matched player's client has followed its seeks since the match."""
        seen = select(seeks.c.seen).where(seeks.c.player == player, seeks.c.game == match.game)
        with self._engine.connect() as connection:
            last = connection.execute(seen).scalar_one_or_none()
        return last is not None and last > match.formed

    def begin_breaking_up(self, match: Match, absent: Collection[PlayerId]) -> None:
        """Delete the seeks of the players who lost their place; the others wait until all have left."""
        with self._engine.begin() as connection:
            changes.lock(connection)
            gone = seeks.c.game == match.game, seeks.c.player.in_(absent)
            connection.execute(delete(seeks).where(*gone))
            mark_breaking_up(connection, [match.game])
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

    def _store(
        self, connection: Connection, known: dict[str, Seek], members: Sequence[Seek], size: int, now: int
    ) -> Match:
        game: GameId = uuid4()
        match = Match(
            game=game,
            variant=members[0].variant,
            options=members[0].options,
            players=tuple(each.player for each in members),
            size=size,
            formed=now,
        )
        holding: dict[str, Any] = {"holder": self._holder, "held_until": now + HOLD}
        values = {**structs.asdict(match), "players": list(match.players)}
        connection.execute(insert(matches).values({**values, **holding}))
        matched = seeks.c.id.in_([each.id for each in members])
        connection.execute(update(seeks).where(matched).values(game=game))
        known.update({each.id: structs.replace(each, game=game) for each in members})
        return match


def _open(connection: Connection, player: PlayerId, criteria: SeekCriteria, now: int) -> Seek:
    """Open a seek, or return the one that the player has if it is matched or has the same criteria."""
    mine = seeks.c.player == player, seeks.c.variant == criteria.variant
    row = connection.execute(select(seeks).where(*mine)).one_or_none()
    known = None if row is None else seek_of(row)
    if known is not None and (known.game is not None or _lasts(known, criteria, now)):
        connection.execute(update(seeks).where(*mine).values(seen=now))
        return structs.replace(known, seen=now)
    opened = Seek(**structs.asdict(criteria), id=uuid4().hex, player=player, opened=now, seen=now)
    put(connection, seeks, structs.asdict(opened))
    return opened


def _conclude(connection: Connection, concluded: Mapping[GameId, Collection[PlayerId]]) -> None:
    """Forget matches whose games have started, and every seek of the people who sit there."""
    left = delete(matches).where(matches.c.game.in_(concluded)).returning(matches.c.game)
    # While this process was paused, another may have forgotten the match: its players may have new seeks.
    games = connection.execute(left).scalars().all()
    seated = {player for game in games for player in concluded[game]}
    connection.execute(delete(seeks).where(seeks.c.game.in_(games)))
    connection.execute(delete(seeks).where(seeks.c.player.in_(seated), seeks.c.game.is_(None)))


def _form(known: dict[str, Seek], now: int) -> Iterator[tuple[list[Seek], int]]:
    """Yield the seeks of each table that forms, the oldest first, and its size."""
    # A player at a table that forms is not free for its other seeks, until that table breaks up.
    busy = {each.player for each in known.values() if each.game is not None}
    free = [each for each in known.values() if each.player not in busy and each.seen >= now - PRESENT]
    for table in form_tables([each.candidate(now) for each in free]):
        yield [known[each.id] for each in table.seeks], table.size


def _lasts(known: Seek, criteria: SeekCriteria, now: int) -> bool:
    return known.same_criteria(criteria) and known.seen >= now - GRACE


def _by_player(
    known: Collection[Seek], tables: Mapping[GameId, Match], followed: Collection[PlayerId]
) -> Mapping[PlayerId, SeeksOfPlayer]:
    counts = Counter(each.variant for each in known if each.game is None)
    found: dict[PlayerId, SeeksOfPlayer] = {}
    for each in known:
        if each.player in followed:
            found[each.player] = (*found.get(each.player, ()), _state(each, tables, counts))
    return found


def _state(seek: Seek, tables: Mapping[GameId, Match], counts: Mapping[str, int]) -> SeekState:
    return SeekState(
        # The time of the last sign of life is not for the player: each would be a message.
        seek=structs.replace(seek, seen=0),
        match=None if seek.game is None else tables.get(seek.game),
        open_seeks=counts.get(seek.variant, 0),
    )
