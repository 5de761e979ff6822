"""Questions that the dashboards of several games ask: dealing, seats, and luck."""

from __future__ import annotations

from typing import Final

from grafana.intervals import FEWEST, bounded, mean, share
from grafana.panels import SHARE, Panel, answer, daily, listing
from grafana.plots import band, outlines, over_time
from grafana.selection import Selection
from projections.statistics.metrics import Metric

INTERVAL: Final = "The band is an interval of 95 %, if the cases are independent."
MEAN_INTERVAL: Final = f"{INTERVAL} Fewer than {FEWEST} cases, and cases that are all alike, have none."
RESULT: Final = "The result is the points less the mean of the table."
RESULT_IN_PLACES: Final = (
    "The result is the middle place less the place of the seat: the first of five has 2."
)
KNOWN: Final = "Games whose rules have no table of luck, and hands that are not revealed, do not count."


def dealing(of: Selection, *, rounds: str, width: int = 9) -> list[Panel]:
    """Return the advantage of the dealer in points, and the points by place from the dealer.

    Seats are compared with others at tables of their size: where fewer sit, each has more points, and the
    dealer is a larger part of the seats. `rounds` is what the game calls a round.
    """
    return [
        answer(
            "Dealer's advantage",
            f"""
                SELECT sum((own_points / own - other_points / others) * own) / sum(own) AS "Points",
                       sum(own) AS "{rounds} scored by dealers"
                FROM (
                    SELECT 1.0 * sum(points_sum) FILTER (WHERE from_dealer = 0) AS own_points,
                           sum(round_count) FILTER (WHERE from_dealer = 0) AS own,
                           1.0 * sum(points_sum) FILTER (WHERE from_dealer > 0) AS other_points,
                           sum(round_count) FILTER (WHERE from_dealer > 0) AS others
                    FROM {daily(Metric.DEALER)}
                    WHERE {of.counted}
                    GROUP BY seats
                ) AS sized
                WHERE own > 0 AND others > 0
            """,
            f"""Average points of the dealer in the {rounds} scored of games over, minus those of the other
            seats at tables of the same size, over all sizes. By the day on which the game ended.""",
            base=f"{rounds} scored by dealers",
            decimals=2,
        ),
        band(
            "Points by place from the dealer",
            f"""
                SELECT from_dealer AS "Places to the left of the dealer",
                       {bounded("Points above the average", "above / scored", "1.96 * sqrt(spread) / scored")}
                FROM (
                    SELECT from_dealer, sum(round_count) AS scored,
                           sum(points_sum - round_count * 1.0 * total / n) AS above,
                           sum(round_count * (1.0 * squares / n - power(1.0 * total / n, 2))) AS spread
                    FROM {daily(Metric.DEALER)}
                    JOIN (
                        SELECT seats, sum(round_count) AS n, sum(points * round_count) AS total,
                               sum(points * points * round_count) AS squares
                        FROM {daily(Metric.POINTS)}
                        WHERE {of.counted}
                        GROUP BY seats
                    ) AS sized USING (seats)
                    WHERE {of.counted}
                    GROUP BY from_dealer
                ) AS placed
                ORDER BY from_dealer
            """,
            f"""Average points in the {rounds} scored of games over, less those of all seats at tables of the
            same size: of the dealer, at 0, and of the seats to the left. The band is an interval of 95 %,
            from the spread of the points of all seats at such tables.""",
            over="Places to the left of the dealer",
            width=width,
        ),
    ]


def seats(of: Selection) -> list[Panel]:
    """Return how much of winning the seat explains, and how often each seat wins."""
    won = "CASE WHEN place = 1 THEN 1 ELSE 0 END - 1.0 / seats"
    by_seat = f"""
                    SELECT seat, sum(game_count) AS n, sum(game_count * ({won})) AS total,
                           sum(game_count * power({won}, 2)) AS squares
                    FROM {daily(Metric.SEAT)}
                    WHERE {of.counted}
                    GROUP BY seat"""
    return [
        answer(
            "Explained by the seat",
            f"""
                SELECT sum(total * total / n) / sum(squares) AS "Of who wins",
                       1.0 * (count(*) - 1) / sum(n) AS "by chance alone, about",
                       sum(n) AS "seats of games over"
                FROM ({by_seat}
                ) AS counted
            """,
            """Share of the variance of winning games over that goes with the seat at the table, and what it
            would be by chance alone if all seats won equally often: the number of seats at a table, less one,
            divided by the number below. By the day on which the game ended.""",
            base="seats of games over",
            beside={"by chance alone, about": SHARE},
            unit=SHARE,
        ),
        band(
            "Won beyond the fair share, by seat",
            f"""
                SELECT seat + 1 AS "Seat", {mean("Won beyond the fair share")}
                FROM ({by_seat}
                ) AS counted
                ORDER BY seat
            """,
            f"""Share of games over that each seat won, alone or shared, less one divided by the number of
            seats. {MEAN_INTERVAL}""",
            over="Seat",
            unit=SHARE,
            width=18,
        ),
    ]


def luck(of: Selection, *, unit: str, step: float, result: str = RESULT) -> list[Panel]:
    """Return how much of the results luck explains, results by luck, both spreads, and the players.

    `unit` names what results are in, and `step` is the length of the classes of luck.
    """
    known = f"luck IS NOT NULL AND {of.facts}"
    steps = 0 if step >= 1 else 1
    classes = f"round((luck / {step})::numeric) * {step}"
    return [
        answer(
            "Explained by luck",
            f"""
                SELECT 1 - var_pop(play) / nullif(var_pop(result - par), 0) AS "Of the results",
                       nullif(count(*), 0) AS "results of seats"
                FROM kibitz_stats.v_luck
                WHERE {known}
            """,
            f"""Share of the variance of results of games over that the luck of the own hands explains; the
            rest is play, and the luck of others. {result} Below 0 in few games means that luck explains
            nothing there. {KNOWN} By the end of the game.""",
            base="results of seats",
            unit=SHARE,
        ),
        band(
            "Result by luck",
            f"""
                SELECT luck AS "Luck, in {unit}", {mean(f"Result, in {unit}")}
                FROM (
                    SELECT {classes} AS luck, count(*) AS n, sum(result - par) AS total,
                           sum((result - par) * (result - par)) AS squares
                    FROM kibitz_stats.v_luck
                    WHERE {known}
                    GROUP BY 1
                ) AS classes
                ORDER BY luck
            """,
            f"""Average result less par of seats by their luck, in classes of {step:g} {unit}: were all luck,
            the line would rise by 1 for each 1 to the right. {MEAN_INTERVAL} {KNOWN}""",
            over=f"Luck, in {unit}",
            steps=steps,
            width=9,
        ),
        outlines(
            "Spread of luck and play",
            f"""
                SELECT round((value / {step})::numeric) * {step} AS "{unit.capitalize()}",
                       count(*) FILTER (WHERE part = 'luck') AS "Luck",
                       count(*) FILTER (WHERE part = 'play') AS "Play"
                FROM (
                    SELECT 'luck' AS part, luck AS value
                    FROM kibitz_stats.v_luck
                    WHERE {known}
                    UNION ALL
                    SELECT 'play', play
                    FROM kibitz_stats.v_luck
                    WHERE {known}
                ) AS parts
                GROUP BY 1 ORDER BY 1
            """,
            f"""Results of seats by their luck, and by their play, which is the rest of the result, in classes
            of {step:g} {unit}. {KNOWN}""",
            over=unit.capitalize(),
            steps=steps,
            width=9,
        ),
        listing(
            "Luck beside results, by player",
            f"""
                SELECT player AS "Player", CASE WHEN machine THEN 'machine' ELSE 'person' END AS "Played by",
                       count(*) AS "Games", avg(result - par) AS "Result",
                       avg(luck) AS "Luck", avg(play) AS "Play",
                       1.96 * sqrt(sum(play_error * play_error)) / count(*) AS "Chance in play, ±"
                FROM kibitz_stats.v_luck
                WHERE {known}
                GROUP BY player, machine ORDER BY count(*) DESC, player, machine
                LIMIT 50
            """,
            f"""Averages over games, in {unit}: result less par = luck + play. Play within ± may be chance in
            95 of 100 cases. Games that a player left to a machine stand apart. The 50 with the most games.
            {KNOWN}""",
            units=dict.fromkeys(("Result", "Luck", "Play", "Chance in play, ±"), "short"),
        ),
    ]


def made_share(of: Selection, column: str, named: str, name: str, metric: Metric) -> str:
    """Return the SQL of the share of bids that were made, by a column."""
    return f"""
                SELECT x AS "{named}", {share(name)}
                FROM (
                    SELECT {column} AS x, sum(made_count) AS part, sum(bid_count) AS whole
                    FROM {daily(metric)}
                    WHERE {of.counted}
                    GROUP BY 1
                ) AS counted
                ORDER BY x
            """


def made_share_over_time(of: Selection, name: str) -> str:
    """Return the SQL of the share of bids that were made, by the day on which the game ended."""
    return f"""
                SELECT "time", {share(name)}
                FROM (
                    SELECT {over_time("day")}, sum(made_count) AS part, sum(bid_count) AS whole
                    FROM {daily(Metric.BID)}
                    WHERE {of.counted}
                    GROUP BY 1
                ) AS counted
                ORDER BY 1
            """


def points_of_seats(of: Selection, rounds: str) -> str:
    """Return the SQL of how often each number of points was scored; `rounds` names what is counted."""
    return f"""
                SELECT points AS "Points", sum(round_count) AS "{rounds}"
                FROM {daily(Metric.POINTS)}
                WHERE {of.counted}
                GROUP BY points ORDER BY points
            """
