"""Tests of the decisions on a seed: its commitment, its only reveal, and whether the deals use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

import pytest
from msgspec.structs import replace

from api.cli.local_players.client_players import client_view
from domain import events as e
from domain.game import fold
from domain.lobby.start import seeds_of
from domain.shuffles import deal
from domain.state import Game
from kibitz_client import CommitSeed, GameSeed, RevealSeed, SeedWarningReason, View
from kibitz_client.schema.types import Deal, Seat
from kibitz_client.seeds.hashes import fingerprint, roll, seed_commitment
from tests.domain.given import NOON
from tests.domain.tables import HUNDRED_AND_TEN, lobby

ANN, BOB, MACHINE = "a" * 32, "b" * 32, "machine-1"
FOOT = deal.link(bytes(range(32)).hex(), 0)
FINGERPRINT = "3ecea1767f9638f6da0fa98edc74f9ce4381e4862801227a205c2e4f46bf3cc9"
OTHER = "0f" * 32
BOBS = seed_commitment(FOOT, BOB, "22" * 32)
BOB_COMMITS = e.SeedCommitted(seat=1, player=BOB, commitment=BOBS)
BOB_REVEALS = e.SeedRevealed(seat=1, player=BOB, seed="22" * 32)


def table(*events: e.Event, foot: str | None = FOOT) -> Game:
    """Return a game of Ann, Bob and a machine player."""
    created, *_ = lobby(HUNDRED_AND_TEN, deal=foot)
    joined = [e.PlayerJoined(seat=seat, player=player) for seat, player in enumerate((ANN, BOB))]
    return fold((created, *joined, e.PlayerJoined(seat=2, player=MACHINE, machine=True), *events))


def seen(game: Game, version: int = 5) -> View:
    """Return the game as Ann's client sees it."""
    return client_view(UUID(int=1), version, game, 0, {})


def commitments_of(game: Game) -> Mapping[str, str]:
    """Return the commitments in a game."""
    assert game.deal is not None
    return game.deal.commitments


def closed(game: Game) -> Game:
    """Close the seats."""
    assert game.deal is not None
    return fold((e.SeatsClosed(roll=deal.roll(game.deal.foot, seeds_of(game)), until=NOON),), game)


def started(game: Game, *reveals: e.SeedRevealed) -> Game:
    """Start a game with more seeds."""
    game = fold(reveals, game)
    assert game.deal is not None
    found = deal.fingerprint(game.deal.foot, seeds_of(game))
    return fold((e.GameStarted(players=(ANN, BOB, MACHINE), fingerprint=found),), game)


def committed(*others: e.Event) -> tuple[GameSeed, Game]:
    """Return Ann's seed and the game in which she has committed to it."""
    seed = GameSeed()
    step = seed.next_step(seen(table(*others)))
    assert isinstance(step, CommitSeed)
    seed.mark_committed(6)
    return seed, table(*others, e.SeedCommitted(seat=0, player=ANN, commitment=step.commitment))


def opened(seed: GameSeed, view: View) -> str | None:
    """Return the seed that is revealed in a state."""
    step = seed.next_step(view)
    assert not isinstance(step, CommitSeed)
    return None if step is None else step.seed


def test_known_answers() -> None:
    assert seed_commitment(FOOT, ANN, "11" * 32) == deal.seed_commitment(FOOT, ANN, "11" * 32)
    commits = e.SeedCommitted(seat=0, player=ANN, commitment=deal.seed_commitment(FOOT, ANN, "11" * 32))
    game = closed(table(commits, BOB_COMMITS))
    revealed = seen(fold((e.SeedRevealed(seat=0, player=ANN, seed="11" * 32),), game))
    assert fingerprint(FOOT, revealed.seats) == FINGERPRINT
    assert roll(FOOT, revealed.seats) == roll(FOOT, seen(game).seats) == deal.roll(FOOT, seeds_of(game))


def test_a_seed_is_random_and_bound_to_its_game_and_player() -> None:
    first, second = GameSeed(), GameSeed()
    assert first.commitment(FOOT, ANN) != second.commitment(FOOT, ANN)
    assert first.commitment(FOOT, ANN) == first.commitment(OTHER, BOB)
    seed, game = committed()
    secret = opened(seed, seen(closed(game)))
    assert secret is not None
    assert deal.is_hash(secret)
    assert commitments_of(game)[ANN] == deal.seed_commitment(FOOT, ANN, secret)


def test_a_seed_is_revealed_once_and_then_used() -> None:
    seed, game = committed(BOB_COMMITS)
    assert seed.next_step(seen(game, 6)) is None
    game = closed(game)
    step = seed.next_step(seen(game))
    assert isinstance(step, RevealSeed)
    assert step.seed not in f"{step!r} {step} {seed!r}"
    # A repeat until the server has answered is the same request.
    again = seed.next_step(seen(game))
    assert isinstance(again, RevealSeed)
    assert (again.seed, again.command_id) == (step.seed, step.command_id)
    assert (seed.seed, seed.player) == (None, ANN)
    seed.mark_revealed()
    assert seed.seed == step.seed
    assert seed.next_step(seen(game)) is None
    assert not seed.included
    playing = started(game, BOB_REVEALS, e.SeedRevealed(seat=0, player=ANN, seed=step.seed))
    assert seed.next_step(seen(playing)) is None
    assert (seed.included, seed.warning) == (True, None)


def test_games_without_a_deal_take_no_seed() -> None:
    assert GameSeed().next_step(seen(table(foot=None))) is None


def test_a_new_client_replaces_the_commitment_once() -> None:
    old, game = committed()
    new = GameSeed()
    step = new.next_step(seen(game, 7))
    assert isinstance(step, CommitSeed)
    new.mark_committed(8)
    replaced = fold((e.SeedCommitted(seat=0, player=ANN, commitment=step.commitment),), game)
    assert old.next_step(seen(replaced, 8)) is None, "two clients do not replace each other's for ever"
    assert opened(new, seen(closed(replaced))) is not None
    assert opened(old, seen(closed(replaced))) is None
    assert old.warning is not None
    assert old.warning.reason is SeedWarningReason.COMMITMENT_CHANGED


def test_a_player_who_has_left_and_joined_again_commits_again() -> None:
    seed, game = committed()
    step = seed.next_step(seen(table(), 6))
    assert step is None, "an older state"
    assert seed.next_step(seen(table(), 9)) == CommitSeed(commitment=commitments_of(game)[ANN])


def test_a_client_without_a_commitment_reveals_nothing() -> None:
    seed = GameSeed()
    assert seed.next_step(seen(closed(table(BOB_COMMITS)))) is None
    assert seed.next_step(seen(started(closed(table(BOB_COMMITS)), BOB_REVEALS))) is None
    assert (seed.included, seed.warning) == (None, None)


def with_deal(view: View, **changes: str | None) -> View:
    assert view.deal is not None
    return replace(view, deal=replace(view.deal, **changes))


def with_seat(view: View, index: int, **changes: str | None) -> View:
    seats = list(view.seats)
    seats[index] = replace(seats[index], **changes)
    return replace(view, seats=tuple(seats))


def with_roll(view: View) -> View:
    """Return the state with the roll that follows from its seats."""
    deal: Deal | None = view.deal
    assert deal is not None
    return with_deal(view, roll=roll(deal.foot, view.seats))


def as_bob(view: View) -> View:
    seats = list(view.seats)
    own: Seat = seats[0]
    seats[0] = replace(own, player=replace(own.player, id=BOB))
    return replace(view, seats=tuple(seats))


LIES: dict[str, tuple[Callable[[View], View], SeedWarningReason]] = {
    "another roll": (lambda view: with_deal(view, roll=OTHER), SeedWarningReason.WRONG_ROLL),
    "no roll": (lambda view: with_deal(view, roll=None), SeedWarningReason.WRONG_ROLL),
    "a seat more": (
        lambda view: replace(view, seats=(*view.seats, view.seats[-1])),
        SeedWarningReason.WRONG_ROLL,
    ),
    "another commitment of Bob": (
        lambda view: with_seat(view, 1, seed_commitment=OTHER),
        SeedWarningReason.WRONG_ROLL,
    ),
    "another foot": (
        lambda view: with_roll(with_deal(view, foot=OTHER)),
        SeedWarningReason.FOOT_CHANGED,
    ),
    "no commitment": (
        lambda view: with_roll(with_seat(view, 0, seed_commitment=None)),
        SeedWarningReason.COMMITMENT_MISSING,
    ),
    "another commitment": (
        lambda view: with_roll(with_seat(view, 0, seed_commitment=OTHER)),
        SeedWarningReason.COMMITMENT_CHANGED,
    ),
    "another player": (lambda view: with_roll(as_bob(view)), SeedWarningReason.COMMITMENT_MISSING),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lying_server_gets_no_seed(lie: str) -> None:
    lying, reason = LIES[lie]
    seed, game = committed(BOB_COMMITS)
    honest = seen(closed(game))
    assert opened(seed, lying(honest)) is None
    assert seed.warning is not None
    assert seed.warning.reason is reason
    assert seed.warning.message.endswith(".")
    assert opened(seed, honest) is None, "the first roll counts"


@pytest.mark.parametrize("revealed", [True, False], ids=["answered", "unanswered"])
def test_a_second_roll_gets_no_seed(revealed: bool) -> None:
    seed, game = committed(BOB_COMMITS)
    view = seen(closed(game))
    assert opened(seed, view) is not None
    if revealed:
        seed.mark_revealed()
    second = with_roll(with_seat(view, 1, seed_commitment=OTHER))
    assert opened(seed, second) is None
    assert seed.warning is not None
    assert seed.warning.reason is SeedWarningReason.SECOND_ROLL
    assert opened(seed, view) is None
    assert seed.next_step(seen(table(), 99)) is None, "nor a new commitment"


def test_a_commitment_that_was_not_accepted_in_time_is_reported() -> None:
    seed = GameSeed()
    assert isinstance(seed.next_step(seen(table(BOB_COMMITS))), CommitSeed)
    assert seed.next_step(seen(closed(table(BOB_COMMITS)))) is None
    late = GameSeed()
    assert isinstance(late.next_step(seen(table())), CommitSeed)
    assert late.next_step(seen(started(table()))) is None
    for each in (seed, late):
        assert each.warning is not None
        assert each.warning.reason is SeedWarningReason.COMMITTED_TOO_LATE
    assert late.included is False


EXCLUSIONS: dict[str, tuple[Callable[[View], View], SeedWarningReason]] = {
    "no seed": (lambda view: with_seat(view, 0, seed=None), SeedWarningReason.SEED_MISSING),
    "another seed": (lambda view: with_seat(view, 0, seed=OTHER), SeedWarningReason.SEED_MISSING),
    "another fingerprint": (
        lambda view: with_deal(view, fingerprint=OTHER),
        SeedWarningReason.WRONG_FINGERPRINT,
    ),
    "no fingerprint": (
        lambda view: with_deal(view, fingerprint=None),
        SeedWarningReason.WRONG_FINGERPRINT,
    ),
    "another foot": (
        lambda view: with_deal(view, foot=OTHER, fingerprint=fingerprint(OTHER, view.seats)),
        SeedWarningReason.WRONG_FINGERPRINT,
    ),
    "a seed of Bob that he did not commit to": (
        lambda view: with_deal(
            bent := with_seat(view, 1, seed=OTHER), fingerprint=fingerprint(FOOT, bent.seats)
        ),
        SeedWarningReason.WRONG_FINGERPRINT,
    ),
    "a commitment of Bob that was not in the roll": (
        lambda view: with_deal(
            bent := with_seat(view, 1, seed=OTHER, seed_commitment=seed_commitment(FOOT, BOB, OTHER)),
            fingerprint=fingerprint(FOOT, bent.seats),
        ),
        SeedWarningReason.WRONG_FINGERPRINT,
    ),
}


@pytest.mark.parametrize("lie", EXCLUSIONS)
def test_a_start_without_the_seed_is_reported(lie: str) -> None:
    lying, reason = EXCLUSIONS[lie]
    seed, game = committed(BOB_COMMITS)
    game = closed(game)
    secret = opened(seed, seen(game))
    assert secret is not None
    playing = seen(started(game, BOB_REVEALS, e.SeedRevealed(seat=0, player=ANN, seed=secret)))
    assert seed.next_step(lying(playing)) is None
    assert seed.included is False
    assert seed.warning is not None
    assert seed.warning.reason is reason


def test_a_client_that_was_away_is_told_that_its_seed_is_missing() -> None:
    seed, game = committed(BOB_COMMITS)
    assert seed.next_step(seen(started(closed(game), BOB_REVEALS))) is None
    assert seed.included is False
    assert seed.warning is not None
    assert seed.warning.reason is SeedWarningReason.SEED_MISSING
