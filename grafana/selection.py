"""SQL conditions that select the games of a dashboard by its variables and its time range."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from domain.events import EndReason
from grafana.sql_layout import BREAK

WON: Final = f"reason IN ({', '.join(map(repr, map(str, EndReason)))})"
"""The condition on a game of v_game that was won."""
ALL_GAMES: Final = "variant IN (${variant:sqlstring})"
"""The condition on games of the chosen variants."""
ALL_ENDED: Final = f"{ALL_GAMES} AND board IN (${{board:sqlstring}})"
"""The condition on games of the chosen variants and boards, which have begun."""
_MACHINE: Final = "machine::text IN (${machine:sqlstring})"
_NEXT: Final = f"{BREAK}  "


class Selection(Struct, frozen=True, kw_only=True):
    """The finished games of a variant that a dashboard shows."""

    variant: str
    by_seats: bool
    """Whether the dashboard has a variable for the number of seats."""

    @property
    def games(self) -> str:
        """The condition on a view of games by day."""
        return self._condition("$__timeFilter(day)")

    @property
    def counted(self) -> str:
        """The condition on a view by day that tells people from machines."""
        return f"{self.games}{_NEXT}AND {_MACHINE}"

    @property
    def facts(self) -> str:
        """The condition on a view of facts of seats, or of luck."""
        games = self._condition(f"{WON} AND $__timeFilter(ended_at)").replace(BREAK, f"{_NEXT}  ")
        chosen = f"SELECT game FROM kibitz_stats.v_game{_NEXT}  WHERE {games}"
        return f"{_MACHINE} AND game IN ({_NEXT}  {chosen}{_NEXT})"

    def _condition(self, time: str) -> str:
        seats = " AND seats::text IN (${seats:sqlstring})" if self.by_seats else ""
        return f"variant = '{self.variant}' AND board IN (${{board:sqlstring}}){seats}{_NEXT}AND {time}"


def duration_classes(seconds: str) -> str:
    """Return the SQL of a duration's class as a text; the least duration of a class sorts it."""
    limits = (("1 min", 60), ("5 min", 300), ("30 min", 1800), ("2 h", 7200), ("1 day", 86400))
    whens = "".join(
        f"WHEN {seconds} < {limit} THEN 'under {text}'{BREAK}            " for text, limit in limits
    )
    return f"CASE {whens}ELSE '1 day and more' END"
