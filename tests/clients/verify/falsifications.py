"""Changes that falsify the file of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from application.games.croupier import seeded_entropy
from domain.cards import Card
from domain.shuffles import deal
from domain.shuffles.shuffle import commitment
from tests.clients.verify.game_files import SEEDS, GameFile, Json
from tests.clients.verify.honest_games import ANN, BEN, CYD

OTHER: Final = "f" * 64
"""A hash of nothing in particular."""


def swapped(cards: list[str], one: int = 0, other: int = 1) -> list[str]:
    """Return cards with two of them exchanged."""
    cards = cards[:]
    cards[one], cards[other] = cards[other], cards[one]
    return cards


def exchange(file: GameFile, kind: str, *occurrences: int) -> None:
    """Exchange the cards of two events."""
    one, other = (file.record(kind, each)["open"] for each in occurrences)
    one["cards"], other["cards"] = other["cards"], one["cards"]


def swap_dealt(file: GameFile, kind: str, occurrence: int = 0) -> None:
    """Exchange the first two cards that an event deals."""
    file.change(kind, occurrence, cards=swapped(file.record(kind, occurrence)["open"]["cards"][1]))


def replace_order(file: GameFile, number: int, order: list[str]) -> None:
    """Replace a revealed order, and commit to it: the server has the secret of the salts."""
    revealed = file.record("DeckRevealed", number)["event"]
    revealed["order"] = order
    file.change("DeckShuffled", number, commitment=commitment(tuple(map(Card, order)), revealed["salt"]))


def derive_anew(file: GameFile, number: int, deck: tuple[Card, ...]) -> None:
    """Replace an order by the one that follows for another deck, and commit to it."""
    fingerprint = file.record("GameStarted")["event"]["fingerprint"]
    link = file.record("DeckRevealed", number)["event"]["link"]
    replace_order(file, number, [*deal.order(fingerprint, link, number, deck)])


def close_again(file: GameFile) -> None:
    """Repeat the event that closes the seats."""
    file.insert(file.versions("SeatsClosed")[0] + 1, file.record("SeatsClosed")["event"])


def repeat(file: GameFile, kind: str, occurrence: int = 0) -> None:
    """Repeat an event."""
    record = file.record(kind, occurrence)
    file.insert(
        record["version"] + 1, record["event"], **{"open": record["open"]} if "open" in record else {}
    )


def move_behind(file: GameFile, kind: str, other: str, occurrence: int = 0) -> None:
    """Move an event behind the last one of another type."""
    file.move(file.versions(kind)[occurrence], file.versions(other)[-1])


def move_before(file: GameFile, kind: str, other: str, occurrence: int = 0) -> None:
    """Move an event before the first one of another type."""
    file.move(file.versions(kind)[occurrence], file.versions(other)[0])


def insert_before(file: GameFile, kind: str, event: Json) -> None:
    """Insert an event before the first one of a type."""
    file.insert(file.versions(kind)[0], event)


def insert_behind(file: GameFile, kind: str, event: Json) -> None:
    """Insert an event behind the first one of a type."""
    file.insert(file.versions(kind)[0] + 1, event)


def drop_seed(file: GameFile) -> None:
    """Leave out a seed that was opened, and the wait for it, with a fingerprint that fits."""
    file.remove(file.versions("SeedRevealed")[0])
    foot = file.record("GameCreated")["event"]["deal"]
    commitments = {each: deal.seed_commitment(foot, each, SEEDS[each]) for each in (ANN, BEN, CYD)}
    seats = [
        deal.SeedOfSeat(ANN, commitments[ANN]),
        deal.SeedOfSeat(BEN, commitments[BEN]),
        deal.SeedOfSeat(CYD, commitments[CYD], SEEDS[CYD]),
    ]
    file.change("GameStarted", fingerprint=deal.fingerprint(foot, seats))
    file.record("GameStarted")["at"] -= 5_000_000


def shuffle_once_more(file: GameFile) -> None:
    """Shuffle the deck of the last round again, by the next link, and deal on from the first shuffle."""
    last = file.record("DeckShuffled", -1)
    number = last["event"]["shuffle"] + 1
    fingerprint = file.record("GameStarted")["event"]["fingerprint"]
    link = deal.link(secret_of(file), number + 1)
    deck = tuple(map(Card, file.record("DeckRevealed", -1)["event"]["order"]))
    order = deal.order(fingerprint, link, number, deck)
    event = {"type": "DeckShuffled", "shuffle": number, "commitment": commitment(order, OTHER)}
    file.insert(last["version"] + 1, event)
    revealed = {"type": "DeckRevealed", "shuffle": number, "order": [*order], "salt": OTHER, "link": link}
    file.insert(len(file.records) + 1, revealed)


def secret_of(file: GameFile) -> str:
    """Return the secret of a game: the first bytes of its server's repeatable entropy."""
    secret = seeded_entropy(0)(32).hex()
    assert deal.link(secret, 0) == file.record("GameCreated")["event"]["deal"]
    return secret


def hide(file: GameFile, kind: str, occurrence: int = 0) -> None:
    """Leave out what an event has in `open`."""
    del file.record(kind, occurrence)["open"]


def later(file: GameFile, by: int) -> str:
    """Return a later time than that until which the game waits for seeds."""
    until: str = file.record("SeatsClosed")["event"]["until"]
    return until.replace("T12:00:1", f"T12:00:{by}")


def changed(kind: str, occurrence: int = 0, **fields: Any) -> Callable[[GameFile], object]:
    """Return the change of some fields."""
    return lambda file: file.change(kind, occurrence, **fields)


def without(*kinds: str, seat: int | None = None) -> Callable[[GameFile], object]:
    """Remove all events of some kinds, of one seat if it is given."""

    def change(file: GameFile) -> object:
        wanted = [version for kind in kinds for version in file.versions(kind)]
        events = {record["version"]: record["event"] for record in file.records}
        return file.remove(*(each for each in wanted if seat in (None, events[each].get("seat"))))

    return change


def skip_a_deal(file: GameFile) -> object:
    """Throw the first deal away: nothing of it is played before its shuffle is revealed."""
    first, last = file.versions("RoundDealt")[0], file.versions("DeckRevealed")[0]
    return file.remove(*range(first + 1, last))
