"""Screenshots for the documentation, from a server with past games.

Set `KIBITZ_SCREENSHOTS=1` to write them to `docs/images`; `web/README.md` has the command.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.api.harness.server_processes import ROOT
from tests.web.conftest import SignIn
from tests.web.harness.table_player import wait_for_turn
from tests.web.harness.visitors import Person

IMAGES: Final = ROOT / "docs" / "images"
PAGE: Final = ROOT / "docs" / "tutorials" / "play-in-the-browser.md"
SIZE: Final = (1280, 900)
COLOURS: Final = 256
MAX_BYTES: Final = 150_000
"""Largest size of a screenshot in bytes."""
_TRICK: Final = "query ($game: ID!) { game(id: $game) { version table { trick { seat } } } }"
_FINISHED: Final = """{ games(filter: WON, variant: "oh-hell", first: 20) {
    edges { node { id length players { name } } }
} }"""
_MOMENTS: Final = """query ($game: ID!, $after: Version!) {
    game(id: $game) { moments(after: $after, first: 25) { version table { trick { seat } } } }
}"""

PlayerFactory = Callable[[str], Person]


def lobby(sign_in: PlayerFactory) -> Page:
    ann, bert, cleo = map(sign_in, ("Ann", "Bert", "Cleo"))
    waiting = bert.create("oh-hell")
    cleo.command("joinGame", game=waiting)
    cleo.create("president", machines=4)
    ann.create("hundred-and-ten", machines=3)
    page = ann.open("/")
    page.get_by_role("region", name="Your games").get_by_role("link").first.wait_for()
    expect(page.get_by_role("region", name="Being played")).to_contain_text("Cleo")
    expect(page.get_by_role("region", name="Recently finished")).to_contain_text("Dora")
    return page


def table(sign_in: PlayerFactory) -> Page:
    people = [ann, *others] = [sign_in(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
    game = ann.create("hundred-and-ten")
    for each in others:
        each.command("joinGame", game=game)
    ann.command("startGame", game=game)
    while not (_cards_in_trick(ann, game) >= 2 and ann.suggested(game)):
        assert any(each.play(game) for each in people)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    return page


def replay(sign_in: PlayerFactory) -> Page:
    ann = sign_in("Ann")
    found = [each["node"] for each in ann.ask(_FINISHED)["games"]["edges"]]
    game = next(
        each for each in found if {"Ann", "Bert", "Dora", "Emil"} == {who["name"] for who in each["players"]}
    )
    # A moment early in the game with cards on the table.
    moments = ann.ask(_MOMENTS, game=game["id"], after=int(game["length"]) // 8)["game"]["moments"]
    moment = next(each["version"] for each in moments if len(each["table"]["trick"] or ()) == 3)
    page = ann.open(f"/games/{game['id']}/replay?at={moment}")
    page.locator(f"[data-version='{moment}']").first.wait_for()
    return page


def figures(sign_in: PlayerFactory) -> Page:
    page = sign_in("Ann").open("/statistics?variant=hundred-and-ten")
    page.locator("main canvas").first.wait_for()
    return page


SCREENSHOTS: Final[Mapping[str, tuple[Callable[[PlayerFactory], Page], str]]] = {
    "lobby": (lobby, "light"),
    "table": (table, "light"),
    "replay": (replay, "dark"),
    "figures": (figures, "light"),
}
"""The function that opens the page of each screenshot, and its colour scheme."""


@pytest.mark.parametrize("name", SCREENSHOTS)
def test_screenshot_can_be_taken(name: str, signed_in: SignIn) -> None:
    width, height = SIZE
    open_page, scheme = SCREENSHOTS[name]
    page = open_page(
        lambda player: signed_in(player, viewport={"width": width, "height": height}, color_scheme=scheme)
    )
    page.wait_for_load_state("networkidle")
    taken = Image.open(BytesIO(page.screenshot()))
    assert taken.size == SIZE
    # An empty page has fewer colours.
    assert len(taken.convert("RGB").getcolors(1 << 24) or ()) > 50
    if os.environ.get("KIBITZ_SCREENSHOTS"):
        IMAGES.mkdir(exist_ok=True)
        few = taken.convert("RGB").quantize(COLOURS, kmeans=3)
        few.save(IMAGES / f"{name}.png", optimize=True)


def test_tutorial_shows_every_screenshot() -> None:
    shown = re.findall(r"\]\(\.\./images/(\w+)\.png\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(SCREENSHOTS)
    assert {path.stem for path in IMAGES.iterdir()} == set(SCREENSHOTS)
    for name in SCREENSHOTS:
        path = IMAGES / f"{name}.png"
        assert path.stat().st_size < MAX_BYTES
        with Image.open(path) as image:
            assert image.size == SIZE


def _cards_in_trick(person: Person, game: str) -> int:
    """Return the number of cards on the table."""
    return len(person.ask(_TRICK, game=game)["game"]["table"]["trick"] or ())
