"""Dashboard of Hundred and Ten: bids, the dealer's advantage, moons, seats and luck."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine, seats
from grafana.intervals import mean, share
from grafana.panels import SHARE, answer, bars, daily, listing
from grafana.plots import band, band_over_time, counts_over_time, distribution, over_time
from grafana.questions import (
    INTERVAL,
    MEAN_INTERVAL,
    dealing,
    luck,
    made_share,
    made_share_over_time,
    points_of_seats,
)
from grafana.questions import seats as seat_question
from grafana.selection import Selection
from projections.statistics.metrics import Metric

_MOON: Final = 60
_OF: Final = Selection(variant="hundred-and-ten", by_seats=True)
_LUCK_STEP: Final = 10

HUNDRED_AND_TEN: Final = Dashboard(
    uid="kibitz-hundred-and-ten",
    title="Kibitz: Hundred and Ten",
    description="Questions about finished games of Hundred and Ten, by the day of their end in UTC.",
    variables=[board(), seats(2, 4), machine()],
    since="now-90d",
    rows={
        "Are bids made?": [
            answer(
                "Bids made",
                f"""
                SELECT 1.0 * sum(made_count) / sum(bid_count) AS "Made", sum(bid_count) AS "winning bids"
                FROM {daily(Metric.BID)}
                WHERE {_OF.counted}
                """,
                """Share of the winning bids that were made, in the rounds scored of games over. By the day on
                which the game ended.""",
                base="winning bids",
                unit=SHARE,
            ),
            band(
                "Bids made, by amount",
                made_share(_OF, "amount", "Bid", "Made", Metric.BID),
                f"Share of the winning bids of each amount that were made; 60 is the moon. {INTERVAL}",
                over="Bid",
                unit=SHARE,
                width=9,
            ),
            band_over_time(
                "Bids made over time",
                made_share_over_time(_OF, "Made"),
                f"Share of the winning bids that were made, by the day on which the game ended. {INTERVAL}",
                unit=SHARE,
                width=9,
            ),
            listing(
                "Bids made, by people and machines",
                f"""
                SELECT bidder AS "Bidder", whole AS "Bids", {share("Made")}
                FROM (
                    SELECT CASE WHEN machine THEN 'Machines' ELSE 'People' END AS bidder,
                           sum(made_count) AS part, sum(bid_count) AS whole
                    FROM {daily(Metric.BID)}
                    WHERE {_OF.counted}
                    GROUP BY machine
                ) AS counted
                ORDER BY bidder DESC
                """,
                "Share of the winning bids that were made, with its interval of 95 %.",
                units={"Made": SHARE, "95 % from": SHARE, "95 % to": SHARE},
                width=12,
            ),
            listing(
                "Bids made, by trump",
                f"""
                SELECT initcap(trump) AS "Trump", whole AS "Rounds scored", {share("Made")}
                FROM (
                    SELECT trump, sum(made_count) AS part, sum(round_count) AS whole
                    FROM {daily(Metric.TRUMP)}
                    WHERE {_OF.games}
                    GROUP BY trump
                ) AS counted
                ORDER BY trump
                """,
                """Share of the winning bids that were made, by trump suit, with its interval of 95 %. People
                and machines together.""",
                units={"Made": SHARE, "95 % from": SHARE, "95 % to": SHARE},
                width=12,
            ),
        ],
        "Does anyone dare to bid?": [
            answer(
                "Rounds with a bid",
                f"""
                SELECT 1.0 * scored / dealt AS "Played", dealt AS "rounds dealt"
                FROM (
                    SELECT sum(round_count) AS scored
                    FROM {daily(Metric.TRUMP)}
                    WHERE {_OF.games}
                ) AS of_rounds
                CROSS JOIN (
                    SELECT sum(rounds_dealt_sum) AS dealt
                    FROM kibitz_stats.v_daily_moves
                    WHERE {_OF.games}
                ) AS of_games
                """,
                """Share of the rounds dealt in games over in which a player bid, so that they were scored;
                the others were passed out. By the day on which the game ended.""",
                base="rounds dealt",
                unit=SHARE,
            ),
            bars(
                "Winning bids, by amount",
                f"""
                SELECT amount::text AS "Bid", sum(made_count) AS "Made", sum(bid_count - made_count) AS "Set"
                FROM {daily(Metric.BID)}
                WHERE {_OF.counted}
                GROUP BY amount ORDER BY amount
                """,
                "Winning bids of each amount in rounds scored, made and set. 60 is the moon.",
                stacked=True,
                colors={"Made": "green", "Set": "red"},
                width=9,
            ),
            distribution(
                "Rounds in a game",
                f"""
                SELECT rounds_dealt AS "Rounds dealt", sum(game_count) AS "Games"
                FROM {daily(Metric.GAME)}
                WHERE {_OF.games}
                GROUP BY rounds_dealt ORDER BY rounds_dealt
                """,
                "Games over by the number of rounds dealt, also of those that were passed out.",
                over="Rounds dealt",
                around=(0, 30),
                width=9,
            ),
        ],
        "What is dealing worth?": [
            *dealing(_OF, rounds="rounds"),
            band(
                "Highest bid, by place from the dealer",
                f"""
                SELECT from_dealer AS "Places to the left of the dealer",
                       {mean("Beyond the fair share")}
                FROM (
                    SELECT from_dealer, sum(whole) AS n, sum(part - 1.0 * whole / seats) AS total,
                           sum(part * power(1 - 1.0 / seats, 2)
                               + (whole - part) * power(1.0 / seats, 2)) AS squares
                    FROM (
                        SELECT seats, from_dealer, sum(round_count) AS part,
                               sum(sum(round_count)) OVER (PARTITION BY seats) AS whole
                        FROM {daily(Metric.CONTRACT)}
                        WHERE {_OF.counted}
                        GROUP BY seats, from_dealer
                    ) AS sized
                    GROUP BY from_dealer
                ) AS counted
                ORDER BY from_dealer
                """,
                f"""Share of the rounds scored in which the dealer, at 0, and each seat to the left has the
                highest bid, less one divided by the number of seats at the table. {MEAN_INTERVAL}""",
                over="Places to the left of the dealer",
                unit=SHARE,
                width=9,
            ),
            distribution(
                "Points in a round",
                points_of_seats(_OF, "Rounds of a seat"),
                """Rounds scored of games over, counted once for each seat, by the points of the seat.
                Negative points mean that the bid was set.""",
                over="Points",
                around=(-65, 65),
                width=24,
            ),
        ],
        "Is the moon worth a try?": [
            answer(
                "Points of a moon",
                f"""
                SELECT avg(1.0 * points) AS "Points", nullif(count(*), 0) AS "moons bid"
                FROM kibitz_stats.v_score
                WHERE bid = {_MOON} AND made IS NOT NULL AND {_OF.facts}
                """,
                """Average points of a player who shot the moon, in the rounds scored of games over: 60 if all
                were made, -60 if none was. By the end of the game.""",
                base="moons bid",
            ),
            band(
                "Points of the bidder, by bid",
                f"""
                SELECT bid AS "Bid", {mean("Points")}
                FROM (
                    SELECT bid, count(*) AS n, sum(points) AS total, sum(points * points) AS squares
                    FROM kibitz_stats.v_score
                    WHERE made IS NOT NULL AND {_OF.facts}
                    GROUP BY bid
                ) AS counted
                ORDER BY bid
                """,
                f"""Average points of the player with the winning bid, by its amount; 60 is the moon.
                {MEAN_INTERVAL}""",
                over="Bid",
                width=9,
            ),
            counts_over_time(
                "Moons over time",
                f"""
                SELECT {over_time("day")},
                       sum(made_count) AS "Made", sum(round_count - made_count) AS "Set"
                FROM {daily(Metric.CONTRACT)}
                WHERE {_OF.counted} AND amount = {_MOON}
                GROUP BY 1 ORDER BY 1
                """,
                "Moons that were made and set, by the day on which the game ended.",
                colors={"Made": "green", "Set": "red"},
                width=9,
            ),
        ],
        "Does the seat decide?": seat_question(_OF),
        "How much of a result is luck?": luck(_OF, unit="points", step=_LUCK_STEP),
    },
)
