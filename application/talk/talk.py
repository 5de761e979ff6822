"""Phrases said at tables: who may say them, where they are stored, and who is told.

A phrase is delivered once it is stored. Each process reads the stored phrases in their order: its own at
once, those of other processes within about a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from math import inf
from secrets import token_hex
from time import monotonic, time
from typing import Any, Final, Self

from msgspec.structs import replace
from sqlalchemy import Engine, Row, delete, insert, select

from application.codec import GameId
from application.players.session_tables import lock_player
from application.refusals import CommandIdReused, UnknownPlayer
from application.runtime.periodic_work import PeriodicWork
from application.store.relaxed_writes import begin_relaxed
from application.talk.mutes import Mutes
from application.talk.phrases import TALK_OPTION, Phrase, SaidPhrase, TalkAudience
from application.talk.refusals import TalkIsOff, TalkIsOver, TalkIsPaused
from application.talk.tables import mutes, phrases, talk_changes
from domain.events import PlayerId
from domain.state import Game

MAX_LISTED: Final = 50
"""Maximum number of phrases in a list, the last ones."""
MINUTES_AFTER_END: Final = 30
"""Minutes for which players can talk after the end of a game."""
KEPT: Final = 30 * 24 * 3_600
"""Seconds for which phrases are kept."""
CHECK_INTERVAL: Final = 1.0
"""Seconds within which this process notices the phrases of other processes."""
PURGE_INTERVAL: Final = 3_600.0
"""Seconds between two deletions of old phrases."""
_BATCH: Final = 1_000
"""Maximum number of phrases read or deleted at once."""

TalkListener = Callable[[SaidPhrase], None]
"""Callback for a phrase, before it is redacted."""


class Talk:
    """The talk at all tables; while it is entered, listeners are told what is said."""

    def __init__(self, engine: Engine, *, every: float = CHECK_INTERVAL, kept: int = KEPT) -> None:
        self._engine = engine
        self._kept = kept
        self.mutes = Mutes(engine)
        """The players whom players have muted."""
        self._listeners: list[TalkListener] = []
        self._known = -1
        self._purged_at = -inf
        self._reading = asyncio.Lock()
        self._following = PeriodicWork("the reading of talk", self._follow, every)

    async def __aenter__(self) -> Self:
        """Begin to follow what is said from now on."""
        self._known = await asyncio.to_thread(self._read_count)
        self._following.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self._following.stop()

    def subscribe(self, listener: TalkListener) -> None:
        """Call a listener for every phrase, in the order in which they are stored."""
        self._listeners.append(listener)

    async def say(
        self,
        game: GameId,
        state: Game,
        ended: datetime | None,
        player: PlayerId,
        phrase: Phrase,
        command_id: str | None = None,
    ) -> SaidPhrase:
        """Say a phrase at a game that the player may see, which has ended at a time if it is over.

        A repeat with the same command id returns the first phrase again. Raises TalkIsOff, TalkIsPaused,
        TalkIsOver, CommandIdReused and UnknownPlayer.
        """
        command = None if command_id is None else sha256(command_id.encode(errors="surrogatepass")).digest()
        if command is not None:
            earlier = await asyncio.to_thread(self._repeated, game, player, command)
            if earlier is not None:
                return _same(earlier, phrase, command_id)
        _check_may_talk(state, ended, player)
        is_seated = state.seat_of(player) is not None
        said = SaidPhrase(
            position=0,
            id=token_hex(8),
            game=game,
            player=player,
            said=int(time()),
            audience=TalkAudience.TABLE if is_seated else TalkAudience.SPECTATORS,
            phrase=phrase,
        )
        stored = await asyncio.to_thread(self._store, said, command)
        await self.check()
        return _same(stored, phrase, command_id)

    def read(self, game: GameId, viewer: PlayerId | None, *, of_spectators: bool) -> list[SaidPhrase]:
        """Return the last phrases of a game but for those of muted players, the newest last; it blocks."""
        query = (
            select(phrases)
            .where(phrases.c.game == str(game), phrases.c.said > int(time()) - self._kept)
            .order_by(phrases.c.position.desc())
            .limit(MAX_LISTED)
        )
        if not of_spectators:
            query = query.where(phrases.c.audience == TalkAudience.TABLE.value)
        if viewer is not None:
            muted = select(mutes.c.muted).where(mutes.c.player == viewer)
            query = query.where(phrases.c.player.not_in(muted))
        with self._engine.connect() as connection:
            return [_said(row) for row in connection.execute(query)][::-1]

    async def check(self) -> None:
        """Read what was said since the last check, and tell the listeners."""
        async with self._reading:
            while True:
                count, found = await asyncio.to_thread(self._read_after, self._known)
                if found:
                    # Mutes are read after the phrases, so a phrase that was said after a mute is hidden.
                    await self.mutes.refresh()
                self._known = found[-1].position if len(found) == _BATCH else count
                for phrase in found:
                    for listener in self._listeners:
                        listener(phrase)
                if len(found) < _BATCH:
                    return

    async def purge(self) -> None:
        """Delete the phrases that have been kept long enough."""
        await asyncio.to_thread(self._purge)

    async def _follow(self) -> None:
        await self.check()
        await self.mutes.refresh()
        if (clock := monotonic()) >= self._purged_at + PURGE_INTERVAL:
            self._purged_at = clock
            await self.purge()

    def _repeated(self, game: GameId, player: PlayerId, command: bytes) -> SaidPhrase | None:
        mine = (
            phrases.c.player == player,
            phrases.c.game == str(game),
            phrases.c.command == command,
        )
        with self._engine.connect() as connection:
            row = connection.execute(select(phrases).where(*mine)).one_or_none()
        return None if row is None else _said(row)

    def _store(self, said: SaidPhrase, command: bytes | None) -> SaidPhrase:
        with begin_relaxed(self._engine) as connection:
            # The player first: an erased player says nothing more.
            if not lock_player(connection, said.player):
                raise UnknownPlayer(said.player)
            talk_changes.increment(connection)
            position = talk_changes.count(connection)
            row = {
                "position": position,
                "id": said.id,
                "game": str(said.game),
                "player": said.player,
                "said": said.said,
                "audience": said.audience.value,
                "phrase": said.phrase.value,
                "command": command,
            }
            if command is not None:
                mine = select(phrases).where(
                    phrases.c.player == said.player,
                    phrases.c.game == str(said.game),
                    phrases.c.command == command,
                )
                # Of a repeat that came at the same time; the player's row is locked.
                if (earlier := connection.execute(mine).one_or_none()) is not None:
                    return _said(earlier)
            connection.execute(insert(phrases).values(row))
        return replace(said, position=position)

    def _read_count(self) -> int:
        with self._engine.connect() as connection:
            return talk_changes.count(connection)

    def _read_after(self, known: int) -> tuple[int, Sequence[SaidPhrase]]:
        with self._engine.connect() as connection:
            # The count is read first: a phrase after that is read next time.
            count = talk_changes.count(connection)
            if count <= known:
                # A lower count is that of a restored database, whose phrases are old.
                return count, ()
            query = (
                select(phrases)
                .where(phrases.c.position > known, phrases.c.position <= count)
                .order_by(phrases.c.position)
                .limit(_BATCH)
            )
            return count, [_said(row) for row in connection.execute(query)]

    def _purge(self) -> None:
        old = phrases.c.said <= int(time()) - self._kept
        batch = select(phrases.c.position).where(old).limit(_BATCH)
        while True:
            with self._engine.connect() as connection:
                positions = list(connection.execute(batch).scalars())
            if not positions:
                return
            with begin_relaxed(self._engine) as connection:
                connection.execute(delete(phrases).where(phrases.c.position.in_(positions)))


def _check_may_talk(game: Game, ended: datetime | None, player: PlayerId) -> None:
    if not game.options.get(TALK_OPTION, True):
        raise TalkIsOff
    if ended is not None and datetime.now(UTC) - ended > timedelta(minutes=MINUTES_AFTER_END):
        raise TalkIsOver(MINUTES_AFTER_END)
    is_blind = ended is None and game.table is not None and game.rules.show(game.table).blind
    if is_blind and game.seat_of(player) is not None:
        # Each player could tell another one its card.
        raise TalkIsPaused


def _same(said: SaidPhrase, phrase: Phrase, command_id: str | None) -> SaidPhrase:
    if said.phrase is not phrase:
        raise CommandIdReused(command_id or "")
    return said


def _said(row: Row[Any]) -> SaidPhrase:
    return SaidPhrase(
        position=row.position,
        id=row.id,
        game=GameId(row.game),
        player=row.player,
        said=row.said,
        audience=TalkAudience(row.audience),
        phrase=Phrase(row.phrase),
    )
