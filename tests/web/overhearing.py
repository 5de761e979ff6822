"""Everything that a page is sent and shows, held against what its viewer may have seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page, Response, WebSocket

from application.codec import all_event_types
from domain.cards import Rank, Suit
from domain.visibility import Viewer
from tests.web.truth import Truth, cards_of, faces

_EVENTS: Final = frozenset(event.__name__ for event in all_event_types())
_NAMES: Final = {
    f"{rank.name} of {suit.name}".lower(): rank.value + suit.value[0] for rank in Rank for suit in Suit
}
_IN_TEXT: Final = re.compile(rf"\b(?i:{'|'.join(_NAMES)})\b|\b[2-9TJQKA][HCSD]\b")


class Overhearing:
    """Listens to a page from its beginning, and finds what its viewer may not see.

    The page stays at its address: what was sent to one that has gone on cannot be read any more.
    """

    def __init__(self, page: Page, truth: Truth, viewer: Viewer) -> None:
        self.page = page
        self.checked = 0
        """How many events and games of other seats' cards were looked at."""
        self.heard = 0
        """The highest version that the page was told of."""
        self._truth, self._viewer = truth, viewer
        self._answers: list[Response] = []
        self._frames: list[str] = []
        page.on("response", self._answered)
        page.on("websocket", self._opened)

    def _answered(self, response: Response) -> None:
        # The files of the pages are the same for all.
        if not response.url.split("/", 3)[3].startswith("web/"):
            self._answers.append(response)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def found(self) -> list[str]:
        """Return what came since the last time that the viewer should not have got."""
        self._truth.read()
        answers, self._answers = self._answers, []
        frames, self._frames = self._frames, []
        texts = [answer.text() for answer in answers] + frames
        return [found for text in texts for found in self._in_text(text)]

    def shown(self) -> list[str]:
        """Return which cards the page shows or keeps that its viewer has not seen in this round."""
        kept = self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        texts = _IN_TEXT.findall(self.page.content() + kept)
        return sorted({_NAMES.get(each.lower(), each) for each in texts} - self._seen(self._truth.read()))

    def _in_text(self, text: str) -> Iterator[str]:
        if text.startswith(("{", "[")):
            yield from self._in_value(json.loads(text))
        else:
            yield from (f"{each} in a text" for each in set(_IN_TEXT.findall(text)))

    def _in_value(self, value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for each in value:
                yield from self._in_value(each)
        elif not isinstance(value, dict):
            yield from self._beyond(self._seen(len(self._truth.events)), value, "an answer")
        elif value.get("__typename") in _EVENTS and "version" in value:
            yield from self._in_event(value)
        elif "seats" in value and "version" in value:
            self._note(value["version"])
            yield from self._in_game(value)
        else:
            for each in value.values():
                yield from self._in_value(each)

    def _in_game(self, game: dict[str, Any]) -> Iterator[str]:
        version = game["version"]
        self._note(version)
        yield from self._beyond(self._seen(version), game, f"the game at {version}")
        for seat in self._truth.secret_bidders(version, self._viewer):
            if game["seats"][seat]["bid"] is not None:
                yield f"the bid of seat {seat} in the game at {version}"

    def _in_event(self, event: dict[str, Any]) -> Iterator[str]:
        version = event["version"]
        self._note(version)
        told = self._truth.told(version, self._viewer)
        yield from self._beyond(frozenset(cards_of(told)), event, f"{event['__typename']} at {version}")
        for field in self._truth.kept(version, self._viewer):
            if event.get(field) is not None:
                yield f"{field} of {event['__typename']} at {version}"

    def _seen(self, version: int) -> frozenset[str]:
        return self._truth.seen(version, self._viewer)

    def _note(self, version: int) -> None:
        self.checked += 1
        self.heard = max(self.heard, version)

    @staticmethod
    def _beyond(seen: frozenset[str], value: Any, where: str) -> Iterator[str]:
        return (f"{card} in {where}" for card in sorted(set(faces(value)) - seen))
