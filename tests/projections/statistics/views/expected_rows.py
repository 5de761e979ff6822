"""The rows of the tables as the views should show them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from itertools import permutations
from typing import Any

from sqlalchemy import Connection, select

from domain.events import EndReason
from projections.engine.generations import active_tables
from projections.engine.projection import Row, Tables, rows_of
from projections.statistics.decisions.legal_counts import OFFSET
from projections.statistics.decisions.moves import (
    BY_CLOCK,
    BY_MACHINE,
    BY_RULE,
    BY_RULE_FOR_MACHINE,
    KINDS_APART,
)
from projections.statistics.projection import STATISTICS
from projections.statistics.views.derived_facts import with_derived
from projections.statistics.views.moves import KINDS
from tests.projections.statistics.views.viewing import in_view

FACTS = ("game", "seat", "round", "score", "bid", "trick", "play")
# How each view calls the dimensions and figures of its metric; what it does not show is not named.
SUMS: dict[str, tuple[str, str | None, str | None, str, str | None]] = {
    "v_daily_bid": ("bid", "amount", "seat", "bid_count", "made_count"),
    "v_daily_bid_by_round": ("bid_by_round", "round", "hand_size", "bid_count", "made_count"),
    "v_daily_tricks_by_bid": ("tricks_by_bid", "amount", "trick_count", "bid_count", "points_sum"),
    "v_daily_dealer": ("dealer", "from_dealer", None, "round_count", "points_sum"),
    "v_daily_seat": ("seat", "seat", "place", "game_count", "total_points_sum"),
    "v_daily_trump": ("trump", "trump", None, "round_count", "made_count"),
    "v_daily_points": ("points", "points", None, "round_count", None),
    "v_daily_contract": ("contract", "amount", "from_dealer", "round_count", "made_count"),
    "v_daily_strength": ("strength", "strength_place", "place", "hand_count", "strength_sum"),
    "v_daily_rank_played": ("rank_played", "rank", "place", "play_count", "card_count"),
    "v_daily_game": ("game", "rounds_dealt", None, "game_count", "duration_seconds_sum"),
}
# The columns that have another name in a view than in its table, by view.
CALLED: dict[str, dict[str, str]] = {
    "v_game": {"rounds": "rounds_dealt", "moves": "moves_made"},
    "v_seat": {"points": "total_points"},
    "v_round": {"cards": "hand_size"},
    "v_score": {"tricks": "trick_count", "total": "total_points"},
    "v_bid": {"number": "bid_number"},
    "v_trick": {"cards": "card_count"},
    "v_play": {"number": "play_number", "count": "card_count"},
    "v_daily_moves": {
        "games": "game_count",
        "moves": "move_count",
        "rounds": "rounds_dealt_sum",
        "seconds": "duration_seconds_sum",
    },
    "v_hourly": {
        **{name: f"{name}_count" for name in ("created", "started", "ended")},
        "moves": "move_count",
        "machine_moves": "machine_move_count",
    },
    "v_active": {"moves": "move_count"},
    "v_monthly_active": {"moves": "move_count"},
    "v_automation": {"number": "automation_number"},
    "v_departure": {"number": "departure_number"},
}
FOR_NOBODY = ("v_daily_trump", "v_daily_game")
TRUMPS = ("HEARTS", "CLUBS", "SPADES", "DIAMONDS")
RANKS = dict(enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2))
_MADE_OF = ("game", "round", "seat", "move", "discard", "automation", "departure")
COUNTS = {
    "games": "game_count",
    "wins": "win_count",
    "places": "place_sum",
    "opponents": "opponent_count",
    "points": "points_sum",
    "moves": "move_count",
    "person_moves": "person_move_count",
    "machine_moves": "machine_move_count",
}
"""The names in views of the columns of the tables of people."""


def everything(connection: Connection, dialect: str) -> dict[str, list[Row]]:
    """Return the rows of the tables as the views should show them."""
    tables = active_tables(connection, STATISTICS)
    facts = with_derived(tables)
    found = {name: [dict(row) for row in rows_of(connection, select(facts[name]))] for name in facts}
    variants = {row["game"]: row["variant"] for row in found["game"]}
    shown: dict[str, list[dict[str, Any]]] = {}
    for name in FACTS:
        shown[f"v_{name}"] = [{"variant": variants[row["game"]], **row} for row in found[name]]
    shown["v_game"] = [game_in_view(game, dialect) for game in shown["v_game"]]
    reasons = {row["game"]: row["reason"] for row in found["game"]}
    for round in shown["v_round"]:
        round["outcome"] = outcome(round, reasons[round["game"]])
    shown["v_bid"] = [{**bid, "passed": bid["amount"] is None} for bid in shown["v_bid"]]
    shown |= shown_moves(tables, connection)
    for name, (metric, *called) in SUMS.items():
        shown[name] = [renamed(name, row, called) for row in found["daily"] if row["metric"] == metric]
    shown["v_daily_moves"] = found["length"]
    shown |= {"v_hourly": found["hourly"], "v_active": found["active"]}
    for name, (metric, *called) in SUMS.items():
        of_month = [renamed(name, row, called) for row in found["monthly"] if row["metric"] == metric]
        shown[name.replace("daily", "monthly")] = list(map(by_month, of_month))
    shown |= {"v_monthly_active": list(map(by_month, found["active_monthly"])), **of_people(found)}
    for hour in shown["v_hourly"]:
        hour |= {"hour_of_day": hour["hour"].hour, "weekday": hour["hour"].isoweekday()}
    return {
        name: [
            {
                CALLED.get(name, {}).get(column, column): in_view(value, dialect)
                for column, value in row.items()
            }
            for row in of_view
        ]
        for name, of_view in shown.items()
    }


def outcome(round: Row, reason: str | None) -> str:
    if round["scored_at"] is not None:
        return "scored"
    if round["passed_out_at"] is not None:
        return "passed out"
    if reason is None:
        return "under way"
    return "finished" if reason in list(EndReason) else "abandoned"


def renamed(name: str, row: Row, called: list[Any]) -> dict[str, Any]:
    front = ("day", "variant", "board", "seats") + (() if name in FOR_NOBODY else ("machine",))
    given = zip(called, ("x", "y", "count", "total"), strict=True)
    found = {**{each: row[each] for each in front}, **{new: row[old] for new, old in given if new}}
    if "trump" in found:
        found["trump"] = TRUMPS[found["trump"]]
        if found["variant"] != "hundred-and-ten":
            found["made_count"] = None
    if "rank" in found:
        found["rank"] = RANKS[found["rank"]]
    if "strength_sum" in found:
        found["strength_sum"] = found["strength_sum"] / 100
    return found


def by_month(row: Row) -> dict[str, Any]:
    """Return a row whose day is the first of a month, with the name of the view for it."""
    return {"month" if name == "day" else name: value for name, value in row.items()}


def game_in_view(game: Row, dialect: str) -> dict[str, Any]:
    """Return the row of a game with what its view computes."""
    ended, began, options = game["ended_at"], game["started_at"], game["options"]
    seconds = None if ended is None or began is None else int((ended - began).total_seconds())
    as_json = json.loads(options) if dialect == "postgresql" else options
    return {**game, "duration_seconds": seconds, "options": as_json}


def of_people(found: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the views of seats and of people, from those of all tables."""
    boards = {row["game"]: row["board"] for row in found["game"]}
    rated = [row for row in found["seat"] if row["rating_after"] is not None]
    return {
        "v_seat": [{**called(row), "person_move_share": share(row)} for row in found["seat"]],
        "v_player_day": list(map(called, found["player_day"])),
        "v_head_to_head": meetings([{**row, "board": boards[row["game"]]} for row in rated]),
        "v_rating_history": [{**row, "board": boards[row["game"]], "at": row["ended_at"]} for row in rated],
    }


def meetings(rated: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Count the meetings of people who played to the end, without machine players."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    for one, other in permutations(rated, 2):
        if one["game"] == other["game"]:
            key = one["player"], other["player"], one["variant"], one["board"]
            order = (one["place"] > other["place"]) - (one["place"] < other["place"])
            result = {-1: "ahead_count", 0: "level_count", 1: "behind_count"}[order]
            found.setdefault(key, Counter()).update({"game_count": 1, result: 1})
    counts = ("game_count", "ahead_count", "behind_count", "level_count")
    names = ("player", "opponent", "variant", "board")
    return [
        {**dict(zip(names, key, strict=True)), **{name: met[name] for name in counts}}
        for key, met in found.items()
    ]


def called(row: Row) -> dict[str, Any]:
    """Return a row with the names of the view."""
    return {**row, **{COUNTS[name]: value for name, value in row.items() if name in COUNTS}}


def share(seat: Row) -> float | None:
    """Return the share of a seat's moves that its person made."""
    by_person, by_machine = seat["person_moves"], seat["machine_moves"]
    return by_person / (by_person + by_machine) if by_person or by_machine else None


def shown_moves(tables: Tables, connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the views of decisions and of seats, made in Python from their tables."""
    found = {name: rows_of(connection, select(table)) for name, table in tables.items() if name in _MADE_OF}
    games = {row["number"]: row for row in found["game"]}
    rounds = {(row["game"], row["round"]): row for row in found["round"]}
    players = {(row["game"], row["seat"]): row["player"] for row in found["seat"]}
    known = {(row["game"], row["round"], row["number"]): row for row in found["discard"]}

    def with_game(row: Row) -> dict[str, Any]:
        id, variant = games[row["game"]]["game"], games[row["game"]]["variant"]
        player = players[id, row["seat"]] if "seat" in row else row["player"]
        return {**row, "game": id, "variant": variant, "player": player}

    moves, discards = list[dict[str, Any]](), list[dict[str, Any]]()
    for move in found["move"]:
        round = rounds[move["game"], move["round"]]
        counts = round["legal_counts"] or ""
        by = move["decision"] % KINDS_APART
        at = games[move["game"]]["created_at"] + timedelta(microseconds=move["after"])
        row = {
            **with_game(move),
            "n": round["first_move"] + move["number"],
            "kind": KINDS[move["decision"] - by],
            "at": at,
            "automatic": by in (BY_RULE, BY_RULE_FOR_MACHINE, BY_CLOCK),
            "by_machine": by in (BY_MACHINE, BY_RULE_FOR_MACHINE, BY_CLOCK),
            "legal_count": (ord(counts[move["number"]]) - OFFSET if counts else 0) or None,
        }
        moves.append(row)
        if row["kind"] == "discard":
            cards = known.get((move["game"], move["round"], move["number"]), {"cards": None, "drawn": None})
            shown = {"discarded": cards["cards"], "drawn": cards["drawn"]}
            discards.append({**row, **shown, "card_count": int(row["value"])})
    return {
        "v_move": moves,
        "v_discard": discards,
        "v_automation": [with_game(row) for row in found["automation"]],
        "v_departure": [with_game(row) for row in found["departure"]],
    }
