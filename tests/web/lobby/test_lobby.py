"""Lobby: open, running and finished games, and new tables."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Route, expect

from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.conversation import Conversation, asks_for_log
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.visitors import Visitors


def row(page: Page, game: str, region: str = "Open tables") -> Locator:
    """Return the list item of a game in a region."""
    return (
        page.get_by_role("region", name=region)
        .get_by_role("listitem")
        .filter(has=page.locator(f'a[href^="/games/{game}"]'))
    )


def test_table_appears_fills_and_disappears_without_a_reload(signed_in: SignIn, visitors: Visitors) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    earlier = ann.create("hundred-and-ten")
    page = visitors.context().new_page()
    page.goto(ann.site)
    # Tables in the first message of the subscription are not announced.
    expect(row(page, earlier)).to_be_visible()
    game = ann.create("oh-hell")
    expect(row(page, game)).to_contain_text("1 of 4 seats taken")
    live_region = page.get_by_role("log")
    expect(live_region).to_contain_text("New table: Oh Hell, Ann, 1 of 4 seats taken.")
    row(page, game).evaluate("line => { window.line = line; }")
    bert.command("joinGame", game=game)
    expect(row(page, game)).to_contain_text("Ann, Bert")
    expect(row(page, game)).to_contain_text("2 of 4 seats taken")
    assert row(page, game).evaluate("line => window.line === line")
    ann.command("fillSeats", game=game)
    expect(row(page, game)).to_have_count(0)
    ann.command("startGame", game=game)
    ann.create("president")
    # New tables are announced, and changes of tables are not.
    expect(live_region.get_by_role("paragraph")).to_have_text(
        [f"New table: {table} seats taken." for table in ("Oh Hell, Ann, 1 of 4", "President, Ann, 1 of 8")]
    )


def test_own_games_come_first_and_among_them_those_with_your_turn(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    playing = ann.create("president", machines=3)
    while ann.suggested(playing) is None:
        playing = ann.create("president", machines=3)
    waiting = ann.create("oh-hell")
    invited = bert.create("oh-hell", access="PRIVATE")
    bert.command("invitePlayer", game=invited, player=ann.player)
    page = ann.open("/")
    lines = page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("Your turn")
    expect(lines.nth(1)).to_contain_text("1 of 4 seats taken")
    invitations = page.get_by_role("region", name="Invitations").get_by_role("listitem")
    expect(invitations).to_have_count(1)
    expect(invitations).to_contain_text("You are invited")
    expect(lines.nth(0).get_by_role("link", name="Play")).to_have_attribute("href", f"/games/{playing}")
    for own_or_private in waiting, invited:
        expect(row(page, own_or_private)).to_have_count(0)
    assert violations(page) == []
    while ann.suggested(playing) is not None:
        ann.play(playing)
    expect(lines.filter(has_text="Your turn")).to_have_count(0)


def test_turn_and_invitation_appear_without_a_request(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game, other = ann.create("hundred-and-ten"), bert.create("oh-hell", access="PRIVATE")
    bert.command("joinGame", game=game)
    ann.command("startGame", game=game)
    page = ann.context.new_page()
    seen = Conversation(page)
    page.goto(ann.site)
    expect(row(page, game, "Your games").get_by_role("link", name="Return")).to_be_visible()
    seen.settle()
    seen.requests.clear()
    bert.command("placeBid", game=game, amount=15)
    expect(row(page, game, "Your games").get_by_role("link", name="Play")).to_be_visible()
    bert.command("invitePlayer", game=other, player=ann.player)
    expect(row(page, other, "Invitations")).to_be_visible()
    live_region = page.get_by_role("log")
    expect(live_region).to_contain_text("It is your turn: Hundred and Ten, Ann and Bert.")
    expect(live_region).to_contain_text("You are invited: Oh Hell, Bert.")
    bert.command("withdrawInvitation", game=other, player=ann.player)
    expect(row(page, other, "Invitations")).to_have_count(0)
    # Modules that load after the start are static files.
    others = [each for each in seen.requests if "/web/" not in each.url]
    assert [each.url for each in others if not asks_for_log(each)] == []


def test_variant_filter_is_in_the_address(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    president, oh_hell = bert.create("president"), bert.create("oh-hell")
    page = ann.open("/")
    expect(row(page, oh_hell)).to_be_visible()
    page.get_by_role("link", name="President", exact=True).click()
    expect(row(page, oh_hell)).to_have_count(0)
    expect(row(page, president)).to_be_visible()
    assert page.url.endswith("/?variant=president")
    expect(page.get_by_role("link", name="President", exact=True)).to_have_attribute("aria-current", "true")
    page.reload()
    expect(row(page, president)).to_be_visible()
    later = bert.create("oh-hell")
    page.go_back()
    expect(row(page, later)).to_be_visible()
    page.goto(ann.site + "/?variant=whist")
    expect(page.get_by_text("This server has no game called “whist”.")).to_be_visible()


def test_running_games_can_be_watched_and_finished_games_replayed(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    over = bert.create("president", machines=2)
    bert.command("automateSeat", game=over)
    games = [bert.create("oh-hell", machines=3) for _ in range(9)]
    page = ann.open("/?variant=oh-hell")
    expect(row(page, games[-1], "Being played").get_by_role("link", name="Watch")).to_be_visible()
    lines = page.get_by_role("region", name="Being played").get_by_role("listitem")
    expect(lines).to_have_count(8)
    page.get_by_role("button", name="More games being played").click()
    expect(row(page, games[0], "Being played")).to_be_visible()
    page.get_by_role("link", name="President", exact=True).click()
    replay = row(page, over, "Recently finished").get_by_role("link", name="Replay")
    expect(replay).to_have_attribute("href", f"/games/{over}/replay")
    expect(row(page, over, "Recently finished")).to_contain_text("(won)")
    assert violations(page) == []


def test_empty_lobby_suggests_a_new_table(own_server: Server, visitors: Visitors) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(own_server.url.removesuffix("/graphql"))
    expect(page.get_by_text("No table is waiting for players.")).to_be_visible()
    expect(page.get_by_text("There is no game to watch now.")).to_be_visible()
    assert violations(page) == []
    assert fits_viewport(page)
    page.get_by_role("link", name="Set up a table", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New table")


def test_lobby_joins_a_table_and_shows_a_refusal(signed_in: SignIn) -> None:
    ann, bert, cleo = signed_in("Ann"), signed_in("Bert"), signed_in("Cleo")
    game = ann.create("president")
    page, other = bert.open("/"), cleo.open("/")
    row(other, game).get_by_role("button", name="Join President of Ann").wait_for()
    row(page, game).get_by_role("button", name="Join President of Ann").click()
    page.wait_for_url(f"**/games/{game}")
    # The last seats are taken while Cleo's command is in flight.

    def first(route: Route) -> None:
        if "commandId" in (route.request.post_data or ""):
            ann.command("fillSeats", game=game)
        route.continue_()

    other.route("**/graphql", first)
    row(other, game).get_by_role("button", name="Join").click()
    region = other.get_by_role("region", name="Open tables")
    expect(region.get_by_role("alert")).to_have_text("You could not join. All 8 seats are taken.")
    expect(row(other, game)).to_have_count(0)
    expect(region.get_by_role("heading")).to_be_focused()
    assert violations(other) == []
