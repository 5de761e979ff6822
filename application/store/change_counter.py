"""A counter of the changes to some tables, by which other processes notice that they must read again."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Table, insert, select, update


class ChangeCounter:
    """A table of one row beside the tables whose changes it counts.

    The row stays locked until the transaction ends, so counts become visible in their order.
    """

    def __init__(self, name: str, metadata: MetaData) -> None:
        self._table = Table(
            name,
            metadata,
            Column("one", Integer, primary_key=True, autoincrement=False),
            Column("count", BigInteger, nullable=False),
        )

    def prepare(self, connection: Connection) -> None:
        """Insert the row into a new table."""
        if connection.execute(select(self._table.c.count)).first() is None:
            connection.execute(insert(self._table).values(one=1, count=0))

    def count(self, connection: Connection) -> int:
        """Return the number of changes; while it is the same, nothing changed."""
        return int(connection.execute(select(self._table.c.count)).scalar_one())

    def increment(self, connection: Connection) -> None:
        """Count a change, in the transaction that makes it."""
        connection.execute(update(self._table).values(count=self._table.c.count + 1))

    def lock(self, connection: Connection) -> None:
        """Wait for the changes of other transactions."""
        connection.execute(update(self._table).values(count=self._table.c.count))
