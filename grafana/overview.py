"""Dashboard of all games: activity, players, duration."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, variant
from grafana.panels import (
    HOUR,
    SHARE,
    bars,
    counts_over_time,
    daily,
    figure,
    lines_over_time,
    listing,
    slices,
)
from projections.statistics.metrics import Metric

_GAMES: Final = "variant IN (${variant:sqlstring})"
_ENDED: Final = f"{_GAMES} AND board IN (${{board:sqlstring}})"

OVERVIEW: Final = Dashboard(
    uid="kibitz-overview",
    title="Kibitz: overview",
    description="Games, players, moves and durations.",
    variables=[variant(), board()],
    rows={
        "In this time": [
            figure(
                "Games",
                f"""
                SELECT sum(games) AS "Games"
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                """,
                "Games that were finished.",
            ),
            figure(
                "Moves",
                f"""
                SELECT sum(moves) AS "Moves"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Moves by people and machines, in finished and unfinished games.",
            ),
            figure(
                "Moves by machines",
                f"""
                SELECT 1.0 * sum(machine_moves) / nullif(sum(moves), 0) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Share of moves by machine players.",
                unit=SHARE,
            ),
            figure(
                "Players",
                f"""
                SELECT nullif(count(DISTINCT player), 0) AS "Players"
                FROM kibitz_stats.v_active
                WHERE {_GAMES} AND $__timeFilter(day)
                """,
                "People who made a move.",
            ),
            figure(
                "Duration of a game",
                f"""
                SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS "Median"
                FROM kibitz_stats.v_game
                WHERE {_ENDED} AND seconds IS NOT NULL AND $__timeFilter(ended_at)
                """,
                "Median time from the start to the end.",
                unit="s",
            ),
            figure(
                "Moves per game",
                f"""
                SELECT 1.0 * sum(moves) / sum(games) AS "Moves"
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                """,
                "Average number of moves per game.",
            ),
        ],
        "Activity": [
            counts_over_time(
                "Moves",
                f"""
                SELECT $__timeGroupAlias(hour, $__interval, 0),
                       sum(moves - machine_moves) AS "People",
                       sum(machine_moves) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                "Moves per hour, of people and of machines; in longer steps for long time ranges.",
                every=HOUR,
                colors={"People": "blue", "Machines": "purple"},
            ),
            counts_over_time(
                "Active players",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0),
                       variant AS metric,
                       count(DISTINCT player) AS value
                FROM kibitz_stats.v_active
                WHERE {_GAMES} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "People who made a move, per day in UTC. A player of two games counts for each.",
            ),
            counts_over_time(
                "Finished games",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0), variant AS metric, sum(games) AS value
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Games that were finished, by the day of their end in UTC.",
            ),
            bars(
                "Time of day",
                f"""
                SELECT to_char(hour AT TIME ZONE 'UTC', 'HH24') AS "Hour",
                       sum(moves - machine_moves) AS "People",
                       sum(machine_moves) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                "Moves by hour of the day in UTC.",
                stacked=True,
                colors={"People": "blue", "Machines": "purple"},
            ),
        ],
        "Games": [
            slices(
                "Games by kind",
                f"""
                SELECT variant AS "Game", sum(games) AS "Games"
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY variant ORDER BY variant
                """,
                "Finished games by kind.",
                width=8,
            ),
            lines_over_time(
                "Duration of games",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), variant AS metric,
                       1.0 * sum(seconds) / sum(games) AS value
                FROM {daily(Metric.GAME)}
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Average time from the start to the end, by the day of the end.",
                unit="s",
                width=8,
            ),
            lines_over_time(
                "Rounds per game",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), variant AS metric,
                       1.0 * sum(rounds * games) / sum(games) AS value
                FROM {daily(Metric.GAME)}
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Average number of rounds dealt per game.",
                unit="short",
                width=8,
            ),
            listing(
                "Duration of games by kind",
                f"""
                SELECT variant AS "Game", seats AS "Seats",
                       count(*) AS "Games",
                       percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS "Median",
                       percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS "90 % under",
                       max(seconds) AS "Longest",
                       avg(moves) AS "Moves",
                       avg(rounds) AS "Rounds"
                FROM kibitz_stats.v_game
                WHERE {_ENDED} AND seconds IS NOT NULL AND $__timeFilter(ended_at)
                GROUP BY variant, seats ORDER BY variant, seats
                """,
                "Duration of finished games, and their average numbers of moves and rounds.",
                units={"Median": "s", "90 % under": "s", "Longest": "s", "Moves": "short", "Rounds": "short"},
            ),
        ],
    },
)
