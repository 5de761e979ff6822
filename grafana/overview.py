"""What is played, by whom and how long: all games at one look."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, variant
from grafana.panels import HOUR, SHARE, bars, counts_over_time, figure, lines_over_time, listing, slices

_GAMES: Final = "variant IN (${variant:sqlstring})"
_ENDED: Final = f"{_GAMES} AND board IN (${{board:sqlstring}})"

OVERVIEW: Final = Dashboard(
    uid="kibitz-overview",
    title="Kibitz: overview",
    description="What is played, by how many, how fast and how long.",
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
                "Games that were played to their end.",
            ),
            figure(
                "Moves",
                f"""
                SELECT sum(moves) AS "Moves"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Moves that were made, by people and machines, in games that ended and that have not.",
            ),
            figure(
                "Moves by machines",
                f"""
                SELECT 1.0 * sum(machine_moves) / nullif(sum(moves), 0) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Which part of all moves machine players made.",
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
                "Length of a game",
                f"""
                SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS "Median"
                FROM kibitz_stats.v_game
                WHERE {_ENDED} AND seconds IS NOT NULL AND $__timeFilter(ended_at)
                """,
                "The time from the start to the end that half of the games stayed under.",
                unit="s",
            ),
            figure(
                "Moves in a game",
                f"""
                SELECT 1.0 * sum(moves) / sum(games) AS "Moves"
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                """,
                "How many moves a game took on average.",
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
                "Moves in each hour, of people and of machines; in longer steps where the range is long.",
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
                "People who made a move, day by day in UTC. Who plays two kinds of games is there for each.",
            ),
            counts_over_time(
                "Games that ended",
                f"""
                SELECT $__timeGroupAlias(day, $__interval, 0), variant AS metric, sum(games) AS value
                FROM kibitz_stats.v_daily_moves
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Games that were played to their end, by the day of the end in UTC.",
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
                "At which hours of the day, in UTC, moves were made.",
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
                "How many of the games that ended were of which kind.",
                width=8,
            ),
            lines_over_time(
                "Length of games",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), variant AS metric,
                       1.0 * sum(seconds) / sum(games) AS value
                FROM kibitz_stats.v_daily_game
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "How long the games that ended on a day took on average, from the start to the end.",
                unit="s",
                width=8,
            ),
            lines_over_time(
                "Rounds in a game",
                f"""
                SELECT $__timeGroupAlias(day, $__interval), variant AS metric,
                       1.0 * sum(rounds * games) / sum(games) AS value
                FROM kibitz_stats.v_daily_game
                WHERE {_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "How many rounds were dealt in a game on average.",
                unit="short",
                width=8,
            ),
            listing(
                "Length of games by kind",
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
                "The games that ended: how long they took, and how many moves and rounds on average.",
                units={"Median": "s", "90 % under": "s", "Longest": "s", "Moves": "short", "Rounds": "short"},
            ),
        ],
    },
)
