"""Refusals: typed, with data, a stable code and a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain import refusals as r
from domain.cards import Card
from domain.events import MachineLevel
from tests.domain.given import NOON
from tests.domain.tables import cards


def tree(kind: type[r.Refusal] = r.Refusal) -> Iterator[type[r.Refusal]]:
    for child in kind.__subclasses__():
        yield child
        yield from tree(child)


KINDS = {"LobbyRefusal", "MoveRefusal"}
ONES_OF_THE_DOMAIN = [
    kind for kind in tree() if kind.__module__.startswith(f"{r.__name__}.") and kind.__name__ not in KINDS
]

REFUSALS: dict[str, tuple[r.Refusal, str]] = {
    "UNKNOWN_VARIANT": (
        r.UnknownVariant("snap", ("oh-hell", "president")),
        "There is no variant 'snap'; the variants are: oh-hell, president.",
    ),
    "UNKNOWN_RULES": (
        r.UnknownRules("oh-hell", 3, (1, 2)),
        "This server knows the rules of oh-hell in the versions 1, 2, not 3.",
    ),
    "UNKNOWN_OPTION": (
        r.UnknownOption("jokers", ("reveal", "discards")),
        "There is no option 'jokers'; the options are: reveal, discards.",
    ),
    "INVALID_OPTION": (
        r.InvalidOption("reveal", "never", "it takes each_round or at_end"),
        "The option 'reveal' cannot be 'never': it takes each_round or at_end.",
    ),
    "INVALID_PLAYER": (r.InvalidPlayer(" "), "This is not a player's id."),
    "GAME_ALREADY_STARTED": (r.GameAlreadyStarted(), "The game has already started."),
    "SEATS_ARE_CLOSED": (
        r.SeatsAreClosed(),
        "The seats are closed: the game starts as soon as the players have revealed their seeds.",
    ),
    "SEATS_NOT_CLOSED": (
        r.SeatsNotClosed(),
        "The seats are not closed yet: reveal your seed only once they are.",
    ),
    "SEEDS_AWAITED": (
        r.SeedsAwaited((0, 2), NOON),
        "The game waits until 12:00:00 UTC for the seeds of seat 1, seat 3.",
    ),
    "SEEDS_NOT_SUPPORTED": (
        r.SeedsNotSupported(),
        "This game was created before players could add seeds to the deal.",
    ),
    "INVALID_COMMITMENT": (
        r.InvalidCommitment(),
        "A commitment to a seed is 64 hexadecimal digits in lower case.",
    ),
    "NO_SEED_COMMITTED": (
        r.NoSeedCommitted(),
        "You have not committed to a seed, so you cannot reveal one.",
    ),
    "SEED_ALREADY_REVEALED": (r.SeedAlreadyRevealed(), "You have already revealed your seed."),
    "WRONG_SEED": (r.WrongSeed(), "This is not the seed that you committed to."),
    "GAME_FULL": (r.GameFull(4), "All 4 seats are taken."),
    "WRONG_NUMBER_OF_PLAYERS": (
        r.WrongNumberOfPlayers(1, 2, 4),
        "The game takes 2 to 4 players, not 1.",
    ),
    "NOT_INVITED": (r.NotInvited("bob"), "bob is not invited."),
    "ALREADY_INVITED": (r.AlreadyInvited("bob"), "bob is already invited."),
    "ALREADY_SEATED": (r.AlreadySeated("bob"), "bob already has a seat in this game."),
    "TOO_MANY_INVITATIONS": (
        r.TooManyInvitations(20),
        "The game has 20 open invitations, the maximum; withdraw one first.",
    ),
    "PLAYER_HAS_DECLINED": (
        r.PlayerHasDeclined("bob"),
        "bob has declined to join this game; send an invitation link instead.",
    ),
    "REMOVED_FROM_GAME": (
        r.RemovedFromGame(),
        "You were removed from this game; you can join again only with a new personal invitation.",
    ),
    "SEATS_RESERVED": (
        r.SeatsReserved(NOON),
        "The free seats are reserved for other players.",
    ),
    "CANNOT_REMOVE_YOURSELF": (
        r.CannotRemoveYourself(),
        "You cannot remove yourself from a game; leave it instead.",
    ),
    "NOT_YOUR_SEAT": (
        r.NotYourSeat("ann"),
        "Only the organizer can hand over another player's seat, and only while that player is absent.",
    ),
    "INVALID_INVITATION_LINK": (
        r.InvalidInvitationLink(),
        "The invitation link is invalid or no longer valid.",
    ),
    "INVALID_COUNT": (
        r.InvalidCount(0, 3),
        "You cannot fill 0 seats; choose a number from 1 to 3.",
    ),
    "NOT_ORGANIZER": (r.NotOrganizer("ann"), "Only ann, the organizer of the game, may do this."),
    "NOT_SEATED": (r.NotSeated("zoe"), "zoe has no seat in this game."),
    "SEAT_IS_AUTOMATED": (
        r.SeatIsAutomated(1),
        "The machine plays your seat; take it back before you move.",
    ),
    "PLAYERS_AWAITED": (
        r.PlayersAwaited(),
        "Players whose seats are reserved have not joined yet; wait for them.",
    ),
    "SEAT_NOT_AUTOMATED": (
        r.SeatNotAutomated(1),
        "The machine does not play your seat, so you cannot take it back.",
    ),
    "SEAT_GIVEN_UP": (
        r.SeatGivenUp(1),
        "You gave up this seat or were removed from it, so you cannot take it back.",
    ),
    "ALREADY_VOTED": (r.AlreadyVoted(1), "You have already voted to abandon the game."),
    "NOT_VOTED": (r.NotVoted(1), "You have not voted to abandon the game."),
    "ALREADY_AUTOMATED": (r.AlreadyAutomated(1), "The machine already plays this seat."),
    "NO_MACHINE_PLAYER": (
        r.NoMachinePlayer("snap"),
        "There is no machine player for snap.",
    ),
    "LEVEL_NOT_AVAILABLE": (
        r.LevelNotAvailable("snap", MachineLevel.EXPERT, (MachineLevel.PUBLISHED,)),
        "The machine does not play snap at the level EXPERT; choose PUBLISHED.",
    ),
    "GAME_NOT_STARTED": (r.GameNotStarted(), "The game has not started."),
    "GAME_IS_OVER": (r.GameIsOver(), "The game is over."),
    "GAME_NOT_OVER": (r.GameNotOver(), "The game is not over yet: a rematch is possible after its end."),
    "NO_REMATCH": (
        r.NoRematch(),
        "The game has no rematch, because it did not start, or because an operator closed it.",
    ),
    "MOVE_NOT_IN_GAME": (
        r.MoveNotInGame("placeBid", "president"),
        "president has no such move.",
    ),
    "NOT_YOUR_TURN": (
        r.NotYourTurn(0, (1, 2)),
        "It is not your turn: it is the turn of seat 2 and seat 3.",
    ),
    "WRONG_PHASE": (
        r.WrongPhase("playCard", "TRUMP_SELECTION"),
        "You cannot do this now: the round is in its trump selection phase.",
    ),
    "CARD_NOT_HELD": (r.CardNotHeld(Card("5H")), "You do not hold the five of hearts."),
    "CARD_REPEATED": (r.CardRepeated(Card("5H")), "You named the five of hearts more than once."),
    "MUST_FOLLOW": (
        r.MustFollow(Card("2S"), cards("5H JH"), led=Card("AH"), trump_led=True),
        "A trump was led, the ace of hearts, and you hold trumps, the five of hearts and the jack of hearts: "
        "play one of them.",
    ),
    "BID_NOT_AVAILABLE": (
        r.BidNotAvailable(20, (25, 30)),
        "You cannot bid 20: you can bid 25 or 30.",
    ),
    "ALREADY_PASSED": (r.AlreadyPassed(1), "You have already passed in this round."),
    "PASS_ALREADY_QUEUED": (r.PassAlreadyQueued(1), "You have already queued a pass."),
    "NO_PASS_QUEUED": (r.NoPassQueued(1), "You have not queued a pass."),
}


@pytest.mark.parametrize("kind", ONES_OF_THE_DOMAIN, ids=lambda kind: kind.__name__)
def test_a_refusal_has_a_code_and_a_message(kind: type[r.Refusal]) -> None:
    refusal, message = REFUSALS[kind.code]
    assert type(refusal) is kind
    assert str(refusal) == refusal.message == message


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (
            r.MustFollow(Card("2S"), cards("2D"), led=Card("9H"), trump_led=True),
            "A trump was led, the nine of hearts, and you hold the two of diamonds, a trump: play it.",
        ),
        (
            r.MustFollow(Card("2S"), cards("TH"), led=Card("9H")),
            "Hearts were led and you hold the ten of hearts: play it.",
        ),
        (
            r.MustFollow(Card("2S"), cards("TH 6H AH"), led=Card("9H")),
            "Hearts were led and you hold the ten of hearts, the six of hearts and the ace of hearts: "
            "play one of them.",
        ),
        (
            r.MustFollow(Card("2S"), cards("TH JOKER")),
            "You cannot play the two of spades: play the ten of hearts or the joker.",
        ),
        (r.BidNotAvailable(20, ()), "You cannot bid 20."),
        (r.WrongNumberOfPlayers(3, 4, 4), "The game takes 4 players, not 3."),
        (r.UnknownOption("jokers", ()), "There is no option 'jokers'; the options are: none."),
    ],
)
def test_a_message_is_chosen_by_the_data(refusal: r.Refusal, message: str) -> None:
    assert refusal.message == message


def test_the_codes_are_unique() -> None:
    codes = [kind.code for kind in tree()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("code", REFUSALS)
def test_every_field_of_a_refusal_is_in_its_arguments(code: str) -> None:
    refusal, _ = REFUSALS[code]
    assert set(refusal.arguments) == {name for base in type(refusal).__mro__ for name in _annotations(base)}


def _annotations(base: type) -> dict[str, Any]:
    own: dict[str, Any] = vars(base).get("__annotations__", {})
    return {name: kind for name, kind in own.items() if "ClassVar" not in str(kind)}


def test_a_message_to_the_player_of_a_refusal_is_in_the_second_person() -> None:
    refusal = r.NotSeated("zoe")
    assert refusal.sentence({"player": ["Zoe"]}) == "Zoe has no seat in this game."
    assert refusal.sentence({"player": ["Zoe"]}, to_player=True) == "You have no seat in this game."


def test_a_message_without_its_value_is_the_description() -> None:
    assert r.NotOrganizer(None).message == "Only the organizer of the game may do this."


def test_the_input_to_blame_is_the_first_that_was_given() -> None:
    refusal = r.CardNotHeld(Card("5H"))
    assert refusal.blamed({"card": "5H"}) == "card"
    assert refusal.blamed({"card": None, "cards": ["5H"]}) == "cards"
    assert refusal.blamed({"game": "1"}) is None
    # Another player is named than the one who has no seat.
    assert r.NotSeated("zoe").blamed({"player": "bob"}) is None
    assert r.NotSeated("zoe").blamed({"player": "zoe"}) == "player"


@pytest.mark.parametrize("code", REFUSALS)
def test_refusals_with_the_same_data_are_equal_and_others_are_not(code: str) -> None:
    refusal, _ = REFUSALS[code]
    data = [getattr(refusal, name) for name in refusal.__match_args__]
    again = type(refusal)(*data)
    assert again == refusal
    assert hash(again) == hash(refusal)
    assert all(refusal != other for other, _ in REFUSALS.values() if other.code != code)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn = re.findall(r"\b[A-Z][a-z]+[A-Z]\w+\b", (r.__doc__ or "").split("The application")[0])
    assert set(drawn) == {kind.__name__ for kind in tree() if kind.__module__.startswith(f"{r.__name__}.")}


@pytest.mark.parametrize("kind", [r.LobbyRefusal, r.MoveRefusal])
def test_each_branch_of_the_tree_in_the_docstring_lists_its_refusals(kind: type[r.Refusal]) -> None:
    branch = re.search(rf"── {kind.__name__}\n((?:    (?:│   |    )[├└]── .*\n)+)", r.__doc__ or "")
    assert branch
    under = {child.__name__ for child in tree(kind) if child.__module__.startswith(f"{r.__name__}.")}
    assert set(re.findall(r"[A-Z]\w+", branch[1])) == under
