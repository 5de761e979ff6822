"""Shares of the server's time: heavy callers, and the time left to them."""

from __future__ import annotations

from api.fair_share.shares import MIN_HEAVY_FRACTION, Shares
from tests.api.fair_share.callers import ANN, MALLORY, TRENT
from tests.api.fair_share.clock import Clock


def test_only_callers_over_their_share_are_heavy(shares: Shares, clock: Clock) -> None:
    assert shares.is_busy()
    assert shares.is_heavy(MALLORY, MALLORY)
    assert not shares.is_heavy(ANN, "ann")
    assert not shares.is_heavy(TRENT, TRENT)
    clock.now += 5
    assert not shares.is_busy()
    assert not shares.is_heavy(MALLORY, MALLORY)


def test_large_request_makes_its_caller_heavy_beforehand(shares: Shares) -> None:
    assert shares.is_heavy(ANN, "ann", 0.1)


def test_many_names_at_one_address_have_one_share(shares: Shares) -> None:
    for number in range(20):
        shares.worked(0.01, TRENT, f"trent {number}")
    assert shares.is_heavy(TRENT, "trent 0")


def test_many_callers_with_constant_small_use_are_heavy(clock: Clock) -> None:
    shares = Shares(0.25, clock=clock)
    for _ in range(100):
        shares.worked(0.0005, ANN, "ann")
        for number in range(30):
            shares.worked(0.002, f"198.51.100.{number}", f"mallory {number}")
        clock.now += 0.1
    assert shares.is_heavy("198.51.100.1", "mallory 1")
    assert not shares.is_heavy(ANN, "ann")
    assert shares.left_to_heavy() is not None


def test_club_behind_one_address_is_not_heavy_without_other_callers(clock: Clock) -> None:
    shares = Shares(0.25, clock=clock)
    for _ in range(100):
        for number in range(40):
            shares.worked(0.0007, TRENT, f"player {number}")
        clock.now += 0.1
    assert shares.is_busy()
    assert not shares.is_heavy(TRENT, "player 1")


def test_no_caller_is_heavy_without_other_callers(clock: Clock) -> None:
    shares = Shares(0.25, clock=clock)
    # A program that signs in: its address is charged for what comes before its token is read.
    shares.worked(0.015, MALLORY, MALLORY)
    shares.worked(0.5, MALLORY, "mallory")
    shares.worked(0.5, TRENT, "trent")
    clock.now += 0.1
    assert shares.is_busy()
    assert not shares.is_heavy(MALLORY, "mallory")
    shares.worked(0.005, ANN, "ann")
    clock.now += 0.1
    assert shares.is_heavy(MALLORY, "mallory")


def test_the_heavy_ones_have_what_the_others_leave_and_never_nothing(shares: Shares, clock: Clock) -> None:
    left = shares.left_to_heavy()
    assert left is not None
    assert MIN_HEAVY_FRACTION < left < 0.25
    for number in range(60):
        shares.worked(0.005, f"198.51.100.{number}", f"player {number}")
    clock.now += 0.1
    assert shares.left_to_heavy() == MIN_HEAVY_FRACTION


def test_reservation_counts_until_it_is_released(shares: Shares) -> None:
    shares.hold(0.1, TRENT, "trent")
    assert shares.is_heavy(TRENT, "trent")
    assert shares.is_heavy(TRENT, "another")
    shares.hold(-0.1, TRENT, "trent")
    assert not shares.is_heavy(TRENT, "trent")
    assert not shares.is_heavy(TRENT, "another")


def test_callers_that_are_gone_are_forgotten(clock: Clock) -> None:
    shares = Shares(0.25, clock=clock)
    for number in range(1_000):
        shares.worked(0.001, f"2001:db8::{number}", f"caller {number}")
    clock.now += 20
    shares.worked(0.001, ANN, "ann")
    shares.hold(0.002, ANN, "ann")
    shares.hold(-0.002, ANN, "ann")
    assert not shares._held_by_caller
    assert not shares._held_by_address
    assert (
        len(shares._callers)
        == len(shares._caller_buckets)
        == len(shares._address_buckets)
        == len(shares._address_of)
        == 1
    )
