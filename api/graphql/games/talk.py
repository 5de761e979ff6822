"""Talk at the table of a game, as its viewer may see it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

import strawberry

from api.graphql.context import Context, Services
from api.graphql.errors.faults import refused
from api.graphql.games.listed_game import viewed
from api.graphql.types.derivation import described, enum_type
from api.graphql.types.players import Player
from application.codec import GameId
from application.refusals import UnknownGame
from application.talk.phrases import Phrase, SaidPhrase, TalkAudience, sees_all_talk
from domain.events import PlayerId

if TYPE_CHECKING:
    from api.graphql.games.game_reference import GameReference
    from api.graphql.games.listed_game import ListedGame
    from api.graphql.games.viewed_game import ViewedGame

for _enum in (Phrase, TalkAudience):
    enum_type(_enum)


@strawberry.type(description="A phrase that a player or a spectator has said at a table.")
class PhraseSaid:
    """A phrase in the schema."""

    key: str = described("Identifies what was said among all that is said.")
    player: PlayerId = described("The player who said it.", Player)
    phrase: Phrase = described("The phrase.")
    audience: TalkAudience = described("Who sees it.")
    at: datetime = described("The time at which it was said, to the second.")

    @classmethod
    def of(cls, said: SaidPhrase) -> PhraseSaid:
        """Return a phrase as the schema shows it."""
        return cls(
            key=said.id,
            player=said.player,
            phrase=said.phrase,
            audience=said.audience,
            at=said.at,
        )


async def talk_of(context: Context, game: ViewedGame | ListedGame | GameReference) -> list[PhraseSaid]:
    """Return the last phrases said at a game's table that its viewer may see."""
    try:
        # What the viewer may see depends on the game as it stands, not as it was at another version.
        now = await viewed(context, game.game, game.viewer)
    except UnknownGame as unknown:
        raise refused(unknown) from unknown
    return await talk_seen(context, now.game, now.viewer, sees_all_talk(now.state, now.viewer))


async def talk_seen(
    context: Context, game: GameId, viewer: PlayerId | None, of_spectators: bool
) -> list[PhraseSaid]:
    """Return the last phrases said at a table, of spectators too or of seats alone; read with others."""
    found = await context.load(_read_talk, (game, viewer, of_spectators))
    return [PhraseSaid.of(each) for each in found]


async def _read_talk(
    services: Services, wanted: list[tuple[GameId, PlayerId | None, bool]]
) -> list[list[SaidPhrase]]:
    def read() -> list[list[SaidPhrase]]:
        return [
            services.talk.read(game, viewer, of_spectators=of_spectators)
            for game, viewer, of_spectators in wanted
        ]

    return await asyncio.to_thread(read)
