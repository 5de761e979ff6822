"""Verification of a finished game from its file alone: its records, its deals and its rules."""

from __future__ import annotations

from collections.abc import Sequence

from application.audit.spectated_game import SpectatedGame
from application.verification.file_records import Finding, GameFile
from application.verification.reader_events import CardsLeftOut, events_of, left_out
from application.verification.shuffle_checks import checked_deals
from application.verification.verdict import Part, judged, unchecked
from domain.events import Event


def verified(file: GameFile) -> list[Part]:
    """Return the verdict on records, deals and rules; raises UnreadableGameFile."""
    try:
        events = events_of(file)
    except CardsLeftOut as error:
        records = judged("records", [*file.findings, error.finding], "")
        return [records, *(unchecked(name, str(error)) for name in ("deals", "rules"))]
    findings = [*file.findings, *left_out(file, events)]
    count = len(file.records)
    records = judged("records", findings, f"{count:,} records, each as its commitments seal it")
    return [records, _deals(events), _rules(file, events)]


def _deals(events: Sequence[Event]) -> Part:
    name = "deals"
    try:
        deals = checked_deals(events)
    except Exception as error:  # noqa: BLE001 - whatever fails on events of a stranger makes them wrong
        return judged(name, [Finding(len(events) + 1, f"the deals do not replay: {error!r}")], "")
    if not deals.findings and not deals.shuffles:
        return unchecked(name, "no cards were dealt")
    right = f"{deals.shuffles} shuffles, as committed"
    if deals.derived == deals.shuffles:
        right += ", follow from the seeds and the server's links"
    elif not deals.findings:
        reason = (
            f"{deals.shuffles - deals.derived} of {deals.shuffles} shuffles were the server's choice alone"
        )
        return unchecked(name, f"{reason}: they are as committed, and nothing shows how they were made")
    return judged(name, deals.findings, right)


def _rules(file: GameFile, events: Sequence[Event]) -> Part:
    finding = _first_fault(file, events)
    return judged("rules", [finding] if finding else [], f"{len(events):,} events, each as the rules allow")


def _first_fault(file: GameFile, events: Sequence[Event]) -> Finding | None:
    game = SpectatedGame()
    line = 1
    for record, event in zip(file.records, events, strict=True):
        line = record.line
        try:
            fault = game.judge_record(event, record.moment, record.by)
            if fault is None:
                game.apply(event)
        except Exception as error:  # noqa: BLE001 - whatever fails on events of a stranger makes them wrong
            fault = f"the game does not replay: {error!r}"
        if fault is not None:
            return Finding(line, fault)
    return None if game.is_settled else Finding(line, "the game ends before what has to follow")
