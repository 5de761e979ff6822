"""Names that operators give, and what players may choose afterwards."""

from __future__ import annotations

from time import time

import pytest

from application.moderation.audit_trail import ModerationAction, Operator, TrailFilter
from application.moderation.moderation import Moderation
from application.moderation.refusals import InvalidUntil, NameFixed, NameWithdrawn
from application.players.registry import Players
from application.refusals import InvalidName, UnknownPlayer
from tests.application.moderation.test_bans import DAY, at

OLGA = Operator(id="olga", name="Olga")


async def test_a_player_cannot_take_the_name_back_nor_one_like_it(
    players: Players, moderation: Moderation
) -> None:
    ann = await players.guest("Rude Name")
    entry = await moderation.rename(OLGA, ann.id, None, "Rude")
    assert (entry.action, entry.old_name, entry.reason) == (
        ModerationAction.RENAME_PLAYER,
        "Rude Name",
        "Rude",
    )
    given = (await players.named([ann.id]))[ann.id].name
    assert given.startswith("Player ")
    for name in ("Rude Name", "rude name", "Rudе Nаme"[:3] + "e Name", "RUDE NAME"):  # noqa: RUF001
        with pytest.raises(NameWithdrawn):
            await players.rename(ann.id, name)
    await players.rename(ann.id, "Ann")
    await moderation.rename(OLGA, ann.id, "Anna", "Still rude")
    for name in ("Rude Name", "Ann"):
        with pytest.raises(NameWithdrawn):
            await players.rename(ann.id, name)
    # Other players are not concerned.
    await players.rename((await players.guest("Bob")).id, "Rude Name")


async def test_a_name_can_be_fixed_for_a_time(
    players: Players, moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, until = await players.guest("Rude Name"), int(time()) + DAY
    await moderation.rename(OLGA, ann.id, "Ann", "Rude", fixed_until=until)
    with pytest.raises(NameFixed) as refused:
        await players.rename(ann.id, "Anna")
    assert refused.value.until.timestamp() == until
    at(until, monkeypatch)
    await players.rename(ann.id, "Anna")
    # The last rename decides.
    at(until - DAY, monkeypatch)
    await moderation.rename(OLGA, ann.id, "Queen", "Rude", fixed_until=until)
    await moderation.rename(OLGA, ann.id, "King", "Rude")
    await players.rename(ann.id, "Annika")


async def test_a_rename_on_request_takes_no_name_away(players: Players, moderation: Moderation) -> None:
    ann = await players.guest("Ann")
    entry = await moderation.rename(OLGA, ann.id, "Anna", None, forced=False)
    assert (entry.old_name, entry.reason) == ("Ann", None)
    await players.rename(ann.id, "Ann")


async def test_invalid_renames_leave_nothing(players: Players, moderation: Moderation) -> None:
    ann = await players.guest("Ann")
    with pytest.raises(InvalidName):
        await moderation.rename(OLGA, ann.id, "", "Rude")
    with pytest.raises(InvalidUntil):
        await moderation.rename(OLGA, ann.id, None, "Rude", fixed_until=1)
    for nobody in ("nobody", "\x00"):
        with pytest.raises(UnknownPlayer):
            await moderation.rename(OLGA, nobody, None, "Rude")
    assert await moderation.entries(TrailFilter(), limit=9) == []
    assert (await players.named([ann.id]))[ann.id].name == "Ann"
