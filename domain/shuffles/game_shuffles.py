"""The shuffles of a game: those that follow from its deal or from entropy, and their reveals."""

from __future__ import annotations

from domain import events as e
from domain.options import Reveal
from domain.rules import NOTHING, NeedsShuffle, Table
from domain.shuffles import deal
from domain.shuffles.shuffle import commit_to, make_shuffle
from domain.state import Game, Stage


def due_reveals(game: Game, table: Table) -> tuple[e.Event, ...]:
    """Return the reveals of the shuffles none of whose cards can still be dealt."""
    due = game.sealed
    if game.stage is Stage.PLAYING:
        if game.options["reveal"] == Reveal.AT_END:
            return NOTHING
        due = tuple(sealed for sealed in due if sealed.shuffle < table.oldest_shuffle)
    return tuple(
        e.DeckRevealed(
            shuffle=sealed.shuffle,
            order=sealed.order,
            salt=sealed.salt or "",
            link=_opening_link(game, sealed.shuffle),
        )
        for sealed in due
    )


def _opening_link(game: Game, shuffle: int) -> str | None:
    """Return the link that decides a shuffle; None if entropy does, and in a view, which has no secret."""
    if game.deal is None or game.deal.fingerprint is None or game.secret is None or shuffle >= deal.LINKS:
        return None
    return deal.link(game.secret, shuffle + 1)


def shuffle_of_deal(game: Game, needed: NeedsShuffle) -> e.DeckShuffled | None:
    """Return the shuffle that follows from the deal; None if it is made from entropy."""
    link = _opening_link(game, game.shuffles)
    if link is None or game.deal is None or game.deal.fingerprint is None or game.secret is None:
        return None
    order = deal.order(game.deal.fingerprint, link, game.shuffles, needed.cards)
    return commit_to(game.shuffles, order, game.secret)


def shuffle(game: Game, needed: NeedsShuffle, entropy: bytes) -> e.DeckShuffled:
    """Return the shuffle that the game needs, made from the entropy."""
    if game.secret is None:
        raise ValueError("a game without its secret is a player's view; it cannot be dealt from")
    return make_shuffle(game.shuffles, needed.cards, game.secret, entropy)
