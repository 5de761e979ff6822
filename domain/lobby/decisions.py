"""Decides on commands other than moves, by the decision that is registered for each."""

from __future__ import annotations

from domain import commands as c
from domain import departures as departures
from domain import events as e
from domain.lobby import invitations as invitations
from domain.lobby import seats as seats
from domain.lobby import start as start
from domain.lobby.checks import DECISIONS
from domain.state import Game


def decide(game: Game, command: c.Command) -> tuple[e.Event, ...]:
    """Judge a lobby command: return the events that it leads to, or raise a typed Refusal."""
    decision = DECISIONS.get(type(command))
    if decision is None:
        raise TypeError(f"{type(command).__name__} is no command to an existing lobby")
    return decision(game, command)
