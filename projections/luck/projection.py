"""Builds the luck of public games that were won, each hand once everyone may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, MetaData

from application.codec import GameId, RecordedEvent
from application.luck.deal_luck import Expectation, of_deal, of_game
from application.store.port import EventTypes
from domain.events import (
    Access,
    DeckRevealed,
    DeckShuffled,
    GameClosed,
    GameCreated,
    GameWon,
    RoundDealt,
    RoundScored,
)
from projections.engine.projection import Change, Naming, Projection, Put, Row, Rows, Tables, by_game
from projections.finished_games.storage import (
    UNDER_WAY,
    ProgressCodec,
    ProgressStates,
    load_under_way,
    under_way_table,
)
from projections.luck.progress import LuckProgress
from projections.luck.tables import define
from projections.luck.views import views
from projections.players.boards import SEATING, by_machine, seats_after
from projections.statistics.views.publication import publish

_CODEC: Final = ProgressCodec(LuckProgress)
_KINDS: Final[EventTypes] = frozenset(
    (GameCreated, *SEATING, DeckShuffled, RoundDealt, RoundScored, DeckRevealed, GameWon, GameClosed)
)


class LuckOfGames(Projection):
    """Projection of public games that were won to the luck of their seats.

    The hands are not read from the events that deal them. They are found in the orders of the shuffles once
    these are revealed, so that the rows and the stored states never hold a card that is not public.
    """

    name = "luck"
    # A table of luck that changes without a new name needs a new version, too.
    version = 2

    @property
    def kinds(self) -> EventTypes:
        """The public events about seats, deals, points, reveals and the end."""
        return _KINDS

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the tables of luck, and a table of games whose luck is not complete."""
        return {**define(metadata, called), UNDER_WAY: under_way_table(metadata, called)}

    def publish(self, connection: Connection, tables: Tables) -> None:
        """Point the SQL views at these tables."""
        publish(connection, views(tables), self.name)

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the states of the batch's games."""
        return {UNDER_WAY: load_under_way(connection, tables, batch)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Return the luck of the games that are won, as far as their hands are public."""
        states = ProgressStates(_CODEC, rows)
        of_games: list[Row] = []
        of_rounds: list[Row] = []
        for game, recorded in by_game(batch).items():
            progress = states.get(game)
            for each in recorded:
                event = each.event
                if isinstance(event, GameCreated) and event.access is Access.PUBLIC:
                    progress = LuckProgress(event.variant, event.rules_version, event.options)
                elif progress is None:
                    # The game is private or was closed, or all of its hands are known.
                    break
                elif isinstance(event, GameClosed):
                    progress = progress if progress.end is not None else None
                else:
                    _apply(progress, each)
            if progress is not None and progress.end is not None:
                of_games += _game_rows(game, progress)
                of_rounds += _round_rows(game, progress)
                progress = None if progress.is_complete else progress
            states.set(game, progress)
        return [*states.changes(), Put("luck", of_games), Put("round_luck", of_rounds)]


LUCK: Final = LuckOfGames()


def _apply(progress: LuckProgress, recorded: RecordedEvent) -> None:
    match recorded.event:
        case DeckShuffled(shuffle=number):
            progress.shuffle = number
        case RoundDealt() as event:
            progress.dealt(event)
        case RoundScored() as event:
            progress.scored(event)
        case DeckRevealed() as event:
            progress.shown(event)
        case GameWon() as event:
            progress.won(event, recorded.at)
        case event if progress.end is None:
            progress.seats = seats_after(progress.seats, event)


def _game_rows(game: GameId, progress: LuckProgress) -> Iterator[Row]:
    table, end = progress.table, progress.end
    assert end is not None, "only games that were won have rows"
    for seat, result in enumerate(progress.game_results()):
        hands = [(group, luck) for group, luck in progress.hands(seat) if group is not None]
        expected = of_game(hands) if hands and len(hands) == len(progress.rounds) else None
        yield {
            "game": game,
            "seat": seat,
            "variant": progress.variant,
            "seats": len(progress.seats),
            "player": progress.seats[seat].player,
            "machine": by_machine(progress.seats[seat]),
            "in_points": bool(progress.scores),
            "rounds": len(progress.rounds),
            "result": result,
            **_values(expected),
            "luck_table": None if table is None or expected is None else table.table.name,
            "ended_at": end.at,
        }


def _round_rows(game: GameId, progress: LuckProgress) -> Iterator[Row]:
    hands = [list(progress.hands(seat)) for seat in range(len(progress.seats))]
    for number, round in enumerate(progress.rounds):
        for seat, result in enumerate(progress.results(round)):
            group, luck = hands[seat][number]
            yield {
                "game": game,
                "round": round.deal.round,
                "seat": seat,
                "from_dealer": round.deal.from_dealer(seat),
                "result": result,
                **_values(None if group is None else of_deal(group, luck)),
            }


def _values(expected: Expectation | None) -> dict[str, Any]:
    if expected is None:
        return dict.fromkeys(("par", "luck", "luck_error", "play_error"))
    return {
        "par": expected.par,
        "luck": expected.luck,
        "luck_error": expected.luck_error,
        "play_error": expected.play_error,
    }
