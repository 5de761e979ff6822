"""The rows of the views of seats that change, computed a second time from the stored events of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.statistics.raw import Fact, Game

Row = dict[str, Any]


def automations(game: Game) -> Iterator[Row]:
    """Give the rows of `v_automation`: none of a game that did not start."""
    started = game.of("GameStarted")
    if not started:
        return
    at_start = {
        number: _last(game, seat.player, started[0])
        for number, seat in enumerate(started[0].seats)
        if seat.machine
    }
    later = [fact for fact in game.of("SeatAutomated") if _is_after(game, fact, started[0])]
    for number, (seat, fact) in enumerate(
        [*at_start.items(), *((fact.said["seat"], fact) for fact in later)]
    ):
        owner = fact.seats[fact.said["seat"]]
        returns = [
            back.at
            for back in game.of("SeatReclaimed")
            if back.said["player"] == owner.player and _is_after(game, back, fact)
        ]
        yield {
            "game": game.id,
            "automation_number": number,
            "variant": game.variant,
            "seat": seat,
            "player": owner.player,
            "reason": "MACHINE_PLAYER" if owner.filled else fact.said.get("reason"),
            "level": fact.said.get("level", "PUBLISHED"),
            "automated_at": fact.at,
            "reclaimed_at": returns[0] if returns else None,
        }


def departures(game: Game) -> Iterator[Row]:
    """Give the rows of `v_departure`."""
    for number, fact in enumerate(game.of("PlayerLeft")):
        yield {
            "game": game.id,
            "departure_number": number,
            "variant": game.variant,
            "player": fact.said["player"],
            "removed": fact.said["removed"],
            "left_at": fact.at,
        }


def _last(game: Game, player: str, until: Fact) -> Fact:
    """Return the last automation of a player's seat before the start."""
    return [
        fact
        for fact in game.of("SeatAutomated")
        if fact.seats[fact.said["seat"]].player == player and not _is_after(game, fact, until)
    ][-1]


def _is_after(game: Game, fact: Fact, other: Fact) -> bool:
    places = {id(each): place for place, each in enumerate(game.facts)}
    return places[id(fact)] > places[id(other)]
