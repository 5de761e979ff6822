"""The audit finds each change to a game, at its version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from domain import events as e
from domain.cards import Card
from domain.rules.hundred_and_ten import BidWon
from domain.rules.oh_hell import BidsRevealed, BlindHandDealt, TrumpTurned
from domain.rules.president import CardsPlayed, DirectionReversed, SeatSkipped, SeatWentOut, TableCleared
from tests.application.audit.audits import GAME, Log, audited, played
from tests.domain.tables import HUNDRED_AND_TEN, PLAYERS, filled, invited, lobby, started
from tests.laws.playouts import every_variant, playout

E = TypeVar("E", bound=e.Event)


Tamper = Callable[[Log], tuple[Log, int]]
"""Changes a log; returns it with the place, from 0, of the first event that cannot be."""


def nth(log: Log, kind: type[E], number: int = 0) -> tuple[int, E]:
    """Return the index of the nth event of a kind, and the event."""
    found = [(place, event) for place, event in enumerate(log) if isinstance(event, kind)]
    return found[number]


def changed(kind: type[E], number: int = 0, **values: Callable[[E], Any] | Any) -> Tamper:
    """Change fields of an event."""

    def tamper(log: Log) -> tuple[Log, int]:
        place, event = nth(log, kind, number)
        new = {name: value(event) if callable(value) else value for name, value in values.items()}
        tampered = replace(event, **new)
        assert tampered != event
        return [*log[:place], tampered, *log[place + 1 :]], place

    return tamper


def missing(kind: type[e.Event], number: int = 0) -> Tamper:
    def tamper(log: Log) -> tuple[Log, int]:
        place, _ = nth(log, kind, number)
        return log[:place] + log[place + 1 :], place

    return tamper


def twice(kind: type[e.Event], number: int = 0) -> Tamper:
    def tamper(log: Log) -> tuple[Log, int]:
        place, event = nth(log, kind, number)
        return [*log[: place + 1], event, *log[place + 1 :]], place + 1

    return tamper


def before(kind: type[e.Event], extra: e.Event) -> Tamper:
    def tamper(log: Log) -> tuple[Log, int]:
        place, _ = nth(log, kind)
        return [*log[:place], extra, *log[place:]], place

    return tamper


def swapped_hands(log: Log) -> tuple[Log, int]:
    one, first = nth(log, e.HandDealt, 0)
    other, second = nth(log, e.HandDealt, 1)
    log = list(log)
    log[one], log[other] = replace(first, cards=second.cards), replace(second, cards=first.cards)
    return log, one


def swapped_deck(log: Log) -> tuple[Log, int]:
    """Swap two cards of a shuffle without changing its commitment."""
    place, event = nth(log, e.DeckShuffled)
    order = (event.order[1], event.order[0], *event.order[2:])
    return [*log[:place], replace(event, order=order), *log[place + 1 :]], place


def not_held(log: Log) -> tuple[Log, int]:
    """Replace a played card by one that another seat holds."""
    place, event = nth(log, e.CardPlayed)
    hands = [each for each in log[:place] if isinstance(each, e.HandDealt | BlindHandDealt)]
    other = next(hand.cards[0] for hand in hands if hand.seat != event.seat)
    return [*log[:place], replace(event, card=other), *log[place + 1 :]], place


def other_seat(event: e.SeatEvent) -> int:
    return 1 if event.seat == 0 else 0


def backwards(event: e.GameWon) -> tuple[tuple[int, ...], ...]:
    return event.ranking[::-1]


def swapped(event: Any) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = event.cards if hasattr(event, "cards") else event.order
    return (cards[1], cards[0], *cards[2:])


def scores_of_999(event: e.RoundScored) -> tuple[int, ...]:
    return (999, *event.scores[1:])


EVERYWHERE: dict[str, Tamper] = {
    "a reversed ranking": changed(e.GameWon, ranking=backwards),
    "other winners": changed(e.GameWon, winners=(2,), reason=e.EndReason.ONE_LEFT, ranking=((2,), (0,))),
    "no winner": missing(e.GameWon),
    "a winner twice": twice(e.GameWon),
    "swapped hands": swapped_hands,
    "cards of a hand in another order": changed(e.HandDealt, cards=swapped),
    "no hand": missing(e.HandDealt, 1),
    "another dealer": changed(e.RoundDealt, dealer=lambda event: event.dealer + 1),
    "a deck that is not what was committed to": swapped_deck,
    "another commitment": changed(e.DeckShuffled, commitment="0" * 64),
    "a shuffle of fewer cards": changed(e.DeckShuffled, order=lambda event: event.order[1:]),
    "another number of a shuffle": changed(e.DeckShuffled, shuffle=5),
    "no reveal": missing(e.DeckRevealed),
    "another reveal": changed(e.DeckRevealed, order=swapped),
    "another salt": changed(e.DeckRevealed, salt="00" * 32),
    "a round more": before(e.GameWon, e.RoundScored(round=99, awards=(), scores=(0, 0))),
    "a seat more": before(e.GameStarted, e.PlayerJoined(seat=9, player="zoe")),
    "other players": changed(e.GameStarted, players=lambda event: event.players[::-1]),
    "no start": missing(e.GameStarted),
    "a start in play": before(e.GameWon, e.GameStarted(players=PLAYERS[:2])),
    "a creation in play": before(e.GameStarted, e.PlayerInvited(player="zoe", inviter="yan")),
    "no creation": missing(e.GameCreated),
    "an organizer without a seat": missing(e.PlayerJoined),
    "a machine that is not automated": missing(e.SeatAutomated),
    "a seat automated twice": twice(e.SeatAutomated, -1),
    "an option that there is not": changed(e.GameCreated, options={"reveal": "never"}),
    "rules of a newer server": changed(e.GameCreated, rules_version=99),
}


OF_GAMES: dict[str, dict[str, Tamper]] = {
    "hundred-and-ten": {
        "a score of 999": changed(e.RoundScored, scores=scores_of_999),
        "a bid that was made and was not": changed(
            e.RoundScored,
            bids_made=lambda event: tuple(None if made is None else not made for made in event.bids_made),
        ),
        "another award": changed(e.RoundScored, awards=lambda event: event.awards[1:]),
        "no score": missing(e.RoundScored),
        "another winner of a trick": changed(e.TrickWon, seat=other_seat),
        "another winning card": changed(e.TrickWon, card=Card.JOKER),
        "no trick": missing(e.TrickWon),
        "a trick twice": twice(e.TrickWon),
        "a card that is not held": not_held,
        "a play out of turn": changed(e.CardPlayed, seat=other_seat),
        "a bid that there is not": changed(e.BidPlaced, amount=17),
        "a bid out of turn": changed(e.BidPlaced, seat=other_seat),
        "another bidder": changed(BidWon, seat=other_seat),
        "another bid": changed(BidWon, amount=lambda event: event.amount + 5),
        "a trump by another": changed(e.TrumpSelected, seat=other_seat),
        "other cards drawn": changed(e.CardsDrawn, cards=lambda event: event.cards[1:]),
        "a pass that was queued and was not": changed(e.TurnPassed, automatic=True),
    },
    "oh-hell": {
        "a score of 999": changed(e.RoundScored, scores=scores_of_999),
        "another winner of a trick": changed(e.TrickWon, seat=other_seat),
        "a card that is not held": not_held,
        "other bids": changed(BidsRevealed, bids=(9, 9, 9, 9)),
        "no bids": missing(BidsRevealed),
        "another trump": changed(TrumpTurned, card=lambda event: Card("2C" if event.card != "2C" else "3C")),
    },
    "president": {
        "no reversal": missing(DirectionReversed),
        "a reversal to where it went": changed(
            DirectionReversed, clockwise=lambda event: not event.clockwise
        ),
        "a reversal twice": twice(DirectionReversed),
        "no skip": missing(SeatSkipped),
        "another seat skipped": changed(SeatSkipped, seat=lambda event: (event.seat + 1) % 3),
        "another place": changed(SeatWentOut, rank=2),
        "nobody out": missing(SeatWentOut),
        "another leader": changed(TableCleared, leader=lambda event: (event.leader + 1) % 3),
        "a table that is not cleared": missing(TableCleared),
        "another opening": changed(CardsPlayed, automatic=False),
        "a play out of turn": changed(CardsPlayed, 1, seat=lambda event: (event.seat + 1) % 3),
        "a play again": changed(CardsPlayed, 1, again=True),
    },
}


TAMPERED = [
    pytest.param(variant, tamper, id=f"{variant}: {name}")
    for variant, own in OF_GAMES.items()
    for name, tamper in (EVERYWHERE | own).items()
]


@pytest.mark.parametrize(("variant", "tamper"), TAMPERED)
async def test_a_change_is_found_by_game_and_version(variant: str, tamper: Tamper) -> None:
    assert await audited(played(variant)) == []
    log, place = tamper(list(played(variant)))
    [finding, *more] = await audited(log)
    assert more == []
    # A missing end is reported after the last event.
    assert (finding.game, finding.version) == (GAME, min(place + 1, len(log))), finding.what
    assert not any(str(value) in finding.what for value in [*Card, "00" * 32] if len(value) > 3)


@every_variant
async def test_a_commit_that_ends_before_its_consequences_is_found(variant: str) -> None:
    game = playout(variant, 3)
    commits = [len(commit.events) for commit in game.commits]
    place = next(number for number, count in enumerate(commits) if count > 3 and number > 1)
    torn = [*commits[:place], 1, commits[place] - 1, *commits[place + 1 :]]
    [finding] = await audited(game.log, torn)
    assert finding.version == sum(commits[:place]) + 1
    assert "before what has to follow" in finding.what


async def test_impossible_lobby_is_found() -> None:
    seated = list(lobby(HUNDRED_AND_TEN, 2))
    leaves = e.PlayerLeft(seat=0, player=PLAYERS[0], removed=False, organizer=PLAYERS[1])
    closed = e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT)
    assert await audited([*seated, leaves]) == []
    for events in (
        [replace(leaves, organizer=PLAYERS[0])],
        [replace(leaves, seat=1)],
        [closed],
        [e.InvitationDeclined(player="zoe")],
        [*invited("zoe", "zoe")],
        [e.PlayerJoined(seat=2, player=PLAYERS[0])],
        [*filled(2), e.SeatAutomated(seat=2)],
        [started(2), leaves],
        [leaves, replace(leaves, player=PLAYERS[1], organizer=None), e.PlayerJoined(seat=0, player="zoe")],
    ):
        assert len(await audited([*seated, *events])) == 1, events
