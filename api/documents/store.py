"""Tables of the registered documents, and a counter of changes to them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from time import time
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    MetaData,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)

from api.documents.manifests import GivenDocument
from application.store.change_counter import ChangeCounter
from application.store.table_creation import create_missing_tables

MAX_DOCUMENTS: Final = 5_000
"""Maximum number of registered documents; each server keeps all of them in memory."""

_metadata = MetaData()
_documents = Table(
    "trusted_documents",
    _metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    # Seconds since 1970.
    Column("added", BigInteger, nullable=False),
)
_changes = ChangeCounter("trusted_documents_changes", _metadata)


class TooManyDocuments(Exception):
    """There would be more registered documents than a server keeps."""


class IdTaken(Exception):
    """An id is that of another registered document."""


class UnknownDocuments(Exception):
    """Some ids are not those of registered documents."""


class StoredDocument(Struct, frozen=True):
    """A registered document."""

    id: str
    name: str
    text: str
    added: int
    """The time at which it was registered, in seconds since 1970."""


class DocumentStore:
    """The registered documents; other processes notice a change by its count."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        create_missing_tables(partial(_make_tables, engine))

    def read(self) -> list[StoredDocument]:
        """Return all documents, in the order in which they were registered."""
        query = select(_documents).order_by(_documents.c.added, _documents.c.id)
        with self._engine.connect() as connection:
            return [StoredDocument(**row._mapping) for row in connection.execute(query)]

    def change_count(self) -> int:
        """Return the number of changes; while it is the same, nothing changed."""
        with self._engine.connect() as connection:
            return _changes.count(connection)

    def add(self, given: Iterable[GivenDocument]) -> int:
        """Register documents, and return how many of them were not registered before.

        Raises IdTaken and TooManyDocuments, and then registers none.
        """
        with self._engine.begin() as connection:
            # First, so that two processes that add at the same time do it one after the other.
            _changes.increment(connection)
            stored = connection.execute(select(_documents.c.id, _documents.c.text))
            known = {row.id: row.text for row in stored}
            new = {each.id: each for each in given if known.get(each.id) != each.text}
            if taken := sorted(new.keys() & known.keys()):
                raise IdTaken(f"another document has the id {', '.join(taken)}")
            if len(known) + len(new) > MAX_DOCUMENTS:
                raise TooManyDocuments(f"there would be more than {MAX_DOCUMENTS:,} documents")
            if new:
                added = int(time())
                rows = [
                    {"id": each.id, "name": each.name, "text": each.text, "added": added}
                    for each in new.values()
                ]
                connection.execute(insert(_documents), rows)
        return len(new)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove documents by their ids; raises UnknownDocuments, and then removes none."""
        with self._engine.begin() as connection:
            _changes.increment(connection)
            unknown = [
                id
                for id in dict.fromkeys(ids)
                if not connection.execute(delete(_documents).where(_documents.c.id == id)).rowcount
            ]
            if unknown:
                raise UnknownDocuments(f"no document has the id {', '.join(unknown)}")


def _make_tables(engine: Engine) -> None:
    with engine.begin() as connection:
        _metadata.create_all(connection)
        _changes.prepare(connection)
