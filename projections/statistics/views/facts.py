"""The views of the facts: games, seats, rounds, scores, bids, tricks and plays."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, FromClause, type_coerce
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from projections.engine.projection import Tables
from projections.statistics.views.definition import View, ViewColumn
from projections.statistics.views.timestamps import moment

_Columns = ReadOnlyColumnCollection[str, Any]


def facts(tables: Tables) -> tuple[View, ...]:
    """Return the views of the facts over one generation of the tables."""
    return (
        _game(tables),
        _seat(tables),
        _round(tables),
        _score(tables),
        _bid(tables),
        _trick(tables),
        _play(tables),
    )


def _game(tables: Tables) -> View:
    of = tables["game"].c
    whole = type_coerce(of.ended_at, BigInteger) - type_coerce(of.started_at, BigInteger)
    return View(
        name="v_game",
        comment="Public games, from the moment in which they are created.",
        source=tables["game"],
        columns=(
            ViewColumn("game", "The id of the game.", of.game),
            ViewColumn(
                "variant", "The game that is played: hundred-and-ten, oh-hell, president, ….", of.variant
            ),
            ViewColumn("options", "The options that it is played with, as JSON.", of.options),
            ViewColumn("seats", "How many seats it has; null before the start.", of.seats),
            ViewColumn("machines", "How many seats a machine plays, by now or at the end.", of.machines),
            ViewColumn(
                "board",
                "people if no machine player has a seat, mixed if one has; null before it is known.",
                of.board,
            ),
            ViewColumn("created_at", "When it was created.", moment(of.created_at)),
            ViewColumn("started_at", "When it began; null before.", moment(of.started_at)),
            ViewColumn(
                "ended_at", "When it was won, or closed without an end; null before.", moment(of.ended_at)
            ),
            ViewColumn(
                "reason",
                "Why it ended: TARGET_REACHED, ROUNDS_PLAYED, ONE_LEFT; or was closed: EVERYONE_LEFT, "
                "CLOSED_BY_OPERATOR, PLAYER_ERASED.",
                of.reason,
            ),
            ViewColumn("rounds", "How many rounds have been dealt.", of.rounds),
            ViewColumn("moves", "How many moves have been made, by people and machines.", of.moves),
            ViewColumn(
                "seconds", "Whole seconds from the start to the end; null before.", whole // 1_000_000
            ),
        ),
    )


def _seat(tables: Tables) -> View:
    of = tables["seat"].c
    return View(
        name="v_seat",
        comment="The seats of games that have begun, with how each came out at the end.",
        source=tables["seat"],
        columns=(
            _game_id(of),
            ViewColumn("seat", "The seat, from 0.", of.seat),
            _variant(of),
            _seats(of),
            ViewColumn("player", "The id of who has the seat.", of.player),
            ViewColumn("machine", "Whether a machine plays it, by now or at the end.", of.machine),
            ViewColumn(
                "place",
                "The place at the end, 1 for the best; equals share the better one; null before.",
                of.place,
            ),
            ViewColumn("won", "Whether it won; null before the end.", of.won),
            ViewColumn("points", "Points at the end; null before, and where the game has none.", of.points),
            ViewColumn(
                "strength",
                "How strong its starting hand was, where the game says so; null before the end.",
                of.strength,
            ),
            ViewColumn(
                "strength_place",
                "The place of that hand by its strength, 1 for the strongest; equals share the better one.",
                of.strength_place,
            ),
            ViewColumn("ended_at", "When the game ended; null before.", moment(of.ended_at)),
        ),
    )


def _round(tables: Tables) -> View:
    of = tables["round"].c
    return View(
        name="v_round",
        comment="The rounds of games, from the deal on.",
        source=tables["round"],
        columns=(
            _game_id(of),
            _round_number(of),
            _variant(of),
            _seats(of),
            ViewColumn("dealer", "The seat that dealt.", of.dealer),
            ViewColumn("cards", "How many cards each seat was dealt, the most where they differ.", of.cards),
            ViewColumn(
                "trump",
                "The trump suit: HEARTS, CLUBS, SPADES, DIAMONDS; null before it is known, and without one.",
                of.trump,
            ),
            ViewColumn("bidder", "The seat that plays for its bid, where one does.", of.bidder),
            ViewColumn("contract", "What that seat bid.", of.contract),
            ViewColumn("made", "Whether it made its bid; null before the round is scored.", of.made),
            ViewColumn("dealt_at", "When the round was dealt.", moment(of.dealt_at)),
            ViewColumn("scored_at", "When it was scored; null before.", moment(of.scored_at)),
        ),
    )


def _score(tables: Tables) -> View:
    of = tables["score"].c
    return View(
        name="v_score",
        comment="What each seat came to in a round that was scored.",
        source=_with_game(tables, "score"),
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("seat", "The seat, from 0.", of.seat),
            _variant(tables["game"].c),
            *_who(of, "has the seat", "Whether a machine played it when the round was scored."),
            ViewColumn("from_dealer", "Places to the left of the dealer, 0 for the dealer.", of.from_dealer),
            ViewColumn("bid", "What it bid; null for a pass, and where nobody bids.", of.bid),
            ViewColumn("tricks", "How many tricks it took.", of.tricks),
            ViewColumn("made", "Whether it made its bid; null where none was judged.", of.made),
            ViewColumn("points", "Points scored in the round.", of.points),
            ViewColumn("total", "Points in the game, with this round's.", of.total),
            _at(of, "the round was scored"),
        ),
    )


def _bid(tables: Tables) -> View:
    of = tables["bid"].c
    return View(
        name="v_bid",
        comment="Bids and passes, in the order in which everybody learned of them.",
        source=_with_game(tables, "bid"),
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("number", "Which bid of the round it is, from 0.", of.number),
            _variant(tables["game"].c),
            ViewColumn("seat", "The seat that bid.", of.seat),
            *_who(of, "bid", "Whether a machine did."),
            ViewColumn("amount", "What was bid; null for a pass.", of.amount),
            ViewColumn("passed", "Whether it was a pass.", of.amount.is_(None)),
            _at(of, "it became known"),
        ),
    )


def _trick(tables: Tables) -> View:
    of = tables["trick"].c
    return View(
        name="v_trick",
        comment="Tricks that were won.",
        source=_with_game(tables, "trick"),
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("trick", "Which trick of the round it is, from 0.", of.trick),
            _variant(tables["game"].c),
            ViewColumn("leader", "The seat that led.", of.leader),
            ViewColumn("winner", "The seat that won it.", of.winner),
            *_who(of, "won it", "Whether a machine did."),
            ViewColumn("card", "The card that won.", of.card),
            ViewColumn("cards", "How many cards were in it.", of.cards),
            _at(of, "it was won"),
        ),
    )


def _play(tables: Tables) -> View:
    of = tables["play"].c
    return View(
        name="v_play",
        comment="Cards that were played: one row for those that were played together.",
        source=_with_game(tables, "play"),
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("number", "Which play of the round it is, from 0.", of.number),
            _variant(tables["game"].c),
            ViewColumn(
                "trick", "The trick that it belongs to, from 0; null in games without tricks.", of.trick
            ),
            ViewColumn("seat", "The seat that played.", of.seat),
            *_who(of, "played", "Whether a machine did."),
            ViewColumn("cards", "The cards, with a space between them: 5H QS.", of.cards),
            ViewColumn("count", "How many they are.", of["count"]),
            _at(of, "they were played"),
        ),
    )


def _with_game(tables: Tables, name: str) -> FromClause:
    # The game always exists, but the database skips an outer join when a query does not read the variant.
    facts, games = tables[name], tables["game"]
    return facts.outerjoin(games, facts.c.game == games.c.game)


def _game_id(of: _Columns) -> ViewColumn:
    return ViewColumn("game", "The id of the game.", of.game)


def _round_number(of: _Columns) -> ViewColumn:
    return ViewColumn("round", "The round of the game, from 0.", of["round"])


def _variant(of: _Columns) -> ViewColumn:
    return ViewColumn("variant", "The game that is played.", of.variant)


def _seats(of: _Columns) -> ViewColumn:
    return ViewColumn("seats", "How many seats the game has.", of.seats)


def _who(of: _Columns, did: str, machine: str) -> tuple[ViewColumn, ViewColumn]:
    return ViewColumn("player", f"The id of who {did}.", of.player), ViewColumn(
        "machine", machine, of.machine
    )


def _at(of: _Columns, happened: str) -> ViewColumn:
    return ViewColumn("at", f"When {happened}.", moment(of.at))
