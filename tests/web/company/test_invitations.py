"""Invitations by link: the share sheet, the link, the QR code, and the page that a guest opens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.long_form import usually
from tests.npm.node import Node
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.screens import DESKTOP, NARROW, SCHEMES, fits_viewport
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Person, Visitors

LINK: Final = """mutation ($game: ID!) {
    createInvitationLink(input: {game: $game}) {
        ... on CreateInvitationLinkAccepted { invitationLink { code token } }
    }
}"""
EVENTS: Final = """query ($game: ID!) {
    game(id: $game) { events(first: 50) { nodes { __typename by { id } } } }
}"""
SHARING: Final = "navigator.share = async (given) => void (window.shared = given)"
NO_SHARING: Final = "delete Navigator.prototype.share"
DEAD: Final = "This invitation is no longer valid"


def link_of(person: Person, game: str, kind: str = "code") -> str:
    """Create an invitation by link, and return its path."""
    link = person.ask(LINK, game=game)["createInvitationLink"]["invitationLink"]
    return f"/j/{link['code']}" if kind == "code" else f"/join/{link['token']}"


def shown_link(page: Page) -> str:
    """Return the link in the panel of a waiting room."""
    return page.get_by_label("Link to the table", exact=True).input_value()


def test_private_table_is_joined_by_its_link(signed_in: SignIn, visitors: Visitors) -> None:
    ann = signed_in("Ann", permissions=["clipboard-read", "clipboard-write"])
    game = ann.create("oh-hell", access="PRIVATE")
    page = ann.open(f"/games/{game}")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="✓ Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(ann.site) + "/j/[0-9A-Z]{12}", link)
    assert shown_link(page) == link
    assert violations(page) == []

    guest = visitors.context(viewport=NARROW).new_page()
    # As read out over a telephone.
    guest.goto(f"{ann.site}/j/{link[-12:].lower()}")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Ann invites you to play Oh Hell")
    assert guest.title() == "Ann invites you to play Oh Hell · Kibitz"
    expect(guest.get_by_text("bid in secret how many tricks you will win")).to_be_visible()
    expect(guest.get_by_text("At the table: Ann. 3 of 4 seats are free.")).to_be_visible()
    assert violations(guest) == []
    assert fits_viewport(guest)
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("dialog").get_by_label("Your name").fill("Gast")
    guest.keyboard.press("Enter")
    guest.wait_for_url(f"**/games/{game}")
    for seats in (each.get_by_role("list", name="Seats") for each in (guest, page)):
        expect(seats).to_contain_text("Gast")
    # The link leads a seated player to the table.
    guest.goto(link)
    guest.wait_for_url(f"**/games/{game}")
    ann.command("fillSeats", game=game)
    ann.command("startGame", game=game)
    late = visitors.context().new_page()
    late.goto(link)
    expect(late.get_by_role("heading", level=1)).to_have_text(DEAD)
    guest.goto(link)
    guest.wait_for_url(f"**/games/{game}")


def test_guest_commits_to_a_seed_when_it_joins_by_a_link(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("president")
    page = bert.open(link_of(ann, game))
    page.get_by_role("button", name="Join as Bert").click()
    page.wait_for_url(f"**/games/{game}")
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    wait_until(page, lambda: bert.player in committers(ann, game))


def committers(person: Person, game: str) -> list[str]:
    """Return the players who have committed to a seed."""
    events = person.ask(EVENTS, game=game)["game"]["events"]["nodes"]
    return [each["by"]["id"] for each in events if each["__typename"] == "SeedCommitted"]


@pytest.mark.parametrize("access", ["PUBLIC", "PRIVATE"])
def test_share_sheet_comes_first_where_there_is_one(signed_in: SignIn, access: str) -> None:
    ann = signed_in("Ann")
    ann.context.add_init_script(SHARING)
    page = ann.open(f"/games/{ann.create('president', access=access)}")
    panel = page.locator(".panel", has=page.get_by_role("heading", name="Invite players"))
    expect(panel.get_by_role("button")).to_have_text(["Invite…", "Copy the link", "Show a QR code"])
    panel.get_by_role("button", name="Invite…").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == {
        "title": "President on Kibitz",
        "text": "Ann invites you to play President.",
        "url": shown_link(page),
    }


def test_without_a_share_sheet_the_link_is_copied(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    ann.context.add_init_script(NO_SHARING)
    page = ann.open(f"/games/{ann.create('president')}")
    panel = page.locator(".panel", has=page.get_by_role("heading", name="Invite players"))
    expect(panel.get_by_role("button")).to_have_text(["Copy the link", "Show a QR code"])
    link = shown_link(page)
    page.reload()
    expect(page.get_by_label("Link to the table", exact=True)).to_have_value(link)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_qr_code_is_read_by_a_scanner(signed_in: SignIn, scheme: str, node: Node, tmp_path: Path) -> None:
    ann = signed_in("Ann", viewport=NARROW, color_scheme=scheme)
    page = ann.open(f"/games/{ann.create('president')}")
    page.get_by_role("button", name="Show a QR code").click()
    dialog = page.get_by_role("dialog", name="Scan to join")
    picture = tmp_path / "code.png"
    code = dialog.get_by_role("img", name="QR code of the link to the table")
    code.screenshot(path=picture)
    read = node.run("qr/read_qr.mjs", picture)
    assert (read.stdout, read.stderr) == (shown_link(page), "")
    for size in DESKTOP, NARROW:
        page.set_viewport_size(size)
        assert violations(page) == []
        assert fits_viewport(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Show a QR code")).to_be_focused()
    # The scanner does not find codes where there are none.
    page.screenshot(path=picture)
    assert node.run("qr/read_qr.mjs", picture).returncode == 1


def test_invitation_shows_the_clock_and_the_options_that_differ(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    page = bert.open(link_of(ann, ann.create("oh-hell")))
    expect(settings_of(page)).to_have_text(["Clock"])
    expect(page.get_by_text("No clock")).to_be_visible()
    expect(page.get_by_text("All other options have their default values.")).to_be_visible()
    game = ann.create("oh-hell", clock="per_move", move_seconds="30", first_dealer="1")
    page = bert.open(link_of(ann, game))
    expect(settings_of(page)).to_have_text(["Clock", "First dealer"])
    expect(page.get_by_text("30 s for each move")).to_be_visible()
    assert violations(page) == []


def settings_of(page: Page) -> Locator:
    """Return the labels of the shown options."""
    return page.locator(".settings dt")


def test_invitation_link_to_a_full_table_says_so(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("oh-hell")
    link = link_of(ann, game)
    ann.command("fillSeats", game=game)
    page = bert.open(link)
    expect(page.get_by_text("All 4 seats are taken.")).to_be_visible()
    assert violations(page) == []
    expect(page.get_by_role("link", name="Watch the table")).to_have_attribute("href", f"/games/{game}")
    ann.command("removePlayer", game=game, player="machine-1")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("button", name="Join as Bert")).to_be_visible()


def test_invitation_page_reports_a_seat_lost_at_the_last_moment(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("oh-hell")
    page = bert.open(link_of(ann, game))
    join = page.get_by_role("button", name="Join as Bert")
    expect(join).to_be_visible()
    ann.command("fillSeats", game=game)
    join.click()
    expect(page.get_by_text("All 4 seats are taken.").first).to_be_visible()


@pytest.mark.parametrize("kind", ["code", "token"])
@pytest.mark.parametrize("how", usually(["started", "left", "broken"], "left"))
def test_invalid_invitation_link_leads_on(signed_in: SignIn, how: str, kind: str) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = ann.create("oh-hell")
    link = link_of(ann, game, kind)
    if how == "started":
        ann.command("fillSeats", game=game)
        ann.command("startGame", game=game)
    elif how == "left":
        ann.command("leaveGame", game=game)
    page = bert.open(link[:-4] if how == "broken" else link)
    expect(page.get_by_role("heading", level=1)).to_have_text(DEAD)
    assert violations(page) == []
    expect(page.get_by_role("link", name="New table")).to_have_attribute("href", "/new")
    page.get_by_role("link", name="Go to the tables").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")


def test_link_is_asked_for_again_after_a_failure(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president")
    refusals: list[str] = []

    def refuse_first(route: Route) -> None:
        body = route.request.post_data or ""
        if not refusals and f'"input":{{"game":"{game}"}}' in body:
            refusals.append(body)
            error = {"message": "Not now.", "extensions": {"code": "FORBIDDEN"}}
            route.fulfill(json={"errors": [error]})
        else:
            route.continue_()

    ann.context.route("**/graphql", refuse_first)
    page = ann.open(f"/games/{game}")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_label("Link to the table", exact=True)).to_be_visible()
    assert len(refusals) == 1
