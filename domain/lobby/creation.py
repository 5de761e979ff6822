"""Decision on the creation of a game."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.lobby.checks import REFUSALS, require_player_id
from domain.machine import has_player
from domain.options import ClockKind
from domain.rules import complete_options, rules_of
from domain.shuffles.deal import link


def create(command: c.CreateGame, secret: str) -> tuple[e.Event, ...]:
    """Return the events that create a game; `secret` is 32 bytes of entropy in hexadecimal."""
    rules = rules_of(command.variant)
    options = complete_options(rules, command.options)
    if options["clock"] != ClockKind.NONE and not has_player(rules.variant):
        reason = f"no machine player of {rules.variant} can move for a seat whose time is over"
        raise r.InvalidOption(option="clock", value=options["clock"], reason=reason)
    _require_reservable(command, rules.seats[-1])
    created = e.GameCreated(
        variant=rules.variant,
        rules_version=rules.version,
        options=options,
        access=command.access,
        organizer=require_player_id(command.by),
        secret=secret,
        deal=link(secret, 0),
    )
    joined = e.PlayerJoined(seat=0, player=command.by)
    invited = (
        e.PlayerInvited(player=player, inviter=command.by, reserved=True) for player in command.reserved
    )
    return created, joined, *invited


def _require_reservable(command: c.CreateGame, seats: int) -> None:
    """Check that each reserved player is another one, and can have a seat; raises InvalidPlayer."""
    known = {command.by}
    for player in command.reserved:
        if require_player_id(player) in known or len(known) >= seats:
            raise r.InvalidPlayer(player)
        known.add(player)


REFUSALS[c.CreateGame] = r.UnknownVariant, r.UnknownOption, r.InvalidOption, r.InvalidPlayer
