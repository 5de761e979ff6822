"""Panels of the overview about finished games: their duration, who played them, and luck."""

from __future__ import annotations

from typing import Final

from grafana.panels import SHARE, Panel, answer, bars, daily, figure, listing
from grafana.plots import counts_over_time, lines_over_time, over_time
from grafana.questions import KNOWN
from grafana.selection import ALL_ENDED, ALL_GAMES, WON, duration_classes
from grafana.sql_layout import BREAK
from projections.statistics.metrics import Metric

_LUCK: Final = (
    f"luck IS NOT NULL AND game IN ({BREAK}    SELECT game FROM kibitz_stats.v_game"
    f"{BREAK}    WHERE {ALL_ENDED}{BREAK}      AND {WON} AND $__timeFilter(ended_at){BREAK}  )"
)

DURATION: Final[list[Panel]] = [
    answer(
        "Duration of a game",
        f"""
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_seconds) AS "Median",
               nullif(count(*), 0) AS "games over"
        FROM kibitz_stats.v_game
        WHERE {ALL_ENDED} AND {WON} AND $__timeFilter(ended_at)
        """,
        "Median time from the start to the end of games over, by their end.",
        base="games over",
        unit="s",
    ),
    bars(
        "Games by duration",
        f"""
        SELECT {duration_classes("duration_seconds")} AS "Duration", count(*) AS "Games"
        FROM kibitz_stats.v_game
        WHERE {ALL_ENDED} AND {WON} AND $__timeFilter(ended_at)
        GROUP BY 1 ORDER BY min(duration_seconds)
        """,
        "Games over by the time from the start to the end.",
    ),
    figure(
        "Moves per game",
        f"""
        SELECT 1.0 * sum(move_count) / sum(game_count) AS "Moves"
        FROM kibitz_stats.v_daily_moves
        WHERE {ALL_ENDED} AND $__timeFilter(day)
        """,
        "Average number of moves in a game over.",
        width=6,
        height=8,
    ),
    lines_over_time(
        "Duration of games",
        f"""
        SELECT {over_time("day")}, variant AS metric,
               1.0 * sum(duration_seconds_sum) / sum(game_count) AS value
        FROM {daily(Metric.GAME)}
        WHERE {ALL_ENDED} AND $__timeFilter(day)
        GROUP BY 1, 2 ORDER BY 1, 2
        """,
        "Average time from the start to the end, by the day of the end.",
        unit="s",
    ),
    lines_over_time(
        "Rounds dealt per game",
        f"""
        SELECT {over_time("day")}, variant AS metric,
               1.0 * sum(rounds_dealt * game_count) / sum(game_count) AS value
        FROM {daily(Metric.GAME)}
        WHERE {ALL_ENDED} AND $__timeFilter(day)
        GROUP BY 1, 2 ORDER BY 1, 2
        """,
        "Average number of rounds dealt per finished game, also of those that were passed out.",
        unit="short",
    ),
    listing(
        "Duration of games by kind",
        f"""
        SELECT variant AS "Game", seats AS "Seats",
               count(*) AS "Games",
               percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_seconds) AS "Median",
               percentile_cont(0.9) WITHIN GROUP (ORDER BY duration_seconds) AS "90 % under",
               max(duration_seconds) AS "Longest",
               avg(moves_made) AS "Moves",
               avg(rounds_dealt) AS "Rounds dealt"
        FROM kibitz_stats.v_game
        WHERE {ALL_ENDED} AND {WON} AND $__timeFilter(ended_at)
        GROUP BY variant, seats ORDER BY variant, seats
        """,
        "Duration of finished games, and their average numbers of moves and of rounds dealt.",
        units={
            "Median": "s",
            "90 % under": "s",
            "Longest": "s",
            "Moves": "short",
            "Rounds dealt": "short",
        },
    ),
]
"""Panels on how long games take."""

COMPANY: Final[list[Panel]] = [
    answer(
        "Games of people only",
        f"""
        SELECT coalesce(sum(game_count) FILTER (WHERE board = 'people'), 0)
                   / sum(game_count) AS "People only",
               sum(game_count) AS "games over"
        FROM kibitz_stats.v_daily_moves
        WHERE {ALL_ENDED} AND $__timeFilter(day)
        """,
        """Share of the games over in which no machine player had a seat. By the day on which the game
        ended.""",
        base="games over",
        unit=SHARE,
    ),
    counts_over_time(
        "Games by board",
        f"""
        SELECT {over_time("day")}, board AS metric, sum(game_count) AS value
        FROM kibitz_stats.v_daily_moves
        WHERE {ALL_ENDED} AND $__timeFilter(day)
        GROUP BY 1, 2 ORDER BY 1, 2
        """,
        """Games over of people only, of people with machines (mixed), and of machines only, by the day
        of their end.""",
        width=9,
    ),
    bars(
        "Seats that machines took over",
        f"""
        SELECT reason AS "Reason", count(*) - count(reclaimed_at) AS "Kept",
               count(reclaimed_at) AS "Taken back"
        FROM kibitz_stats.v_automation
        WHERE {ALL_GAMES} AND reason <> 'MACHINE_PLAYER' AND $__timeFilter(automated_at)
        GROUP BY reason ORDER BY reason
        """,
        """Seats of people that a machine took over in the chosen time, by the reason, and those that
        their players took back.""",
        stacked=True,
        colors={"Kept": "purple", "Taken back": "blue"},
        width=9,
    ),
]
"""Panels on games of people and of machines."""

LUCK: Final[list[Panel]] = [
    answer(
        "Explained by luck",
        f"""
        SELECT sum(results * explained) / sum(results) AS "Of the results",
               sum(results) AS "results of seats"
        FROM (
            SELECT count(*) AS results,
                   1 - var_pop(play) / nullif(var_pop(result - par), 0) AS explained
            FROM kibitz_stats.v_luck
            WHERE {_LUCK}
            GROUP BY variant
        ) AS of_games
        """,
        f"""Share of the variance of results of games over that the luck of the own hands explains; the
        rest is play, and the luck of others. An average over the kinds of game, by their results.
        {KNOWN} By the end of the game.""",
        base="results of seats",
        unit=SHARE,
    ),
    listing(
        "Luck beside results, by kind of game",
        f"""
        SELECT variant AS "Game", seats AS "Seats", count(*) AS "Results", unit AS "In",
               stddev_pop(result - par) AS "Spread of results", stddev_pop(luck) AS "Of luck",
               stddev_pop(play) AS "Of play",
               1 - var_pop(play) / nullif(var_pop(result - par), 0) AS "Explained by luck"
        FROM kibitz_stats.v_luck
        WHERE {_LUCK}
        GROUP BY variant, seats, unit ORDER BY variant, seats
        """,
        f"""Standard deviations of the results of seats, of their luck and of their play, in points or
        places, and the share of the variance that luck explains. {KNOWN}""",
        units={
            "Spread of results": "short",
            "Of luck": "short",
            "Of play": "short",
            "Explained by luck": SHARE,
        },
        width=18,
    ),
    listing(
        "Luck beside results, by player",
        f"""
        SELECT player AS "Player", variant AS "Game", count(*) AS "Games", unit AS "In",
               avg(result - par) AS "Result", avg(luck) AS "Luck", avg(play) AS "Play",
               1.96 * sqrt(sum(play_error * play_error)) / count(*) AS "Chance in play, ±"
        FROM kibitz_stats.v_luck
        WHERE NOT machine AND {_LUCK}
        GROUP BY player, variant, unit ORDER BY count(*) DESC, player, variant
        LIMIT 50
        """,
        f"""Averages over games of people, in points or places: result less par = luck + play. Play
        within ± may be chance in 95 of 100 cases. The 50 with the most games. {KNOWN}""",
        units=dict.fromkeys(("Result", "Luck", "Play", "Chance in play, ±"), "short"),
    ),
]
"""Panels on the luck in results."""
