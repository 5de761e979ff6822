"""Dashboard of all games: how much is played, by whom, for how long, and how much of it is luck."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, board, variant
from grafana.overview_of_games import COMPANY, DURATION, LUCK
from grafana.panels import SHARE, answer, bars
from grafana.plots import HOUR, counts_over_time, distribution, over_time
from grafana.selection import ALL_ENDED, ALL_GAMES, WON, duration_classes

_ACTIVE: Final = f"""
                    FROM kibitz_stats.v_active
                    WHERE {ALL_GAMES} AND $__timeFilter(day)
                    GROUP BY player"""
_WAITED: Final = "extract(epoch FROM started_at - created_at)"

OVERVIEW: Final = Dashboard(
    uid="kibitz-overview",
    title="Kibitz: overview",
    description="Questions about games, players, durations and luck, in UTC.",
    variables=[variant(), board()],
    rows={
        "How much is played?": [
            answer(
                "Games",
                f"""
                SELECT sum(game_count) AS "Games", sum(move_count) AS "moves in them"
                FROM kibitz_stats.v_daily_moves
                WHERE {ALL_ENDED} AND $__timeFilter(day)
                """,
                "Games that were finished, and the moves in them. By the day on which the game ended.",
                base="moves in them",
                decimals=0,
            ),
            counts_over_time(
                "Finished games",
                f"""
                SELECT {over_time("day")}, variant AS metric, sum(game_count) AS value
                FROM kibitz_stats.v_daily_moves
                WHERE {ALL_ENDED} AND $__timeFilter(day)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                "Games that were finished, by the day of their end in UTC.",
                width=9,
            ),
            counts_over_time(
                "Moves",
                f"""
                SELECT {over_time("hour")},
                       sum(move_count - machine_move_count) AS "People",
                       sum(machine_move_count) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {ALL_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                """Moves per hour, of people and of machines, in finished and unfinished games; in longer
                steps for long time ranges.""",
                every=HOUR,
                colors={"People": "blue", "Machines": "purple"},
                width=9,
            ),
            distribution(
                "Time of day",
                f"""
                SELECT hour_of_day AS "Hour", sum(move_count - machine_move_count) AS "People",
                       sum(machine_move_count) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {ALL_GAMES} AND $__timeFilter(hour)
                GROUP BY hour_of_day ORDER BY hour_of_day
                """,
                "Moves by hour of the day in UTC, in finished and unfinished games.",
                over="Hour",
                around=(-1, 24),
                colors={"People": "blue", "Machines": "purple"},
                width=24,
            ),
        ],
        "Are people coming back?": [
            answer(
                "Came back",
                f"""
                SELECT 1.0 * count(*) FILTER (WHERE days > 1) / nullif(count(*), 0) AS "Another day",
                       nullif(count(*), 0) AS "people who made a move"
                FROM (
                    SELECT player, count(DISTINCT day) AS days{_ACTIVE}
                ) AS people
                """,
                """Share of the people who made a move in the chosen time that did so on a second day of it,
                in UTC. Whoever came first on its last day cannot have come back yet.""",
                base="people who made a move",
                unit=SHARE,
            ),
            distribution(
                "Days played",
                f"""
                SELECT days AS "Days", count(*) AS "People"
                FROM (
                    SELECT player, count(DISTINCT day) AS days{_ACTIVE}
                ) AS people
                GROUP BY days ORDER BY days
                """,
                "People by the number of days, in UTC, on which they made a move in the chosen time.",
                over="Days",
                around=(0, 15),
                width=9,
            ),
            counts_over_time(
                "New and returning players",
                f"""
                SELECT {over_time("day")},
                       count(DISTINCT player) FILTER (WHERE day > first_day) AS "Returning",
                       count(DISTINCT player) FILTER (WHERE day = first_day) AS "First seen"
                FROM kibitz_stats.v_active
                JOIN (
                    SELECT player, min(day) AS first_day{_ACTIVE}
                ) AS seen USING (player)
                WHERE {ALL_GAMES} AND $__timeFilter(day)
                GROUP BY 1 ORDER BY 1
                """,
                """People who made a move, per day in UTC: those whose first day in the chosen time it is, and
                those who come back. In longer steps a person may be both.""",
                colors={"Returning": "green", "First seen": "yellow"},
                width=9,
            ),
        ],
        "Do tables fill?": [
            answer(
                "Games that started",
                f"""
                SELECT 1.0 * count(started_at) / nullif(count(*), 0) AS "Started",
                       nullif(count(*), 0) AS "games created"
                FROM kibitz_stats.v_game
                WHERE {ALL_GAMES} AND $__timeFilter(created_at)
                """,
                """Share of the games created in the chosen time that have started by now; the others wait for
                players or were closed.""",
                base="games created",
                unit=SHARE,
            ),
            bars(
                "Time until the start",
                f"""
                SELECT {duration_classes(_WAITED)} AS "Waited", count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {ALL_GAMES} AND started_at IS NOT NULL AND $__timeFilter(created_at)
                GROUP BY 1 ORDER BY min({_WAITED})
                """,
                "Games created in the chosen time that have started, by the time from their creation.",
                width=9,
            ),
            bars(
                "Current status of games created in this time",
                f"""
                SELECT variant AS "Game",
                       count(*) FILTER (WHERE started_at IS NULL AND ended_at IS NULL) AS "Waiting",
                       count(*) FILTER (WHERE started_at IS NOT NULL AND ended_at IS NULL) AS "Running",
                       count(*) FILTER (WHERE {WON}) AS "Finished",
                       count(*) FILTER (WHERE ended_at IS NOT NULL AND NOT {WON}) AS "Closed"
                FROM kibitz_stats.v_game
                WHERE {ALL_GAMES} AND $__timeFilter(created_at)
                GROUP BY variant ORDER BY variant
                """,
                """Status by now of the games created in the chosen time. Closed are those that ended without
                a result, before their start or after it.""",
                stacked=True,
                colors={"Waiting": "yellow", "Running": "blue", "Finished": "green", "Closed": "red"},
                width=9,
            ),
        ],
        "How long does a game take?": DURATION,
        "Do people play with people?": COMPANY,
        "How much of a result is luck?": LUCK,
    },
)
