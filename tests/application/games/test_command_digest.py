"""A command keeps its digest when its class gains a field, and digests of earlier servers are known."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from application.codec import RecordedEvent
from application.games.command_digest import digest, is_digest
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.refusals import CommandIdReused
from application.store.port import Append
from application.store.sqlite.store import SQLiteStore
from domain.cards import Card
from domain.commands import (
    AcceptInvitationLink,
    Command,
    CreateGame,
    FillSeats,
    JoinGame,
    PlayCard,
    StartGame,
)
from domain.events import Access


class Wave(Command, frozen=True, kw_only=True):
    """A command in an earlier version of the server."""

    at: str


class WaveLater(Command, frozen=True, kw_only=True, tag="Wave"):
    """The same command with more fields."""

    loudly: bool = False
    at: str
    with_hands: tuple[int, ...] = ()


def in_full(command: Command) -> bytes:
    """Return the digest that earlier versions of the server stored."""
    return sha256(msgspec.json.encode(command, order="deterministic")).digest()


def test_a_command_keeps_its_digest_when_its_class_gains_fields() -> None:
    before, after = Wave(by="ann", at="bob"), WaveLater(by="ann", at="bob")
    assert digest(before) == digest(after)
    assert is_digest(digest(before), after)
    assert is_digest(in_full(before), after)


def test_an_accepted_link_keeps_the_digest_of_the_name_that_its_command_had_before() -> None:
    stored = sha256(b'{"type":"AcceptInvitation","by":"zoe","inviter":"ann"}').digest()
    assert is_digest(stored, AcceptInvitationLink(by="zoe", inviter="ann"))


def test_non_default_field_value_changes_the_digest() -> None:
    plain, loud = WaveLater(by="ann", at="bob"), WaveLater(by="ann", at="bob", loudly=True)
    for stored in digest(plain), in_full(plain), in_full(Wave(by="ann", at="bob")):
        assert not is_digest(stored, loud)
    for stored in digest(loud), in_full(loud):
        assert is_digest(stored, loud)
        assert not is_digest(stored, plain)


@pytest.mark.parametrize(
    "command",
    [
        CreateGame(by="ann", variant="president"),
        CreateGame(by="ann", variant="president", access=Access.PRIVATE, options={"b": 1, "a": "x"}),
        FillSeats(by="ann"),
        FillSeats(by="ann", count=2),
        JoinGame(by="ann"),
        PlayCard(by="ann", card=Card("5H")),
    ],
)
def test_digests_stored_by_earlier_servers_are_recognised(command: Command) -> None:
    assert is_digest(in_full(command), command)
    assert not is_digest(in_full(command), replace(command, by="bob"))


def test_commands_of_different_kinds_with_equal_fields_have_different_digests() -> None:
    joined, started = JoinGame(by="ann"), StartGame(by="ann")
    assert digest(joined) != digest(started)
    assert not is_digest(in_full(joined), started)


def test_order_of_options_does_not_change_the_digest() -> None:
    one = CreateGame(by="ann", variant="president", options={"a": 1, "b": 2})
    assert digest(one) == digest(replace(one, options={"b": 2, "a": 1}))


class Earlier(SQLiteStore):
    """A store with the command rows of an earlier server."""

    command_as_stored: Command

    async def append(self, append: Append) -> Sequence[RecordedEvent]:
        row = append.command
        if row is not None:
            append = replace(append, command=replace(row, digest=in_full(self.command_as_stored)))
        return await super().append(append)


async def test_retry_after_an_upgrade_returns_the_first_outcome(tmp_path: Path) -> None:
    store = Earlier(tmp_path / "log.db")
    games = CommandHandler(store, Croupier(seeded_entropy(1)))
    command = CreateGame(by="ann", variant="president")
    store.command_as_stored = command
    first = await games.create(command, "once")
    assert await games.create(command, "once") == first
    with pytest.raises(CommandIdReused):
        await games.create(replace(command, variant="oh-hell"), "once")
    await store.close()
