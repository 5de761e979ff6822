"""The pages in English with other letters: no text comes from elsewhere than the catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Response, Route, expect

from api.web.catalogue import Catalogue
from api.web.files import FILES
from tests.web.conftest import SignIn
from tests.web.harness.visitors import Person

LETTERS: Final = str.maketrans("aeiouyAEIOUY", "äëïöüÿÄËÏÖÜŸ")
PLACEHOLDER: Final = re.compile(r"(\{\w+\})")
WORD: Final = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")
DATA: Final = frozenset(["Ann", "Hundred", "and", "Ten", "Oh", "Hell", "President"])
"""The name of the person, and words of the titles of games, which the API sends."""
NAME: Final = re.compile(r'"name":"([^"]*)"')
SHOWN: Final = """() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement, data } = walker.currentNode;
        if (!parentElement.closest('script, noscript, code, time, [hidden]')) texts.push(data);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt']) {
        const found = document.querySelectorAll(`[${name}]:not(time)`);
        texts.push(...[...found].map((element) => element.getAttribute(name)));
    }
    return texts;
}"""


def in_other_letters(message: Any) -> Any:
    """Return a message in the made-up language, with its placeholders and forms."""
    if isinstance(message, dict):
        return {form: in_other_letters(each) for form, each in message.items()}
    parts = PLACEHOLDER.split(message)
    return "".join(part if index % 2 else part.translate(LETTERS) for index, part in enumerate(parts))


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The modules of the catalogue in the made-up language, by path."""
    messages = json.loads((FILES / "locales" / "en.json").read_text(encoding="utf-8"))
    file = tmp_path_factory.mktemp("locales") / "en.json"
    file.write_text(json.dumps({key: in_other_letters(each) for key, each in messages.items()}))
    return Catalogue(file).modules(path.read_text(encoding="utf-8") for path in FILES.rglob("*.js"))


class Names:
    """The words of all names that the API sends to a page."""

    def __init__(self, page: Page) -> None:
        self.words: set[str] = set()
        page.on("response", self._on_response)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self._add(str(text))))

    def _on_response(self, response: Response) -> None:
        if response.url.endswith("/graphql"):
            self._add(response.text())

    def _add(self, text: str) -> None:
        self.words.update(word for name in NAME.findall(text) for word in WORD.findall(name))


def untranslated(page: Page, names: Names) -> set[str]:
    """Return the English words on a page that are neither titles nor names."""
    shown = " ".join(page.evaluate(SHOWN))
    return {word for word in WORD.findall(shown) if len(word) > 1} - DATA - names.words


@pytest.fixture
def ann(signed_in: SignIn, modules: Mapping[str, bytes]) -> Person:
    """A person with the pages in the made-up language."""

    def translate(route: Route) -> None:
        name = re.sub(r".*/web/[0-9a-f]+/", "", route.request.url)
        route.fulfill(body=modules[name], content_type="text/javascript")

    ann = signed_in("Ann", viewport={"width": 1280, "height": 800})
    ann.context.route(re.compile("/locales/"), translate)
    return ann


@pytest.mark.parametrize(
    ("path", "heading"),
    [("/", "Täblës"), ("/leaderboards", "Lëädërböärds"), ("/statistics", "Stätïstïcs")],
)
def test_pages_have_no_other_text(ann: Person, path: str, heading: str) -> None:
    page = ann.context.new_page()
    names = Names(page)
    page.goto(ann.site + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.wait_for_load_state("networkidle")
    assert untranslated(page, names) == set()


@pytest.mark.parametrize("variant", ["hundred-and-ten", "oh-hell", "president"])
def test_table_has_no_other_text(ann: Person, variant: str) -> None:
    game = ann.create(variant, machines=3)
    ann.play(game, 12)
    page = ann.context.new_page()
    names = Names(page)
    page.goto(f"{ann.site}/games/{game}")
    for tab in ("Lög", "Scörës", "Tälk", "Fäïr dëäls"):
        page.locator(".playing").wait_for()
        page.get_by_role("tab", name=tab).click()
        page.get_by_role("tabpanel").locator("section").first.wait_for()
        assert untranslated(page, names) == set(), tab
    page.goto(f"{ann.site}/games/{game}/replay")
    page.locator(".replay-board .board").wait_for()
    assert untranslated(page, names) == set()
