"""Forced renames over the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.api.harness.callers import Client
from tests.api.moderation.test_kicks import trail


async def test_a_player_gets_a_neutral_name_and_may_choose_another(
    operator: Client, spectator: Client
) -> None:
    rude = await spectator.sign_in("Rude Name")
    renamed = await operator.must("forceRename", player=rude.player, reason="Rude")
    assert renamed["player"]["name"].startswith("Player ")
    assert (await rude.refused("rename", name="RUDE NAME"))["code"] == "NAME_WITHDRAWN"
    assert (await rude.must("rename", name="Ann"))["player"]["name"] == "Ann"
    [entry] = await trail(operator)
    assert (entry["action"], entry["oldName"], entry["reason"]) == ("RENAME_PLAYER", "Rude Name", "Rude")


async def test_a_name_is_fixed_for_a_time(operator: Client, ann: Client) -> None:
    until = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"
    await operator.must("forceRename", player=ann.player, name="Queen", reason="Rude", nameFixedUntil=until)
    refused = await ann.refused("rename", name="King")
    assert (refused["code"], refused["until"][:19]) == ("NAME_FIXED", until[:19])


async def test_invalid_renames_are_refused(operator: Client, ann: Client, bob: Client) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    for code, values in (
        ("UNKNOWN_PLAYER", {"player": "nobody"}),
        ("INVALID_NAME", {"name": "machine-1"}),
        ("INVALID_REASON", {"reason": ""}),
        ("CONFUSABLE_NAME", {"name": "B0B"}),
        ("INVALID_UNTIL", {"nameFixedUntil": "2020-01-01T00:00:00Z"}),
    ):
        given = {"player": ann.player, "reason": "Rude", **values}
        assert (await operator.refused("forceRename", **given))["code"] == code
    assert await trail(operator) == []
