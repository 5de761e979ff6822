"""Provenance of an export: the state of the log that it shows, and the token for the next one."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from datetime import date, datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

import msgspec
from msgspec import Struct, field

from api.export import ExportFailed
from application.codec import GameId, Position
from application.store.port import EventKey, LogIdentity, Store
from projections.exports.view_sheets import SOURCES

FORMAT: Final = "kibitz/data/v1"
"""The name and version of the data format, which `docs/data-format.md` specifies."""
_READ_AT_ONCE: Final = 2_000
_DIGEST_BYTES: Final = 16


def versions() -> dict[str, int]:
    """Return the versions of the read models whose views are exported, by name."""
    return {projection.name: projection.version for projection in SOURCES}


class Provenance(Struct, frozen=True, kw_only=True):
    """The state of the log that an export shows, and the version of what it means."""

    as_of: datetime | None
    """The hour of the log's last event in UTC, in a publication the day; None for an empty log. The moment
    would tell when something happened in private games, too."""
    token: str | None
    """The token with which the next export continues; None for an export of a period."""
    read_models: Mapping[str, int] = field(default_factory=versions)
    """The versions of what the rows of each read model mean."""
    publication: bool = False
    """True if ids are replaced by hashes, and moments by days."""
    changed_from: date | None = None
    """In an export of changes, the day from which sums are replaced."""


class ExportToken(Struct, frozen=True, array_like=True):
    """The end of an export in its log."""

    log: UUID
    epoch: int
    read_models: Mapping[str, int]
    position: Position
    last_event: bytes
    """A hash of the key of the event at the position. The key itself may name a private game."""
    variant: str | None
    """The variant that was exported, None for all."""

    @classmethod
    async def at_end(cls, store: Store, variant: str | None) -> ExportToken:
        """Return the token of the log's present end."""
        identity, head = await store.identity(), await store.head()
        last_event = _digest(await store.event_key(head))
        return cls(identity.log, identity.epoch, versions(), head, last_event, variant)

    @classmethod
    def parse(cls, text: str) -> ExportToken:
        """Return the token with a text; raises ExportFailed."""
        try:
            return msgspec.msgpack.decode(urlsafe_b64decode(text.encode()), type=cls)
        except (ValueError, msgspec.MsgspecError) as error:
            raise ExportFailed("--after takes the token that an earlier export printed") from error

    def text(self) -> str:
        """Return the text of the token."""
        return urlsafe_b64encode(msgspec.msgpack.encode(self)).decode()

    async def check(self, store: Store, variant: str | None) -> None:
        """Raise ExportFailed if the export with this token cannot be continued with a variant."""
        if self.variant != variant:
            wanted = "without --variant" if self.variant is None else f"with --variant {self.variant}"
            raise ExportFailed(f"the export with this token was made {wanted}; its changes are, too")
        is_same_log = await store.identity() == LogIdentity(self.log, self.epoch)
        if not is_same_log or not await self._is_past(store):
            raise ExportFailed(
                "the log is not the one of that export, or was restored since: export all again"
            )
        present = versions()
        changed = [name for name, version in present.items() if self.read_models.get(name) != version]
        if changed:
            raise ExportFailed(
                f"the rows of {', '.join(changed)} mean something else since that export: export all again"
            )

    async def changed_games(self, store: Store, upto: Position) -> dict[GameId, date]:
        """Return the games with events after the token, up to a position, each with the day of the first."""
        position, days = self.position, dict[GameId, date]()
        while position < upto:
            events = await store.select(position, min(_READ_AT_ONCE, upto - position))
            if not events:
                raise ExportFailed(f"the log has no event after position {position}: run `kibitz log check`")
            position = events[-1].position
            for each in events:
                day = each.at.date()
                # The clocks of two servers may differ, so a later event may have an earlier day.
                days[each.game] = min(day, days.get(each.game, day))
        return days

    async def _is_past(self, store: Store) -> bool:
        """Return whether the log has the event of the token at its position."""
        if not 0 <= self.position <= await store.head():
            return False
        return _digest(await store.event_key(self.position)) == self.last_event


def _digest(key: EventKey | None) -> bytes:
    return sha256(msgspec.msgpack.encode(key)).digest()[:_DIGEST_BYTES]


async def hour_of_end(store: Store, upto: Position) -> datetime | None:
    """Return the hour of the event at the end of the log, None if the log is empty."""
    if upto == 0:
        return None
    [last] = await store.select(upto - 1, 1)
    return last.at.replace(minute=0, second=0, microsecond=0)
