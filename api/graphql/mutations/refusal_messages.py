"""Messages of refusals for people: names in place of players' ids and seats, loaded when selected."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import strawberry
from strawberry.utils.str_converters import to_camel_case

from api.graphql.context import Context, game_id
from api.graphql.errors.refusal_texts import texts_of
from api.graphql.execution.immediate_values import NotAtHand
from api.graphql.games.listed_game import viewed
from api.graphql.games.viewed_game import ViewedGame
from api.graphql.types.field_values import Refused
from api.graphql.types.players import UNKNOWN_NAME, name_of
from application.refusals import UnknownGame
from domain.events import PlayerId
from domain.refusals import Refusal, UnknownRules, fields_of, seat_fields, seat_text

_PLAYER: Final = "player"


@strawberry.type(description="A value in the message of a refusal, for a translation of the message.")
class MessageArgument:
    """A named argument of a message."""

    name: str = strawberry.field(description="The name of the argument, as in the list of all errors.")
    values: list[str] = strawberry.field(
        description="The values as in the message, one for each item of a list. Players are given by name, "
        "seats by the names of their players, and variants by title. Empty for an empty list, and for a "
        "value that is missing."
    )


class Wording:
    """The arguments of a refusal as people read them."""

    def __init__(self, refused: Refused, names: Mapping[str, Sequence[str]]) -> None:
        self._refusal = refused.refusal
        self._values: Mapping[str, Sequence[str]] = {**texts_of(refused.refusal), **names}

    def message(self, viewer: PlayerId | None) -> str:
        """Return the message to a viewer."""
        to_player = viewer is not None and getattr(self._refusal, _PLAYER, None) == viewer
        text = self._refusal.sentence(self._values, to_player=to_player)
        return text[0].upper() + text[1:] if text.startswith(UNKNOWN_NAME) else text

    def arguments(self) -> list[MessageArgument]:
        """Return all arguments."""
        return [
            MessageArgument(name=to_camel_case(name), values=list(values))
            for name, values in self._values.items()
        ]


def immediate_wording(refused: Refused, _: object) -> Wording:
    """Return the wording of a refusal without names; raises NotAtHand if it has any."""
    kind = type(refused.refusal)
    if _player_fields(kind) or seat_fields(kind):
        raise NotAtHand(kind.__name__)
    return Wording(refused, {})


async def wording(refused: Refused, context: Context) -> Wording:
    """Return the wording of a refusal; names are read together with others."""
    refusal, kind = refused.refusal, type(refused.refusal)
    arguments = refusal.arguments
    seats = await _seated(refused, context) if seat_fields(kind) else ()
    named = {name: _in_seats(arguments[name], seats) for name in seat_fields(kind)}
    named |= {name: list(arguments[name]) for name in _player_fields(kind)}
    names = await gather(*(gather(*(_name(each, context) for each in values)) for values in named.values()))
    return Wording(refused, dict(zip(named, names, strict=True)))


async def game_of(refused: Refused, context: Context) -> ViewedGame | None:
    """Return the current game of a refusal, None if the caller may not see it; read once for all fields."""
    if refused.game is None:
        return None
    try:
        return await viewed(context, game_id(refused.game), await context.player())
    except (UnknownGame, UnknownRules):
        return None


def _player_fields(refusal: type[Refusal]) -> frozenset[str]:
    return fields_of(refusal, PlayerId, PlayerId | None)


def _in_seats(numbers: Iterable[int], seats: Sequence[PlayerId]) -> list[PlayerId | int]:
    return [seats[number] if number < len(seats) else number for number in numbers]


async def _name(player: PlayerId | int, context: Context) -> str:
    """Return the name of a player, or the text for a seat in which no player is known."""
    return seat_text(player) if isinstance(player, int) else await name_of(player, context)


async def _seated(refused: Refused, context: Context) -> Sequence[PlayerId]:
    """Return the players in the seats of the game, as far as the caller may see them."""
    game = await game_of(refused, context)
    return () if game is None else game.players
