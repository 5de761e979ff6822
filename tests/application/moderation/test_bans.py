"""Bans: whom they cover, how they end, and what remains of them."""

from __future__ import annotations

import asyncio
from time import time

import pytest
from sqlalchemy import Engine

from application.identity_refusals import InvalidProviderToken
from application.moderation.audit_trail import COMMAND_LINE, ModerationAction, Operator, TrailFilter
from application.moderation.bans import BannedIdentity
from application.moderation.moderation import Moderation
from application.moderation.networks import bannable_network
from application.moderation.refusals import (
    CannotBanYourself,
    InvalidAddress,
    InvalidReason,
    InvalidUntil,
    PlayerIsOperator,
    UnknownBan,
)
from application.moderation.retention import ADDRESS_RETENTION, delete_expired
from application.players.registry import Players
from application.players.session_tokens import SessionToken
from application.players.tokens import IssuedToken
from application.refusals import CommandIdReused, UnknownPlayer
from domain.refusals import Refusal
from tests.application.players.identities import ISSUER, SECRET

OLGA = Operator(id="olga", name="Olga")
ALL = TrailFilter()
DAY = 24 * 60 * 60
UNBANNABLE = (
    *(".", "here", "203.0.113", "203.0.113.0/33", "0.0.0.0/0", "10.0.0.0/8", "203.0.0.0/15", "::/0"),
    *("2001:db8::/31", "::ffff:0:0/96", "127.0.0.1", "127.1.0.0/16", "::1", "::/32", "224.0.0.1", "ff02::1"),
)


def at(moment: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bans", "moderation", "audit_trail", "retention", "name_changes"):
        monkeypatch.setattr(f"application.moderation.{module}.time", lambda: moment)


async def test_a_ban_covers_its_player_in_every_process_until_it_ends(
    engine: Engine, players: Players, moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await players.guest("Ann"), await players.guest("Bob")
    other = Players(engine, SECRET)
    until = int(time()) + DAY
    await moderation.ban_player(OLGA, ann.id, " Insults ", until=until)
    await other.bans.refresh()
    for each in (players, other):
        ban = each.bans.of_player(ann.id)
        assert ban is not None
        assert (ban.reason, ban.until, ban.operator) == ("Insults", until, "olga")
        assert each.bans.of_player(bob.id) is None
    assert [each.player for each in await moderation.bans()] == [ann.id]
    at(until, monkeypatch)
    assert other.bans.of_player(ann.id) is None
    assert await moderation.bans() == []


async def test_a_new_ban_replaces_the_earlier_one_and_can_be_lifted(
    players: Players, moderation: Moderation
) -> None:
    ann = await players.guest("Ann")
    await moderation.ban_player(OLGA, ann.id, "Insults", until=int(time()) + DAY)
    [first] = await moderation.bans()
    await moderation.ban_player(OLGA, ann.id, "More insults")
    [second] = await moderation.bans()
    assert (second.reason, second.until) == ("More insults", None)
    with pytest.raises(UnknownBan):
        await moderation.lift_ban(OLGA, first.id, "Sorry")
    lifted = await moderation.lift_ban(OLGA, second.id, "Sorry")
    assert (lifted.action, lifted.player, lifted.reason) == (ModerationAction.LIFT_BAN, ann.id, "Sorry")
    assert players.bans.of_player(ann.id) is None
    with pytest.raises(UnknownBan):
        await moderation.lift_ban(OLGA, second.id, "Sorry")
    found = [each.action.value for each in await moderation.entries(ALL, limit=9)]
    assert found == ["LIFT_BAN", "BAN_PLAYER", "BAN_PLAYER"]


@pytest.mark.parametrize(
    ("banned", "covered", "others"),
    [
        ("203.0.113.7", ["203.0.113.7"], ["203.0.113.8", "2001:db8::/64", "unknown"]),
        ("203.0.113.9/24", ["203.0.113.0", "203.0.113.255"], ["203.0.114.0"]),
        ("::ffff:203.0.113.7", ["203.0.113.7"], ["203.0.113.8"]),
        ("2001:db8::1", ["2001:db8::/64"], ["2001:db8:0:1::/64"]),
        ("2001:db8::/48", ["2001:db8::/64", "2001:db8:0:1::/64"], ["2001:db8:1::/64", "203.0.113.7"]),
    ],
)
async def test_a_ban_covers_the_addresses_of_its_network(
    players: Players, moderation: Moderation, banned: str, covered: list[str], others: list[str]
) -> None:
    await moderation.ban_address(OLGA, bannable_network(banned), "Spam")
    assert [each for each in covered if players.bans.of_address(each) is None] == []
    assert [each for each in others if players.bans.of_address(each) is not None] == []
    [ban] = await moderation.bans()
    await moderation.lift_ban(OLGA, ban.id, "Sorry")
    assert [each for each in covered if players.bans.of_address(each) is not None] == []


async def test_the_longer_of_two_bans_of_an_address_counts(
    players: Players, moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time())
    await moderation.ban_address(OLGA, bannable_network("203.0.113.7"), "Spam", until=now + DAY)
    await moderation.ban_address(OLGA, bannable_network("203.0.113.0/24"), "Spam", until=now + 2 * DAY)
    for moment, is_banned in ((now, True), (now + DAY, True), (now + 2 * DAY, False)):
        at(moment, monkeypatch)
        assert (players.bans.of_address("203.0.113.7") is not None) == is_banned


@pytest.mark.parametrize("address", UNBANNABLE)
def test_a_network_that_is_too_wide_or_no_clients_cannot_be_banned(address: str) -> None:
    with pytest.raises(InvalidAddress):
        bannable_network(address)


async def test_invalid_bans_leave_nothing(players: Players, moderation: Moderation) -> None:
    ann, olga, pia = [await players.guest(name) for name in ("Ann", "Olga", "Pia")]
    now = int(time())
    own, session = Operator(id=ann.id, name="Ann"), "s"
    issued = IssuedToken(id="t", player=olga.id, operator=True, given=now, expires=now + DAY)
    await players.tokens.record(issued)
    token = SessionToken(
        id=session, session=session, player=pia.id, given=now, expires=now + DAY, operator=True
    )
    await players.sessions.start(token, "a client")
    wrong: list[tuple[type[Refusal], Operator, str, str, int | None]] = [
        (CannotBanYourself, own, ann.id, "Insults", None),
        (UnknownPlayer, OLGA, "nobody", "Insults", None),
        (UnknownPlayer, OLGA, "\x00", "Insults", None),
        (PlayerIsOperator, OLGA, olga.id, "Insults", None),
        (PlayerIsOperator, OLGA, pia.id, "Insults", None),
        (InvalidUntil, OLGA, ann.id, "Insults", now - 1),
        (InvalidUntil, OLGA, ann.id, "Insults", now + 101 * 366 * DAY),
        (InvalidReason, OLGA, ann.id, " ", None),
        (InvalidReason, OLGA, ann.id, "x" * 501, None),
        (InvalidReason, OLGA, ann.id, "a\x00b", None),
    ]
    for refusal, by, player, reason, until in wrong:
        with pytest.raises(refusal):
            await moderation.ban_player(by, player, reason, until=until)
    for ban in ("", "nothing", "\x00"):
        with pytest.raises(UnknownBan):
            await moderation.lift_ban(OLGA, ban, "Sorry")
    assert await moderation.bans() == []
    assert await moderation.entries(ALL, limit=9) == []
    await players.tokens.revoke("t")
    await moderation.ban_player(OLGA, olga.id, "No operator any more")
    assert players.bans.of_player(olga.id) is not None


async def test_a_repeated_command_leaves_one_entry(players: Players, moderation: Moderation) -> None:
    ann, bob = await players.guest("Ann"), await players.guest("Bob")
    banned = [moderation.ban_player(OLGA, ann.id, "Insults", command_id="one") for _ in range(4)]
    assert len({each.number for each in await asyncio.gather(*banned)}) == 1
    with pytest.raises(CommandIdReused):
        await moderation.ban_player(OLGA, bob.id, "Insults", command_id="one")
    with pytest.raises(CommandIdReused):
        await moderation.rename(OLGA, ann.id, None, "Rude", command_id="one")
    another = Operator(id=COMMAND_LINE, name="root")
    await moderation.ban_player(another, bob.id, "Insults", command_id="one")
    [of_bob, of_ann] = await moderation.bans()
    for _ in range(2):
        await moderation.lift_ban(OLGA, of_ann.id, "Sorry", command_id="two")
    assert [each.id for each in await moderation.bans()] == [of_bob.id]
    assert len(await moderation.entries(ALL, limit=9)) == 3


async def test_an_erased_player_is_not_named_in_the_trail_and_stays_banned(
    players: Players, moderation: Moderation
) -> None:
    ann = await players.sign_in_with_provider(ISSUER, "ann", "Ann the Rude", since=0)
    await moderation.rename(OLGA, ann.id, "Ann", "Called herself Rude")
    await moderation.ban_player(OLGA, ann.id, "Ann insults")
    await moderation.rename(Operator(id=ann.id, name="Ann"), (await players.guest("Bob")).id, None, "Rude")
    await players.erase(ann.id)
    entries = await moderation.entries(ALL, limit=9)
    assert "Ann" not in str(entries)
    assert "Rude" in str(entries), "the reason of another player's rename"
    assert [each.player for each in entries][1:] == [ann.id, ann.id]
    assert entries[0].operator == ann.id
    [ban] = await moderation.bans()
    assert (ban.player, ban.reason) == (ann.id, None)
    # The account cannot come back as another player.
    since = int(time()) + 10
    with pytest.raises(BannedIdentity):
        await players.sign_in_with_provider(ISSUER, "ann", "Ann", since=since)
    guest = await players.guest("Ann")
    token = SessionToken(id="g", session="g", player=guest.id, given=since, expires=since + DAY)
    with pytest.raises(InvalidProviderToken, match="banned"):
        await players.links.link(token, ISSUER, "ann", since)
    await moderation.lift_ban(OLGA, ban.id, "Sorry")
    assert (await players.sign_in_with_provider(ISSUER, "ann", "Ann", since=since)).id != ann.id


async def test_an_address_is_forgotten_thirty_days_after_its_ban(
    engine: Engine, players: Players, moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time())
    for address, until in (("203.0.113.7", now + DAY), ("203.0.113.8", now + DAY), ("203.0.113.9", None)):
        await moderation.ban_address(OLGA, bannable_network(address), "Spam", until=until)
    lifted = next(each for each in await moderation.bans() if each.network == "203.0.113.8/32")
    await moderation.lift_ban(OLGA, lifted.id, "Sorry")

    async def known() -> list[str | None]:
        delete_expired(engine)
        return [each.network for each in await moderation.entries(ALL, limit=9)]

    eight, nine, seven = "203.0.113.8/32", "203.0.113.9/32", "203.0.113.7/32"
    assert await known() == [eight, nine, eight, seven]
    at(now + ADDRESS_RETENTION, monkeypatch)
    assert await known() == [eight, nine, eight, seven]
    at(now + ADDRESS_RETENTION + 60, monkeypatch)
    assert await known() == [None, nine, None, seven]
    at(now + DAY + ADDRESS_RETENTION + 60, monkeypatch)
    assert await known() == [None, nine, None, None]
    await players.bans.refresh()
    assert players.bans.of_address("203.0.113.9") is not None
