"""Orders of exports: what is exported, and where its rows come from."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct
from msgspec.structs import replace
from rich.progress import Progress
from sqlalchemy.exc import SQLAlchemyError

from api.export import ExportFailed
from api.export.provenance import ExportToken, Provenance, hour_of_end
from api.export.read_model_catch_up import catch_up
from api.storage import Storage
from application.export.events import EventExport
from application.export.sheets import ALWAYS, Part, Parts, Period
from application.store.port import Store
from projections.exports.games import count_games, games
from projections.exports.publication import Pseudonyms, count_published, publish_games
from projections.exports.view_sheets import SOURCES, sheets
from projections.exports.views import Selected, changes_of, count_rows, export_views
from projections.games.game_list import GAME_LIST

EVENTS: Final = "events"
GAMES: Final = "games"
_KEY_BYTES: Final = 32


class Source(Struct, frozen=True):
    """The opened source of an export."""

    total: int
    """The amount of work, in the unit of the parts."""
    parts: Parts
    provenance: Provenance


class ExportOrder(Struct, frozen=True, kw_only=True):
    """Requested data."""

    names: tuple[str, ...]
    """`events`, `games`, or the names of views."""
    period: Period
    variant: str | None = None
    operator: bool = False
    after: ExportToken | None = None
    """The end of an earlier export of all views; only rows that may have changed since are exported."""
    publication: bool = False
    """True for keyed hashes instead of ids, and days instead of times."""

    @property
    def title(self) -> str:
        """The title of the exported data."""
        return "Card games for publication" if self.publication else "Statistics of public card games"

    def check(self) -> None:
        """Raise ExportFailed if the order contradicts itself."""
        if self.operator and self.names not in ((EVENTS,), (GAMES,)):
            raise ExportFailed("--operator is for events and games: the views have public games only")
        if self.period == ALWAYS:
            return
        if self.after is not None:
            raise ExportFailed("--after selects what has changed: leave out --since and --until")
        if timeless := {*self.names}.intersection(without_time()):
            raise ExportFailed(f"{', '.join(sorted(timeless))} cannot be limited by --since or --until")

    async def check_token(self, store: Store) -> None:
        """Raise ExportFailed if the earlier export cannot be continued from this log."""
        if self.after is not None:
            await self.after.check(store, self.variant)

    async def open(self, storage: Storage, bar: Progress) -> Source:
        """Bring the read model up to date, and open it; raises ExportFailed."""
        end = await ExportToken.at_end(storage.store, self.variant)
        as_of = await hour_of_end(storage.store, end.position)
        provenance = Provenance(
            as_of=as_of.replace(hour=0) if as_of is not None and self.publication else as_of,
            publication=self.publication,
            token=None if self.period != ALWAYS else end.text(),
        )
        if self.names == (EVENTS,):
            export = EventExport(
                storage.store, period=self.period, variant=self.variant, operator=self.operator
            )
            return Source(end.position, export.parts(end.position), provenance)
        database = storage.database
        if self.names == (GAMES,):
            await catch_up(storage, GAME_LIST, bar)
            wanted = self.period, self.variant, self.operator
            total = await database.read(count_games, *wanted)
            return Source(total, _read(database.stream(games, *wanted)), provenance)
        for projection in SOURCES:
            await catch_up(storage, projection, bar)
        if self.publication:
            of_games = self.period, self.variant
            total = await database.read(count_published, *of_games)
            published = database.stream(publish_games, *of_games, pseudonyms_of(storage.secret))
            return Source(total, _read(published), provenance)
        changes = None
        if self.after is not None:
            days = await self.after.changed_games(storage.store, end.position)
            changes = await database.read(changes_of, days)
            provenance = replace(provenance, changed_from=changes.day)
        selected = Selected(period=self.period, variant=self.variant, changes=changes)
        total = await database.read(count_rows, self.names, selected)
        return Source(total, _read(database.stream(export_views, self.names, selected)), provenance)


def names_of_all() -> tuple[str, ...]:
    """Return the names of all exported views."""
    return tuple(sheets())


def without_time() -> tuple[str, ...]:
    """Return the names of the views that add up all time, which no period limits."""
    return tuple(name for name in sheets() if not _has_time(name))


def check_names(names: Sequence[str]) -> None:
    """Raise ExportFailed for a name that is not exported, or not together with the others."""
    known = {EVENTS, GAMES, *sheets()}
    for name in names:
        if name not in known:
            raise ExportFailed(
                f"{name!r} is not exported; choose {EVENTS}, {GAMES}, or views: {', '.join(sheets())}"
            )
        if len(names) > 1 and name in (EVENTS, GAMES):
            raise ExportFailed(f"{name} are exported alone; several views can be exported together")
    if twice := {name for name in names if names.count(name) > 1}:
        raise ExportFailed(f"{', '.join(sorted(twice))} is named twice")


def pseudonyms_of(secret: str) -> Pseudonyms:
    """Return the pseudonyms of a server, whose key follows from its secret."""
    derivation = HKDF(algorithm=SHA256(), length=_KEY_BYTES, salt=None, info=b"kibitz publication v1")
    return Pseudonyms(derivation.derive(secret.encode()))


def _has_time(name: str) -> bool:
    columns = {column.name for column in sheets()[name].columns}
    return bool(columns & {"game", "day", "hour", "month"})


async def _read(parts: Parts) -> AsyncGenerator[Part, None]:
    """Yield parts of a read model; raises ExportFailed if it cannot be read."""
    try:
        async with aclosing(parts):
            async for part in parts:
                yield part
    except SQLAlchemyError as error:
        raise ExportFailed(
            f"the read models cannot be read: {getattr(error, 'orig', None) or error}"
        ) from error
