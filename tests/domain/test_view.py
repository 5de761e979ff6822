"""Views: the same fold as the full game, over redacted events."""

from __future__ import annotations

from domain import events as e
from domain.cards import Cards, Suit, face_down
from domain.game import fold
from domain.view import View, reveals
from domain.visibility import SPECTATOR, Viewer
from tests.domain.given import Log
from tests.domain.tables import HUNDRED_AND_TEN, cards, discarding, lobby, passed_out, started, tricks

HANDS = "5H JH KH QH 2S", "5C JC KC QC 3S"
OPEN, HIDDEN = tuple(map(cards, HANDS)), face_down(5)
PLAYING = (*lobby(HUNDRED_AND_TEN, 2), started(2))
ONE_ROUND = (*PLAYING, *passed_out(*HANDS, dealer=0, round=0, shuffle=0))


def hands(view: View) -> tuple[Cards, ...]:
    return tuple(place.hand for place in view.game.rules.show(view.game.table).places)


def live(log: Log, viewer: Viewer) -> View:
    """Return the view of a viewer who received every event live."""
    view = View(viewer=viewer)
    for event in log:
        view = view.after([event])
    return view


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    log = tricks(*HANDS, trump=Suit.HEARTS, bidder=0)
    assert hands(View(viewer=0).after(log)) == (OPEN[0], HIDDEN)
    assert hands(View(viewer=1).after(log)) == (HIDDEN, OPEN[1])
    assert hands(View(viewer=SPECTATOR).after(log)) == (HIDDEN, HIDDEN)


def test_played_card_is_visible_and_leaves_a_hidden_hand() -> None:
    log = (*tricks(*HANDS, trump=Suit.HEARTS, bidder=0), e.CardPlayed(seat=1, card=OPEN[1][2]))
    seen = View(viewer=0).after(log)
    assert hands(seen) == (OPEN[0], face_down(4))
    assert seen.game.rules.show(seen.game.table).trick[0].card == OPEN[1][2]


def test_only_the_number_of_another_seats_discards_is_public() -> None:
    log = (
        *discarding(*HANDS, trump=Suit.HEARTS, bidder=1, stock="9H 8H"),
        e.CardsDiscarded(seat=0, cards=cards("2S QH"), shuffle=0),
        e.CardsDrawn(seat=0, cards=cards("9H 8H"), shuffle=0),
    )
    other = View(viewer=1).after(log)
    assert hands(other) == (HIDDEN, OPEN[1])
    shown = other.game.rules.show(other.game.table)
    assert (shown.places[0].discarded, shown.stock) == (2, 53 - 10 - 2)
    assert hands(View(viewer=0).after(log))[0] == cards("5H JH KH 9H 8H")


def test_a_reveal_does_not_change_earlier_events_of_a_live_view() -> None:
    view = live(ONE_ROUND, SPECTATOR)
    assert view.revealed == {0}
    assert hands(view) == (HIDDEN, HIDDEN)


def test_replay_shows_cards_that_were_revealed_later() -> None:
    replay = View(viewer=SPECTATOR, revealed=reveals(ONE_ROUND)).after(ONE_ROUND)
    assert hands(replay) == OPEN


def test_a_replay_hides_shuffles_that_are_not_revealed_yet() -> None:
    again = passed_out(*HANDS, dealer=0, round=1, shuffle=1)[:-1]
    log = (*ONE_ROUND, *again)
    assert reveals(log) == {0}
    assert hands(View(viewer=SPECTATOR, revealed=reveals(log)).after(log)) == (HIDDEN, HIDDEN)


def test_view_can_be_built_in_parts() -> None:
    for viewer in SPECTATOR, 0, 1:
        assert live(ONE_ROUND, viewer) == View(viewer=viewer).after(ONE_ROUND)


def test_a_view_lacks_the_secret_and_every_salt_that_is_not_revealed() -> None:
    log = ONE_ROUND[:-1]
    view = View(viewer=0).after(log)
    assert view.game.secret is None
    assert [sealed.salt for sealed in view.game.sealed] == [None]
    assert set(view.game.sealed[0].order) == set(face_down(1))
    truth = fold(log)
    assert view.game.sealed[0].commitment == truth.sealed[0].commitment
