"""The check of secrecy can fail: it notices what gives hidden cards away, and its other worlds are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import domain.game
import domain.view
import domain.visibility
from domain import commands as c
from domain import events as e
from domain.cards import DECK_WITH_JOKER, Card, Cards
from domain.game import Game, fold
from domain.refusals import CardNotHeld, MoveRefusal
from domain.rules import rules_of, variants
from domain.state import Stage
from domain.view import View, reveals
from domain.visibility import SPECTATOR, Viewer, marks, redact
from tests.laws.ledger import hands_shown
from tests.laws.playouts import Commit, every_variant, playout
from tests.laws.secrecy.glimpses import accepted, everything, outcome, redacted
from tests.laws.secrecy.secrecy_check import Leak, Log, assert_secret, hidden_fields, other_world
from tests.laws.secrecy.test_secrecy import check_secrecy, check_secrecy_of_outcomes, check_secrecy_where

SEEDS = range(18)

MARKED = [
    pytest.param(variant, event, field, id=f"{variant}-{event.__name__}.{field}")
    for variant, rules in variants().items()
    for event in (*e.COMMON_EVENTS, *rules.events)
    for field, _ in marks(event)
]


@pytest.fixture(autouse=True)
def _forget_games_of_patched_code() -> Iterator[None]:
    """Clear the cache of games, because these tests play some with patched code."""
    yield
    playout.cache_clear()


def leaks(variant: str, check: Callable[..., None] = check_secrecy) -> bool:
    """Tell whether the check notices a leak in one of a few games."""
    for seed in SEEDS:
        try:
            check(playout(variant, seed), Random(seed))
        except Leak:
            return True
    return False


def moments(variant: str) -> Iterator[tuple[Log, Game]]:
    """Yield logs that end where a seat is to move, with the unredacted game."""
    for seed in SEEDS:
        played = playout(variant, seed)
        for commit, log in zip(played.commits, played.committed_logs(), strict=True):
            if commit.after.game.stage is Stage.PLAYING:
                yield log, commit.after.game


def foreign_hand(game: Game, seat: int) -> Cards:
    """Return the cards that the next seat holds."""
    hands = hands_shown(game)
    return hands[(seat + 1) % len(hands)]


def odd(cards: Cards) -> bool:
    # Of a blind hand nothing is known, and it is even.
    return sum(DECK_WITH_JOKER.index(card) for card in cards if card in DECK_WITH_JOKER) % 2 == 1


# What gives hidden cards away is noticed.


@every_variant
def test_hindsight_that_tells_all_that_the_seat_knew_is_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(log: Log, seat: int, *_: object) -> Game:
        return View(viewer=seat).after(log).game

    monkeypatch.setattr(domain.view, "hindsight", told)
    assert leaks(variant)


@every_variant
def test_hindsight_that_depends_on_a_hidden_card_is_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = domain.view.hindsight

    def choosy(log: Log, seat: int, viewer: Viewer, revealed: frozenset[int]) -> Game | None:
        knew = View(viewer=seat).after(log).game
        return None if odd(hands_shown(knew)[seat][:1]) else honest(log, seat, seat, revealed)

    monkeypatch.setattr(domain.view, "hindsight", choosy)
    assert leaks(variant)


@pytest.mark.parametrize(("variant", "event", "field"), MARKED)
def test_a_mark_that_redact_forgets_is_noticed(
    variant: str, event: type[e.Event], field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not any(type(fact) is event for seed in SEEDS for fact in playout(variant, seed).log):
        pytest.skip(f"{variant} has no {event.__name__}")

    def holds(commit: Commit, kind: type[e.Event]) -> bool:
        return any(type(fact) is kind for fact in commit.events)

    def forgetful(fact: Any, viewer: Viewer, revealed: frozenset[int] = frozenset()) -> Any:
        left = redact(fact, viewer, revealed)
        if type(fact) is not event:
            return left
        return replace(left, **{field: getattr(fact, field)})

    monkeypatch.setattr(domain.visibility, "redact", forgetful)
    monkeypatch.setattr(domain.view, "redact", forgetful)
    assert leaks(variant, partial(check_secrecy_where, lambda commit: holds(commit, event)))


@every_variant
def test_a_reveal_that_is_taken_for_granted_is_noticed(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(fact: Any, viewer: Viewer, revealed: frozenset[int] = frozenset()) -> Any:
        return redact(fact, viewer, revealed | set(range(100)))

    monkeypatch.setattr(domain.view, "redact", hasty)
    assert leaks(variant)


@every_variant
@pytest.mark.parametrize(("argument", "leaked"), [("suggest", "the suggestion"), ("choose", "the choice")])
def test_a_machine_player_that_peeks_at_another_hand_is_noticed(
    variant: str, argument: str, leaked: str
) -> None:
    def peeking(truth: Game, view: View, seat: int) -> c.Move:
        offers = domain.game.legal(truth, seat)
        moves = [move for offer in offers for move in offer.moves(truth.seats[seat].player)]
        return moves[-1 if odd(foreign_hand(truth, seat)) else 0]

    def noticed(log: Log, seat: int) -> bool:
        arguments: dict[str, Any] = {argument: peeking}
        glimpse = partial(everything, **arguments)
        try:
            assert_secret(log, seat, glimpse, Random(0))
        except Leak as leak:
            return leaked in str(leak)
        return False

    assert any(
        noticed(log, seat) for log, game in moments(variant) for seat in game.rules.to_move(game.table)
    )


@every_variant
def test_a_refusal_that_names_a_hidden_card_is_noticed(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = domain.game.judge

    def talkative(game: Game, seat: int, move: c.Move) -> tuple[e.Event, ...]:
        try:
            return honest(game, seat, move)
        except MoveRefusal:
            for card in foreign_hand(game, seat):
                raise CardNotHeld(card) from None
            raise

    monkeypatch.setattr(domain.game, "judge", talkative)
    assert leaks(variant)


@every_variant
def test_legal_moves_that_depend_on_another_hand_are_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = domain.game.legal

    def dependent(game: Game, seat: int) -> tuple[c.Offer, ...]:
        offers = honest(game, seat)
        hand = foreign_hand(game, seat) if offers else ()
        return () if Card.FACE_DOWN not in hand and odd(hand) else offers

    monkeypatch.setattr(domain.game, "legal", dependent)
    assert leaks(variant)


@every_variant
def test_an_outcome_that_depends_on_another_hand_is_noticed(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = domain.game.decide

    def dependent(game: Game, command: c.Command, at: datetime) -> tuple[e.Event, ...]:
        events = honest(game, command, at)
        seat = game.seat_of(command.by) or 0
        told = e.PlayerInvited(player=str(odd(foreign_hand(game, seat))), inviter=command.by)
        return (*events, told)

    monkeypatch.setattr(domain.game, "decide", dependent)
    assert leaks(variant, check_secrecy_of_outcomes)


@every_variant
def test_a_move_that_shows_cards_by_the_rules_must_be_declared(
    variant: str,
) -> None:
    def differs(log: Log, game: Game) -> bool:
        for seat in game.rules.to_move(game.table):
            for move in accepted(log, seat)[-1:]:
                try:
                    assert_secret(log, seat, partial(outcome, move=move), Random(0))
                except Leak:
                    return True
        return False

    drawing = (log for log, game in moments(variant) if differs(log, game))
    assert next(drawing, None) is not None


# The other worlds are sound.


@every_variant
def test_another_world_differs_in_hidden_fields_alone_and_keeps_every_deck(variant: str) -> None:
    for log, game in islice(moments(variant), 0, None, 25):
        viewer = Random(len(log)).choice([SPECTATOR, *range(len(game.seats))])
        other = other_world(log, viewer, Random(0))
        revealed = reveals(log)
        for here, there in zip(log, other, strict=True):
            hidden = hidden_fields(here, viewer, revealed)
            for field in here.__struct_fields__:
                assert field in hidden or getattr(here, field) == getattr(there, field)
            if isinstance(here, e.DeckShuffled) and isinstance(there, e.DeckShuffled):
                assert sorted(here.order) == sorted(there.order)
        assert redacted(other, viewer) == redacted(log, viewer)


@every_variant
def test_in_another_world_every_hidden_card_in_a_hand_is_another(variant: str) -> None:
    log, game = next(moments(variant))
    hands, others = hands_shown(game), hands_shown(fold(other_world(log, SPECTATOR, Random(0))))
    for hand, other in zip(hands, others, strict=True):
        assert hand
        assert all(here is not there for here, there in zip(hand, other, strict=True))


@every_variant
def test_secrets_and_salts_of_another_world_are_others_and_commitments_stay(variant: str) -> None:
    log, _ = next(moments(variant))
    for here, there in zip(log, other_world(log, SPECTATOR, Random(0)), strict=True):
        match here, there:
            case e.GameCreated(secret=ours), e.GameCreated(secret=theirs):
                assert ours != theirs
            case e.DeckShuffled(salt=ours, commitment=c1), e.DeckShuffled(salt=theirs, commitment=c2):
                assert ours != theirs
                assert c1 == c2


@every_variant
def test_all_variants_hide_something(variant: str) -> None:
    assert any(marks(event) for event in (*e.COMMON_EVENTS, *rules_of(variant).events))
