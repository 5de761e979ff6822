"""Replay page: every moment from every seat, running games, and games without a replay."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from domain.cards import Card
from domain.rules.oh_hell import BidCommitted
from domain.view import View, reveals
from domain.visibility import redact
from tests.api.harness.server_processes import Server
from tests.web.conftest import SignIn
from tests.web.harness.axe import screen_violations, violations
from tests.web.harness.log_reader import GameLog
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.page_secrecy import PageMonitor
from tests.web.harness.replayed_games import (
    VARIANTS,
    events,
    expected_hands,
    finished_game,
    moments,
    shown_table,
    sort_hands,
    variants,
    wait_for_moment,
)
from tests.web.harness.visitors import Visitors
from tests.web.pages.test_secrecy import start_game

PERSPECTIVE: Final = "replay/perspective.js"


@pytest.mark.parametrize("variant", VARIANTS)
def test_perspective_shows_each_seat_s_view_at_every_moment(
    variant: str, signed_in: SignIn, server: Server
) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, variant, moves=2)
    game_log = GameLog(server.data_dir, game)
    last = game_log.read()
    # The first and the last round, which Oh Hell deals blind.
    views = [*moments(ann, game, up_to=150), *moments(ann, game, after=last - 50)]
    page = ann.open("/")
    hands = """[0, 1, 2, 3].map((seat) => given.moments.map((moment) => {
        const past = given.events.slice(0, moment.version);
        return module.gameSeenFrom(moment, past, seat).seats.map(({ hand, bid }) => [hand, bid]);
    }))"""
    found = evaluate_in_module(page, PERSPECTIVE, hands, {"moments": views, "events": events(ann, game)})
    hidden = 0
    for seat in range(4):
        shown_then = {moment["version"]: seen for moment, seen in zip(views, found[seat], strict=True)}
        view = View(viewer=seat)
        for version, event in enumerate(game_log.events, 1):
            view = view.after([event])
            if version not in shown_then or view.game.table is None:
                continue
            places = view.game.rules.show(view.game.table).places
            # Secret bids of the others are redacted for Ann, so their own view cannot show them.
            assert shown_then[version] == [
                [list(place.hand), None if place.committed and not index == seat == 0 else place.bid]
                for index, place in enumerate(places)
            ], f"seat {seat} at {version}"
            hidden += sum(place.hand.count(Card.FACE_DOWN) for place in places)
    assert hidden > last


@pytest.mark.parametrize("variant", variants("oh-hell"))
def test_perspective_redacts_the_log_for_each_seat(variant: str, signed_in: SignIn, server: Server) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, variant)
    game_log = GameLog(server.data_dir, game)
    last = game_log.read()
    read = """given.moments.map(([version, seat]) => module
        .eventsSeenFrom(given.events.slice(0, version), seat)
        .map(({ cards, order, committedAmount: bid }) => [cards ?? null, order ?? null, bid ?? null]))"""
    wanted = [(version, seat) for version in range(20, last + 1, last // 5) for seat in range(4)]
    found = evaluate_in_module(
        ann.open("/"), PERSPECTIVE, read, {"moments": wanted, "events": events(ann, game)}
    )
    for (version, seat), redacted in zip(wanted, found, strict=True):
        past = game_log.events[:version]
        seen = [redact(event, seat, reveals(past)) for event in past]
        assert redacted == [
            [
                *(
                    list(cards) if (cards := getattr(event, name, None)) is not None else None
                    for name in ("cards", "order")
                ),
                event.amount if isinstance(event, BidCommitted) and seat == 0 else None,
            ]
            for event in seen
        ], (version, seat)


@pytest.mark.parametrize("variant", variants("president"))
def test_moment_shows_the_table_of_the_api(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, variant)
    views = moments(ann, game)
    last = len(views)
    page = ann.open(f"/games/{game}/replay?at={last}")
    wait_for_moment(page, last)
    for version in (30, last // 2, 2 * last // 3, last):
        page.get_by_label("Moment").fill(str(version))
        wait_for_moment(page, version)
        now = views[version - 1]
        see = shown_table(page)
        assert sort_hands(see["hands"]) == expected_hands(now)
        if middle := now["table"]["trick"]:
            assert sorted(see["middle"]) == sorted(each["card"] for each in middle)
        elif middle := now["table"]["toBeat"]:
            assert sorted(see["middle"]) == sorted(middle)
        if see["totals"]:
            assert see["totals"] == [seat["score"] for seat in now["seats"]]
    page.get_by_label("Point of view").select_option("2")
    page.get_by_label("Moment").fill("30")
    wait_for_moment(page, 30)
    from_seat = expected_hands(views[29])
    for seat in ("0", "1", "3"):
        from_seat[seat] = {"seen": [], "hidden": len(views[29]["seats"][int(seat)]["hand"])}
    # In the first round of Oh Hell all hands are visible during play.
    if variant != "oh-hell":
        assert sort_hands(shown_table(page)["hands"]) == from_seat


@pytest.mark.parametrize("variant", variants("president"))
def test_replay_of_a_running_game_leaks_no_unseen_card(
    variant: str, signed_in: SignIn, visitors: Visitors, server: Server
) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = start_game(ann, bob, variant)
    ann.play(game, 2) or bob.play(game, 2)
    game_log = GameLog(server.data_dir, game)
    last = game_log.read()
    for context, viewer in ((ann.context, 0), (visitors.context(), None)):
        page = PageMonitor(context.new_page(), game_log, viewer)
        page.page.goto(f"{ann.site}/games/{game}/replay")
        wait_for_moment(page.page, last)
        page.page.get_by_role("button", name="Previous round").click()
        page.page.get_by_label("Point of view").select_option("1")
        page.page.get_by_role("button", name="Show the machine’s moves").click()
        page.page.wait_for_load_state("networkidle")
        assert page.leaks() == []
        assert page.unseen_cards() == []
        assert page.checked_count > last


def test_replay_follows_a_running_game_only_at_its_end(signed_in: SignIn) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = start_game(ann, bob, "president")
    page = ann.open(f"/games/{game}/replay")
    live = page.get_by_role("button", name="Live")
    expect(live).to_have_attribute("aria-pressed", "true")
    before = len(events(ann, game))
    assert ann.play(game) or bob.play(game)
    now = len(events(ann, game))
    assert now > before
    wait_for_moment(page, now)
    page.keyboard.press("ArrowLeft")
    wait_for_moment(page, now - 1)
    expect(live).to_have_attribute("aria-pressed", "false")
    assert ann.play(game) or bob.play(game)
    newest = len(events(ann, game))
    expect(page.locator(".replay-position")).to_contain_text(f"Event {now - 1} of {newest},")
    live.click()
    wait_for_moment(page, newest)
    # The end reveals all hands of the game, also on a page that was open before.
    ann.command("automateSeat", game=game)
    bob.command("automateSeat", game=game)
    views = moments(ann, game)
    wait_for_moment(page, len(views))
    expect(live).to_have_count(0)
    page.get_by_label("Moment").fill(str(now))
    wait_for_moment(page, now)
    expect(page.locator(".seat-hand")).to_have_count(0)
    assert sort_hands(shown_table(page)["hands"]) == expected_hands(views[now - 1])


def test_game_without_a_replay_says_so(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    waiting, closed = ann.create("president"), ann.create("oh-hell")
    ann.command("leaveGame", game=closed)
    page = ann.open(f"/games/{waiting}/replay")
    expect(page.get_by_text("This game has not started yet")).to_be_visible()
    page.goto(f"{ann.site}/games/{closed}/replay")
    expect(page.get_by_text("This table was closed before the game started")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay of Oh Hell")
    assert violations(page) == []


def test_private_game_looks_like_an_unknown_one(signed_in: SignIn) -> None:
    ann, bob = signed_in("Ann"), signed_in("Bob")
    game = ann.create("president", machines=3, access="PRIVATE")
    heading = "There is no such game to replay"
    for address in (game, "1" * 32, "nonsense"):
        page = bob.open(f"/games/{address}/replay")
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert violations(page) == []
    page = ann.open(f"/games/{game}/replay")
    expect(page.get_by_role("heading", level=1)).to_have_text("Replay of President")


def test_moment_that_fails_to_load_can_be_retried(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "oh-hell")
    page = ann.open(f"/games/{game}/replay?at=30")
    wait_for_moment(page, 30)
    fault = {"errors": [{"message": "No.", "extensions": {"code": "INTERNAL"}}], "data": None}
    page.route("**/graphql", lambda route: route.fulfill(json=fault))
    page.get_by_label("Moment").fill("400")
    expect(page.get_by_text("This moment could not be loaded. No.")).to_be_visible()
    page.unroute("**/graphql")
    page.get_by_role("button", name="Try again").click()
    wait_for_moment(page, 400)


@pytest.mark.parametrize("variant", variants("president"))
def test_replay_is_accessible_and_fits_its_screen(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport={"width": 360, "height": 740})
    page = ann.open(f"/games/{finished_game(ann, variant)}/replay?at=60&seat=1")
    wait_for_moment(page, 60)
    page.get_by_role("button", name="Show the machine’s moves").click()
    expect(page.locator(".suggested dt, .suggested .quiet").first).to_be_visible()
    page.get_by_role("button", name="Check the game").click()
    page.locator(".deals summary").first.click()
    assert screen_violations(page) == []
