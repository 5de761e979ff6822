"""The seeds of a game from the API and from a browser's storage, and answers that lie about them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.web.harness.game_events import game_events
from tests.web.harness.visitors import Person

_SEATS: Final = "query ($game: ID!) { game(id: $game) { seats { seedCommitment seed player { id } } } }"
_STORED: Final = "game => Object.keys(localStorage).filter((key) => key.includes(`.${game}.`))"

Event = dict[str, Any]
"""An event as an answer contains it."""


def seats(person: Person, game: str) -> list[Any]:
    """Return the commitment, the seed and the player of each seat."""
    found: list[Any] = person.ask(_SEATS, game=game)["game"]["seats"]
    return found


def stored_keys(page: Page, game: str) -> list[str]:
    """Return the keys under which the browser stores seeds of a game."""
    keys: list[str] = page.evaluate(_STORED, game)
    return keys


def count_of(person: Person, game: str, kind: str) -> int:
    """Return how many events of a type a game has."""
    return sum(event["__typename"] == kind for event in game_events(person, game))


def start_delay(person: Person, game: str) -> float:
    """Return the seconds from the close of the seats to the start of the game."""
    times = {event["__typename"]: event["at"] for event in game_events(person, game)}
    closed, started = (datetime.fromisoformat(times[each]) for each in ("SeatsClosed", "GameStarted"))
    return (started - closed).total_seconds()


def change_events(page: Page, change: Callable[[Event], Event]) -> None:
    """Let a page receive changed events in answers and in the messages of its subscriptions."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=json.dumps(_changed(response.json(), change)))

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(json.dumps(_changed(json.loads(message), change))))

    page.route("**/graphql", answer)
    page.route_web_socket("**/graphql", connect)


def _changed(value: Any, change: Callable[[Event], Event]) -> Any:
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    if not isinstance(value, dict):
        return value
    if "__typename" in value and "version" in value:
        return change(value)
    return {name: _changed(each, change) for name, each in value.items()}
