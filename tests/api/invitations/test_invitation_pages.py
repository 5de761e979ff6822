"""The page of an invitation: its preview for chats while the code is live, and none otherwise."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from httpx import Response

from api.graphql.context import Services
from api.web.files import PAGES
from tests.api.harness.callers import Client
from tests.api.invitations.conftest import CodeOf
from tests.api.limits.conftest import limited
from tests.api.limits.rate_clients import LimitedClients

BROWSER: Final = {"Accept": "text/html,*/*;q=0.8"}
UNKNOWN: Final = "ABCDEFGHJKMN"

__all__ = ["limited"]


class Head(HTMLParser):
    """The tags in the head of a page."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.scripts: list[str | None] = []
        self.is_open = True
        self.feed(response.text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = dict(attributes)
        if tag == "body":
            self.is_open = False
        if tag == "meta" and (name := given.get("property")):
            assert self.is_open, "previews are in the head"
            self.properties[name] = given["content"] or ""
        if tag == "script":
            self.scripts.append(given.get("src"))


async def page(client: Client, code: str) -> Response:
    response = await client.http.get(f"/j/{code}", headers=BROWSER)
    assert response.status_code == 200
    return response


async def test_a_live_code_has_a_preview(ann: Client, spectator: Client, code_of: CodeOf) -> None:
    game = await ann.create("oh-hell", access="PRIVATE")
    code = await code_of(ann, game)
    await ann.must("fillSeats", game=game, count=1)
    preview = Head(await page(spectator, code.lower())).properties
    picture = preview.pop("og:image")
    assert preview == {
        "og:type": "website",
        "og:site_name": "Kibitz",
        "og:title": "Ann invites you to play Oh Hell",
        "og:description": "In each round, bid in secret how many tricks you will win, and then win exactly "
        "that many. At the table: Ann and Machine 1. 2 of 4 seats are free.",
    }
    origin = str(spectator.http.base_url).rstrip("/")
    assert re.fullmatch(re.escape(origin) + r"/web/[0-9a-f]{16}/preview\.png", picture)
    image = await spectator.http.get(picture)
    assert image.headers["content-type"] == "image/png"
    assert image.content.startswith(b"\x89PNG")


async def test_a_preview_tells_only_what_the_page_shows(
    ann: Client, bob: Client, spectator: Client, code_of: CodeOf
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    text = (await page(spectator, await code_of(ann, game))).text
    for hidden in (game, ann.player, bob.player, "Bob"):
        assert hidden not in text


async def test_names_are_escaped(spectator: Client, code_of: CodeOf) -> None:
    name = '<b>"O\'Hara" & Co</b>'
    client = await spectator.sign_in(name)
    response = await page(spectator, await code_of(client, await client.create()))
    head = Head(response)
    assert head.properties["og:title"] == f"{name} invites you to play Hundred and Ten"
    assert "<b>" not in response.text
    assert len(head.scripts) == len(Head(await page(spectator, UNKNOWN)).scripts)


async def test_a_dead_code_has_the_same_page_as_one_that_never_was(
    ann: Client, bob: Client, spectator: Client, code_of: CodeOf
) -> None:
    game = await ann.create(access="PRIVATE")
    code = await code_of(ann, game)
    await bob.must("acceptInvitationLink", token=code)
    live = await page(spectator, code)
    await ann.must("startGame", game=game)
    pages = [await page(spectator, each) for each in (UNKNOWN, code, "x", "%00", "a.b.c", "x" * 500)]
    assert len({each.text for each in pages}) == 1
    assert len({tuple(sorted(each.headers.items())) for each in pages}) == 1
    assert Head(pages[0]).properties == {}
    assert pages[0].text != live.text
    policy = "content-security-policy"
    assert live.headers[policy] == pages[0].headers[policy]


async def test_the_page_is_neither_kept_nor_found_by_search_engines(
    ann: Client, spectator: Client, code_of: CodeOf
) -> None:
    for code in (UNKNOWN, await code_of(ann, await ann.create())):
        response = await page(spectator, code)
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-robots-tag"] == "noindex"
        assert response.headers["referrer-policy"] == "same-origin"
    head = await spectator.http.head(f"/j/{UNKNOWN}", headers=BROWSER)
    assert (head.status_code, head.content) == (200, b"")


async def test_a_token_has_no_preview(ann: Client, spectator: Client, services: Services) -> None:
    game = await ann.create()
    link = (await ann.send("createInvitationLink", game=game))["invitationLink"]
    assert Head(await page(spectator, link["token"])).properties == {}
    assert (await spectator.http.get(f"/join/{link['token']}", headers=BROWSER)).status_code == 200
    assert "/j/{code}" in PAGES


async def test_above_the_rate_a_page_has_no_preview(
    ann: Client, limited: LimitedClients, code_of: CodeOf
) -> None:
    code = await code_of(ann, await ann.create())
    visitor = await limited("192.0.2.1", invitations="1/hour", address=2)
    pages = [await page(visitor, each) for each in (UNKNOWN, code, code)]
    assert [bool(Head(each).properties) for each in pages] == [False, True, False]
    assert Head(await page(await limited("192.0.2.2"), code)).properties
