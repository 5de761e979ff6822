"""The views of who left before the start, and of the seats that machines play."""

from __future__ import annotations

from sqlalchemy import and_

from projections.engine.projection import Tables
from projections.statistics.views.definition import Identity, Reference, View, ViewColumn
from projections.statistics.views.derived_facts import with_game
from projections.statistics.views.timestamps import moment


def seat_changes(tables: Tables) -> tuple[View, ...]:
    """Return the views over one generation of the tables."""
    return _automations(tables), _departures(tables)


def _automations(tables: Tables) -> View:
    of, game, seat = (tables[name].c for name in ("automation", "game", "seat"))
    source = with_game(tables, "automation")
    return View(
        name="v_automation",
        comment="Seats that a machine plays or played, from the start of the game on.",
        key=("game", "automation_number"),
        references=(Reference(("game",), "v_game"), Reference(("game", "seat"), "v_seat")),
        source=source.outerjoin(tables["seat"], and_(seat.game == game.game, seat.seat == of.seat)),
        columns=(
            ViewColumn("game", "The id of the game.", game.game, Identity.GAME),
            ViewColumn("automation_number", "The number of the automation in the game, from 0.", of.number),
            ViewColumn("variant", "The game that is played.", game.variant),
            ViewColumn("seat", "The seat.", of.seat),
            ViewColumn("player", "The id of who has the seat.", seat.player, Identity.PLAYER),
            ViewColumn(
                "reason",
                "Why: MACHINE_PLAYER, a machine player has the seat; OWN_CHOICE, its player handed it over; "
                "ABSENT, the organizer did so for an absent player; CLOCK, its clock ran out too often; "
                "RESIGNED; KICKED by an operator; ERASED, its player was. Null in games from before reasons "
                "were recorded.",
                of.reason,
            ),
            ViewColumn("level", "How strong the machine is: BEGINNER, PUBLISHED, SKILLED, EXPERT.", of.level),
            ViewColumn(
                "automated_at",
                "When the machine got the seat, perhaps before the start.",
                moment(of.automated_at),
            ),
            ViewColumn(
                "reclaimed_at",
                "When its player took the seat back; null if that did not happen.",
                moment(of.reclaimed_at),
            ),
        ),
    )


def _departures(tables: Tables) -> View:
    of, game = tables["departure"].c, tables["game"].c
    return View(
        name="v_departure",
        comment="Players who left a game before its start.",
        key=("game", "departure_number"),
        references=(Reference(("game",), "v_game"),),
        source=with_game(tables, "departure"),
        columns=(
            ViewColumn("game", "The id of the game.", game.game, Identity.GAME),
            ViewColumn("departure_number", "The number of the departure in the game, from 0.", of.number),
            ViewColumn("variant", "The game that was to be played.", game.variant),
            ViewColumn("player", "The id of who left.", of.player, Identity.PLAYER),
            ViewColumn("removed", "Whether the organizer or an operator removed the player.", of.removed),
            ViewColumn("left_at", "When the player left.", moment(of.left_at)),
        ),
    )
