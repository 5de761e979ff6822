"""Dashboard of Oh Hell: exact bids, overbidding, points, dealing, seats and luck."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine
from grafana.intervals import mean
from grafana.panels import SHARE, answer, daily, grid
from grafana.plots import band, band_over_time, counts_over_time, distribution, over_time
from grafana.questions import (
    INTERVAL,
    MEAN_INTERVAL,
    dealing,
    luck,
    made_share,
    made_share_over_time,
    points_of_seats,
    seats,
)
from grafana.selection import Selection
from grafana.sql_layout import BREAK
from projections.statistics.metrics import Metric

_MOST_CARDS: Final = 10
_TRICKS: Final = range(_MOST_CARDS + 1)
_OF: Final = Selection(variant="oh-hell", by_seats=False)
_LUCK_STEP: Final = 5

_SHARES_BY_TRICKS: Final = f",{BREAK}       ".join(
    f'coalesce(sum(bid_count) FILTER (WHERE trick_count = {tricks}), 0) / sum(bid_count) AS "{tricks}"'
    for tricks in _TRICKS
)

OH_HELL: Final = Dashboard(
    uid="kibitz-oh-hell",
    title="Kibitz: Oh Hell",
    description="Questions about finished games of Oh Hell, by the day of their end in UTC.",
    variables=[board(), machine()],
    since="now-90d",
    rows={
        "Do people overbid?": [
            answer(
                "Tricks beyond the bid",
                f"""
                SELECT 1.0 * sum((trick_count - amount) * bid_count) / sum(bid_count) AS "Tricks",
                       sum(bid_count) AS "bids"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_OF.counted}
                """,
                """Average number of tricks beyond the bid, in the phases scored of games over: negative if
                bids are too high. All four seats together take one trick a card. By the day on which the game
                ended.""",
                base="bids",
                decimals=2,
            ),
            distribution(
                "Tricks beyond the bid, bid by bid",
                f"""
                SELECT trick_count - amount AS "Tricks beyond the bid", sum(bid_count) AS "Bids"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_OF.counted}
                GROUP BY 1 ORDER BY 1
                """,
                "Bids by the number of tricks beyond them; 0 is exact, below 0 the bid was too high.",
                over="Tricks beyond the bid",
                around=(-6, 6),
                width=9,
            ),
            band(
                "Tricks beyond the bid, by bid",
                f"""
                SELECT amount AS "Bid", {mean("Tricks beyond the bid")}
                FROM (
                    SELECT amount, sum(bid_count) AS n, sum((trick_count - amount) * bid_count) AS total,
                           sum((trick_count - amount) * (trick_count - amount) * bid_count) AS squares
                    FROM {daily(Metric.TRICKS_BY_BID)}
                    WHERE {_OF.counted}
                    GROUP BY amount
                ) AS counted
                ORDER BY amount
                """,
                f"Average number of tricks beyond the bid. {MEAN_INTERVAL}",
                over="Bid",
                width=9,
            ),
            grid(
                "Bids against tricks",
                f"""
                SELECT amount AS "Bid", sum(bid_count) AS "Bids",
                       {_SHARES_BY_TRICKS}
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_OF.counted}
                GROUP BY amount ORDER BY amount
                """,
                """For each bid at the left, the share of seats that took the number of tricks above. Exact
                bids are on the diagonal.""",
                plain={"Bid": "none", "Bids": "none"},
            ),
            counts_over_time(
                "Too few, exact, too many",
                f"""
                SELECT {over_time("day")},
                       coalesce(sum(bid_count) FILTER (WHERE trick_count < amount), 0) AS "Too few",
                       coalesce(sum(bid_count) FILTER (WHERE trick_count = amount), 0) AS "Exact",
                       coalesce(sum(bid_count) FILTER (WHERE trick_count > amount), 0) AS "Too many"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_OF.counted}
                GROUP BY 1 ORDER BY 1
                """,
                """Bids with too few tricks, with exactly as many, and with too many, by the day on which the
                game ended.""",
                colors={"Too few": "orange", "Exact": "green", "Too many": "red"},
                width=24,
            ),
        ],
        "How often is a bid exact?": [
            answer(
                "Exact bids",
                f"""
                SELECT 1.0 * sum(made_count) / sum(bid_count) AS "Exact", sum(bid_count) AS "bids"
                FROM {daily(Metric.BID)}
                WHERE {_OF.counted}
                """,
                """Share of the bids that were met exactly, in the phases scored of games over, including bids
                that the rules dictate. By the day on which the game ended.""",
                base="bids",
                unit=SHARE,
            ),
            band(
                "Exact bids, by number of cards",
                made_share(_OF, "hand_size", "Cards", "Exact", Metric.BID_BY_ROUND),
                f"""Share of the bids that were met exactly, ascending and descending phases together.
                {INTERVAL}""",
                over="Cards",
                unit=SHARE,
                width=9,
            ),
            band(
                "Exact bids, by amount",
                made_share(_OF, "amount", "Bid", "Exact", Metric.BID),
                f"Share of the bids of each number that were met exactly. {INTERVAL}",
                over="Bid",
                unit=SHARE,
                width=9,
            ),
            band(
                "Exact bids, by phase",
                made_share(_OF, "round + 1", "Phase", "Exact", Metric.BID_BY_ROUND),
                f"""Share of the bids that were met exactly in each phase. The first and the last phase are
                bid blind; in phases 4, 8, 10, 12 and 16 the rules dictate the bid. {INTERVAL}""",
                over="Phase",
                unit=SHARE,
            ),
            band_over_time(
                "Exact bids over time",
                made_share_over_time(_OF, "Exact"),
                f"Share of the bids that were met exactly, by the day on which the game ended. {INTERVAL}",
                unit=SHARE,
            ),
        ],
        "What does a bid bring?": [
            answer(
                "Points in a phase",
                f"""
                SELECT 1.0 * sum(points_sum) / sum(bid_count) AS "Points",
                       sum(bid_count) AS "phases scored, of seats"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_OF.counted}
                """,
                """Average points of a seat in the phases scored of games over: 1 for each trick, and 10 for
                an exact bid. By the day on which the game ended.""",
                base="phases scored, of seats",
                decimals=2,
            ),
            band(
                "Points by bid",
                # The points follow from the bid and the tricks, so a row's squares follow from its sum.
                f"""
                SELECT amount AS "Bid", {mean("Points in a phase")}
                FROM (
                    SELECT amount, sum(bid_count) AS n, sum(points_sum) AS total,
                           sum(1.0 * points_sum * points_sum / bid_count) AS squares
                    FROM {daily(Metric.TRICKS_BY_BID)}
                    WHERE {_OF.counted}
                    GROUP BY amount
                ) AS counted
                ORDER BY amount
                """,
                f"Average points in a phase of the seats with each bid. {MEAN_INTERVAL}",
                over="Bid",
                width=9,
            ),
            distribution(
                "Points of seats",
                points_of_seats(_OF, "Phases of a seat"),
                "Phases scored of games over, counted once for each seat, by the points of the seat.",
                over="Points",
                around=(-1, 18),
                width=9,
            ),
        ],
        "What is dealing worth?": dealing(_OF, rounds="phases", width=18),
        "Does the seat decide?": seats(_OF),
        "How much of a result is luck?": luck(_OF, unit="points", step=_LUCK_STEP),
    },
)
