"""Conversion of a game of Hundred and Ten to the format of the traces: state and round records."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domain import commands as c
from domain import events as e
from domain.game import legal
from domain.machine import player_of
from domain.rules.hundred_and_ten import (
    TRUMP_VALUES,
    HundredAndTenTable,
    Phase,
    RoundPassedOut,
    available_bids,
    bleeding,
)
from domain.table import TableView
from tests.conformance.replayed_game import Moment, ReplayedGame, status_of

_STATUS: Final = {Phase.ROUND_SCORED: "COMPLETED", Phase.ROUND_PASSED_OUT: "COMPLETED_NO_BIDDERS"}
"""Names in the traces for the ends of rounds."""


def state_of(replayed: ReplayedGame) -> dict[str, Any]:
    """Return the state of the game in the format of the traces."""
    game, players = replayed.game, replayed.players
    table: Any = game.table
    view = game.rules.show(table)
    scores = {player: place.score for player, place in zip(players, view.places, strict=True)}
    state: dict[str, Any] = {
        "status": status_of(game),
        "round": view.round,
        "dealer": players[view.dealer],
        "active": None,
        "scores": scores,
    }
    if game.outcome is not None:
        return state | {"winner": "+".join(players[seat] for seat in game.outcome.winners)}
    (seat,) = view.to_move
    state["active"] = players[seat]
    state["legal"] = _legal(replayed, seat)
    state["suggestion"] = _suggestion(replayed, seat)
    if view.phase == Phase.BIDDING:
        return state | _bidding(view, table, players)
    assert view.bidder is not None, "a seat has won the bidding"
    state |= {"bidder": players[view.bidder], "bid": view.bid}
    if view.phase == Phase.TRUMP_SELECTION:
        return state
    state["trump"] = view.trump
    if view.phase == Phase.DISCARD:
        return state
    return state | {
        "trick": sum(place.tricks for place in view.places),
        "bleeding": view.bleeding,
        "table": [[players[played.seat], played.card] for played in view.trick],
        "winning": None if view.winning is None else players[view.winning],
    }


def _bidding(view: TableView, table: HundredAndTenTable, players: list[str]) -> dict[str, Any]:
    places = list(enumerate(view.places))
    return {
        "high_bid": view.bid or 0,
        "bidders": [players[seat] for seat, place in places if not place.passed],
        "prepassed": [players[seat] for seat, place in places if place.pass_queued],
        # In the traces, a seat with a queued pass has no bids until the pass is withdrawn.
        "available_bids": {
            players[seat]: [] if place.passed or place.pass_queued else [0, *available_bids(table, seat)]
            for seat, place in places
        },
    }


def _legal(replayed: ReplayedGame, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for offer in legal(replayed.game, seat):
        match offer:
            case c.PassOffer():
                found.setdefault("amounts", []).append(0)
                found["type"] = "bid"
            case c.BidOffer(amounts=amounts):
                found.setdefault("amounts", []).extend(amounts)
                found["type"] = "bid"
            case c.TrumpOffer(suits=suits):
                found |= {"type": "trump", "suits": list(suits)}
            case c.DiscardOffer(any_subset_of=cards):
                found |= {"type": "discard", "any_subset_of": list(cards)}
            case c.PlayOffer(cards=cards):
                found |= {"type": "play", "cards": list(cards)}
    return found


def _suggestion(replayed: ReplayedGame, seat: int) -> dict[str, Any]:
    match player_of(replayed.game.variant)(replayed.view(seat), seat):
        case c.PassTurn():
            return {"type": "bid", "amount": 0}
        case c.PlaceBid(amount=amount):
            return {"type": "bid", "amount": amount}
        case c.SelectTrump(suit=suit):
            return {"type": "trump", "suit": suit}
        case c.DiscardCards(cards=cards):
            return {"type": "discard", "cards": list(cards)}
        case c.PlayCard(card=card):
            return {"type": "play", "card": card}
        case other:
            return msgspec.structs.asdict(other)


class RoundRecords:
    """Records of each round in the format of the traces."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.records: list[dict[str, Any]] = []
        self.history: list[tuple[str, int]] = []
        self._totals = dict.fromkeys(players, 0)
        self._bids: list[list[Any]] = []
        self._discards: list[dict[str, Any]] = []
        self._tricks: list[dict[str, Any]] = []
        self._bleeding = False

    def remember(self, moment: Moment) -> None:
        """Add an event to the record of its round."""
        table: Any = moment.game.table
        players = self.players
        match moment.event:
            case e.RoundDealt(round=number, dealer=dealer):
                self.records.append({"round": number, "dealer": players[dealer], "hands": {}})
                self._bids, self._discards, self._tricks = [], [], []
            case e.HandDealt(seat=seat):
                self.records[-1]["hands"][players[seat]] = list(table.hands[seat])
            case e.BidPlaced(seat=seat, amount=amount):
                self._bids.append([players[seat], amount])
            case e.TurnPassed(seat=seat):
                self._bids.append([players[seat], 0])
            case e.CardsDiscarded(seat=seat, cards=cards):
                kept = list(table.hands[seat])
                discard = {"player": players[seat], "cards": list(cards), "kept": kept, "drawn": []}
                self._discards.append(discard)
            case e.CardsDrawn(cards=cards):
                self._discards[-1]["drawn"] = list(cards)
            case e.CardPlayed():
                self._bleeding = bleeding(table)
            case e.TrickWon(seat=seat, card=card):
                self._tricks.append(
                    {
                        "plays": [[players[played.seat], played.card] for played in table.last_trick],
                        "bleeding": self._bleeding,
                        "winner": players[seat],
                        "won_by_trump": card in TRUMP_VALUES[table.trump],
                    }
                )
            case e.RoundScored(awards=awards):
                self._end_round(table, awards)
                self.records[-1]["bonus_trick"] = _bonus_trick(table)
            case RoundPassedOut():
                self._end_round(table, ())

    def _end_round(self, table: HundredAndTenTable, awards: tuple[e.Award, ...]) -> None:
        points = [(self.players[award.seat], award.points) for award in awards]
        for player, earned in points:
            self._totals[player] += earned
            self.history.append((player, self._totals[player]))
        self.records[-1] |= {
            "status": _STATUS[table.phase],
            "bids": self._bids,
            "bidder": None if table.bidder is None else self.players[table.bidder],
            "bid": table.bid,
            "trump": table.trump,
            "discards": self._discards,
            "tricks": self._tricks,
            "points": [list(point) for point in points],
            "scores_after": dict(zip(self.players, table.scores, strict=True)),
        }


def _bonus_trick(table: HundredAndTenTable) -> int | None:
    # A lost bid or a moon does not award the bonus, but the record names its trick nevertheless.
    assert table.trump is not None, "a played round has a trump"
    trumps = TRUMP_VALUES[table.trump]
    by_trump = [won for won in table.won if won.card in trumps]
    return max(by_trump, key=lambda won: trumps[won.card]).trick if by_trump else None
