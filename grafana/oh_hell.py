"""Dashboard of Oh Hell: bids, tricks, exact bids and points."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine
from grafana.panels import SHARE, bars, counts_over_time, daily, figure, grid, lines_over_time, slices
from projections.statistics.metrics import Metric

_MOST_CARDS: Final = 10
_TRICKS: Final = range(_MOST_CARDS + 1)

_GAMES: Final = """variant = 'oh-hell'
                  AND board IN (${board:sqlstring}) AND $__timeFilter(day)"""
_COUNTED: Final = f"{_GAMES}\n                  AND machine::text IN (${{machine:sqlstring}})"
_PLAYER: Final = "CASE WHEN machine THEN 'Machines' ELSE 'People' END"
_FROM_DEALER: Final = "CASE from_dealer WHEN 0 THEN 'Dealer' ELSE from_dealer || ' to the left' END"

_SHARES_BY_TRICKS: Final = ",\n                       ".join(
    f'coalesce(sum(bids) FILTER (WHERE tricks = {tricks}), 0) / sum(bids) AS "{tricks}"' for tricks in _TRICKS
)

OH_HELL: Final = Dashboard(
    uid="kibitz-oh-hell",
    title="Kibitz: Oh Hell",
    description="Finished games of Oh Hell, by the day of their end in UTC.",
    variables=[board(), machine()],
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
                "Games that were finished, with 19 phases each.",
            ),
            figure(
                "Bids",
                f"""
                SELECT sum(bids) AS "Bids"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                """,
                "Bids in these games, including those that the rules dictate.",
            ),
            figure(
                "Exact",
                f"""
                SELECT 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                """,
                "Share of the bids that were met exactly.",
                unit=SHARE,
                decimals=1,
            ),
            figure(
                "Tricks beyond the bid",
                f"""
                SELECT 1.0 * sum((tricks - amount) * bids) / sum(bids) AS "Tricks"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_COUNTED}
                """,
                "Average number of tricks beyond the bid; negative if bids were too high.",
                decimals=2,
            ),
            figure(
                "Points in a phase",
                f"""
                SELECT 1.0 * sum(points) / sum(bids) AS "Points"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_COUNTED}
                """,
                "Average points of a seat per phase.",
                decimals=2,
            ),
            figure(
                "Duration of a game",
                f"""
                SELECT 1.0 * sum(seconds) / sum(games) AS "Length"
                FROM {daily(Metric.GAME)}
                WHERE {_GAMES}
                """,
                "Average time from the start to the end.",
                unit="s",
            ),
        ],
        "Bids and tricks": [
            grid(
                "Bids against tricks",
                f"""
                SELECT amount AS "Bid", sum(bids) AS "Bids",
                       {_SHARES_BY_TRICKS}
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                """For each bid at the left, the share of seats that took the number of tricks above. Exact
                bids are on the diagonal.""",
                plain={"Bid": "none", "Bids": "none"},
            ),
            bars(
                "Bids by amount",
                f"""
                SELECT amount::text AS "Bid", sum(made) AS "Exact", sum(bids - made) AS "Missed"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Bids of each number, exact and missed.",
                stacked=True,
                colors={"Exact": "green", "Missed": "red"},
            ),
            bars(
                "Exact bids by amount",
                f"""
                SELECT amount::text AS "Bid", 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Share of the bids of each number that were met exactly.",
                unit=SHARE,
            ),
            counts_over_time(
                "Too few, exact, too many",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0),
                       coalesce(sum(bids) FILTER (WHERE tricks < amount), 0) AS "Too few",
                       coalesce(sum(bids) FILTER (WHERE tricks = amount), 0) AS "Exact",
                       coalesce(sum(bids) FILTER (WHERE tricks > amount), 0) AS "Too many"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_COUNTED}
                GROUP BY 1 ORDER BY 1
                """,
                "Bids with too few tricks, with exactly as many, and with too many.",
                colors={"Too few": "orange", "Exact": "green", "Too many": "red"},
            ),
            lines_over_time(
                "Exact bids over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), {_PLAYER} AS metric,
                       1.0 * sum(made) / sum(bids) AS value
                FROM {daily(Metric.BID)}
                WHERE {_COUNTED}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Share of the bids that were met exactly, of people and of machine players.",
                unit=SHARE,
            ),
        ],
        "Phases": [
            bars(
                "Exact bids by phase",
                f"""
                SELECT (round + 1) || ' (' || max(cards) || ')' AS "Phase",
                       1.0 * sum(made) / sum(bids) AS "Exact"
                FROM {daily(Metric.BID_BY_ROUND)}
                WHERE {_COUNTED}
                GROUP BY round ORDER BY round
                """,
                """Share of the bids that were met exactly in each phase (number of cards in brackets). The
                first and the last phase are bid blind; in phases 4, 8, 10, 12 and 16 the rules dictate the
                bid.""",
                unit=SHARE,
                width=24,
            ),
            bars(
                "Exact bids by number of cards",
                f"""
                SELECT cards::text AS "Cards", 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM {daily(Metric.BID_BY_ROUND)}
                WHERE {_COUNTED}
                GROUP BY cards ORDER BY cards
                """,
                "Share of the bids that were met exactly, ascending and descending phases together.",
                unit=SHARE,
            ),
            bars(
                "Points by bid",
                f"""
                SELECT amount::text AS "Bid", 1.0 * sum(points) / sum(bids) AS "Points in a phase"
                FROM {daily(Metric.TRICKS_BY_BID)}
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Average points per phase of the seats with each bid.",
            ),
        ],
        "Points, seats and trumps": [
            bars(
                "Points in a phase",
                f"""
                SELECT points::text AS "Points", sum(rounds) AS "Phases of a seat"
                FROM {daily(Metric.POINTS)}
                WHERE {_COUNTED}
                GROUP BY points ORDER BY points
                """,
                "Phases of seats by points.",
            ),
            slices(
                "Trumps",
                f"""
                SELECT initcap(trump) AS "Trump", sum(rounds) AS "Phases"
                FROM {daily(Metric.TRUMP)}
                WHERE {_GAMES}
                GROUP BY trump ORDER BY trump
                """,
                "Phases by trump suit.",
                width=12,
            ),
            bars(
                "Points by place from the dealer",
                f"""
                SELECT {_FROM_DEALER} AS "Place", 1.0 * sum(points) / sum(rounds) AS "Points in a phase"
                FROM {daily(Metric.DEALER)}
                WHERE {_COUNTED}
                GROUP BY from_dealer ORDER BY from_dealer
                """,
                "Average points per phase of the dealer and of the seats at its left.",
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
                "Share of its games that each seat won, alone or shared.",
                unit=SHARE,
            ),
        ],
    },
)
