"""Checks of deal/v1 on a finished game: each shuffle follows from seeds and links, and is as committed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from application.verification.file_records import Finding
from domain.events import DeckRevealed, DeckShuffled, Event, GameStarted
from domain.game import Game, fold
from domain.lobby.start import due_fingerprint
from domain.shuffles import deal
from domain.shuffles.shuffle import matches_commitment

FIRST_RECORD_LINE = 2


class Deals(Struct, frozen=True):
    """The result of the checks of a game's shuffles."""

    shuffles: int
    derived: int
    """The number of shuffles that follow from seeds and links; the others are only as they were committed."""
    findings: tuple[Finding, ...]


def checked_deals(events: Sequence[Event]) -> Deals:
    """Check all shuffles of a finished game."""
    lobby = fold(takewhile(lambda event: not isinstance(event, GameStarted), events))
    fingerprint, findings = due_fingerprint(lobby), list(_seed_faults(lobby))
    open_shuffles: dict[int, tuple[int, DeckShuffled]] = {}
    shuffles = derived = 0
    for line, event in enumerate(events, FIRST_RECORD_LINE):
        if isinstance(event, GameStarted) and event.fingerprint != fingerprint:
            findings.append(Finding(line, "the fingerprint is not that of the seats and their seeds"))
        elif isinstance(event, DeckShuffled):
            if event.shuffle != shuffles:
                findings.append(Finding(line, f"shuffle {event.shuffle} comes where {shuffles} is due"))
            shuffles += 1
            open_shuffles[event.shuffle] = line, event
        elif isinstance(event, DeckRevealed):
            _, shuffled = open_shuffles.pop(event.shuffle, (0, None))
            fault = _fault(lobby, fingerprint, event, shuffled)
            derived += fault is None and _is_derived(lobby, event)
            if fault is not None:
                findings.append(Finding(line, fault))
    findings += (
        Finding(line, f"shuffle {number} is never revealed") for number, (line, _) in open_shuffles.items()
    )
    return Deals(shuffles, derived, tuple(findings))


def _is_derived(lobby: Game, revealed: DeckRevealed) -> bool:
    return lobby.deal is not None and 0 <= revealed.shuffle < deal.LINKS


def _seed_faults(lobby: Game) -> list[Finding]:
    if lobby.deal is None:
        return []
    return [
        Finding(FIRST_RECORD_LINE, f"the seed of {player} is not the one that the player committed to")
        for player, seed in lobby.deal.seeds.items()
        if deal.seed_commitment(lobby.deal.foot, player, seed) != lobby.deal.commitments.get(player)
    ]


def _fault(
    lobby: Game, fingerprint: str | None, revealed: DeckRevealed, shuffled: DeckShuffled | None
) -> str | None:
    number = revealed.shuffle
    if shuffled is None:
        return f"shuffle {number} is revealed again, or was never made"
    if not matches_commitment(revealed, shuffled):
        return f"shuffle {number} is not the order that was committed to"
    if not _is_derived(lobby, revealed):
        return None
    link = revealed.link
    if lobby.deal is None or fingerprint is None or link is None or not deal.is_hash(link):
        return f"shuffle {number} has no link from which it follows"
    if deal.foot_below(link, number) != lobby.deal.foot:
        return f"the link of shuffle {number} is not one of the server's chain"
    if deal.order(fingerprint, link, number, revealed.order) != revealed.order:
        return f"shuffle {number} does not follow from the seeds and the server's link"
    return None
