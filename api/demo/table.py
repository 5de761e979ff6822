"""The demo's terminal output: the table in a spectator's view, and the scoreboard."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.cli.terminal.cards import card_text, cards_text
from api.cli.terminal.luck import LuckParts, luck_cells
from kibitz_client import Event, Game
from kibitz_client.schema import events as e

MAX_LINES = 8
HIDDEN_BID = "?"


class SpectatorTable:
    """Builds a spectator's view of the table from events, for games of any variant."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self.versions: list[int] = []
        self._game = game
        self._names = names
        self._scores = [0] * len(names)
        self._bids: dict[int, str] = {}
        self._played: dict[int, Text] = {}
        self._places: dict[int, int] = {}
        self._lines: deque[Text] = deque(maxlen=MAX_LINES)
        self._round = 0

    def apply(self, event: Event) -> None:
        """Apply an event to the view."""
        self.versions.append(event.version)
        self._update(event)
        line = self._describe(event)
        if line is not None:
            self._lines.append(line)

    def table(self) -> RenderableType:
        """Return the current table."""
        seats = Table("", *self._names, title=f"Round {self._round + 1}", expand=False)
        everyone = range(len(self._names))
        seats.add_row("score", *(str(score) for score in self._scores))
        if self._bids:
            seats.add_row("bid", *(self._bids.get(seat, "") for seat in everyone))
        if self._places:
            seats.add_row("place", *(str(self._places.get(seat, "")) for seat in everyone))
        seats.add_row("plays", *(self._played.get(seat, Text()) for seat in everyone))
        return Panel(Group(seats, *self._lines), title=f"game {self._game}", expand=False)

    def _update(self, event: Event) -> None:
        match event:
            case e.RoundDealt(round=number):
                self._round = number
                self._bids.clear()
                self._played.clear()
            case e.BidPlaced(seat=seat, amount=amount):
                self._bids[seat] = str(amount)
            case e.BidCommitted(seat=seat):
                self._bids[seat] = HIDDEN_BID
            case e.BidsRevealed(bids=bids):
                self._bids = dict(enumerate(map(str, bids)))
            case e.CardPlayed(seat=seat, card=played):
                if len(self._played) == len(self._names):
                    self._played.clear()
                self._played[seat] = card_text(played)
            case e.CardsPlayed(seat=seat, cards=played):
                self._played[seat] = cards_text(played)
            case e.TurnPassed(seat=seat):
                self._played.pop(seat, None)
            case e.TableCleared():
                self._played.clear()
            case e.SeatWentOut(seat=seat, place=place):
                self._places[seat] = place
            case e.RoundScored(scores=scores):
                self._scores = list(scores)
                self._played.clear()

    def _describe(self, event: Event) -> Text | None:
        name = self._names
        match event:
            case e.SeedRevealed(seat=seat):
                return Text(f"{name[seat]} reveals a seed for the deals", "dim")
            case e.RoundDealt(dealer=dealer, round=number):
                return Text(f"{name[dealer]} deals round {number + 1}", "dim")
            case e.DeckRanOut():
                return Text("the deck runs out; what was played is shuffled", "dim")
            case e.TrumpTurned(card=turned):
                return Text.assemble("turned up for trump: ", card_text(turned))
            case e.BidPlaced(seat=seat, amount=amount):
                return Text(f"{name[seat]} bids {amount}")
            case e.BidCommitted(seat=seat):
                return Text(f"{name[seat]} bids in secret")
            case e.BidsRevealed(bids=bids, forced=forced):
                amounts = ", ".join(map(str, bids))
                return Text(f"the bids are {'laid down' if forced else 'revealed'}: {amounts}")
            case e.TurnPassed(seat=seat):
                return Text(f"{name[seat]} passes")
            case e.TrumpSelected(seat=seat, suit=suit):
                return Text(f"{name[seat]} names {suit.lower()}")
            case e.CardsDiscarded(seat=seat, cards=away):
                return Text(f"{name[seat]} discards {len(away)}")
            case e.TrickWon(seat=seat, card=best):
                return Text.assemble(f"{name[seat]} takes the trick with ", card_text(best))
            case e.CardsPlayed(seat=seat, cards=played):
                return Text.assemble(f"{name[seat]} plays ", cards_text(played))
            case e.TableCleared():
                return Text("the table is cleared", "dim")
            case e.DirectionReversed(clockwise=clockwise):
                return Text(f"play turns {'' if clockwise else 'counter-'}clockwise")
            case e.SeatSkipped(seat=seat):
                return Text(f"{name[seat]} is skipped")
            case e.SeatWentOut(seat=seat, place=place):
                return Text(f"{name[seat]} goes out, number {place}")
            case _:
                return None


def has_points(game: Game) -> bool:
    """Return whether a finished game has points; some only have places."""
    return any(seat.score for seat in game.seats)


def scoreboard(game: Game, luck: Sequence[LuckParts] = ()) -> Table:
    """Return the places and scores at the end of a game, the winner first, with luck where it is known."""
    assert game.result is not None, "the game is over"
    assert game.table is not None, "a game that was won had a table"
    scored = has_points(game)
    beside = {each.seat: luck_cells(each, in_points=scored) for each in luck if each.luck is not None}
    rounds = game.table.round + 1
    title = f"Final {'scores' if scored else 'places'} after {rounds} round{'s' if rounds > 1 else ''}"
    board = Table("place", "player", *(["score"] if scored else []), title=title, min_width=len(title))
    for head in ("result", "luck", "play") if beside else ():
        board.add_column(head, justify="right")
    for place, seats in enumerate(game.result.ranking, 1):
        for index in seats:
            seat = game.seats[index]
            points = [str(seat.score)] if scored else []
            style = "bold" if place == 1 else ""
            board.add_row(str(place), Text(seat.player.name), *points, *beside.get(index, ()), style=style)
    return board
