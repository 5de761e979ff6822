"""The settings of rate limits and quotas, `KIBITZ_RATES_…`."""

from __future__ import annotations

from typing import Annotated

from limits import parse_many
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _valid_rate(rate: str) -> str:
    if rate.strip():
        try:
            parse_many(rate)
        except ValueError as error:
            text = f"{rate!r} is not a rate: write '10/minute', '300/10 seconds, 5000/hour', or nothing"
            raise ValueError(text) from error
    return rate.strip()


Rate = Annotated[str, AfterValidator(_valid_rate)]
"""A count per period: `10/minute`, several separated by commas; empty for no limit."""


class Rates(BaseModel):
    """Rate limits and quotas of one player; each is a setting, `KIBITZ_RATES_…`.

    The defaults allow a table of friends behind one address, and programs that play fast.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = True
    """True if rates and quotas are enforced."""
    address: Annotated[int, Field(ge=1)] = 4
    """Limits of one address, as a multiple of a player's limits: several players may share an address."""
    operations: Rate = "300/10 seconds"
    """Operations of any kind, over HTTP and sockets."""
    mutations: Rate = "200/10 seconds, 10000/hour, 50000/day"
    """Mutations of any kind."""
    tables: Rate = "20/minute, 200/hour, 1000/day"
    """New tables."""
    lobby: Rate = "60/minute, 1000/hour"
    """Commands before a game starts, such as joining, leaving and inviting; and new names."""
    machines: Rate = "20/minute, 200/hour, 1000/day"
    """Seats handed to machine players, which then play as fast as the server can."""
    announcements: Rate = "30/minute, 600/hour"
    """Moves out of turn that can be taken back, such as `queuePass`."""
    guests: Rate = "30/minute, 200/hour, 500/day"
    """New guests of one address, however many players share it."""
    sessions: Rate = "20/minute, 200/hour"
    """Renewed tokens, device codes and links to accounts."""
    codes: Rate = "10/minute, 60/hour"
    """Device codes tried from one address, however many players share it."""
    all_codes: Rate = "300/minute"
    """Device codes tried from all addresses together."""
    invitations: Rate = "30/minute, 300/hour"
    """Uses of invitation codes, good or wrong."""
    searches: Rate = "30/minute, 300/hour"
    """Searches for players by name."""
    talk: Rate = "6/10 seconds, 100/hour"
    """Phrases said at tables."""
    busy: Annotated[int, Field(ge=1, le=100)] = 25
    """Percent of the server's time above which it is busy and its heaviest callers wait; 100 for never."""
    open_streams: Annotated[int, Field(ge=1)] = 100
    """Subscriptions that one player may have open at once."""
    open_tables: Annotated[int, Field(ge=1)] = 20
    """Tables created by one player that may wait for players at once."""
    machine_games: Annotated[int, Field(ge=1)] = 20
    """Unfinished games in which one player may have filled seats with machine players."""
