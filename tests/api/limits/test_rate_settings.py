"""Settings of rate limits, and their counters."""

from __future__ import annotations

import threading

import pytest
from pydantic import ValidationError

from api.graphql.limits.rate_storage import Counters
from api.graphql.limits.rates import CallKind, RateLimits, Rates, TooManyRequests
from api.settings import Settings


def test_rates_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_RATES_GUESTS", "5/minute, 7/day")
    monkeypatch.setenv("KIBITZ_RATES_OPEN_TABLES", "3")
    monkeypatch.setenv("KIBITZ_RATES_LOBBY", "")
    rates = Settings().rates
    assert (rates.guests, rates.open_tables, rates.lobby) == ("5/minute, 7/day", 3, "")
    limits = RateLimits(rates)
    for _ in range(2_000):
        limits.charge_player(CallKind.LOBBY, "ann")


@pytest.mark.parametrize("rate", ["often", "5", "5/fortnight", "-1/minute"])
def test_invalid_rate_is_refused(rate: str) -> None:
    with pytest.raises(ValidationError, match="is not a rate"):
        Rates(guests=rate)


def test_a_disabled_server_counts_nothing() -> None:
    limits = RateLimits(Rates(enabled=False, guests="1/day"))
    for _ in range(3):
        limits.charge_address(CallKind.GUESTS, "192.0.2.1")


def test_a_table_of_eight_behind_one_address_has_room() -> None:
    limits = RateLimits(Rates())
    for _ in range(20):
        limits.charge_address(CallKind.GUESTS, "192.0.2.1")
    # Each browser asks twice a second and plays every second.
    for _ in range(60):
        for player in map(str, range(8)):
            for _ in range(2):
                limits.charge_operation("192.0.2.1", named=True)
                limits.charge_player(CallKind.OPERATIONS, player)
            limits.charge_player(CallKind.MUTATIONS, player)
            limits.charge_address(CallKind.MUTATIONS, "192.0.2.1")


def test_a_window_slides() -> None:
    now = 1000.0
    counters = Counters(clock=lambda: now)
    taken = [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(11)]
    assert taken == [*[True] * 10, False]
    now = 1015.0
    # Half of the window before still counts.
    assert [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(6)] == [*[True] * 5, False]
    now = 1040.0
    assert [counters.acquire_sliding_window_entry("a", 10, 10) for _ in range(11)] == taken


def test_counters_are_bounded_and_start_no_threads() -> None:
    threads = threading.active_count()
    counters = Counters(max_keys=100)
    for number in range(1_000):
        counters.acquire_sliding_window_entry(str(number), 10, 10)
    assert counters.reset() == 100
    assert threading.active_count() == threads


def test_the_error_is_for_people_too() -> None:
    limits = RateLimits(Rates(tables="1/hour"))
    limits.charge_player(CallKind.TABLES, "ann")
    with pytest.raises(TooManyRequests, match=r"^Too many new tables: try again in \d+ s\.$"):
        limits.charge_player(CallKind.TABLES, "ann")
