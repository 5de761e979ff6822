"""For who runs the server: how far the read models are, what goes on, which games do not end."""

from __future__ import annotations

from typing import Final

from grafana.dashboard import Dashboard, variant
from grafana.panels import HOUR, alarm, bars, counts_over_time, figure, listing

_GAMES: Final = "variant IN (${variant:sqlstring})"
_UNDER_WAY: Final = f"{_GAMES} AND started_at IS NOT NULL AND ended_at IS NULL"
_WAITING: Final = f"{_GAMES} AND started_at IS NULL AND ended_at IS NULL"
_DAY: Final = 24 * 60 * 60

OPERATIONS: Final = Dashboard(
    uid="kibitz-operations",
    title="Kibitz: operations",
    description="How far the read models are, what is going on, and which games do not come to their end.",
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
                "How many events of the log the slowest read model does not know yet, in steps. As of now.",
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
                "Read models that an event stops; `kibitz projections status` says which. As of now.",
                unit="short",
                bad=1,
            ),
            figure(
                "Games under way",
                f"""
                SELECT count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_UNDER_WAY}
                """,
                "Games that have begun and not ended. As of now.",
            ),
            figure(
                "Games that wait",
                f"""
                SELECT count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_WAITING}
                """,
                "Games that were created and have not begun. As of now.",
            ),
            alarm(
                "Oldest game under way",
                f"""
                SELECT extract(epoch FROM now() - min(started_at)) AS "Age"
                FROM kibitz_stats.v_game
                WHERE {_UNDER_WAY}
                """,
                "How long ago the oldest game that has not ended began. As of now.",
                unit="s",
                warning=7 * _DAY,
                bad=30 * _DAY,
            ),
            figure(
                "Moves in an hour",
                f"""
                SELECT 1.0 * sum(moves) / count(DISTINCT hour) AS "Moves"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                """,
                "Moves on average in those hours of the chosen time in which something happened.",
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
                """How far each read model is behind the log, in steps of a power of ten, and the hour in
                which it last went on. As of now.""",
                units={"Version": "none", "Behind": "none"},
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
                "Games created, started, ended",
                f"""
                SELECT $__timeGroupAlias(hour, $__interval, 0),
                       sum(created) AS "Created", sum(started) AS "Started", sum(ended) AS "Ended"
                FROM kibitz_stats.v_hourly
                WHERE {_GAMES} AND $__timeFilter(hour)
                GROUP BY 1 ORDER BY 1
                """,
                "Games that were created, that began, and that ended or were closed, in each hour.",
                every=HOUR,
                colors={"Created": "yellow", "Started": "blue", "Ended": "green"},
            ),
            counts_over_time(
                "How games ended",
                f"""
                SELECT $__timeGroupAlias(ended_at, $__interval, 0), reason AS metric, count(*) AS value
                FROM kibitz_stats.v_game
                WHERE {_GAMES} AND $__timeFilter(ended_at)
                GROUP BY 1, 2 ORDER BY 1, 2
                """,
                """Games by why they ended: at the points or rounds to be played, with one player left, or
                closed because everyone had left before the start.""",
                every=HOUR,
            ),
            bars(
                "What became of the games of this time",
                f"""
                SELECT variant AS "Game",
                       count(*) FILTER (WHERE started_at IS NULL AND ended_at IS NULL) AS "Waits",
                       count(*) FILTER (WHERE started_at IS NOT NULL AND ended_at IS NULL) AS "Under way",
                       count(*) FILTER (WHERE seconds IS NOT NULL) AS "Played to the end",
                       count(*) FILTER (WHERE started_at IS NULL AND ended_at IS NOT NULL) AS "Closed"
                FROM kibitz_stats.v_game
                WHERE {_GAMES} AND $__timeFilter(created_at)
                GROUP BY variant ORDER BY variant
                """,
                "What has become of the games that were created in the chosen time.",
                stacked=True,
                colors={
                    "Waits": "yellow",
                    "Under way": "blue",
                    "Played to the end": "green",
                    "Closed": "red",
                },
            ),
        ],
        "Games without an end": [
            bars(
                "Games under way by age",
                f"""
                SELECT CASE WHEN now() - started_at < interval '1 hour' THEN 'under 1 hour'
                            WHEN now() - started_at < interval '1 day' THEN 'under 1 day'
                            WHEN now() - started_at < interval '7 days' THEN 'under 7 days'
                            WHEN now() - started_at < interval '30 days' THEN 'under 30 days'
                            ELSE '30 days and more' END AS "Age",
                       count(*) AS "Games"
                FROM kibitz_stats.v_game
                WHERE {_UNDER_WAY}
                GROUP BY 1 ORDER BY min(now() - started_at)
                """,
                "How long ago the games began that have not ended. As of now.",
                width=8,
            ),
            listing(
                "The oldest games under way",
                f"""
                SELECT game AS "Game", variant AS "Variant", seats AS "Seats", machines AS "Machines",
                       started_at AS "Began", extract(epoch FROM now() - started_at) AS "Age",
                       rounds AS "Rounds", moves AS "Moves"
                FROM kibitz_stats.v_game
                WHERE {_UNDER_WAY}
                ORDER BY started_at
                LIMIT 50
                """,
                "The games that began longest ago and have not ended. As of now.",
                units={"Age": "s"},
                width=16,
            ),
        ],
    },
)
