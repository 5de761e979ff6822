"""Plays rounds by the API, and reads what their events say."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from tests.web.harness.visitors import Person

_EVENTS: Final = """query ($game: ID!, $after: Cursor) { game(id: $game) { events(first: 500, after: $after) {
    nodes {
        __typename version
        ... on BidWon { seat amount }
        ... on BidsRevealed { bids }
        ... on TrickWon { seat }
        ... on RoundScored { round scores bidsMade }
    }
    pageInfo { hasNextPage endCursor }
} } }"""
_HAND: Final = "query ($game: ID!) { game(id: $game) { you table { phase } seats { hand } } }"


class SeatResult(Struct, frozen=True):
    """Bid, tricks and points of a seat in a round."""

    bid: int | None
    tricks: int
    outcome: str
    points: int
    total: int


class RoundEnd(Struct, frozen=True):
    """The end of a round."""

    version: int
    round: int
    seats: list[SeatResult]


def round_ends(person: Person, game: str) -> list[RoundEnd]:
    """Return the rounds that were scored, from the events of the API."""
    events = _events(person, game)
    ends: list[RoundEnd] = []
    totals: list[int] = []
    bids: dict[int, int] = {}
    tricks: list[int] = []
    for event in events:
        match event["__typename"]:
            case "RoundDealt":
                bids, tricks = {}, []
            case "BidWon":
                bids = {event["seat"]: event["amount"]}
            case "BidsRevealed":
                bids = dict(enumerate(event["bids"]))
            case "TrickWon":
                tricks.append(event["seat"])
            case "RoundScored":
                scores = event["scores"]
                before, totals = totals or [0] * len(scores), scores
                seats = [
                    SeatResult(bids.get(seat), tricks.count(seat), outcome, score - before[seat], score)
                    for seat, (score, outcome) in enumerate(zip(scores, event["bidsMade"], strict=True))
                ]
                ends.append(RoundEnd(event["version"], event["round"], seats))
    return ends


def play_to_last_card(person: Person, game: str) -> None:
    """Play until the person's next move ends a round."""
    while True:
        found = person.ask(_HAND, game=game)["game"]
        hand = found["seats"][found["you"]]["hand"]
        if found["table"]["phase"] == "TRICKS" and len(hand) == 1:
            return
        assert person.play(game)


def end_round(person: Person, game: str) -> RoundEnd:
    """Play the last card of a round, and return the round's end."""
    before = len(round_ends(person, game))
    assert person.play(game)
    ends = round_ends(person, game)
    assert len(ends) == before + 1
    return ends[-1]


def _events(person: Person, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    after = None
    while True:
        found = person.ask(_EVENTS, game=game, after=after)["game"]["events"]
        events += found["nodes"]
        if not found["pageInfo"]["hasNextPage"]:
            return events
        after = found["pageInfo"]["endCursor"]
