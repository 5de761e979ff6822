"""Dashboard of President: luck, starting hands, twos, seats, and the length of games."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine, seats
from grafana.intervals import mean
from grafana.panels import SHARE, answer, daily, grid
from grafana.plots import band, counts_over_time, distribution, lines, lines_over_time, over_time
from grafana.questions import MEAN_INTERVAL, RESULT_IN_PLACES, luck
from grafana.questions import seats as seat_question
from grafana.selection import Selection
from grafana.sql_layout import BREAK
from projections.statistics.metrics import Metric

_FEWEST: Final = 3
_MOST: Final = 8
_PLACES: Final = range(1, _MOST + 1)
_RANKS: Final = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "3", "2")
_OF: Final = Selection(variant="president", by_seats=True)
_LUCK_STEP: Final = 0.5


def _shares_by_place(count: str) -> str:
    """Return a column for each place: its share of the rows, which `count` counts."""
    return f",{BREAK}       ".join(
        f'coalesce(sum({count}) FILTER (WHERE place = {place}), 0) / sum({count}) AS "{place}"'
        for place in _PLACES
    )


_CARDS_BY_RANK: Final = f",{BREAK}       ".join(
    f"coalesce(sum(card_count) FILTER (WHERE rank = '{rank}'), 0) / max(seated.game_count) AS \"{rank}\""
    for rank in _RANKS
)
_SEATED: Final = f"""(
                    SELECT place, sum(game_count) AS game_count
                    FROM {daily(Metric.SEAT)}
                    WHERE {_OF.counted}
                    GROUP BY place
                ) AS seated"""


def _played(*ranks: str) -> str:
    """Return a subquery of the cards of some ranks that were played, by place."""
    sums = ", ".join(f"sum(card_count) FILTER (WHERE rank = '{rank}') AS of_{rank}" for rank in ranks)
    return f"""(
                    SELECT place, {sums}
                    FROM {daily(Metric.RANK_PLAYED)}
                    WHERE {_OF.counted}
                    GROUP BY place
                ) AS played"""


PRESIDENT: Final = Dashboard(
    uid="kibitz-president",
    title="Kibitz: President",
    description="Questions about finished games of President, by the day of their end in UTC.",
    variables=[board(), seats(_FEWEST, _MOST), machine()],
    since="now-90d",
    rows={
        "Is first place luck?": luck(_OF, unit="places", step=_LUCK_STEP, result=RESULT_IN_PLACES),
        "Does the strongest hand win?": [
            answer(
                "Won by the strongest hand",
                f"""
                SELECT coalesce(sum(hand_count) FILTER (WHERE place = 1), 0) / sum(hand_count) AS "Won",
                       sum(hand_count) AS "strongest hands"
                FROM {daily(Metric.STRENGTH)}
                WHERE {_OF.counted} AND strength_place = 1
                """,
                """Share of the seats with the strongest starting hand of their table that came first, in
                games over. Equally strong hands count for each. By the day on which the game ended.""",
                base="strongest hands",
                unit=SHARE,
            ),
            band(
                "Place by strength of the starting hand",
                f"""
                SELECT strength_place AS "Hand", {mean("Place")}
                FROM (
                    SELECT strength_place, sum(hand_count) AS n, sum(place * hand_count) AS total,
                           sum(place * place * hand_count) AS squares
                    FROM {daily(Metric.STRENGTH)}
                    WHERE {_OF.counted}
                    GROUP BY strength_place
                ) AS counted
                ORDER BY strength_place
                """,
                f"""Average final place by hand, 1 for the strongest of its table, at tables of all sizes that
                are chosen. {MEAN_INTERVAL}""",
                over="Hand",
                width=18,
            ),
            grid(
                "Finishing order by strength of the starting hand",
                f"""
                SELECT strength_place AS "Hand", sum(hand_count) AS "Games",
                       1.0 * sum(strength_sum) / sum(hand_count) AS "Strength",
                       {_shares_by_place("hand_count")}
                FROM {daily(Metric.STRENGTH)}
                WHERE {_OF.counted}
                GROUP BY strength_place ORDER BY strength_place
                """,
                """Hand 1 is the strongest of its table. The columns are the shares of its seats that came
                first, second, … Strength is the average rank of the cards, from 4, which counts 0, to 2,
                which counts 12.""",
                plain={"Hand": "none", "Games": "none", "Strength": "short"},
            ),
        ],
        "Do twos decide?": [
            answer(
                "More twos of the first",
                f"""
                SELECT sum((twos_of_first / first - twos_of_others / others) * first)
                           / sum(first) AS "Twos in a game",
                       sum(first + others) AS "seats of games over"
                FROM (
                    SELECT sum(game_count) FILTER (WHERE place = 1) AS first,
                           sum(game_count) FILTER (WHERE place > 1) AS others,
                           coalesce(sum(twos) FILTER (WHERE place = 1), 0) AS twos_of_first,
                           coalesce(sum(twos) FILTER (WHERE place > 1), 0) AS twos_of_others
                    FROM (
                        SELECT seats, place, sum(game_count) AS game_count
                        FROM {daily(Metric.SEAT)}
                        WHERE {_OF.counted}
                        GROUP BY seats, place
                    ) AS seated
                    LEFT JOIN (
                        SELECT seats, place, sum(card_count) AS twos
                        FROM {daily(Metric.RANK_PLAYED)}
                        WHERE {_OF.counted} AND rank = '2'
                        GROUP BY seats, place
                    ) AS played USING (seats, place)
                    GROUP BY seats
                ) AS sized
                WHERE first > 0 AND others > 0
                """,
                """Twos, the highest cards, that the first of a game over played on average, minus those of
                the other seats at tables of the same size, over all sizes: at small tables each seat has more
                of them. By the day on which the game ended.""",
                base="seats of games over",
                decimals=2,
            ),
            lines(
                "Twos and threes, by place",
                f"""
                SELECT place AS "Place", coalesce(of_2, 0) / game_count AS "Twos",
                       coalesce(of_3, 0) / game_count AS "Threes"
                FROM {_SEATED}
                LEFT JOIN {_played("2", "3")} USING (place)
                ORDER BY place
                """,
                """Twos and threes, the highest ranks, that a seat played in a game over on average, by its
                final place.""",
                over="Place",
                width=18,
            ),
            grid(
                "Cards played by rank and place",
                f"""
                SELECT played.place AS "Place",
                       {_CARDS_BY_RANK}
                FROM {daily(Metric.RANK_PLAYED)} AS played
                JOIN {_SEATED} USING (place)
                WHERE {_OF.counted}
                GROUP BY played.place ORDER BY played.place
                """,
                """Cards of each rank, from the lowest, that a seat played in a game over on average, by
                place.""",
                plain={"Place": "none"},
                unit="short",
                full=1.5,
            ),
        ],
        "Does the seat decide?": [
            *seat_question(_OF),
            grid(
                "Finishing order by seat",
                f"""
                SELECT seat + 1 AS "Seat", sum(game_count) AS "Games",
                       {_shares_by_place("game_count")}
                FROM {daily(Metric.SEAT)}
                WHERE {_OF.counted}
                GROUP BY seat ORDER BY seat
                """,
                "Share of its games over that each seat finished in each place.",
                plain={"Seat": "none", "Games": "none"},
            ),
        ],
        "How long is a game?": [
            answer(
                "Moves in a game",
                f"""
                SELECT 1.0 * sum(move_count) / sum(game_count) AS "Moves", sum(game_count) AS "games over"
                FROM kibitz_stats.v_daily_moves
                WHERE {_OF.games}
                """,
                """Average number of moves in games over, including passes. By the day on which the game
                ended.""",
                base="games over",
            ),
            distribution(
                "Players in a game",
                f"""
                SELECT seats AS "Players", sum(game_count) AS "Games"
                FROM {daily(Metric.GAME)}
                WHERE {_OF.games}
                GROUP BY seats ORDER BY seats
                """,
                "Games over by the number of players.",
                over="Players",
                around=(2, 9),
                width=9,
            ),
            lines_over_time(
                "Moves in a game over time",
                f"""
                SELECT {over_time("day")}, seats || ' players' AS metric,
                       1.0 * sum(move_count) / sum(game_count) AS value
                FROM kibitz_stats.v_daily_moves
                WHERE {_OF.games}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                """Average number of moves in games over, by number of players and by the day on which the
                game ended.""",
                unit="short",
                width=9,
            ),
            counts_over_time(
                "Games over time",
                f"""
                SELECT {over_time("day")}, seats || ' players' AS metric,
                       sum(game_count) AS value
                FROM {daily(Metric.GAME)}
                WHERE {_OF.games}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Games that ended on each day, by number of players.",
                width=24,
            ),
        ],
    },
)
