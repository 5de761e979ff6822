"""The addresses from which players seek in this process: an address ban cancels the seeks of its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cachetools import TTLCache

from application.moderation.bans import Bans
from application.seeks.seek import SECOND
from application.seeks.storage import GRACE
from domain.events import PlayerId

_REMEMBERED: Final = 10_000
"""Maximum number of players without a subscription whose last address is remembered."""


class SeekerAddresses:
    """The addresses of players with seeks; they are personal data and stay in memory."""

    def __init__(self, bans: Bans) -> None:
        self._bans = bans
        self._following: dict[PlayerId, Counter[str]] = {}
        self._last: TTLCache[PlayerId, str] = TTLCache(_REMEMBERED, GRACE / SECOND)

    def note(self, player: PlayerId, address: str) -> None:
        """Remember the address of a player who opens a seek."""
        self._last[player] = address

    @contextmanager
    def following(self, player: PlayerId, address: str) -> Iterator[None]:
        """Note a player's address while the player follows its seeks, and for a grace period after that."""
        following = self._following.setdefault(player, Counter())
        following[address] += 1
        try:
            yield
        finally:
            following[address] -= 1
            if not following.total():
                del self._following[player]
            self.note(player, address)

    def banned(self) -> set[PlayerId]:
        """Return the players all of whose addresses are banned."""
        last = {player: self._last.get(player) for player in list(self._last)}
        # None if the entry has expired just now.
        addresses = {player: {address} for player, address in last.items() if address is not None}
        addresses |= {player: set(+following) for player, following in self._following.items()}
        return {player for player, used in addresses.items() if all(map(self.is_banned, used))}

    def is_banned(self, address: str) -> bool:
        """Return whether an address is banned."""
        return self._bans.of_address(address) is not None
