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
from msgspec import Struct
from msgspec.structs import astuple
from PIL import Image
from playwright.sync_api import Page, expect

from tests.api.harness.server_processes import ROOT
from tests.web.conftest import SignIn
from tests.web.harness.table_player import wait_for_turn
from tests.web.harness.visitors import Person, Visitors
from tests.web.results.rounds import end_round, play_to_last_card

IMAGES: Final = ROOT / "docs" / "images"
PAGE: Final = ROOT / "docs" / "tutorials" / "play-in-the-browser.md"
SIZE: Final = (1280, 900)
COLOURS: Final = 192
MAX_BYTES: Final = 150_000
"""Largest size of a screenshot in bytes."""
_TRICK: Final = "query ($game: ID!) { game(id: $game) { version table { trick { seat } } } }"
_FINISHED: Final = """{ games(filter: WON, variant: "oh-hell", first: 20) {
    edges { node { id length players { name } } }
} }"""
_MOMENTS: Final = """query ($game: ID!, $after: Version!) {
    game(id: $game) { moments(after: $after, first: 25) { version table { trick { seat } } } }
}"""


class Studio(Struct, frozen=True):
    """Opens browsers of the size and the colours of a screenshot."""

    sign_in: Callable[[str], Person]
    """Signs a guest in under a name."""
    visit: Callable[[], Page]
    """Opens the site as somebody who is not signed in."""


def landing(studio: Studio) -> Page:
    page = studio.visit()
    page.get_by_role("button", name="Play President").wait_for()
    return page


def lobby(studio: Studio) -> Page:
    ann, bert, cleo = map(studio.sign_in, ("Ann", "Bert", "Cleo"))
    waiting = bert.create("oh-hell")
    cleo.command("joinGame", game=waiting)
    cleo.create("president", machines=4)
    ann.create("hundred-and-ten", machines=3)
    page = ann.open("/")
    page.get_by_role("region", name="Your games").get_by_role("link").first.wait_for()
    expect(page.get_by_role("region", name="Being played")).to_contain_text("Cleo")
    expect(page.get_by_role("region", name="Recently finished")).to_contain_text("Dora")
    return page


def table(studio: Studio) -> Page:
    people = [ann, *others] = [studio.sign_in(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
    game = ann.create("hundred-and-ten")
    for each in others:
        each.command("joinGame", game=game)
    ann.command("startGame", game=game)
    while not (_cards_in_trick(ann, game) >= 2 and ann.suggested(game)):
        assert any(each.play(game) for each in people)
    # Seats of people who are away would say so.
    page, *_ = [each.open(f"/games/{game}") for each in people]
    wait_for_turn(page)
    expect(page.locator(".table-notices")).to_be_empty()
    return page


def replay(studio: Studio) -> Page:
    ann = studio.sign_in("Ann")
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


def figures(studio: Studio) -> Page:
    page = studio.sign_in("Ann").open("/statistics?variant=hundred-and-ten")
    page.locator("main canvas").first.wait_for()
    page.get_by_role("heading", name="Bids by round").evaluate("each => each.scrollIntoView()")
    return page


def bidding(studio: Studio) -> Page:
    ann = studio.sign_in("Ann")
    page = ann.open(f"/games/{ann.create('hundred-and-ten', machines=3)}")
    wait_for_turn(page)
    return page


def phone(studio: Studio) -> Page:
    ann = studio.sign_in("Ann")
    game = ann.create("oh-hell", machines=3)
    while _cards_in_trick(ann, game) < 2:
        assert ann.play(game)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    return page


def round_end(studio: Studio) -> Page:
    ann = studio.sign_in("Ann")
    game = ann.create("hundred-and-ten", machines=3)
    play_to_last_card(ann, game)
    page = ann.open(f"/games/{game}")
    wait_for_turn(page)
    end_round(ann, game)
    page.get_by_role("button", name="Continue").wait_for()
    return page


def podium(studio: Studio) -> Page:
    ann = studio.sign_in("Ann")
    game = ann.create("president", machines=6)
    while ann.play(game):
        pass
    page = ann.open(f"/games/{game}")
    page.get_by_role("button", name="Rematch").wait_for()
    return page


def rules(studio: Studio) -> Page:
    page = studio.sign_in("Ann").open("/rules/hundred-and-ten")
    page.get_by_role("heading", level=2).first.wait_for()
    return page


class Screenshot(Struct, frozen=True):
    """Page, colour scheme and size of a screenshot."""

    open_page: Callable[[Studio], Page]
    scheme: str = "light"
    size: tuple[int, int] = SIZE


SCREENSHOTS: Final[Mapping[str, Screenshot]] = {
    "landing": Screenshot(landing),
    "lobby": Screenshot(lobby),
    "bidding": Screenshot(bidding),
    "table": Screenshot(table),
    "phone": Screenshot(phone, "dark", (390, 844)),
    "round-end": Screenshot(round_end),
    "podium": Screenshot(podium, "dark"),
    "rules": Screenshot(rules),
    "replay": Screenshot(replay, "dark"),
    "figures": Screenshot(figures),
}
"""The screenshots by the names of their files."""


@pytest.mark.parametrize("name", SCREENSHOTS)
def test_screenshot_can_be_taken(name: str, signed_in: SignIn, site: str, visitors: Visitors) -> None:
    open_page, scheme, size = astuple(SCREENSHOTS[name])
    options = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme}

    def visit() -> Page:
        page = visitors.context(**options).new_page()
        page.goto(site)
        return page

    page = open_page(Studio(lambda player: signed_in(player, **options), visit))
    page.wait_for_load_state("networkidle")
    taken = Image.open(BytesIO(page.screenshot()))
    assert taken.size == size
    # An empty page has fewer colours.
    assert len(taken.convert("RGB").getcolors(1 << 24) or ()) > 50
    if os.environ.get("KIBITZ_SCREENSHOTS"):
        IMAGES.mkdir(exist_ok=True)
        few = taken.convert("RGB").quantize(COLOURS, kmeans=3)
        few.save(IMAGES / f"{name}.png", optimize=True)


def test_tutorial_shows_every_screenshot() -> None:
    shown = re.findall(r"\]\(\.\./images/([\w-]+)\.png\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(SCREENSHOTS)
    plots = re.findall(r"\]\(images/([\w-]+)\.png\)", (ROOT / "docs" / "luck.md").read_text(encoding="utf-8"))
    assert {path.stem for path in IMAGES.iterdir()} == {*SCREENSHOTS, *plots}
    for name, screenshot in SCREENSHOTS.items():
        path = IMAGES / f"{name}.png"
        assert path.stat().st_size < MAX_BYTES
        with Image.open(path) as image:
            assert image.size == screenshot.size


def _cards_in_trick(person: Person, game: str) -> int:
    """Return the number of cards on the table."""
    return len(person.ask(_TRICK, game=game)["game"]["table"]["trick"] or ())
