"""Oh Hell: bids against tricks, how often bids are met exactly, and what that is worth."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine
from grafana.panels import SHARE, bars, counts_over_time, figure, grid, lines_over_time, slices

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
                FROM kibitz_stats.v_daily_game
                WHERE {_GAMES}
                """,
                "Games that were played to their end, 19 phases each.",
            ),
            figure(
                "Bids",
                f"""
                SELECT sum(bids) AS "Bids"
                FROM kibitz_stats.v_daily_bid
                WHERE {_COUNTED}
                """,
                "Bids in these games, those that the rules dictate among them.",
            ),
            figure(
                "Exact",
                f"""
                SELECT 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM kibitz_stats.v_daily_bid
                WHERE {_COUNTED}
                """,
                "Which part of the bids were met exactly.",
                unit=SHARE,
                decimals=1,
            ),
            figure(
                "Tricks beyond the bid",
                f"""
                SELECT 1.0 * sum((tricks - amount) * bids) / sum(bids) AS "Tricks"
                FROM kibitz_stats.v_daily_tricks_by_bid
                WHERE {_COUNTED}
                """,
                "How many tricks more than it bid a seat took on average; below nothing, it bid too high.",
                decimals=2,
            ),
            figure(
                "Points in a phase",
                f"""
                SELECT 1.0 * sum(points) / sum(bids) AS "Points"
                FROM kibitz_stats.v_daily_tricks_by_bid
                WHERE {_COUNTED}
                """,
                "Points that a phase gave a seat on average.",
                decimals=2,
            ),
            figure(
                "Length of a game",
                f"""
                SELECT 1.0 * sum(seconds) / sum(games) AS "Length"
                FROM kibitz_stats.v_daily_game
                WHERE {_GAMES}
                """,
                "The time from the start to the end on average.",
                unit="s",
            ),
        ],
        "Bids and tricks": [
            grid(
                "Bids against tricks",
                f"""
                SELECT amount AS "Bid", sum(bids) AS "Bids",
                       {_SHARES_BY_TRICKS}
                FROM kibitz_stats.v_daily_tricks_by_bid
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                """Who bid the number at the left: which part of them took as many tricks as stand above.
                Exact bids are on the diagonal.""",
                plain={"Bid": "none", "Bids": "none"},
            ),
            bars(
                "Bids by amount",
                f"""
                SELECT amount::text AS "Bid", sum(made) AS "Exact", sum(bids - made) AS "Missed"
                FROM kibitz_stats.v_daily_bid
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "How often each number was bid, and met exactly.",
                stacked=True,
                colors={"Exact": "green", "Missed": "red"},
            ),
            bars(
                "Exact bids by amount",
                f"""
                SELECT amount::text AS "Bid", 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM kibitz_stats.v_daily_bid
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "Which part of the bids of each number were met exactly.",
                unit=SHARE,
            ),
            counts_over_time(
                "Too few, exact, too many",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0),
                       coalesce(sum(bids) FILTER (WHERE tricks < amount), 0) AS "Too few",
                       coalesce(sum(bids) FILTER (WHERE tricks = amount), 0) AS "Exact",
                       coalesce(sum(bids) FILTER (WHERE tricks > amount), 0) AS "Too many"
                FROM kibitz_stats.v_daily_tricks_by_bid
                WHERE {_COUNTED}
                GROUP BY 1 ORDER BY 1
                """,
                "Bids by whether too few tricks were taken, as many as were bid, or too many.",
                colors={"Too few": "orange", "Exact": "green", "Too many": "red"},
            ),
            lines_over_time(
                "Exact bids over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), {_PLAYER} AS metric,
                       1.0 * sum(made) / sum(bids) AS value
                FROM kibitz_stats.v_daily_bid
                WHERE {_COUNTED}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Which part of the bids were met exactly, of people and of machine players.",
                unit=SHARE,
            ),
        ],
        "Phases": [
            bars(
                "Exact bids by phase",
                f"""
                SELECT (round + 1) || ' (' || max(cards) || ')' AS "Phase",
                       1.0 * sum(made) / sum(bids) AS "Exact"
                FROM kibitz_stats.v_daily_bid_by_round
                WHERE {_COUNTED}
                GROUP BY round ORDER BY round
                """,
                """Which part of the bids were met exactly in each phase; in brackets the number of cards. The
                first and the last phase are bid blind; in phases 4, 8, 10, 12 and 16 the rules dictate the
                bid.""",
                unit=SHARE,
                width=24,
            ),
            bars(
                "Exact bids by number of cards",
                f"""
                SELECT cards::text AS "Cards", 1.0 * sum(made) / sum(bids) AS "Exact"
                FROM kibitz_stats.v_daily_bid_by_round
                WHERE {_COUNTED}
                GROUP BY cards ORDER BY cards
                """,
                "Which part of the bids were met exactly, on the way up and on the way down together.",
                unit=SHARE,
            ),
            bars(
                "Points by bid",
                f"""
                SELECT amount::text AS "Bid", 1.0 * sum(points) / sum(bids) AS "Points in a phase"
                FROM kibitz_stats.v_daily_tricks_by_bid
                WHERE {_COUNTED}
                GROUP BY amount ORDER BY amount
                """,
                "What each bid is worth: the points that a phase gave on average to who made it.",
            ),
        ],
        "Points, seats and trumps": [
            bars(
                "Points in a phase",
                f"""
                SELECT points::text AS "Points", sum(rounds) AS "Phases of a seat"
                FROM kibitz_stats.v_daily_points
                WHERE {_COUNTED}
                GROUP BY points ORDER BY points
                """,
                "How often a seat scored how many points in a phase.",
            ),
            slices(
                "Trumps",
                f"""
                SELECT initcap(trump) AS "Trump", sum(rounds) AS "Phases"
                FROM kibitz_stats.v_daily_trump
                WHERE {_GAMES}
                GROUP BY trump ORDER BY trump
                """,
                "How often each suit was trump.",
                width=12,
            ),
            bars(
                "Points by place from the dealer",
                f"""
                SELECT {_FROM_DEALER} AS "Place", 1.0 * sum(points) / sum(rounds) AS "Points in a phase"
                FROM kibitz_stats.v_daily_dealer
                WHERE {_COUNTED}
                GROUP BY from_dealer ORDER BY from_dealer
                """,
                "Points that a phase gives on average to the dealer and to those at its left.",
            ),
            bars(
                "Games won by seat",
                f"""
                SELECT 'Seat ' || seat AS "Seat",
                       coalesce(sum(games) FILTER (WHERE place = 1), 0) / sum(games) AS "Won"
                FROM kibitz_stats.v_daily_seat
                WHERE {_COUNTED}
                GROUP BY seat ORDER BY seat
                """,
                "Which part of its games each seat won, alone or with others.",
                unit=SHARE,
            ),
        ],
    },
)
