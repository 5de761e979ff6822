"""Queued moves of President: a pass, and a group of cards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.table_player import click_card, wait_until
from tests.web.queued_moves.waiting_tables import HAND, Table, hand_of, queued


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
