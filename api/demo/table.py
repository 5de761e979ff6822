"""What the demo shows in the terminal: the table as the onlooker sees it, and the scoreboard."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.cli.cards import card, cards
from kibitz_client import Event, Game

LINES = 8
UNTOLD = "?"


class Onlooker:
    """Keeps what the events tell an onlooker, and shows it; it does not ask which game is played."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self.versions: list[int] = []
        self._game = game
        self._names = names
        self._scores = [0] * len(names)
        self._bids: dict[int, str] = {}
        self._played: dict[int, Text] = {}
        self._places: dict[int, int] = {}
        self._said: deque[Text] = deque(maxlen=LINES)
        self._round = 0

    def sees(self, event: Event) -> None:
        """Take in an event."""
        self.versions.append(event.version)
        self._remember(event)
        words = self._words(event)
        if words is not None:
            self._said.append(words)

    def table(self) -> RenderableType:
        """Return the table as it stands."""
        seats = Table("", *self._names, title=f"Round {self._round + 1}", expand=False)
        everyone = range(len(self._names))
        seats.add_row("score", *(str(score) for score in self._scores))
        if self._bids:
            seats.add_row("bid", *(self._bids.get(seat, "") for seat in everyone))
        if self._places:
            seats.add_row("place", *(str(self._places.get(seat, "")) for seat in everyone))
        seats.add_row("plays", *(self._played.get(seat, Text()) for seat in everyone))
        return Panel(Group(seats, *self._said), title=f"game {self._game}", expand=False)

    def _remember(self, event: Event) -> None:
        match event.name:
            case "RoundDealt":
                self._round = event["round"]
                self._bids.clear()
                self._played.clear()
            case "BidPlaced":
                self._bids[event["seat"]] = str(event["amount"])
            case "BidCommitted":
                self._bids[event["seat"]] = UNTOLD
            case "BidsRevealed":
                self._bids = dict(enumerate(map(str, event["bids"])))
            case "CardPlayed":
                if len(self._played) == len(self._names):
                    self._played.clear()
                self._played[event["seat"]] = card(event["card"])
            case "CardsPlayed":
                self._played[event["seat"]] = cards(event["cards"])
            case "TurnPassed":
                self._played.pop(event["seat"], None)
            case "TableCleared":
                self._played.clear()
            case "SeatWentOut":
                self._places[event["seat"]] = event["rank"]
            case "RoundScored":
                self._scores = event["scores"]
                self._played.clear()

    def _words(self, event: Event) -> Text | None:
        who = self._names[event["seat"]] if "seat" in event.values else ""
        match event.name:
            case "RoundDealt":
                return Text(f"{self._names[event['dealer']]} deals round {event['round'] + 1}", "dim")
            case "DeckRanOut":
                return Text("the deck runs out; what was played is shuffled", "dim")
            case "TrumpTurned":
                return Text.assemble("turned up for trump: ", card(event["card"]))
            case "BidPlaced":
                return Text(f"{who} bids {event['amount']}")
            case "BidCommitted":
                return Text(f"{who} bids in secret")
            case "BidsRevealed":
                told = ", ".join(map(str, event["bids"]))
                return Text(f"the bids are {'laid down' if event['forced'] else 'revealed'}: {told}")
            case "TurnPassed":
                return Text(f"{who} passes")
            case "TrumpSelected":
                return Text(f"{who} names {event['suit'].lower()}")
            case "CardsDiscarded":
                return Text(f"{who} discards {len(event['cards'])}")
            case "TrickWon":
                return Text.assemble(f"{who} takes the trick with ", card(event["card"]))
            case "CardsPlayed":
                return Text.assemble(f"{who} plays ", cards(event["cards"]))
            case "TableCleared":
                return Text("the table is cleared", "dim")
            case "DirectionReversed":
                return Text(f"play turns {'' if event['clockwise'] else 'counter-'}clockwise")
            case "SeatSkipped":
                return Text(f"{who} is skipped")
            case "SeatWentOut":
                return Text(f"{who} goes out, number {event['rank']}")
            case _:
                return None


def scoreboard(game: Game) -> Table:
    """Return the places and scores at the end of a game, the winner first."""
    assert game.result is not None, "the game is over"
    assert game.table is not None, "a game that was won had a table"
    # Not every game counts points.
    scored = any(seat.score for seat in game.seats)
    rounds = game.table.round + 1
    title = f"Final {'scores' if scored else 'places'} after {rounds} round{'s' if rounds > 1 else ''}"
    board = Table("place", "player", *(["score"] if scored else []), title=title, min_width=len(title))
    for place, seats in enumerate(game.result.ranking, 1):
        for seat in (game.seats[index] for index in seats):
            points = [str(seat.score)] if scored else []
            board.add_row(str(place), Text(seat.player.name), *points, style="bold" if place == 1 else "")
    return board
