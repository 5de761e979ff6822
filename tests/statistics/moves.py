"""The rows of the views of decisions, computed a second time from the stored events of a game.

Hands are read from the deals, which the read model may not do, and the rules are written here once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import comb
from typing import Any

from tests.statistics.raw import Fact, Game
from tests.statistics.recounted import trump_of

Row = dict[str, Any]

KINDS = {
    "BidPlaced": "bid",
    "BidCommitted": "bid",
    "TurnPassed": "pass",
    "TrumpSelected": "trump",
    "CardsDiscarded": "discard",
    "CardPlayed": "play",
    "CardsPlayed": "play",
    "PassQueued": "queue_pass",
    "PassUnqueued": "unqueue_pass",
}
OUT_OF_TURN = ("queue_pass", "unqueue_pass")
ASCENDING = "23456789TJQKA"
BIDS = (15, 20, 25, 30, 60)
ALWAYS_TRUMPS = ("JOKER", "AH")


def moves(game: Game) -> Iterator[Row]:
    """Give the rows of a public game in their order."""
    number = 0
    for course in game.rounds:
        for row in _of_round(game, course):
            yield {**row, "n": number}
            number += 1


def _of_round(game: Game, course: Game) -> Iterator[Row]:
    (dealt,) = course.of("RoundDealt")
    opened = course.of("BidsRevealed")
    counts = {id(fact): count for fact, count in _counts(game, course)}
    clock: set[int] = set()
    turn = dealt.at
    over = bool(course.of("RoundScored", "RoundPassedOut", "GameWon"))
    for fact in course.facts:
        if fact.topic == "SeatMovedByClock":
            clock.add(fact.said["seat"])
        if fact.topic == "BidsRevealed" and fact.said["forced"]:
            for seat, amount in enumerate(fact.said["bids"]):
                yield _row(game, fact, seat, "bid", str(amount), automatic=True)
        if fact.topic not in KINDS:
            continue
        seat, kind = fact.said["seat"], KINDS[fact.topic]
        secret = fact.topic == "BidCommitted"
        if secret and not opened:
            turn = fact.at
            continue
        value = str(opened[0].said["bids"][seat]) if secret else _value(fact)
        automatic = fact.said.get("automatic", False)
        in_turn = kind not in OUT_OF_TURN
        by_clock = in_turn and not automatic and seat in clock
        row = _row(game, fact, seat, kind, value, automatic=automatic or by_clock)
        row["by_machine"] = row["by_machine"] or by_clock
        if in_turn and not (row["by_machine"] or automatic):
            since = max([dealt.at if secret else turn, *_returns(course, seat, fact)])
            row["thinking_ms"] = max((fact.at - since) // timedelta(milliseconds=1), 0)
        if in_turn and not automatic and over:
            row["legal_count"] = counts[id(fact)]
        if in_turn:
            turn = fact.at
            clock.discard(seat)
        yield row


def _returns(course: Game, seat: int, fact: Fact) -> list[datetime]:
    """Return when the seat was taken back from the machine before a fact."""
    before = course.facts[: course.facts.index(fact)]
    return [back.at for back in before if back.topic == "SeatReclaimed" and back.said["seat"] == seat]


def _row(game: Game, fact: Fact, seat: int, kind: str, value: str | None, *, automatic: bool) -> Row:
    return {
        "game": game.id,
        "round": fact.round,
        "kind": kind,
        "seat": seat,
        "value": value,
        "at": fact.at,
        "thinking_ms": None,
        "automatic": automatic,
        "by_machine": fact.seats[seat].machine,
        "legal_count": None,
        "variant": game.variant,
        "player": fact.seats[seat].player,
    }


def _value(fact: Fact) -> str | None:
    said = fact.said
    match fact.topic:
        case "BidPlaced":
            return str(said["amount"])
        case "TrumpSelected":
            suit: str = said["suit"]
            return suit
        case "CardsDiscarded":
            return str(len(said["cards"]))
        case "CardPlayed":
            card: str = said["card"]
            return card
        case "CardsPlayed":
            return " ".join(said["cards"])
    return None


def discards(game: Game) -> Iterator[Row]:
    """Give the rows of `v_discard`; cards only of rounds that were played, once their shuffle is revealed."""
    revealed = {fact.said["shuffle"] for fact in game.of("DeckRevealed")}
    numbers = [row["n"] for row in moves(game) if row["kind"] == "discard"]
    for number, fact in zip(numbers, game.of("CardsDiscarded"), strict=True):
        said, seat = fact.said, fact.said["seat"]
        (course,) = (course for course in game.rounds if course.facts[0].round == fact.round)
        drawn = [draw.said["cards"] for draw in course.of("CardsDrawn") if draw.said["seat"] == seat]
        is_known = said["shuffle"] in revealed and bool(course.of("RoundScored"))
        yield {
            "game": game.id,
            "n": number,
            "round": fact.round,
            "variant": game.variant,
            "seat": seat,
            "player": fact.seats[seat].player,
            "card_count": len(said["cards"]),
            "discarded": frozenset(said["cards"]) if is_known else None,
            "drawn": frozenset(drawn[0] if drawn else ()) if is_known else None,
            "at": fact.at,
        }


# How many moves there were


def _counts(game: Game, course: Game) -> Iterator[tuple[Fact, int]]:
    """Give how many moves there were at each decision in turn, from the hands that only the log knows."""
    hands: dict[int, list[str]] = {}
    (dealt,) = course.of("RoundDealt")
    highest, trick = 0, list[str]()
    lying: list[str] = []
    trump: str | None = None
    for fact in course.facts:
        said, seat = fact.said, fact.said.get("seat", -1)
        match fact.topic:
            case "HandDealt" | "BlindHandDealt":
                hands[seat] = list(said["cards"])
            case "CardsDrawn":
                hands[seat] += said["cards"]
            case "BidPlaced" | "TurnPassed" if game.variant == "hundred-and-ten":
                least = highest if seat == dealt.said["dealer"] else highest + 1
                yield fact, sum(amount >= least for amount in BIDS) + 1
                highest = said.get("amount", highest)
            case "BidCommitted":
                yield fact, len(hands[seat]) + 1
            case "TrumpSelected":
                yield fact, 4
                trump = said["suit"][0]
            case "TrumpTurned":
                trump = trump_of(fact)[0]
            case "CardsDiscarded":
                yield fact, 2 ** len(hands[seat])
                hands[seat] = [card for card in hands[seat] if card not in said["cards"]]
            case "CardPlayed":
                yield fact, len(_may_play(game.variant, hands[seat], trick[0] if trick else None, trump))
                hands[seat].remove(said["card"])
                trick.append(said["card"])
            case "TrickWon":
                trick = []
            case "CardsPlayed" | "TurnPassed":
                yield fact, _groups(hands[seat], lying) + bool(lying)
                if fact.topic == "CardsPlayed":
                    lying = said["cards"]
                    hands[seat] = [card for card in hands[seat] if card not in lying]
            case "TableCleared":
                lying = []


def _may_play(variant: str, hand: list[str], led: str | None, trump: str | None) -> list[str]:
    if led is None:
        return hand
    if variant == "oh-hell":
        return [card for card in hand if card[1] == led[1]] or hand
    trumps = [card for card in hand if card in ALWAYS_TRUMPS or card[1] == trump]
    is_trump_led = led in ALWAYS_TRUMPS or led[1] == trump
    return trumps if is_trump_led and trumps else hand


def _groups(hand: list[str], lying: list[str]) -> int:
    """Return how many selections of equal cards beat those on the table; twos and threes always do."""
    found = 0
    for rank in ASCENDING:
        held = sum(card[0] == rank for card in hand)
        for number in range(1, held + 1):
            beaten = (
                not lying
                or rank in "23"
                or number > len(lying)
                or (number == len(lying) and ASCENDING.index(rank) >= ASCENDING.index(lying[0][0]))
            )
            found += comb(held, number) * beaten
    return found
