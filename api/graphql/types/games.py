"""The views in the schema, written by hand: a contract that is independent of the domain's types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Any

import strawberry

from api.graphql.context import Context
from api.graphql.types.derivation import OptionSetting, enum_type, field_descriptions, settings
from api.graphql.types.moves_and_offers import Offer
from api.graphql.types.node import Node
from api.graphql.types.scalars import CardNotation, Version
from application.codec import GameId
from application.players.registry import Player as KnownPlayer
from application.runtime.time_slices import TIME_SLICER
from domain.cards import Suit
from domain.events import Access, EndReason, PlayerId
from domain.game import legal
from domain.rules import all_rules
from domain.state import Game as GameState
from domain.state import Seat as SeatState
from domain.state import Stage
from domain.table import Place, TableView
from domain.table import PlayedCard as TrickCard
from domain.view import View

Names = Mapping[PlayerId, KnownPlayer]
UNKNOWN_NAME = "unknown player"
_MACHINE = "machine-"


def _described(text: str) -> Any:
    return strawberry.field(description=text)


def _phase_descriptions() -> dict[str, str]:
    told: dict[str, dict[str, list[str]]] = {}
    for rules in all_rules():
        for phase, text in field_descriptions(rules.phases).items():
            titles = told.setdefault(phase, {}).setdefault(text, [])
            if rules.title not in titles:
                titles.append(rules.title)
    return {phase: _joined(texts) for phase, texts in told.items()}


def _joined(texts: Mapping[str, list[str]]) -> str:
    """Return the description of a phase, with one part for each meaning that games give it."""
    if len(texts) == 1:
        return next(iter(texts))
    return " ".join(f"{', '.join(titles)}: {text}" for text, titles in texts.items())


def _status_enum() -> type[Enum]:
    phases = {phase for rules in all_rules() for phase in rules.phases}
    members = {str(each): str(each) for each in sorted({*Stage, *phases} - {Stage.PLAYING})}
    status = StrEnum("GameStatus", members)  # type: ignore[misc]
    texts = field_descriptions(Stage) | _phase_descriptions()
    made = strawberry.enum(
        status, description="How far a game has come; while it is played, the phase of the round."
    )
    for value in made.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts.get(value.name)
    return made


GameStatus: Any = _status_enum()

for shared_enum in (Access, EndReason, Suit):
    enum_type(shared_enum)


@strawberry.type(description="Someone who plays, a person or a machine.")
class Player(Node):
    """A player and its name."""

    name: str = _described("What the player is called; names identify nobody.")
    erased: bool = _described("Whether the player was erased, which no name tells.")

    @classmethod
    def of(cls, player: PlayerId, names: Names) -> Player:
        """Return a player with its name; the name of a machine player is its id."""
        known = names.get(player)
        name = player if player.startswith(_MACHINE) else UNKNOWN_NAME
        return cls(
            id=strawberry.ID(player),
            name=known.name if known else name,
            erased=known is not None and known.erased,
        )


async def known_player(context: Context, given: str) -> Player | None:
    """Return a player, or a possible machine player, by its id; None for an unknown id."""
    if not (given.isascii() and given.isprintable()):
        # No player has such an id, and some databases reject it.
        return None
    names = await context.names([given])
    return Player.of(given, names) if given in names or given in _machines() else None


def _machines() -> Iterator[str]:
    most = max(rules.seats[-1] for rules in all_rules())
    return (f"{_MACHINE}{number}" for number in range(1, most + 1))


@strawberry.type(description="A place at the table, who has taken it, and what lies there.")
class Seat:
    """A seat as the viewer sees it."""

    index: int = _described("The seat's number, from 0 clockwise.")
    player: Player = _described("Who sits there.")
    machine: bool = _described("Whether a machine player fills the seat.")
    automated: bool = _described("Whether the machine plays the seat.")
    hand: list[CardNotation] = _described("The cards in hand, in their order; `??` for those you cannot see.")
    score: int = _described("Points scored in the rounds so far.")
    bid: int | None = _described(
        "The seat's last bid in this round; null without one, and while it is secret to you."
    )
    committed: bool = _described("Whether the seat has made a bid that is still secret.")
    passed: bool = _described("Whether the seat has passed.")
    pass_queued: bool = _described("Whether the seat has announced that it will pass.")
    discarded: int | None = _described("How many cards the seat discarded in this round; null before.")
    tricks: int = _described("How many tricks of this round the seat has won.")
    rank: int | None = _described("The place in which the seat got rid of its cards; null before.")

    @classmethod
    def of(cls, index: int, seat: SeatState, place: Place, names: Names) -> Seat:
        """Return a seat with its player and its place on the table."""
        return cls(
            index=index,
            player=Player.of(seat.player, names),
            machine=seat.machine,
            automated=seat.automated,
            hand=list(place.hand),  # type: ignore[arg-type]
            score=place.score,
            bid=place.bid,
            committed=place.committed,
            passed=place.passed,
            pass_queued=place.pass_queued,
            discarded=place.discarded,
            tricks=place.tricks,
            rank=place.rank,
        )


@strawberry.type(description="A card that a seat has played.")
class PlayedCard:
    """A card and the seat that played it."""

    seat: int = _described("The seat that played it.")
    card: CardNotation = _described("The card.")


@strawberry.type(description="What lies in the middle of the table, and what the round is about.")
class Table:
    """The table as the viewer sees it."""

    round: int = _described("The number of the round, from 0.")
    dealer: int = _described("The dealer's seat.")
    to_move: list[int] = _described("The seats that are to move; empty when the game is over.")
    stock: int = _described("How many cards are left undealt.")
    pile: int | None = _described("How many cards lie on the discard pile; null where there is none.")
    blind: bool = _described("Whether players see all hands but their own until the bids are known.")
    bidder: int | None = _described(
        "The seat that holds the highest bid; null before the first, and in games without one."
    )
    bid: int | None = _described("The highest bid of the round; null where there is no `bidder`.")
    trump: Suit | None = _described(
        "The trump suit of the round; null before there is one, and where there is none."
    )
    turn_up: CardNotation | None = _described("The card that was turned up for trump; null where none was.")
    trick: list[PlayedCard] = _described("The cards of the trick being played.")
    winning: int | None = _described("The seat whose card is winning the trick; null when none lies there.")
    bleeding: bool = _described("Whether a trump was led, so that trumps must be played.")
    last_trick: list[PlayedCard] = _described("The cards of the trick before.")
    to_beat: list[CardNotation] = _described(
        "The equal cards on the table that a play has to beat; none when the table is clear."
    )
    led_by: int | None = _described("The seat that played the cards to beat; null when the table is clear.")
    clockwise: bool | None = _described("Whether play goes to the left; null where it never turns.")
    passes: int | None = _described(
        "How many have passed in a row since the last play; null in games in which they do not count."
    )

    @classmethod
    def of(cls, table: TableView, stage: Stage) -> Table:
        """Return a table without its places; `to_move` is empty unless the game is in play."""
        return cls(
            round=table.round,
            dealer=table.dealer,
            to_move=list(table.to_move) if stage is Stage.PLAYING else [],
            stock=table.stock,
            pile=table.pile,
            blind=table.blind,
            bidder=table.bidder,
            bid=table.bid,
            trump=table.trump,
            turn_up=CardNotation(table.turn_up) if table.turn_up else None,
            trick=_played(table.trick),
            winning=table.winning,
            bleeding=table.bleeding,
            last_trick=_played(table.last_trick),
            to_beat=list(table.to_beat),  # type: ignore[arg-type]
            led_by=table.led_by,
            clockwise=table.clockwise,
            passes=table.passes,
        )


def _played(trick: Iterable[TrickCard]) -> list[PlayedCard]:
    return [PlayedCard(seat=each.seat, card=CardNotation(each.card)) for each in trick]


@strawberry.type(description="How a game ended.")
class Result:
    """The winners, and the ranking of all seats."""

    winners: list[Player] = _described("Who won; more than one when equal totals win together.")
    ranking: list[list[int]] = _described("All seats from first place to last; equals stand together.")
    reason: EndReason = _described("Why the game ended.")


@strawberry.type(description="A game as you may see it.")
class Game(Node):
    """A game at one version, as its viewer sees it."""

    version: Version = _described("How many events the game has had.")
    variant: str = _described("Which game is played.")
    options: list[OptionSetting] = _described("Every option of the variant with its value.")
    access: Access = _described("Who may find and join the game.")
    status: Any = strawberry.field(
        graphql_type=GameStatus, description="How far the game has come; in play, the phase of the round."
    )
    organizer: Player | None = _described("Who set the game up, or inherited that; null when all have left.")
    invited: list[Player] = _described("Who is invited and has not answered.")
    seats: list[Seat] = _described("The seats that are taken, from 0 clockwise.")
    you: int | None = _described("Your own seat; null if you have none.")
    table: Table | None = _described("The table; null before the game has started.")
    result: Result | None = _described("How the game ended; null before, and when it was closed.")
    legal_moves: list[Any] = strawberry.field(
        graphql_type=list[Offer],
        description="What you may do now: each offer stands for exactly the moves that would be accepted. "
        "Empty when you are not to move.",
    )

    @classmethod
    def of(cls, game: GameId, version: int, view: View, player: PlayerId | None, names: Names) -> Game:
        """Return a game as a view shows it to a player or, without one, to a spectator."""
        state, table = view.game, shown(view.game)
        seat = state.seat_of(player)
        return cls(
            id=strawberry.ID(str(game)),
            version=Version(version),
            variant=state.variant,
            options=settings(state.options),
            access=state.access,
            status=GameStatus(state.status),
            organizer=Player.of(state.organizer, names) if state.organizer else None,
            invited=[Player.of(each, names) for each in state.invited],
            seats=[
                Seat.of(index, each, table.places[index] if table else NOTHING_THERE, names)
                for index, each in enumerate(state.seats)
            ],
            you=seat,
            table=Table.of(table, state.stage) if table else None,
            result=_result(state, names),
            legal_moves=list(legal(state, seat)) if seat is not None else [],
        )


NOTHING_THERE = Place(hand=(), score=0)


def shown(game: GameState) -> TableView | None:
    """Return the view of a game's table that all variants share; None before the game has started."""
    return None if game.table is None else game.rules.show(game.table)


def people(view: View) -> set[PlayerId]:
    """Return all players in a view of a game: seated, invited, and the organizer."""
    game = view.game
    organizer = {game.organizer} if game.organizer else set()
    return {seat.player for seat in game.seats} | set(game.invited) | organizer


async def game_of(context: Context, game: GameId, version: int, view: View, player: PlayerId | None) -> Game:
    """Return a game as a view shows it, with the names of its players."""
    return Game.of(game, version, view, player, await context.names(people(view)))


async def games_of(
    context: Context, game: GameId, moments: Sequence[tuple[int, View]], player: PlayerId | None
) -> list[Game]:
    """Return a game as views show it at several versions, with the names of its players."""
    names = await context.names({each for _, view in moments for each in people(view)})
    shown = TIME_SLICER.iterate(moments)
    return [Game.of(game, version, view, player, names) async for version, view in shown]


def _result(game: GameState, names: Names) -> Result | None:
    if game.outcome is None:
        return None
    return Result(
        winners=[Player.of(game.seats[seat].player, names) for seat in game.outcome.winners],
        ranking=[list(place) for place in game.outcome.ranking],
        reason=game.outcome.reason,
    )
