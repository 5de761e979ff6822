"""Dashboard of Hundred and Ten: bids, the dealer's advantage, trumps, points and moons."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine, seats
from grafana.panels import SHARE, bars, counts_over_time, daily, figure, lines_over_time, signed_bars, slices
from projections.statistics.metrics import Metric

_MOON: Final = 60
_SEATS: Final = range(4)

_GAMES: Final = """variant = 'hundred-and-ten'
                  AND board IN (${board:sqlstring}) AND seats::text IN (${seats:sqlstring})
                  AND $__timeFilter(day)"""
_COUNTED: Final = f"{_GAMES}\n                  AND machine::text IN (${{machine:sqlstring}})"
_PLAYER: Final = "CASE WHEN machine THEN 'Machines' ELSE 'People' END"
_FROM_DEALER: Final = "CASE from_dealer WHEN 0 THEN 'Dealer' ELSE from_dealer || ' to the left' END"

_MADE_BY_SEAT: Final = ",\n                       ".join(
    f"1.0 * sum(made) FILTER (WHERE seat = {seat})"
    f' / nullif(sum(bids) FILTER (WHERE seat = {seat}), 0) AS "Seat {seat}"'
    for seat in _SEATS
)

HUNDRED_AND_TEN: Final = Dashboard(
    uid="kibitz-hundred-and-ten",
    title="Kibitz: Hundred and Ten",
    description="Finished games of Hundred and Ten, by the day of their end in UTC.",
    variables=[board(), seats(2, 4), machine()],
    since="now-90d",
    rows={
        "In this time": [
            figure(
                "Games",
                f"""
                SELECT sum(games) AS "Games"
                FROM {daily(Metric.GAME)}
                WHERE {_GAMES}
                """,
                "Games that were finished.",
            ),
            figure(
                "Rounds",
                f"""
                SELECT sum(rounds) AS "Rounds"
                FROM {daily(Metric.TRUMP)}
                WHERE {_GAMES}
                """,
                "Scored rounds of these games.",
            ),
            figure(
                "Bids made",
                f"""
                SELECT 1.0 * sum(made) / sum(bids) AS "Made"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                """,
                "Share of the winning bids that were made.",
                unit=SHARE,
                decimals=1,
            ),
            figure(
                "Dealer's advantage",
                f"""
                SELECT 1.0 * sum(points) FILTER (WHERE from_dealer = 0)
                           / sum(rounds) FILTER (WHERE from_dealer = 0)
                     - 1.0 * sum(points) FILTER (WHERE from_dealer > 0)
                           / sum(rounds) FILTER (WHERE from_dealer > 0) AS "Points"
                FROM {daily(Metric.DEALER)}
                WHERE {_COUNTED}
                """,
                "Average points per round of the dealer, minus those of the other seats.",
                decimals=2,
            ),
            figure(
                "Moons bid",
                f"""
                SELECT 1.0 * coalesce(sum(rounds) FILTER (WHERE amount = {_MOON}), 0) / sum(rounds) AS "Moons"
                FROM {daily(Metric.CONTRACT)}
                WHERE {_COUNTED}
                """,
                "Share of the rounds in which a player shot the moon.",
                unit=SHARE,
                decimals=1,
            ),
            figure(
                "Moons made",
                f"""
                SELECT 1.0 * sum(made) / sum(rounds) AS "Made"
                FROM {daily(Metric.CONTRACT)}
                WHERE {_COUNTED} AND amount = {_MOON}
                """,
                "Share of the moons that were made.",
                unit=SHARE,
                decimals=1,
            ),
        ],
        "Bids": [
            bars(
                "Bids made, by amount and seat",
                f"""
                SELECT amount::text AS "Bid",
                       {_MADE_BY_SEAT}
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Share of the bids of each amount that were made, by seat.",
                unit=SHARE,
            ),
            bars(
                "Bids by amount",
                f"""
                SELECT amount::text AS "Bid", sum(made) AS "Made", sum(bids - made) AS "Set"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Winning bids of each amount, made and set. 60 is the moon.",
                stacked=True,
                colors={"Made": "green", "Set": "red"},
            ),
            lines_over_time(
                "Bids made over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), {_PLAYER} AS metric,
                       1.0 * sum(made) / sum(bids) AS value
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Share of the bids that were made, of people and of machine players.",
                unit=SHARE,
            ),
            counts_over_time(
                "Moons over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0),
                       sum(made) AS "Made", sum(rounds - made) AS "Set"
                FROM {daily(Metric.CONTRACT)}
                WHERE {_COUNTED} AND amount = {_MOON}
                GROUP BY 1 ORDER BY 1
                """,
                "Moons that were made and set.",
                colors={"Made": "green", "Set": "red"},
            ),
        ],
        "The dealer": [
            signed_bars(
                "Points by place from the dealer",
                f"""
                SELECT {_FROM_DEALER} AS "Place", 1.0 * sum(points) / sum(rounds) AS "Points in a round"
                FROM {daily(Metric.DEALER)}
                WHERE {_COUNTED}
                GROUP BY from_dealer ORDER BY from_dealer
                """,
                "Average points per round of the dealer, who bids last, and of the other seats.",
            ),
            bars(
                "Highest bid by place from the dealer",
                f"""
                SELECT {_FROM_DEALER} AS "Place",
                       sum(rounds) / sum(sum(rounds)) OVER () AS "Has the highest bid",
                       1.0 * sum(made) / sum(rounds) AS "Makes it"
                FROM {daily(Metric.CONTRACT)}
                WHERE {_COUNTED}
                GROUP BY from_dealer ORDER BY from_dealer
                """,
                """Share of the rounds in which each place from the dealer has the highest bid, and share of
                these bids that are made.""",
                unit=SHARE,
            ),
        ],
        "Trumps and points": [
            slices(
                "Trumps",
                f"""
                SELECT initcap(trump) AS "Trump", sum(rounds) AS "Rounds"
                FROM {daily(Metric.TRUMP)}
                WHERE {_GAMES}
                GROUP BY trump ORDER BY trump
                """,
                "Rounds by trump suit.",
                width=6,
            ),
            bars(
                "Bids made by trump",
                f"""
                SELECT initcap(trump) AS "Trump", 1.0 * sum(made) / sum(rounds) AS "Made"
                FROM {daily(Metric.TRUMP)}
                WHERE {_GAMES}
                GROUP BY trump ORDER BY trump
                """,
                "Share of the highest bids that were made, by trump suit.",
                unit=SHARE,
                width=6,
            ),
            bars(
                "Points in a round",
                f"""
                SELECT points::text AS "Points", sum(rounds) AS "Rounds of a seat"
                FROM {daily(Metric.POINTS)}
                WHERE {_COUNTED}
                GROUP BY points ORDER BY points
                """,
                "Rounds of seats by points. Negative points mean that the bid was set.",
            ),
            lines_over_time(
                "Points in a round over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), {_PLAYER} AS metric,
                       1.0 * sum(points * rounds) / sum(rounds) AS value
                FROM {daily(Metric.POINTS)}
                WHERE {_COUNTED}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Average points of a seat per round, of people and of machine players.",
                unit="short",
            ),
            bars(
                "Games won by seat",
                f"""
                SELECT 'Seat ' || seat AS "Seat",
                       coalesce(sum(games) FILTER (WHERE place = 1), 0) / sum(games) AS "Won"
                FROM {daily(Metric.SEAT)}
                WHERE {_COUNTED}
                GROUP BY seat ORDER BY seat
                """,
                "Share of its games that each seat won.",
                unit=SHARE,
            ),
        ],
    },
)
