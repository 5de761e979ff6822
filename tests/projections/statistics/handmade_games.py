"""Short games with chosen events, and the rows that the statistics make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from application.store.memory import MemoryStore
from application.store.port import Append
from domain.cards import DECK_WITH_JOKER, FRENCH_DECK, Card, Suit
from domain.events import (
    Access,
    Award,
    BidPlaced,
    CardPlayed,
    CardsDiscarded,
    DeckRevealed,
    EndReason,
    Event,
    GameCreated,
    GameStarted,
    GameWon,
    PassQueued,
    PassUnqueued,
    PlayerJoined,
    RoundDealt,
    RoundScored,
    TrickWon,
    TrumpSelected,
    TurnPassed,
)
from domain.rules.hundred_and_ten import BidWon, RoundPassedOut
from domain.rules.oh_hell import BidCommitted, BidsRevealed, TrumpTurned
from domain.rules.president import CardsPlayed, SeatWentOut
from projections.database.connections import ReadDatabase
from projections.statistics.projection import STATISTICS
from tests.domain.tables import cards
from tests.projections.logs import game_id, project
from tests.projections.statistics.named_rows import named

BEGIN = datetime(2026, 4, 1, 23, 59, 50, tzinfo=UTC)
TODAY, TOMORROW = date(2026, 4, 1), date(2026, 4, 2)
HOUR = datetime(2026, 4, 1, 23, tzinfo=UTC)
NEXT_HOUR = HOUR + timedelta(hours=1)
GAME = game_id(1)


def seated(variant: str, *players: str, access: Access = Access.PUBLIC) -> list[Event]:
    return [
        GameCreated(
            variant=variant,
            rules_version=1,
            options={"b": 2, "a": True},
            access=access,
            organizer=players[0],
            secret=None,
        ),
        *(
            PlayerJoined(seat=seat, player=player, machine=player.startswith("machine"))
            for seat, player in enumerate(players)
        ),
        GameStarted(players=players),
    ]


def dealt(round: int, dealer: int, *hands: int) -> RoundDealt:
    return RoundDealt(round=round, dealer=dealer, hands=hands, stock=0)


def plays(seat: int, card: str) -> CardPlayed:
    return CardPlayed(seat=seat, card=Card(card))


def group(seat: int, notations: str, *, automatic: bool = False) -> CardsPlayed:
    return CardsPlayed(seat=seat, cards=cards(notations), automatic=automatic)


def wins(seat: int, trick: int, card: str) -> TrickWon:
    return TrickWon(seat=seat, trick=trick, card=Card(card))


def won(*ranking: tuple[int, ...]) -> GameWon:
    return GameWon(winners=ranking[0], ranking=ranking, reason=EndReason.TARGET_REACHED)


def at(number: int) -> datetime:
    """Return when the numbered event happens, from 0: one a second."""
    return BEGIN + timedelta(seconds=number)


async def projected(
    database: ReadDatabase, *logs: Sequence[Event], batch: int = 1000
) -> dict[str, list[Any]]:
    store = MemoryStore()
    for game, log in enumerate(logs, 1):
        for number, event in enumerate(log):
            await store.append(
                Append(game=game_id(game), after=number, events=(event,), at=at(number), by="ada")
            )
    await project(store, database, STATISTICS, batch=batch)
    return named(database)


def lines(found: Sequence[Mapping[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in found]


def daily(found: dict[str, list[Any]], metric: str) -> list[tuple[Any, ...]]:
    rows = [row for row in found["daily"] if row["metric"] == metric]
    return sorted(lines(rows, "machine", "x", "y", "count", "total"))


def lengths(found: dict[str, list[Any]]) -> list[tuple[Any, ...]]:
    return lines(found["length"], "games", "rounds", "moves", "seconds")


# A round that is passed out, and one in which ben, to the left of the dealer, makes 20 with clubs.
HUNDRED_AND_TEN: list[Event] = [
    *seated("hundred-and-ten", "ada", "ben"),  # 0-3
    dealt(0, 0, 5, 5),
    TurnPassed(seat=1),
    TurnPassed(seat=0, automatic=True),
    RoundPassedOut(round=0),
    dealt(1, 0, 5, 5),  # 8
    BidPlaced(seat=1, amount=15),
    BidPlaced(seat=0, amount=15),  # 10: midnight
    BidPlaced(seat=1, amount=20),
    PassQueued(seat=0),
    PassUnqueued(seat=0),
    TurnPassed(seat=0),
    BidWon(seat=1, amount=20),  # 15
    TrumpSelected(seat=1, suit=Suit.CLUBS),
    CardsDiscarded(seat=0, cards=cards("2H 3H"), shuffle=0),
    CardsDiscarded(seat=1, cards=(), shuffle=0),
    plays(0, "5C"),
    plays(1, "KS"),  # 20
    wins(0, 0, "5C"),
    plays(0, "4D"),
    plays(1, "AC"),
    wins(1, 1, "AC"),
    RoundScored(
        round=1,
        awards=(Award(seat=0, points=10, trick=0), Award(seat=1, points=25, trick=1)),
        scores=(10, 25),
        bids_made=(None, True),
    ),  # 25
    won((1,), (0,)),
    DeckRevealed(shuffle=0, order=DECK_WITH_JOKER, salt=""),
]


def oh_hell(number: int, amounts: tuple[int, int], winner: int) -> list[Event]:
    """Return a round of one card each, for two; who leads is who sits left of the dealer."""
    dealer = number % 2
    made = tuple(amount == (seat == winner) for seat, amount in enumerate(amounts))
    points = [int(seat == winner) + 10 * made[seat] for seat in range(2)]
    before = (0, 0) if number == 0 else (11, 10)
    card = ("AS", "KS")[winner]
    return [
        dealt(number, dealer, 1, 1),
        TrumpTurned(card=Card("2D")),
        *(BidCommitted(seat=seat, amount=amount) for seat, amount in enumerate(amounts)),
        BidsRevealed(bids=amounts, forced=False),
        plays(1 - dealer, ("AS", "KS")[1 - dealer]),
        plays(dealer, ("AS", "KS")[dealer]),
        wins(winner, 0, card),
        RoundScored(
            round=number,
            awards=tuple(Award(seat=seat, points=each) for seat, each in enumerate(points)),
            scores=(before[0] + points[0], before[1] + points[1]),
            bids_made=made,
        ),
    ]


OH_HELL: list[Event] = [
    *seated("oh-hell", "ada", "machine-1"),
    *oh_hell(0, (1, 0), 0),
    *oh_hell(1, (1, 1), 1),
    won((0, 1)),
]


# Cleo is left with the rest of the deck.
REST = tuple(card for card in FRENCH_DECK if card not in cards("4C 2H 2S KD"))
PRESIDENT: list[Event] = [
    *seated("president", "ada", "ben", "cleo"),  # 0-4
    dealt(0, 0, 3, 1, 48),
    group(0, "4C", automatic=True),  # 6
    group(1, "KD"),
    SeatWentOut(seat=1, rank=1),
    TurnPassed(seat=2),
    group(0, "2H 2S"),  # 10
    SeatWentOut(seat=0, rank=2),
    won((1,), (0,), (2,)),
]
