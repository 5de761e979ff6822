"""What the demo shows in the terminal: the table as the onlooker sees it, and the scoreboard."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.cli.cards import card

LINES = 8


class Onlooker:
    """Keeps what the events tell an onlooker, and shows it."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self.versions: list[int] = []
        self._game = game
        self._names = names
        self._scores = [0] * len(names)
        self._trick: list[tuple[int, str]] = []
        self._said: deque[Text] = deque(maxlen=LINES)
        self._round = 0

    def sees(self, event: dict[str, Any]) -> None:
        """Take in an event."""
        self.versions.append(event["version"])
        match event["__typename"]:
            case "RoundDealt":
                self._round = event["round"]
                self._say(f"{self._names[event['dealer']]} deals round {event['round'] + 1}")
            case "CardPlayed":
                if len(self._trick) == len(self._names):
                    self._trick.clear()
                self._trick.append((event["seat"], event["card"]))
            case "RoundScored":
                self._scores = event["scores"]
                self._trick.clear()
        words = self._words(event)
        if words is not None:
            self._said.append(words)

    def table(self) -> RenderableType:
        """Return the table as it stands."""
        seats = Table(*self._names, title=f"Round {self._round + 1}", expand=False)
        seats.add_row(*(str(score) for score in self._scores))
        played = dict(self._trick)
        seats.add_row(*(card(played[seat]) if seat in played else "" for seat in range(len(self._names))))
        return Panel(Group(seats, *self._said), title=f"game {self._game}", expand=False)

    def _say(self, words: str) -> None:
        self._said.append(Text(words, "dim"))

    def _words(self, event: dict[str, Any]) -> Text | None:
        who = self._names[event["seat"]] if "seat" in event else ""
        match event["__typename"]:
            case "BidPlaced":
                return Text(f"{who} bids {event['amount']}")
            case "TurnPassed":
                return Text(f"{who} passes")
            case "TrumpSelected":
                return Text(f"{who} names {event['suit'].lower()}")
            case "CardsDiscarded":
                return Text(f"{who} discards {len(event['cards'])}")
            case "TrickWon":
                return Text.assemble(f"{who} takes the trick with ", card(event["card"]))
            case _:
                return None


def scoreboard(game: dict[str, Any]) -> Table:
    """Return the final scores, the winner first."""
    names = {seat["index"]: seat["player"]["name"] for seat in game["seats"]}
    scores = {seat["index"]: seat["score"] for seat in game["seats"]}
    board = Table("place", "player", "score", title=f"Final scores after {game['table']['round'] + 1} rounds")
    for place, seats in enumerate(game["result"]["ranking"], 1):
        for seat in seats:
            board.add_row(str(place), names[seat], str(scores[seat]), style="bold" if place == 1 else "")
    return board
