"""The views of the facts: games, seats, rounds, scores, bids, tricks and plays."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, case, type_coerce
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from domain.events import EndReason
from projections.statistics.views.definition import Identity, Reference, View, ViewColumn
from projections.statistics.views.derived_facts import Facts
from projections.statistics.views.json_values import json_value
from projections.statistics.views.players import seat_results
from projections.statistics.views.timestamps import moment

_Columns = ReadOnlyColumnCollection[str, Any]

_OF_GAME: Final = (Reference(("game",), "v_game"),)
_OF_ROUND: Final = (Reference(("game", "round"), "v_round"),)
_OF_ROUND_AND_SEAT: Final = (*_OF_ROUND, Reference(("game", "seat"), "v_seat"))


def facts(tables: Facts) -> tuple[View, ...]:
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


def _game(tables: Facts) -> View:
    of = tables["game"].c
    whole = type_coerce(of.ended_at, BigInteger) - type_coerce(of.started_at, BigInteger)
    return View(
        name="v_game",
        comment="Public games, from the moment in which they are created.",
        key=("game",),
        source=tables["game"],
        columns=(
            _game_id(of),
            ViewColumn(
                "variant", "The game that is played: hundred-and-ten, oh-hell, president, ….", of.variant
            ),
            ViewColumn(
                "options",
                "The options that it is played with, as JSON: options ->> 'clock'.",
                json_value(of.options),
            ),
            ViewColumn("seats", "How many seats it has; null before the start.", of.seats),
            ViewColumn("machines", "Seats a machine plays, now or at the end; null before.", of.machines),
            ViewColumn(
                "board",
                "people if no machine player has a seat, machines if machines have played all seats from the "
                "start on, else mixed; null before the start.",
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
            ViewColumn("rounds_dealt", "The number of rounds that have been dealt.", of.rounds),
            ViewColumn(
                "moves_made",
                "The number of moves, by people and machines, without what the rules decide: queued and "
                "automatic passes, prescribed bids, and the card that opens the game.",
                of.moves,
            ),
            ViewColumn(
                "duration_seconds",
                "Whole seconds from the start to the end; null before.",
                whole // 1_000_000,
            ),
        ),
    )


def _seat(tables: Facts) -> View:
    of = tables["seat"].c
    return View(
        name="v_seat",
        comment="The seats of games that have begun, with how each came out at the end. A game that was "
        "closed has no results.",
        key=("game", "seat"),
        references=_OF_GAME,
        source=tables["seat"],
        columns=(
            _game_id(of),
            ViewColumn("seat", "The seat, from 0.", of.seat),
            _variant(of),
            _seats(of),
            ViewColumn("player", "The id of who has the seat.", of.player, Identity.PLAYER),
            ViewColumn("machine", "Whether a machine plays it, by now or at the end.", of.machine),
            ViewColumn(
                "place",
                "The place at the end, 1 for the best; equals share the better one; null before.",
                of.place,
            ),
            ViewColumn("won", "Whether it won; null before the end.", of.won),
            ViewColumn(
                "total_points", "Points at the end; null before, and in a game without points.", of.points
            ),
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
            ViewColumn("ended_at", "When the game was won or closed; null before.", moment(of.ended_at)),
            *seat_results(tables["seat"]),
        ),
    )


def _round(tables: Facts) -> View:
    of, game = tables["round"].c, tables["game"].c
    outcome = case(
        (of.scored_at.is_not(None), "scored"),
        (of.passed_out_at.is_not(None), "passed out"),
        (game.reason.in_([*EndReason]), "finished"),
        (game.ended_at.is_not(None), "abandoned"),
        else_="under way",
    )
    return View(
        name="v_round",
        comment="The rounds of games, from the deal on.",
        key=("game", "round"),
        references=_OF_GAME,
        # The game always exists, but the database skips an outer join when a query does not read the outcome.
        source=tables["round"].outerjoin(tables["game"], of.game == game.game),
        columns=(
            _game_id(of),
            _round_number(of),
            _variant(of),
            _seats(of),
            ViewColumn("dealer", "The seat that dealt.", of.dealer),
            ViewColumn(
                "hand_size", "The number of cards dealt to each seat, the largest where it varies.", of.cards
            ),
            ViewColumn(
                "trump",
                "The trump suit: HEARTS, CLUBS, SPADES, DIAMONDS; null before it is known, and without one.",
                of.trump,
            ),
            ViewColumn("bidder", "The seat that plays for its bid, where one does.", of.bidder),
            ViewColumn("contract", "What that seat bid.", of.contract),
            ViewColumn("made", "Whether it made its bid; null before the round is scored.", of.made),
            ViewColumn("dealt_at", "When the round was dealt.", moment(of.dealt_at)),
            ViewColumn(
                "scored_at", "When it was scored; null before, and without a score.", moment(of.scored_at)
            ),
            # Last, because PostgreSQL replaces a view with dependent objects only if new columns follow.
            ViewColumn(
                "outcome",
                "How it ended: scored; passed out, if all seats passed, which scores nothing; finished, in a "
                "game without points; abandoned, if the game was closed first. Before: under way.",
                outcome,
            ),
        ),
    )


def _score(tables: Facts) -> View:
    of = tables["score"].c
    return View(
        name="v_score",
        comment="What each seat came to in a round that was scored.",
        key=("game", "round", "seat"),
        references=_OF_ROUND_AND_SEAT,
        source=tables["score"],
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("seat", "The seat, from 0.", of.seat),
            _variant(of),
            *_who(of, "has the seat", "Whether a machine played it when the round was scored."),
            ViewColumn("from_dealer", "Places to the left of the dealer, 0 for the dealer.", of.from_dealer),
            ViewColumn("bid", "What it bid; null for a pass, and where nobody bids.", of.bid),
            ViewColumn("trick_count", "The number of tricks that it took.", of.tricks),
            ViewColumn("made", "Whether it made its bid; null where none was judged.", of.made),
            ViewColumn("points", "Points scored in the round.", of.points),
            ViewColumn("total_points", "Points in the game so far, with those of this round.", of.total),
            _at(of, "the round was scored"),
        ),
    )


def _bid(tables: Facts) -> View:
    of = tables["bid"].c
    return View(
        name="v_bid",
        comment="Bids and passes, in the order in which everybody learned of them.",
        key=("game", "round", "bid_number"),
        references=_OF_ROUND_AND_SEAT,
        source=tables["bid"],
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("bid_number", "The number of the bid in the round, from 0.", of.number),
            _variant(of),
            ViewColumn("seat", "The seat that bid.", of.seat),
            *_who(of, "bid", "Whether a machine did."),
            ViewColumn("amount", "What was bid; null for a pass.", of.amount),
            ViewColumn("passed", "Whether it was a pass.", of.amount.is_(None)),
            _at(of, "it became known"),
        ),
    )


def _trick(tables: Facts) -> View:
    of = tables["trick"].c
    return View(
        name="v_trick",
        comment="Tricks that were won.",
        key=("game", "round", "trick"),
        references=_OF_ROUND,
        source=tables["trick"],
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("trick", "The number of the trick in the round, from 0.", of.trick),
            _variant(of),
            ViewColumn("leader", "The seat that led.", of.leader),
            ViewColumn("winner", "The seat that won it.", of.winner),
            *_who(of, "won it", "Whether a machine did."),
            ViewColumn("card", "The card that won.", of.card),
            ViewColumn("card_count", "The number of cards in it.", of.cards),
            _at(of, "its last card was played"),
            ViewColumn("lead_card", "The card that was led.", of.lead_card),
        ),
    )


def _play(tables: Facts) -> View:
    of = tables["play"].c
    return View(
        name="v_play",
        comment="Cards that were played: one row for those that were played together.",
        key=("game", "round", "play_number"),
        references=_OF_ROUND_AND_SEAT,
        source=tables["play"],
        columns=(
            _game_id(of),
            _round_number(of),
            ViewColumn("play_number", "The number of the play in the round, from 0.", of.number),
            _variant(of),
            ViewColumn(
                "trick", "The trick that it belongs to, from 0; null in games without tricks.", of.trick
            ),
            ViewColumn("seat", "The seat that played.", of.seat),
            *_who(of, "played", "Whether a machine did."),
            ViewColumn("cards", "The cards, with a space between them: 5H QS.", of.cards),
            ViewColumn("card_count", "The number of cards.", of["count"]),
            _at(of, "they were played"),
        ),
    )


def _game_id(of: _Columns) -> ViewColumn:
    return ViewColumn("game", "The id of the game.", of.game, Identity.GAME)


def _round_number(of: _Columns) -> ViewColumn:
    return ViewColumn("round", "The round of the game, from 0.", of["round"])


def _variant(of: _Columns) -> ViewColumn:
    return ViewColumn("variant", "The game that is played.", of.variant)


def _seats(of: _Columns) -> ViewColumn:
    return ViewColumn("seats", "How many seats the game has.", of.seats)


def _who(of: _Columns, did: str, machine: str) -> tuple[ViewColumn, ViewColumn]:
    return (
        ViewColumn("player", f"The id of who {did}.", of.player, Identity.PLAYER),
        ViewColumn("machine", machine, of.machine),
    )


def _at(of: _Columns, happened: str) -> ViewColumn:
    return ViewColumn("at", f"When {happened}.", moment(of.at))
