"""Tables and subscriptions across restarts of the server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.api.harness.server_processes import Server
from tests.web.harness.game_events import (
    event_types,
    log_lines,
    wait_for_version,
)
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.table_player import click_card, press_button, wait_for_turn, wait_until
from tests.web.harness.visitors import Person, Visitors


def test_game_continues_after_the_server_is_killed(own_server: Server, visitors: Visitors) -> None:
    site = own_server.url.removesuffix("/graphql")
    ann = Person.sign_in(site, "Ann", visitors)
    game = ann.create("oh-hell", machines=3)
    page = ann.open(f"/games/{game}")
    bidding = wait_for_turn(page)
    press_button(page, "Bid 0")
    before = wait_for_turn(page, bidding.version)
    page.evaluate("window.same = true")
    own_server.kill()
    click_card(page, before.legal[0])
    late = page.locator(".mine-late")
    expect(late).to_contain_text("not confirmed yet")
    # The card stays in the hand until the move is confirmed.
    assert page.locator(f".mine [data-card='{before.legal[0]}']").count() == 1
    own_server.start()
    turn = wait_for_turn(page, before.version)
    expect(late).to_have_count(0)
    press_button(page, turn.buttons[0].replace("\n", " "))
    wait_for_turn(page, turn.version)
    ann.play(game, 2)
    wait_for_version(page, ann.version(game))
    assert page.evaluate("window.same")
    lines = log_lines(page)
    page.reload()
    wait_for_turn(page)
    assert log_lines(page) == lines
    created = [name for _, name in event_types(ann, game) if name == "GameCreated"]
    assert created == ["GameCreated"]


def test_subscription_delivers_each_update_once_and_in_order_across_restarts(
    own_server: Server, visitors: Visitors
) -> None:
    site = own_server.url.removesuffix("/graphql")
    ann = Person.sign_in(site, "Ann", visitors)
    game = ann.create("oh-hell", machines=3)
    page = ann.open("/")
    evaluate_in_module(
        page,
        "net/subscriptions.js",
        """(window.followed = [], window.following = module.followGame(given, () => ({}), {
            onNext: ({ snapshot, events }) => window.followed.push(
                ...(snapshot ? [['snapshot']] : events.map((each) => [each.version, each.__typename]))),
            onError: (error) => window.followed.push(['failed', error.message]),
        }), null)""",
        game,
    )
    wait_until(page, lambda: page.evaluate("window.followed.length") == 1)
    followed_from = ann.version(game)
    for _ in range(2):
        ann.play(game, 6)
        own_server.kill()
        own_server.start()
    ann.play(game, 3)
    last = ann.version(game)
    wait_until(page, lambda: page.evaluate("window.followed.at(-1)?.[0]") == last)
    snapshot, *followed = (tuple(each) for each in page.evaluate("window.followed"))
    assert snapshot == ("snapshot",)
    assert followed == event_types(ann, game)[followed_from:]
    # After the end of the subscription nothing more is delivered.
    page.evaluate("window.following.stop()")
    ann.play(game, 2)
    page.wait_for_timeout(200)
    assert page.evaluate("window.followed.at(-1)[0]") == last
