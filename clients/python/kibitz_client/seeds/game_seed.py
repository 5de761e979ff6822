"""The seed that a player adds to the deals of one game, and the rules by which it is revealed."""

from __future__ import annotations

from enum import StrEnum
from secrets import token_hex
from typing import Final, TypeAlias
from uuid import uuid4

from msgspec import Struct

from kibitz_client.schema.enums import Stage
from kibitz_client.schema.types import Deal
from kibitz_client.seeds.hashes import fingerprint, roll, seed_commitment
from kibitz_client.views import View

SEED_BYTES: Final = 32


class SeedWarningReason(StrEnum):
    """The reason why a seed is kept secret, or why the deals of a game do not use it."""

    COMMITTED_TOO_LATE = "COMMITTED_TOO_LATE"
    """The seats closed before the server accepted the commitment."""
    COMMITMENT_MISSING = "COMMITMENT_MISSING"
    """The seats closed without the commitment that the server had accepted."""
    COMMITMENT_CHANGED = "COMMITMENT_CHANGED"
    """The seats closed with another commitment, perhaps from another client of the same player."""
    FOOT_CHANGED = "FOOT_CHANGED"
    """The server closed the seats with another foot of its chain than before."""
    WRONG_ROLL = "WRONG_ROLL"
    """The roll is not the hash of the seats that the server shows."""
    SECOND_ROLL = "SECOND_ROLL"
    """The server closed the seats a second time, with another roll."""
    SEED_MISSING = "SEED_MISSING"
    """The game started without the seed."""
    WRONG_FINGERPRINT = "WRONG_FINGERPRINT"
    """The fingerprint does not follow from the seats and seeds to which the client revealed its seed."""


_UNUSED: Final = "The deals do not use your seed"
_WITHHELD: Final = f"{_UNUSED}, which this client keeps secret"
_MESSAGES: Final = {
    SeedWarningReason.COMMITTED_TOO_LATE: f"{_UNUSED}: the seats closed before you committed to it.",
    SeedWarningReason.COMMITMENT_MISSING: f"{_WITHHELD}: the seats closed without your commitment.",
    SeedWarningReason.COMMITMENT_CHANGED: f"{_WITHHELD}: the seats closed with another commitment of yours, "
    "perhaps from another client.",
    SeedWarningReason.FOOT_CHANGED: f"{_WITHHELD}: the server replaced its own part of the deals.",
    SeedWarningReason.WRONG_ROLL: f"{_WITHHELD}: the server's roll does not match the seats that it shows.",
    SeedWarningReason.SECOND_ROLL: "The server closed the seats a second time, with another roll. "
    "This client reveals your seed only once.",
    SeedWarningReason.SEED_MISSING: f"{_UNUSED}: the game started without it.",
    SeedWarningReason.WRONG_FINGERPRINT: "The deals may not use your seed: "
    "the fingerprint does not follow from the seeds that the server shows.",
}


class SeedWarning(Struct, frozen=True, kw_only=True):
    """A warning that the deals of a game do not use your seed."""

    game: str
    """The id of the game."""
    reason: SeedWarningReason

    @property
    def message(self) -> str:
        """The reason as a sentence, for people."""
        return _MESSAGES[self.reason]


class CommitSeed(Struct, frozen=True, kw_only=True):
    """A step: send `commitSeed`."""

    commitment: str


class RevealSeed:
    """A step: send `revealSeed`. Its seed is a secret until then, and no part of its text form."""

    __slots__ = ("command_id", "seed")

    def __init__(self, seed: str, command_id: str) -> None:
        self.seed = seed
        self.command_id = command_id
        """The id to send with each repeat, so that the step takes effect once."""


Step: TypeAlias = CommitSeed | RevealSeed


class GameSeed:
    """The seed of one player in one game. It decides what to send next, and does no I/O.

    Pass each state of the game to `next_step`, send the step that it returns, and report the answer with
    `mark_committed` and `mark_revealed`. The seed is revealed once, to the first roll, and only if the client
    computes the same roll from the seats that it sees.
    """

    def __init__(self) -> None:
        self.warning: SeedWarning | None = None
        """The reason why the seed stays secret, or why the deals do not use it."""
        self.included: bool | None = None
        """Whether the deals use the seed; None before the start, and if there is no commitment to it."""
        self.is_revealed = False
        """Whether the server has answered the step that reveals the seed."""
        self._seed = token_hex(SEED_BYTES)
        self._command_id = str(uuid4())
        self._foot: str | None = None
        self._player: str | None = None
        self._commitment: str | None = None
        self._committed_at: int | None = None
        self._roll: str | None = None

    @property
    def seed(self) -> str | None:
        """The seed in hexadecimal, for a verifier; None while it is secret."""
        return self._seed if self.is_revealed else None

    @property
    def player(self) -> str | None:
        """The id of the player, for a verifier; None before the commitment."""
        return self._player

    def commitment(self, foot: str, player: str) -> str:
        """Return the commitment of a player, bound to the foot and the player of the first call."""
        if self._commitment is None:
            self._foot, self._player = foot, player
            self._commitment = seed_commitment(foot, player, self._seed)
        return self._commitment

    def next_step(self, view: View) -> Step | None:
        """Return what to send in this state of the game; sets `warning` and `included`."""
        if (deal := view.deal) is None:
            return None
        match view.stage:
            case Stage.WAITING_FOR_PLAYERS:
                return self._commit(view, deal)
            case Stage.WAITING_FOR_SEEDS:
                return self._reveal(view, deal)
            case Stage.PLAYING | Stage.WON:
                self._check_start(view, deal)
        return None

    def mark_committed(self, version: int) -> None:
        """Record that the server has accepted the commitment, and the version of the game after that."""
        self._committed_at = version

    def mark_revealed(self) -> None:
        """Record that the server has answered the step that reveals the seed; it is not sent again."""
        self.is_revealed = True

    def _commit(self, view: View, deal: Deal) -> CommitSeed | None:
        own = view.own
        if self._roll is not None or self.warning is not None:
            return None
        if self._committed_at is not None and (
            # Older states do not show the commitment yet.
            view.version <= self._committed_at
            # Another client of the player has replaced it. If both did so, they would not end.
            or own.seed_commitment is not None
        ):
            return None
        commitment = self.commitment(deal.foot, own.player.id)
        if deal.foot != self._foot or own.seed_commitment == commitment:
            return None
        return CommitSeed(commitment=commitment)

    def _reveal(self, view: View, deal: Deal) -> RevealSeed | None:
        if self._commitment is None or self.warning is not None:
            return None
        reason = self._reason_for_secrecy(view, deal)
        if reason is not None:
            self.warning = SeedWarning(game=view.id, reason=reason)
            return None
        self._roll = deal.roll
        return None if self.is_revealed else RevealSeed(self._seed, self._command_id)

    def _reason_for_secrecy(self, view: View, deal: Deal) -> SeedWarningReason | None:
        if self._roll is not None and deal.roll != self._roll:
            return SeedWarningReason.SECOND_ROLL
        if self._foot is None or deal.foot != self._foot:
            return SeedWarningReason.FOOT_CHANGED
        own = view.own
        committed = own.seed_commitment if own.player.id == self._player else None
        if committed != self._commitment:
            if self._committed_at is None:
                return SeedWarningReason.COMMITTED_TOO_LATE
            is_missing = committed is None
            return (
                SeedWarningReason.COMMITMENT_MISSING if is_missing else SeedWarningReason.COMMITMENT_CHANGED
            )
        return None if deal.roll == roll(self._foot, view.seats) else SeedWarningReason.WRONG_ROLL

    def _check_start(self, view: View, deal: Deal) -> None:
        if self._commitment is None or self.included is not None:
            return
        reason = self._reason_for_exclusion(view, deal)
        self.included = reason is None
        if reason is not None and self.warning is None:
            self.warning = SeedWarning(game=view.id, reason=reason)

    def _reason_for_exclusion(self, view: View, deal: Deal) -> SeedWarningReason | None:
        own, foot = view.own, self._foot
        if foot is None or own.player.id != self._player or own.seed != self._seed:
            is_late = self._committed_at is None and own.seed_commitment != self._commitment
            return SeedWarningReason.COMMITTED_TOO_LATE if is_late else SeedWarningReason.SEED_MISSING
        if not (
            deal.foot == foot
            and roll(foot, view.seats) == self._roll
            and all(
                seat.seed_commitment == seed_commitment(foot, seat.player.id, seat.seed)
                for seat in view.seats
                if seat.seed is not None
            )
            and deal.fingerprint == fingerprint(foot, view.seats)
        ):
            return SeedWarningReason.WRONG_FINGERPRINT
        return None
