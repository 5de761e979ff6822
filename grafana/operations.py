"""Dashboard for operators: lag of read models, activity, unfinished games."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, variant
from grafana.panels import alarm, bars, figure, listing
from grafana.plots import HOUR, counts_over_time, over_time
from grafana.selection import WON

_GAMES: Final = "variant IN (${variant:sqlstring})"
_RUNNING: Final = f"{_GAMES} AND started_at IS NOT NULL AND ended_at IS NULL"
_WAITING: Final = f"{_GAMES} AND started_at IS NULL AND ended_at IS NULL"
_DAY: Final = 24 * 60 * 60

OPERATIONS: Final = Dashboard(
    uid="kibitz-operations",
    title="Kibitz: operations",
    description="Lag of the read models, activity, and unfinished games.",
    variables=[variant()],
    since="now-24h",
    refresh="30s",
    rows={
        "Now": [
            alarm(
                "Events behind",
                """
                SELECT max(behind) AS "Events"
                FROM kibitz_stats.v_projection
                """,
                "Events of the log that the slowest read model has not processed, rounded. As of now.",
                unit="short",
                warning=1_000,
                bad=10_000,
            ),
            alarm(
                "Read models stopped",
                """
                SELECT count(*) FILTER (WHERE stopped) AS "Stopped"
                FROM kibitz_stats.v_projection
                """,
                "Read models stopped by an event; see `kibitz projections status`. As of now.",
                unit="short",
                bad=1,
            ),
            figure(
                "Running games",
                f"""
                SELECT count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_RUNNING}
                """,
                "Games that have started and not ended. As of now.",
            ),
            figure(
                "Waiting games",
                f"""
                SELECT count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_WAITING}
                """,
                "Games that were created and have not started. As of now.",
            ),
            alarm(
                "Oldest running game",
                f"""
                SELECT extract(epoch FROM now() - min(started_at)) AS "Age"
                FROM kibitz_stats.v_game
                WHERE {_RUNNING}
                """,
                "Time since the start of the oldest running game. As of now.",
                unit="s",
                warning=7 * _DAY,
                bad=30 * _DAY,
            ),
            figure(
                "Moves per hour",
                f"""
                SELECT 1.0 * sum(move_count) / count(DISTINCT hour) AS "Moves"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Average number of moves in hours with activity, in the chosen time range.",
            ),
        ],
        "Read models": [
            listing(
                "Read models",
                """
                SELECT name AS "Read model", version AS "Version", ready AS "Ready",
                       behind AS "Behind", stopped AS "Stopped", updated_at AS "Last change"
                FROM kibitz_stats.v_projection
                ORDER BY behind DESC, name
                """,
                """Lag of each read model in events, rounded to a power of ten, and the hour of its last
                change. As of now.""",
                units={"Version": "none", "Behind": "none"},
            ),
        ],
        "Activity": [
            counts_over_time(
                "Moves",
                f"""
                SELECT {over_time("hour")},
                       sum(move_count - machine_move_count) AS "People",
                       sum(machine_move_count) AS "Machines"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                "Moves per hour, of people and of machines; in longer steps for long time ranges.",
                every=HOUR,
                colors={"People": "blue", "Machines": "purple"},
            ),
            counts_over_time(
                "Games created, started, ended",
                f"""
                SELECT {over_time("hour")},
                       sum(created_count) AS "Created", sum(started_count) AS "Started",
                       sum(ended_count) AS "Ended"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                "Games created, started, and ended or closed, per hour.",
                every=HOUR,
                colors={"Created": "yellow", "Started": "blue", "Ended": "green"},
            ),
            counts_over_time(
                "Games by reason of their end",
                f"""
                SELECT {over_time("ended_at")}, reason AS metric, count(*) AS value
                FROM kibitz_stats.v_game
                WHERE {_GAMES} AND $__timeFilter(ended_at)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                """Reasons: the points or rounds to play were reached, one player was left, or the game was
                closed: all players left before the start, an operator closed it, or a player was erased.""",
                every=HOUR,
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
                WHERE {_GAMES} AND $__timeFilter(created_at)
                GROUP BY variant ORDER BY variant
                """,
                """Status of the games that were created in the chosen time range. Closed are those that ended
                without a result, before their start or after it.""",
                stacked=True,
                colors={
                    "Waiting": "yellow",
                    "Running": "blue",
                    "Finished": "green",
                    "Closed": "red",
                },
            ),
        ],
        "Unfinished games": [
            bars(
                "Running games by age",
                f"""
                SELECT CASE WHEN now() - started_at < interval '1 hour' THEN 'under 1 hour'
                            WHEN now() - started_at < interval '1 day' THEN 'under 1 day'
                            WHEN now() - started_at < interval '7 days' THEN 'under 7 days'
                            WHEN now() - started_at < interval '30 days' THEN 'under 30 days'
                            ELSE '30 days and more' END AS "Age",
                       count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_RUNNING}
                GROUP BY 1 ORDER BY min(now() - started_at)
                """,
                "Time since the start of running games. As of now.",
                width=8,
            ),
            listing(
                "Oldest running games",
                f"""
                SELECT game AS "Game", variant AS "Variant", seats AS "Seats", machines AS "Machines",
                       started_at AS "Started", extract(epoch FROM now() - started_at) AS "Age",
                       rounds_dealt AS "Rounds", moves_made AS "Moves"
                FROM kibitz_stats.v_game
                WHERE {_RUNNING}
                ORDER BY started_at
                LIMIT 50
                """,
                "The running games with the earliest start. As of now.",
                units={"Age": "s"},
                width=16,
            ),
        ],
    },
)
