"""The views of decisions: bids, passes, trump choices, discards and plays, and queued passes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, and_, case, cast, func, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from projections.engine.projection import Tables
from projections.statistics.decisions.legal_counts import OFFSET
from projections.statistics.decisions.moves import (
    BID,
    BY_CLOCK,
    BY_RULE,
    BY_RULE_FOR_MACHINE,
    DISCARD,
    GROUP,
    KINDS_APART,
    PASS,
    PLAY,
    QUEUE_PASS,
    TRUMP,
    UNQUEUE_PASS,
)
from projections.statistics.views.definition import Identity, Reference, View, ViewColumn
from projections.statistics.views.derived_facts import (
    by_machine,
    happened_at,
    is_of_kind,
    with_player,
    with_round,
)
from projections.statistics.views.timestamps import moment

# In the order of their numbers.
KINDS = {
    PLAY: "play",
    GROUP: "play",
    BID: "bid",
    PASS: "pass",
    TRUMP: "trump",
    DISCARD: "discard",
    QUEUE_PASS: "queue_pass",
    UNQUEUE_PASS: "unqueue_pass",
}


class known_code_point(FunctionElement[int]):
    """The code point of a character above another one; null for that one, those below, and an empty text.

    The character is looked up once, which takes most of the time.
    """

    type = Integer()
    inherit_cache = True


@compiles(known_code_point, "postgresql")
def _ascii(element: known_code_point, compiler: SQLCompiler, **options: Any) -> str:
    character, lowest = (compiler.process(each, **options) for each in element.clauses)
    return f"nullif(greatest(ascii({character}), {lowest}), {lowest})"


@compiles(known_code_point, "sqlite")
def _unicode(element: known_code_point, compiler: SQLCompiler, **options: Any) -> str:
    character, lowest = (compiler.process(each, **options) for each in element.clauses)
    return f"nullif(max(unicode({character}), {lowest}), {lowest})"


def decisions(tables: Tables) -> tuple[View, ...]:
    """Return the views of the decisions over one generation of the tables."""
    return _moves(tables), _discards(tables)


def _moves(tables: Tables) -> View:
    of, game, round, seat = (tables[name].c for name in ("move", "game", "round", "seat"))
    character = func.substr(round.legal_counts, of.number + 1, 1)
    legal = known_code_point(character, literal(OFFSET)) - OFFSET
    by = of.decision.bitwise_and(KINDS_APART - 1)
    is_automatic = by.in_([BY_RULE, BY_RULE_FOR_MACHINE, BY_CLOCK])
    return View(
        name="v_move",
        comment="Decisions of the seats, in the order in which they were made; secret bids once all are "
        "opened.",
        key=("game", "n"),
        references=(Reference(("game", "round"), "v_round"), Reference(("game", "seat"), "v_seat")),
        source=with_round(tables, with_player(tables, "move", of.seat), of),
        columns=(
            ViewColumn("game", "The id of the game.", game.game, Identity.GAME),
            ViewColumn("n", "Which decision of the game it is, from 0.", round.first_move + of.number),
            ViewColumn("round", "The round of the game, from 0.", of["round"]),
            ViewColumn(
                "kind",
                "play, bid, pass, trump, discard; or out of turn: queue_pass, unqueue_pass.",
                # Plays to tricks have the number before those of groups, and the same name.
                case(*((of.decision < kind + KINDS_APART, KINDS[kind]) for kind in KINDS if kind != PLAY)),
            ),
            ViewColumn("seat", "The seat that decided.", of.seat),
            ViewColumn(
                "value",
                "The cards played, with a space between them, the amount of a bid, the trump suit, or how "
                "many cards were discarded; null for a pass, and for what concerns a queued one.",
                of.value,
            ),
            ViewColumn(
                "at",
                "When it was made; a secret bid became known later.",
                moment(happened_at(tables, of.after)),
            ),
            ViewColumn(
                "thinking_ms",
                "Milliseconds from when the seat could decide: from the deal or the decision in turn before, "
                "from the deal for a secret bid, or from when its player took it back from the machine. Null "
                "out of turn, and for what a machine or the server decided, which is recorded together with "
                "what it follows.",
                of.thinking_ms,
            ),
            ViewColumn(
                "automatic",
                "Whether the server moved for the seat: a queued pass, a prescribed bid, the card that opens "
                "the game, or one move of the machine because the clock ran out.",
                is_automatic,
            ),
            ViewColumn(
                "by_machine",
                "Whether a machine made it: the machine plays the seat, or the clock of its player ran out.",
                by_machine(of.decision),
            ),
            ViewColumn(
                "legal_count",
                "How many different moves the seat had. Null until the round has ended, when the cards "
                "played have shown the hands; for a play from a hand that was never shown, as in a game that "
                "was closed; out of turn; and where nothing was to be chosen.",
                legal,
            ),
            ViewColumn("variant", "The game that is played.", game.variant),
            ViewColumn("player", "The id of who has the seat.", seat.player, Identity.PLAYER),
        ),
    )


def _discards(tables: Tables) -> View:
    of, game, round, seat, known = (tables[name].c for name in ("move", "game", "round", "seat", "discard"))
    is_discard = is_of_kind(of.decision, DISCARD)
    count = case((is_discard, cast(of.value, Integer)))
    is_same = and_(known.game == of.game, known["round"] == of["round"], known.number == of.number)
    source = with_round(tables, with_player(tables, "move", of.seat), of)
    return View(
        name="v_discard",
        comment="Discards, each with the draw of as many cards that follows it.",
        key=("game", "n"),
        references=(Reference(("game", "n"), "v_move"), Reference(("game", "seat"), "v_seat")),
        source=source.outerjoin(tables["discard"], is_same),
        where=is_discard,
        columns=(
            ViewColumn("game", "The id of the game.", game.game, Identity.GAME),
            ViewColumn("n", "Which decision of the game it is, from 0.", round.first_move + of.number),
            ViewColumn("round", "The round of the game, from 0.", of["round"]),
            ViewColumn("variant", "The game that is played.", game.variant),
            ViewColumn("seat", "The seat that discarded.", of.seat),
            ViewColumn("player", "The id of who has the seat.", seat.player, Identity.PLAYER),
            ViewColumn("card_count", "How many cards were discarded, and drawn.", count),
            ViewColumn(
                "discarded",
                "The cards discarded, with a space between them; null until the shuffle is revealed, and in "
                "a round that was not played to its end.",
                known.cards,
            ),
            ViewColumn("drawn", "The cards drawn, likewise.", known.drawn),
            ViewColumn("at", "When it was discarded.", moment(happened_at(tables, of.after))),
        ),
    )
