"""Dashboard of President: starting hands, seats, twos and threes."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, machine, seats
from grafana.panels import SHARE, bars, counts_over_time, daily, figure, grid, lines_over_time
from projections.statistics.metrics import Metric

_FEWEST: Final = 3
_MOST: Final = 8
_PLACES: Final = range(1, _MOST + 1)

_GAMES: Final = """variant = 'president'
                  AND board IN (${board:sqlstring}) AND seats::text IN (${seats:sqlstring})
                  AND $__timeFilter(day)"""
_COUNTED: Final = f"{_GAMES}\n                  AND machine::text IN (${{machine:sqlstring}})"

_SHARES_BY_PLACE: Final = ",\n                       ".join(
    f'coalesce(sum(games) FILTER (WHERE place = {place}), 0) / sum(games) AS "{place}"' for place in _PLACES
)
_PLACE_BY_SEATS: Final = ",\n                       ".join(
    f"1.0 * sum(place * games) FILTER (WHERE seats = {number})"
    f' / sum(games) FILTER (WHERE seats = {number}) AS "{number} players"'
    for number in range(_FEWEST, _MOST + 1)
)
_CARDS_BY_RANK: Final = ",\n                       ".join(
    f"coalesce(sum(cards) FILTER (WHERE rank = '{rank}'), 0) / max(seated.games) AS \"{rank}\""
    for rank in ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "3", "2")
)

PRESIDENT: Final = Dashboard(
    uid="kibitz-president",
    title="Kibitz: President",
    description="Finished games of President, by the day of their end in UTC.",
    variables=[board(), seats(_FEWEST, _MOST), machine()],
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
                "Players per game",
                f"""
                SELECT 1.0 * sum(seats * games) / sum(games) AS "Players"
                FROM {daily(Metric.GAME)}
                WHERE {_GAMES}
                """,
                "Average number of players.",
                decimals=1,
            ),
            figure(
                "Won by the strongest hand",
                f"""
                SELECT 1.0 * coalesce(sum(games) FILTER (WHERE place = 1), 0) / sum(games) AS "Won"
                FROM {daily(Metric.STRENGTH)}
                WHERE {_COUNTED} AND strength_place = 1
                """,
                "Share of the seats with the strongest starting hand of the table that came first.",
                unit=SHARE,
                decimals=1,
            ),
            figure(
                "Strength of winners",
                f"""
                SELECT 1.0 * sum(strength) FILTER (WHERE place = 1) / sum(games) FILTER (WHERE place = 1)
                     - 1.0 * sum(strength) FILTER (WHERE place > 1) / sum(games) FILTER (WHERE place > 1)
                       AS "Ranks"
                FROM {daily(Metric.STRENGTH)}
                WHERE {_COUNTED}
                """,
                """Average strength of the winners' starting hands, minus that of the others, in ranks per
                card: from 4, which counts 0, to 2, which counts 12.""",
                decimals=2,
            ),
            figure(
                "Moves per game",
                f"""
                SELECT 1.0 * sum(moves) / sum(games) AS "Moves"
                FROM kibitz_stats.v_daily_moves
                WHERE {_GAMES}
                """,
                "Average number of moves per game, including passes.",
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
        "Starting hands": [
            grid(
                "Finishing order by strength of the starting hand",
                f"""
                SELECT strength_place AS "Hand", sum(games) AS "Games",
                       1.0 * sum(strength) / sum(games) AS "Strength",
                       {_SHARES_BY_PLACE}
                FROM {daily(Metric.STRENGTH)}
                WHERE {_COUNTED}
                GROUP BY strength_place ORDER BY strength_place
                """,
                """Hand 1 is the strongest of its table. The columns are the shares of its seats that came
                first, second, … Strength is the average rank of the cards, from 4, which counts 0, to 2,
                which counts 12.""",
                plain={"Hand": "none", "Games": "none", "Strength": "short"},
            ),
            bars(
                "Average place by strength of the starting hand",
                f"""
                SELECT strength_place::text AS "Hand",
                       {_PLACE_BY_SEATS}
                FROM {daily(Metric.STRENGTH)}
                WHERE {_COUNTED}
                GROUP BY strength_place ORDER BY strength_place
                """,
                "Average final place by hand, 1 for the strongest, for each number of players.",
            ),
            bars(
                "Strength of the starting hand by place",
                f"""
                SELECT place::text AS "Place", 1.0 * sum(strength) / sum(games) AS "Strength"
                FROM {daily(Metric.STRENGTH)}
                WHERE {_COUNTED}
                GROUP BY place ORDER BY place
                """,
                "Average rank of the starting hands of the seats that came first, second, ….",
            ),
        ],
        "Twos and threes": [
            bars(
                "Twos and threes by place",
                f"""
                SELECT place::text AS "Place",
                       coalesce(max(twos), 0) / sum(games) AS "Twos",
                       coalesce(max(threes), 0) / sum(games) AS "Threes"
                FROM {daily(Metric.SEAT)}
                LEFT JOIN (
                    SELECT place,
                           sum(cards) FILTER (WHERE rank = '2') AS twos,
                           sum(cards) FILTER (WHERE rank = '3') AS threes
                    FROM {daily(Metric.RANK_PLAYED)}
                    WHERE {_COUNTED}
                    GROUP BY place
                ) AS played USING (place)
                WHERE {_COUNTED}
                GROUP BY place ORDER BY place
                """,
                "Twos and threes, the highest ranks, that a seat played per game on average, by place.",
            ),
            bars(
                "Played together",
                f"""
                SELECT place::text AS "Place",
                       1.0 * sum(cards) FILTER (WHERE rank = '2')
                           / sum(plays) FILTER (WHERE rank = '2') AS "Twos",
                       1.0 * sum(cards) FILTER (WHERE rank = '3')
                           / sum(plays) FILTER (WHERE rank = '3') AS "Threes"
                FROM {daily(Metric.RANK_PLAYED)}
                WHERE {_COUNTED}
                GROUP BY place ORDER BY place
                """,
                "Average number of twos and of threes played at once, by final place.",
            ),
            grid(
                "Cards played by rank and place",
                f"""
                SELECT played.place AS "Place",
                       {_CARDS_BY_RANK}
                FROM {daily(Metric.RANK_PLAYED)} AS played
                JOIN (
                    SELECT place, sum(games) AS games
                    FROM {daily(Metric.SEAT)}
                    WHERE {_COUNTED}
                    GROUP BY place
                ) AS seated USING (place)
                WHERE {_COUNTED}
                GROUP BY played.place ORDER BY played.place
                """,
                "Cards of each rank, from the lowest, that a seat played per game on average, by place.",
                plain={"Place": "none"},
                unit="short",
                full=1.5,
            ),
        ],
        "Seats and games": [
            grid(
                "Finishing order by seat",
                f"""
                SELECT seat AS "Seat", sum(games) AS "Games",
                       {_SHARES_BY_PLACE}
                FROM {daily(Metric.SEAT)}
                WHERE {_COUNTED}
                GROUP BY seat ORDER BY seat
                """,
                "Share of its games that each seat finished in each place.",
                plain={"Seat": "none", "Games": "none"},
            ),
            counts_over_time(
                "Games over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0), seats || ' players' AS metric,
                       sum(games) AS value
                FROM {daily(Metric.GAME)}
                WHERE {_GAMES}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Games that ended on each day, by number of players.",
            ),
            lines_over_time(
                "Moves per game over time",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), seats || ' players' AS metric,
                       1.0 * sum(moves) / sum(games) AS value
                FROM kibitz_stats.v_daily_moves
                WHERE {_GAMES}
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Average number of moves per game, by number of players.",
                unit="short",
            ),
        ],
    },
)
