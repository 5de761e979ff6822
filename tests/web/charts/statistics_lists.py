"""The lists of the statistics page, and their rows from the API as the page formats them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tests.web.charts.chart_reader import (
    format_enum,
    format_hundredths,
    format_integer,
    format_interval,
    format_percent,
    format_tenths,
)
from tests.web.harness.visitors import Person

QUERY: Final = """query (
    $variant: String!, $since: Date, $until: Date, $bucket: Bucket, $board: Board, $playerCount: Int,
    $machine: Boolean
) {
    statistics(
        variant: $variant, since: $since, until: $until, bucket: $bucket, board: $board,
        playerCount: $playerCount, machine: $machine
    ) { LIST }
}"""


def _seat(seat: int) -> str:
    return f"Seat {seat + 1}"


def _from_dealer(distance: int) -> str:
    return f"{distance} to the left" if distance else "Dealer"


def _one_based(number: int) -> str:
    return format_integer(number + 1)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{seconds:,.1f} s" if seconds < 60 else f"{minutes} min"


Formatter = Callable[[Any], str]


class Interval(NamedTuple):
    """A column with the interval of the share of one field in another, or in the whole of its `share`."""

    hits: str
    among: str | None = None

    def text(self, row: Any) -> str:
        """Return the interval of a row."""
        count = row[self.among] if self.among else round(row[self.hits] / row["share"])
        return format_interval(row[self.hits], count)


LISTS: Final[Mapping[str, tuple[str, Mapping[str, Formatter | Interval]]]] = {
    "Games and their lengths": (
        "lengths",
        {
            "games": format_integer,
            "rounds": format_integer,
            "moves": format_integer,
            "averageRounds": format_tenths,
            "averageMoves": format_tenths,
            "averageSeconds": _duration,
        },
    ),
    "Rounds in a game": (
        "byRoundCount",
        {
            "rounds": format_integer,
            "games": format_integer,
            "share": format_percent,
            "averageSeconds": _duration,
        },
    ),
    "Bids made": (
        "bids",
        {
            "amount": format_integer,
            "seat": _seat,
            "bids": format_integer,
            "made": format_integer,
            "rate": format_percent,
            "interval": Interval("made", "bids"),
        },
    ),
    "Bids by round": (
        "bidsByRound",
        {
            "round": _one_based,
            "cards": format_integer,
            "bids": format_integer,
            "made": format_integer,
            "rate": format_percent,
            "interval": Interval("made", "bids"),
        },
    ),
    "Tricks by bid": (
        "tricksByBid",
        {
            "amount": format_integer,
            "tricks": format_integer,
            "bids": format_integer,
            "share": format_percent,
            "averagePoints": format_hundredths,
        },
    ),
    "Highest bids": (
        "contracts",
        {
            "amount": format_integer,
            "rounds": format_integer,
            "share": format_percent,
            "made": format_integer,
            "rate": format_percent,
            "interval": Interval("made", "rounds"),
        },
    ),
    "Highest bids by distance from the dealer": (
        "contractsFromDealer",
        {
            "amount": format_integer,
            "fromDealer": _from_dealer,
            "rounds": format_integer,
            "made": format_integer,
            "rate": format_percent,
            "interval": Interval("made", "rounds"),
        },
    ),
    "Points by distance from the dealer": (
        "fromDealerAndPlayerCount",
        {
            "playerCount": format_integer,
            "fromDealer": _from_dealer,
            "rounds": format_integer,
            "points": format_integer,
            "averagePoints": format_hundredths,
        },
    ),
    "Trump suits": (
        "trumps",
        {
            "suit": format_enum,
            "rounds": format_integer,
            "share": format_percent,
            "interval": Interval("rounds"),
            "made": format_integer,
        },
    ),
    "Points in a round": (
        "pointsAndPlayerCount",
        {
            "playerCount": format_integer,
            "points": format_integer,
            "rounds": format_integer,
            "share": format_percent,
        },
    ),
    "Average points in a round": (
        "averagePoints",
        {"rounds": format_integer, "points": format_integer, "average": format_hundredths},
    ),
    "Wins by seat": (
        "bySeatAndPlayerCount",
        {
            "playerCount": format_integer,
            "seat": _seat,
            "place": format_integer,
            "games": format_integer,
            "share": format_percent,
            "interval": Interval("games"),
            "averagePoints": format_hundredths,
        },
    ),
    "Wins by starting hand": (
        "startingHandsAndPlayerCount",
        {
            "playerCount": format_integer,
            "strengthPlace": format_integer,
            "place": format_integer,
            "games": format_integer,
            "share": format_percent,
            "interval": Interval("games"),
            "averageStrength": format_hundredths,
        },
    ),
    "Ranks played": (
        "ranksPlayed",
        {
            "rank": format_enum,
            "place": format_integer,
            "plays": format_integer,
            "cards": format_integer,
            "averageCards": format_hundredths,
        },
    ),
}
"""The API's list and the formatters of its fields, by title on the page."""
EMPTY_LISTS: Final = {
    "hundred-and-ten": "wins by starting hand, ranks played",
    "oh-hell": "highest bids, highest bids by distance from the dealer, wins by starting hand, ranks played",
    "president": (
        "bids made, bids by round, tricks by bid, highest bids, "
        "highest bids by distance from the dealer, points by distance from the dealer, trump suits, "
        "points in a round, average points in a round"
    ),
}
"""The lists without rows, by variant."""
OMITTED_FIELDS: Final = {
    ("oh-hell", "trumps"): ("made",),
    ("president", "bySeatAndPlayerCount"): ("averagePoints",),
}
"""Fields that the page omits because they are always zero."""


def api_rows(person: Person, title: str, variant: str, **given: Any) -> list[list[str]]:
    """Return the rows of the API as the page formats them."""
    name, fields = LISTS[title]
    asked = " ".join(field for field, write in fields.items() if not isinstance(write, Interval))
    document = QUERY.replace("LIST", f"list: {name} {{ {asked} }}")
    rows = person.ask(document, variant=variant, **given)["statistics"]["list"]
    fields = {
        field: write
        for field, write in fields.items()
        if field not in OMITTED_FIELDS.get((variant, name), ())
    }
    return [
        [
            write.text(row) if isinstance(write, Interval) else write(row[field])
            for field, write in fields.items()
        ]
        for row in rows
    ]
