"""Mutations of talk: saying a phrase, and muting players."""

from __future__ import annotations

from typing import Annotated, Any

import strawberry

from api.graphql.context import NOT_SIGNED_IN, Info, command_key
from api.graphql.errors.faults import fault
from api.graphql.games.reading import current_game
from api.graphql.games.talk import PhraseSaid
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.payloads import payload
from api.graphql.types.derivation import described
from api.graphql.types.players import Player
from application.refusals import CommandIdReused, UnknownGame, UnknownPlayer
from application.talk.mutes import MAX_MUTED
from application.talk.phrases import Phrase
from application.talk.refusals import (
    CannotMuteYourself,
    TalkIsOff,
    TalkIsOver,
    TalkIsPaused,
    TooManyMuted,
)
from domain.events import PlayerId
from domain.refusals import Refusal, UnknownRules
from domain.state import OVER


@strawberry.input(description="Say a phrase at a table.")
class SayInput:
    """A phrase to say."""

    game: strawberry.ID = strawberry.field(description="The game.")
    phrase: Phrase = strawberry.field(description="The phrase.")
    command_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="An id of your choice, unique among what you say at this table. A repeat with the same "
        "id returns what you have said, and says nothing again.",
    )


@strawberry.type(description="You have said something at a table.")
class SayAccepted:
    """A phrase that was said."""

    said: PhraseSaid = strawberry.field(description="What you have said.")


@strawberry.input(description="Mute a player.")
class MutePlayerInput:
    """A player to mute."""

    player: strawberry.ID = strawberry.field(description="The player.")


@strawberry.input(description="Hear a player again.")
class UnmutePlayerInput:
    """A player to hear again."""

    player: strawberry.ID = strawberry.field(description="The player.")


_MUTED_TEXT = f"The players whom you have muted, at most {MAX_MUTED}, the last one first."


@strawberry.type(description="You no longer see what the player says. The player is not told.")
class MutePlayerAccepted:
    """A muted player."""

    muted: list[PlayerId] = described(_MUTED_TEXT, list[Player], items=MAX_MUTED)


@strawberry.type(description="You see what the player says.")
class UnmutePlayerAccepted:
    """A player who is no longer muted."""

    muted: list[PlayerId] = described(_MUTED_TEXT, list[Player], items=MAX_MUTED)


SAY = payload(
    "say", SayAccepted, (UnknownGame, UnknownRules, TalkIsOff, TalkIsPaused, TalkIsOver, CommandIdReused)
)
MUTE_PLAYER = payload("mutePlayer", MutePlayerAccepted, (CannotMuteYourself, TooManyMuted, UnknownPlayer))
UNMUTE_PLAYER = payload("unmutePlayer", UnmutePlayerAccepted, (UnknownPlayer,))


async def _say(
    info: Info, input: Annotated[SayInput, strawberry.argument(description="The fields of the mutation.")]
) -> Any:
    context = info.context
    player = await context.charge_mutation(CallKind.TALK)
    command_id = command_key(input.command_id)
    try:
        game = await current_game(context, input.game)
        if game.stage in OVER:
            # The time of the end is read only where it matters.
            await game.completed(context)
        said = await context.services.talk.say(
            game.game, game.state, game.ended_at, player, input.phrase, command_id
        )
    except UnknownPlayer as erased:
        raise fault("UNAUTHENTICATED", NOT_SIGNED_IN) from erased
    except Refusal as refusal:
        return SAY.refused(refusal, input)
    return SayAccepted(said=PhraseSaid.of(said))


async def _mute_player(
    info: Info,
    input: Annotated[MutePlayerInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    player, mutes = await info.context.charge_mutation(CallKind.LOBBY), info.context.services.talk.mutes
    try:
        await mutes.mute(player, str(input.player))
    except Refusal as refusal:
        return MUTE_PLAYER.refused(refusal, input)
    return MutePlayerAccepted(muted=await mutes.of(player))


async def _unmute_player(
    info: Info,
    input: Annotated[UnmutePlayerInput, strawberry.argument(description="The fields of the mutation.")],
) -> Any:
    player, mutes = await info.context.charge_mutation(CallKind.LOBBY), info.context.services.talk.mutes
    try:
        await mutes.unmute(player, str(input.player))
    except Refusal as refusal:
        return UNMUTE_PLAYER.refused(refusal, input)
    return UnmutePlayerAccepted(muted=await mutes.of(player))


def talk_mutations() -> dict[str, Any]:
    """Return the mutations of talk, keyed by their Python names."""
    return {
        "say": SAY.field(
            _say,
            "Say a phrase at the table of a game that you may see. With a seat, all who may see the game "
            "see it; without one, only spectators do until the game is over.",
        ),
        "mute_player": MUTE_PLAYER.field(
            _mute_player,
            "Mute a player at all tables, for you alone: you no longer see what it says. "
            "The mutation is idempotent.",
        ),
        "unmute_player": UNMUTE_PLAYER.field(
            _unmute_player,
            "See again what a player says whom you have muted, also what it said meanwhile. The "
            "mutation is idempotent.",
        ),
    }
