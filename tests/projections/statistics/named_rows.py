"""The rows of read models with the names of their columns; facts of the statistics with all that follows."""

from __future__ import annotations

from typing import Final

from sqlalchemy import FromClause, select

from projections.database.connections import ReadDatabase
from projections.engine.generations import active_tables
from projections.engine.projection import Projection, Row, Tables, rows_of
from projections.statistics.projection import STATISTICS
from projections.statistics.views.derived_facts import Facts, with_derived

KEYS: Final = {
    "game": ("game",),
    "seat": ("game", "seat"),
    "round": ("game", "round"),
    "score": ("game", "round", "seat"),
    "bid": ("game", "round", "number"),
    "trick": ("game", "round", "trick"),
    "play": ("game", "round", "number"),
}
"""The keys of the facts."""
_OF_VIEWS: Final = ("move", "discard", "departure", "automation")
"""Tables with positions of games, which only views show."""


def whole_facts(tables: Tables) -> Facts:
    """Return the facts and sums as the views build upon them, without the positions of games in the log.

    Only the facts of games, seats and rounds name the variant.
    """
    facts = with_derived(tables)
    hidden = {"game": "number", **dict.fromkeys(("score", "bid", "trick", "play"), "variant")}
    for name, without in hidden.items():
        facts = {**facts, name: _without(facts[name], without)}
    return {name: fact for name, fact in facts.items() if name not in _OF_VIEWS}


def _without(fact: FromClause, name: str) -> FromClause:
    return select(*(column for column in fact.c if column.name != name)).subquery()


def named(database: ReadDatabase, projection: Projection = STATISTICS) -> dict[str, list[Row]]:
    """Return all rows in the order of their keys."""
    with database.reading() as connection:
        tables = active_tables(connection, projection)
        of_statistics = projection is STATISTICS
        facts: Facts = whole_facts(tables) if of_statistics else tables
        found: dict[str, list[Row]] = {}
        for name, table in facts.items():
            own = KEYS.get(name) if of_statistics else None
            keys = own or tables[name].primary_key.columns.keys()
            found[name] = rows_of(connection, select(table).order_by(*(table.c[key] for key in keys)))
        return found
