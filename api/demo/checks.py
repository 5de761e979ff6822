"""Checks of the demo on the log of the finished game."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from rich.console import Console

from api.demo.failure import DemoFailed
from application.codec import RecordedEvent
from application.store.port import Store
from domain.cards import Card
from domain.events import DeckRevealed, DeckShuffled
from domain.game import fold
from domain.lobby.start import due_fingerprint
from domain.shuffles import deal
from domain.shuffles.shuffle import matches_commitment
from kibitz_client import Game


async def check_fold(console: Console, store: Store, game: str, final: Game) -> Sequence[RecordedEvent]:
    """Check that the log yields the state that the server showed; return the game's events."""
    recorded = await store.read(UUID(game))
    folded = fold(each.event for each in recorded)
    if folded.outcome is None or final.result is None:
        raise DemoFailed("the game has no result")
    shown = folded.rules.show(folded.table)
    for what, in_log, on_server in (
        ("stage", folded.stage, final.stage),
        ("scores", [place.score for place in shown.places], [seat.score for seat in final.seats]),
        ("places", [place.rank for place in shown.places], [seat.place for seat in final.seats]),
        ("ranking", folded.outcome.ranking, final.result.ranking),
    ):
        if in_log != on_server:
            raise DemoFailed(f"folding the log gives another {what} than the server showed")
    console.print(f"[green]✓[/] folding the {len(recorded)} events of the log gives the same final state")
    return recorded


def check_commitments(console: Console, recorded: Sequence[RecordedEvent]) -> None:
    """Check that every shuffle was revealed and matches its commitment."""
    shuffles = {each.event.shuffle: each.event for each in recorded if isinstance(each.event, DeckShuffled)}
    reveals = [each.event for each in recorded if isinstance(each.event, DeckRevealed)]
    good = [each for each in reveals if matches_commitment(each, shuffles[each.shuffle])]
    if not len(good) == len(reveals) == len(shuffles):
        raise DemoFailed(f"of {len(shuffles)} commitments only {len(good)} open")
    if any(Card.FACE_DOWN in each.order for each in reveals):
        raise DemoFailed("a reveal hides a card")
    told = "the commitment to the shuffled deck opens"
    if len(shuffles) > 1:
        told = f"all {len(shuffles)} shuffled decks match their commitments"
    console.print(f"[green]✓[/] {told}")


def check_seeds(console: Console, recorded: Sequence[RecordedEvent]) -> None:
    """Check that the fingerprint follows from the players' seeds, and every shuffle from it and its link."""
    game = fold(each.event for each in recorded)
    if game.deal is None or game.deal.fingerprint is None or game.deal.fingerprint != due_fingerprint(game):
        raise DemoFailed("the fingerprint does not follow from the seeds of the seats")
    reveals = sorted(
        (each.event for each in recorded if isinstance(each.event, DeckRevealed)),
        key=lambda reveal: reveal.shuffle,
    )
    last, fingerprint = game.deal.foot, game.deal.fingerprint
    for reveal in reveals:
        link = reveal.link or ""
        if sha256(f"deal/v1 link {reveal.shuffle} {link}".encode()).hexdigest() != last:
            raise DemoFailed(f"the link of shuffle {reveal.shuffle} is not in the chain of the game")
        if deal.order(fingerprint, link, reveal.shuffle, reveal.order) != reveal.order:
            raise DemoFailed(f"the order of shuffle {reveal.shuffle} does not follow from the seeds")
        last = link
    console.print(
        f"[green]✓[/] every shuffle follows from the seeds of {len(game.deal.seeds)} players "
        f"(fingerprint {fingerprint[:12]}…)"
    )
