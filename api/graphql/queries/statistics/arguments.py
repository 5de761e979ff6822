"""Arguments of the statistics: the games, the range of days, and the most rows of a list."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

import strawberry

from api.graphql.types.derivation import enum_type
from projections.players.boards import Board
from projections.statistics.selection import Bucket

ROWS: Final = 300
"""Default for the most rows that a list may have."""

for enum in (Board, Bucket):
    enum_type(enum)

SinceArgument = Annotated[
    date | None,
    strawberry.argument(description="The first day, in UTC; by default the first day on record."),
]
UntilArgument = Annotated[
    date | None,
    strawberry.argument(description="The day after the last day, in UTC; by default without an end."),
]
BucketArgument = Annotated[
    Bucket | None,
    strawberry.argument(
        description="The length of the periods; by default all rows are in one. Of the first and last "
        "period, only the days between `since` and `until` count."
    ),
]
CountedBoardArgument = Annotated[
    Board | None,
    strawberry.argument(
        description="Only games among people, of people with machine players, or of machines alone. VOUCHED "
        "has no statistics of its own."
    ),
]
PlayerCountArgument = Annotated[
    int | None, strawberry.argument(description="Only games with this number of players.")
]
MachineArgument = Annotated[
    bool | None,
    strawberry.argument(
        description="Only actions of machine players, or only actions of people. It does not apply to "
        "statistics of nobody in particular, such as trumps and lengths."
    ),
]
RowsArgument = Annotated[
    int,
    strawberry.argument(
        description="The maximum number of rows in each list; a longer list is an error, and no list is cut."
    ),
]
