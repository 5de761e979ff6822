"""Monitor that compares everything a page receives and shows with the cards its viewer may have seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Error, Page, Response, WebSocket

from application.codec import all_event_types
from domain.cards import Rank, Suit
from domain.visibility import Viewer
from tests.web.harness.log_reader import GameLog, cards_in, cards_of_event

_EVENTS: Final = frozenset(event.__name__ for event in all_event_types())
_CARD_CODES: Final = {
    f"{rank.name} of {suit.name}".lower(): rank.value + suit.value[0] for rank in Rank for suit in Suit
}
_CARD_PATTERN: Final = re.compile(rf"\b(?i:{'|'.join(_CARD_CODES)})\b|\b[2-9TJQKA][HCSD]\b")
_PATHS: Final = re.compile(r'\bd="[^"]*"')
"""The lines of drawings, in which numbers and letters stand as in the codes of cards."""
_PUBLIC: Final = frozenset({"cardOrder"})
"""Fields that list cards in any hand, such as all trumps; tests/api/secrecy compares them between viewers."""
_CONTENT: Final = """() => {
    const page = document.documentElement.cloneNode(true);
    for (const ladder of page.querySelectorAll(".ladder")) ladder.remove();
    return page.outerHTML;
}"""
"""Returns the content of the page without the order of the cards, which names the cards of the pack."""


def without(value: Any, names: frozenset[str]) -> Any:
    """Return a value of JSON without the fields of these names, at any depth."""
    if isinstance(value, list):
        return [without(each, names) for each in value]
    if isinstance(value, dict):
        return {name: without(each, names) for name, each in value.items() if name not in names}
    return value


def _text_of(response: Response) -> str | None:
    """Return the body of a response; None if the page aborted its request, and so received none."""
    try:
        return response.text()
    except Error:
        if response.request.failure is None:
            raise
        return None


class PageMonitor:
    """Records the traffic of a page, and finds content that its viewer may not see.

    Create it before the page navigates, and navigate once: the browser drops the bodies of earlier responses.
    """

    def __init__(self, page: Page, log: GameLog, viewer: Viewer) -> None:
        self.page = page
        self.checked_count = 0
        """Number of events and games that were checked."""
        self.latest_version = 0
        """The highest version that the page has received."""
        self._log, self._viewer = log, viewer
        self._responses: list[Response] = []
        self._frames: list[str] = []
        page.on("response", self._on_response)
        page.on("websocket", self._on_socket)

    def _on_response(self, response: Response) -> None:
        # Static files are the same for every viewer.
        if not response.url.split("/", 3)[3].startswith("web/"):
            self._responses.append(response)

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def leaks(self) -> list[str]:
        """Return the forbidden content that arrived since the last call."""
        self._log.read()
        responses, self._responses = self._responses, []
        frames, self._frames = self._frames, []
        texts = [text for response in responses if (text := _text_of(response)) is not None]
        return [found for text in texts + frames for found in self._leaks_in_text(text)]

    def unseen_cards(self) -> list[str]:
        """Return the cards that the page shows or stores and its viewer has not seen in this round."""
        # A signature in Base64 can look like a card.
        stored = self.page.evaluate(
            "JSON.stringify([{...localStorage, 'kibitz.log': null}, {...sessionStorage}])"
        )
        texts = _CARD_PATTERN.findall(_PATHS.sub("", self.page.evaluate(_CONTENT)) + stored)
        return sorted(
            {_CARD_CODES.get(each.lower(), each) for each in texts} - self._seen_cards(self._log.read())
        )

    def _leaks_in_text(self, text: str) -> Iterator[str]:
        if text.startswith(("{", "[")):
            yield from self._leaks_in_value(json.loads(text))
        else:
            yield from (f"{each} in a text" for each in set(_CARD_PATTERN.findall(text)))

    def _leaks_in_value(self, value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for each in value:
                yield from self._leaks_in_value(each)
        elif not isinstance(value, dict):
            yield from self._cards_outside(self._seen_cards(len(self._log.events)), value, "a response")
        elif value.get("__typename") in _EVENTS and "version" in value:
            yield from self._leaks_in_event(value)
        elif "record" in value:
            yield from self._leaks_in_record(json.loads(value["record"]))
        elif "seats" in value and "version" in value:
            # A page of events in a game.
            yield from self._leaks_in_value(value.get("events"))
            yield from self._leaks_in_game({name: each for name, each in value.items() if name != "events"})
        else:
            for name, each in value.items():
                if name not in _PUBLIC:
                    yield from self._leaks_in_value(each)

    def _leaks_in_record(self, record: dict[str, Any]) -> Iterator[str]:
        redacted = self._log.redacted(record["version"], self._viewer)
        where = f"the record of {type(redacted).__name__} at {record['version']}"
        yield from self._cards_outside(frozenset(cards_of_event(redacted)), record, where)

    def _leaks_in_game(self, game: dict[str, Any]) -> Iterator[str]:
        version = game["version"]
        self._count(version)
        yield from self._cards_outside(
            self._seen_cards(version), without(game, _PUBLIC), f"the game at {version}"
        )
        for seat in self._log.secret_bidders(version, self._viewer):
            if game["seats"][seat]["bid"] is not None:
                yield f"the bid of seat {seat} in the game at {version}"

    def _leaks_in_event(self, event: dict[str, Any]) -> Iterator[str]:
        version = event["version"]
        self._count(version)
        redacted = self._log.redacted(version, self._viewer)
        yield from self._cards_outside(
            frozenset(cards_of_event(redacted)), event, f"{event['__typename']} at {version}"
        )
        for field in self._log.hidden_fields(version, self._viewer):
            if event.get(field) is not None:
                yield f"{field} of {event['__typename']} at {version}"

    def _seen_cards(self, version: int) -> frozenset[str]:
        return self._log.seen_cards(version, self._viewer)

    def _count(self, version: int) -> None:
        self.checked_count += 1
        self.latest_version = max(self.latest_version, version)

    @staticmethod
    def _cards_outside(seen: frozenset[str], value: Any, where: str) -> Iterator[str]:
        return (f"{card} in {where}" for card in sorted(set(cards_in(value)) - seen))
