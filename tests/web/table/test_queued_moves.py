"""Queued moves: picked before the turn, kept by the page, and sent once when it comes, or dropped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.conversation import Conversation
from tests.web.harness.game_events import game_events, wait_for_version
from tests.web.harness.screens import NARROW, fits_viewport
from tests.web.harness.table_player import announcements, click_card, wait_for_turn, wait_until
from tests.web.harness.visitors import Person

HAND: Final = "query ($game: ID!) { game(id: $game) { you seats { hand } table { phase toMove } } }"

EVENTS: Final = """query ($game: ID!) { game(id: $game) { events(first: 200) { nodes {
    __typename ... on CardPlayed { seat card } ... on CardsPlayed { seat } ... on BidPlaced { seat }
    ... on TurnPassed { seat }
} } } }"""

Fits = Callable[[list[str], list[str]], tuple[str, str] | None]
"""Chooses a card that Bert leads and one that Ann queues, from the hands of Ann and Bert."""


class Table:
    """A game in which Ann's page waits for another player."""

    def __init__(self, ann: Person, bert: Person, game: str) -> None:
        self.ann, self.bert, self.game = ann, bert, game
        self.page = ann.context.new_page()
        self.seen = Conversation(self.page)
        self.page.goto(f"{ann.site}/games/{game}")
        expect(self.page.locator(".turn")).to_contain_text(f"Waiting for {bert.name}")

    def queue_bid(self, choice: str) -> None:
        self.page.get_by_label("For my turn").select_option(choice)
        self.page.get_by_role("button", name="Queue", exact=True).click()
        expect(queued(self.page)).to_be_visible()

    def commands(self) -> list[dict[str, Any]]:
        """Return the commands that the page has sent, without what differs in each."""
        varying = ("commandId", "expectedVersion", "game")
        return [{name: sent[name] for name in sent if name not in varying} for sent in self.seen.commands]

    def sent_commands(self) -> list[dict[str, Any]]:
        """Return the commands that the page has sent, of which there must be one.

        The server may have carried it out before the browser's news of the request is here.
        """
        wait_until(self.page, lambda: self.seen.commands)
        return self.commands()

    def events_of_ann(self, name: str) -> list[dict[str, Any]]:
        found = self.ann.ask(EVENTS, game=self.game)["game"]["events"]["nodes"]
        return [each for each in found if each["__typename"] == name and each.get("seat") == 0]


def queued(page: Page) -> Locator:
    return page.locator(".mine-queued")


def notice(page: Page) -> Locator:
    return page.locator(".mine-refusal", has_text="dropped from the queue")


def hand_of(person: Person, game: str) -> list[str]:
    found = person.ask(HAND, game=game)["game"]
    return list(found["seats"][found["you"]]["hand"])


def started_game(ann: Person, bert: Person, machines: int = 0) -> str:
    """Start a game of Hundred and Ten in which Bert bids first."""
    game = ann.create("hundred-and-ten")
    bert.command("joinGame", game=game)
    if machines:
        ann.command("fillSeats", game=game, count=machines)
    ann.command("startGame", game=game)
    return game


def table_of_two(signed_in: SignIn, **context: object) -> Table:
    ann, bert = signed_in("Ann", **context), signed_in("Bert")
    return Table(ann, bert, started_game(ann, bert))


def table_at_tricks(
    signed_in: SignIn, fits: Fits, machines: int = 0, **context: object
) -> tuple[Table, str, str]:
    """Start a game in which Bert leads; return it with Bert's card and Ann's that `fits` chose."""
    ann, bert = signed_in("Ann", **context), signed_in("Bert")
    while True:
        game = started_game(ann, bert, machines)
        bert.command("passTurn", game=game)
        ann.command("placeBid", game=game, amount=60)
        ann.command("selectTrump", game=game, suit="CLUBS")
        chosen = fits(hand_of(ann, game), hand_of(bert, game))
        if chosen is None:
            continue
        while (table := ann.ask(HAND, game=game)["game"]["table"])["phase"] == "DISCARD":
            mover = ann if table["toMove"] == [0] else bert
            mover.command("discardCards", game=game, cards=[])
        return Table(ann, bert, game), *chosen


def plain(cards: list[str]) -> list[str]:
    """Return the cards that are trumps in no way."""
    return [card for card in cards if card != "JOKER" and card != "AH" and card[1] != "C"]


def same_suit(own: list[str], other: list[str]) -> tuple[str, str] | None:
    """Choose cards of one suit, which can always follow."""
    found = [(led, card) for led in plain(other) for card in plain(own) if led[1] == card[1]]
    return found[0] if found else None


def must_play_trump(own: list[str], other: list[str]) -> tuple[str, str] | None:
    """Choose a trump to lead and a card that does not follow, while a trump in hand has to."""
    led = [card for card in other if card[1] == "C"]
    if not led or not {"4C", "6C", "7C", "8C", "9C", "TC"} & set(own) or not plain(own):
        return None
    return led[0], plain(own)[0]


def test_queued_card_is_sent_once_when_the_turn_comes(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    page = table.page
    # The page has checked its session by then.
    page.wait_for_timeout(1_500)
    requests, messages = table.seen.api_requests(), len(table.seen.sent)
    click_card(page, card)
    button = page.locator(f".mine .hand-card:has([data-card='{card}'])")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_contain_text("Queued")
    expect(queued(page)).to_contain_text("Queued for your turn: Play the")
    wait_until(page, lambda: any(each.startswith("Queued for your turn") for each in announcements(page)))
    assert violations(page) == []
    # The move is nowhere but in this page.
    page.wait_for_timeout(300)
    assert (table.seen.api_requests(), len(table.seen.sent)) == (requests, messages)
    version = table.bert.command("playCard", game=table.game, card=led)["version"]
    wait_until(page, lambda: table.events_of_ann("CardPlayed"))
    wait_for_version(page, table.ann.version(table.game))
    expect(queued(page)).to_have_count(0)
    assert table.sent_commands() == [{"card": card}]
    assert table.seen.commands[0]["expectedVersion"] == version
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [card]
    expect(notice(page)).to_have_count(0)


def test_illegal_card_is_dropped_with_a_notice(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, must_play_trump)
    click_card(table.page, card)
    expect(queued(table.page)).to_be_visible()
    table.bert.command("playCard", game=table.game, card=led)
    turn = wait_for_turn(table.page)
    expect(notice(table.page)).to_contain_text("It is not possible now.")
    wait_until(
        table.page, lambda: any("dropped from the queue" in each for each in announcements(table.page))
    )
    assert violations(table.page) == []
    assert table.commands() == []
    click_card(table.page, turn.legal[0])
    expect(notice(table.page)).to_have_count(0)


def test_queued_card_is_cancelled_by_another_click_and_replaced_by_another_card(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    page, pressed = table.page, table.page.locator(".mine .hand-card[aria-pressed='true']")
    other = next(each for each in hand_of(table.ann, table.game) if each != card)
    click_card(page, other)
    click_card(page, card)
    expect(pressed).to_have_count(1)
    expect(pressed).to_be_focused()
    page.keyboard.press("Enter")
    expect(pressed).to_have_count(0)
    click_card(page, card)
    page.get_by_role("button", name="Cancel the queued move").click()
    table.bert.command("playCard", game=table.game, card=led)
    wait_for_turn(page)
    assert (table.commands(), queued(page).count(), notice(page).count()) == ([], 0, 0)


def test_bid_is_queued_on_a_narrow_screen_unseen_by_others(signed_in: SignIn) -> None:
    table = table_of_two(signed_in, viewport=NARROW)
    table.queue_bid("20")
    assert violations(table.page) == []
    assert fits_viewport(table.page)
    table.bert.command("placeBid", game=table.game, amount=15)
    wait_until(table.page, lambda: table.events_of_ann("BidPlaced"))
    assert table.sent_commands() == [{"amount": 20}]


def test_announced_pass_replaces_the_queued_bid(signed_in: SignIn) -> None:
    table = table_of_two(signed_in)
    table.queue_bid("20")
    table.page.get_by_role("button", name="Pass when my turn comes").click()
    expect(notice(table.page)).to_contain_text("Your seat made another move.")
    table.bert.command("placeBid", game=table.game, amount=15)
    wait_until(table.page, lambda: table.events_of_ann("TurnPassed"))
    assert table.sent_commands() == [{}]


def test_move_of_another_device_drops_the_queued_move(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    click_card(table.page, card)
    # The turn comes and goes while this page is not connected.
    table.seen.cut()
    wait_until(table.page, lambda: table.seen.rejected)
    table.bert.command("playCard", game=table.game, card=led)
    other = next(each for each in hand_of(table.ann, table.game) if each != card)
    table.ann.command("playCard", game=table.game, card=other)
    table.seen.is_cut = False
    expect(notice(table.page)).to_contain_text("Your seat made another move.")
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [other]


def test_automated_seat_drops_the_queued_move(signed_in: SignIn) -> None:
    table = table_of_two(signed_in)
    table.queue_bid("20")
    table.ann.command("automateSeat", game=table.game)
    expect(notice(table.page)).to_contain_text("The machine plays your seat.")
    assert table.commands() == []


def test_queued_move_survives_a_lost_connection_and_a_lost_answer(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit)
    click_card(table.page, card)
    lost: list[str] = []

    def lose_first_answer(route: Route) -> None:
        if "commandId" in (route.request.post_data or "") and not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    table.page.route("**/graphql", lose_first_answer)
    table.seen.cut()
    wait_until(table.page, lambda: table.seen.rejected)
    table.bert.command("playCard", game=table.game, card=led)
    table.seen.is_cut = False
    wait_until(table.page, lambda: len(table.seen.commands) == 2)
    expect(queued(table.page)).to_have_count(0)
    assert len({each["commandId"] for each in table.seen.commands}) == 1
    assert [each["card"] for each in table.events_of_ann("CardPlayed")] == [card]


def test_queued_move_does_not_wait_for_the_steps_on_screen(signed_in: SignIn) -> None:
    table, led, card = table_at_tricks(signed_in, same_suit, machines=1, reduced_motion="no-preference")
    click_card(table.page, card)
    expect(queued(table.page)).to_be_visible()
    # The machine plays in the same commit, so that the page shows two cards one after the other.
    version = table.bert.command("playCard", game=table.game, card=led)["version"]
    wait_until(table.page, lambda: table.events_of_ann("CardPlayed") and table.seen.commands)
    assert table.seen.commands[0]["expectedVersion"] == version
    events = game_events(table.ann, table.game)
    times = {each["version"]: datetime.fromisoformat(each["at"]) for each in events}
    assert (times[version + 1] - times[version]).total_seconds() < 0.4
    wait_for_version(table.page, table.ann.version(table.game))
    assert table.sent_commands() == [{"card": card}]


def president_before_own_turn(signed_in: SignIn) -> Table:
    """Start a game of President in which Cyd moves before Ann."""
    ann, bert, cyd = (signed_in(name) for name in ("Ann", "Bert", "Cyd"))
    while True:
        game = ann.create("president")
        for each in (bert, cyd):
            each.command("joinGame", game=game)
        ann.command("startGame", game=game)
        if ann.ask(HAND, game=game)["game"]["table"]["toMove"] == [2]:
            return Table(ann, cyd, game)


def test_pass_is_queued_in_president(signed_in: SignIn) -> None:
    table = president_before_own_turn(signed_in)
    table.page.get_by_role("button", name="Pass when my turn comes").click()
    expect(queued(table.page)).to_contain_text("Queued for your turn: Pass.")
    assert violations(table.page) == []
    assert table.commands() == []
    table.bert.command("passTurn", game=table.game)
    wait_until(table.page, lambda: table.events_of_ann("TurnPassed"))
    assert table.sent_commands() == [{}]


def test_group_of_cards_is_queued_in_president(signed_in: SignIn) -> None:
    table = president_before_own_turn(signed_in)
    pressed = table.page.locator(".mine .hand-card[aria-pressed='true']")
    hand = hand_of(table.ann, table.game)
    ranks = [card[0] for card in hand]
    value = max(ranks, key=ranks.count)
    pair = [card for card in hand if card[0] == value][:2]
    single = next(card for card in hand if card[0] in "56789TJQKA" and card[0] != value)
    for number, card in enumerate(pair, 1):
        click_card(table.page, card)
        expect(pressed).to_have_count(number)
    click_card(table.page, single)
    expect(pressed).to_have_count(1)
    table.bert.command("passTurn", game=table.game)
    # The four of clubs is to be beaten by one card.
    wait_until(table.page, lambda: table.events_of_ann("CardsPlayed"))
    assert table.sent_commands() == [{"cards": [single]}]
