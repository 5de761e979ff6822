"""Honest games that were falsified, by what was done to them, with the reason that a verifier must give."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

from domain.cards import FRENCH_DECK, Card
from tests.clients.verify.falsifications import (
    OTHER,
    changed,
    close_again,
    derive_anew,
    drop_seed,
    exchange,
    insert_before,
    insert_behind,
    later,
    move_before,
    move_behind,
    repeat,
    replace_order,
    shuffle_once_more,
    skip_a_deal,
    swap_dealt,
    swapped,
    without,
)
from tests.clients.verify.game_files import PLAYERS, SEEDS, GameFile
from tests.clients.verify.honest_games import ANN, BEN, CYD


class Falsified(NamedTuple):
    """A falsification: the honest game, the change, and a part of a reason that a verifier gives."""

    game: str
    change: Callable[[GameFile], object]
    reason: str


NOT_DUE: Final = "comes too early or too late"
OF_SEATS: Final = "the players or the fingerprint are not those of the seats"
BY_RULE: Final = "the dealer, the hands or the rest of the deck are not as in the rules"
ROUND_ENDS: Final = "a round ends before all its cards are dealt and played"
PHANTOM: Final = {"type": "RoundDealt", "round": 0, "dealer": 0, "hands": [0, 0, 0, 0], "stock": 51}
JOINED: Final = {"type": "PlayerJoined", "seat": 3, "player": PLAYERS[3], "machine": False}
LEFT: Final = {"type": "PlayerLeft", "seat": 2, "player": CYD, "removed": False, "organizer": ANN}
SEED: Final = {"type": "SeedRevealed", "seat": 0, "player": ANN, "seed": SEEDS[ANN]}
TEN, OH_HELL, PRESIDENT, ABSENT = "hundred and ten, closed early", "oh hell", "president of 4", "absent seed"

FALSIFIED: Final[dict[str, Falsified]] = {
    # The order of the steps.
    "created again": Falsified(TEN, lambda f: repeat(f, "GameCreated"), f"GameCreated {NOT_DUE}"),
    "closed again": Falsified(ABSENT, close_again, f"SeatsClosed {NOT_DUE}"),
    "started again": Falsified(TEN, lambda f: repeat(f, "GameStarted"), f"GameStarted {NOT_DUE}"),
    "joined late": Falsified(
        TEN, lambda f: insert_behind(f, "SeatsClosed", JOINED), f"PlayerJoined {NOT_DUE}"
    ),
    "joined after the start": Falsified(
        "without seeds", lambda f: insert_behind(f, "GameStarted", JOINED), f"PlayerJoined {NOT_DUE}"
    ),
    "joined twice": Falsified(
        TEN, changed("PlayerJoined", 1, player=ANN), f"{ANN} has a seat, or takes one behind the next"
    ),
    "joined at another seat": Falsified(
        TEN, changed("PlayerJoined", 1, seat=2), f"{BEN} has a seat, or takes one behind the next"
    ),
    "left late": Falsified(TEN, lambda f: insert_behind(f, "SeatsClosed", LEFT), f"PlayerLeft {NOT_DUE}"),
    "another player left": Falsified(
        "restless lobby", changed("PlayerLeft", player=CYD), f"seat 1 is not that of {CYD}"
    ),
    "committed late": Falsified(
        TEN, lambda f: move_behind(f, "SeedCommitted", "SeatsClosed"), f"SeedCommitted {NOT_DUE}"
    ),
    "committed after the start": Falsified(
        TEN, lambda f: move_behind(f, "SeedCommitted", "GameStarted"), f"SeedCommitted {NOT_DUE}"
    ),
    "committed at another's seat": Falsified(
        TEN, changed("SeedCommitted", seat=1), f"seat 1 is not that of {ANN}"
    ),
    "committed without a seat": Falsified(
        TEN, changed("SeedCommitted", seat=7), f"seat 7 is not that of {ANN}"
    ),
    "committed without a deal": Falsified(
        "without deal",
        lambda f: insert_before(
            f, "GameStarted", {"type": "SeedCommitted", "seat": 0, "player": ANN, "commitment": OTHER}
        ),
        "the game takes no seeds",
    ),
    "closed without a commitment": Falsified(
        "without seeds",
        lambda f: insert_before(
            f, "GameStarted", {"type": "SeatsClosed", "roll": OTHER, "until": "2026-11-24T12:00:10Z"}
        ),
        "the seats close without a commitment",
    ),
    "never closed": Falsified(
        TEN,
        lambda f: f.remove(*f.versions("SeatsClosed"), *f.versions("SeedRevealed")),
        "the game starts without",
    ),
    "opened early": Falsified(
        TEN,
        lambda f: move_before(f, "SeedRevealed", "SeatsClosed"),
        f"SeedRevealed {NOT_DUE}",
    ),
    "opened after the start": Falsified(
        ABSENT,
        lambda f: insert_behind(f, "GameStarted", SEED | {"seat": 1, "player": BEN, "seed": SEEDS[BEN]}),
        f"SeedRevealed {NOT_DUE}",
    ),
    "opened twice": Falsified(TEN, lambda f: repeat(f, "SeedRevealed"), f"{ANN} reveals a second seed"),
    "opened another's seed": Falsified(
        TEN, changed("SeedRevealed", player=BEN), f"seat 0 is not that of {BEN}"
    ),
    "opened another seed": Falsified(
        TEN,
        changed("SeedRevealed", seed=OTHER),
        f"{ANN} reveals a second seed, or another than it committed to",
    ),
    "opened without a commitment": Falsified(
        TEN,
        lambda f: insert_behind(f, "SeatsClosed", SEED | {"seat": 2, "player": CYD}),
        f"{CYD} reveals a second seed, or another than it committed to",
    ),
    # Seeds, roll and fingerprint.
    "another commitment": Falsified(TEN, changed("SeedCommitted", commitment=OTHER), "the roll is not"),
    "another roll": Falsified(TEN, changed("SeatsClosed", roll=OTHER), "the roll is not that of the seats"),
    "another deal": Falsified(TEN, changed("GameCreated", deal=OTHER), "the roll is not that of the seats"),
    "dropped seed": Falsified(ABSENT, drop_seed, "the game starts without seeds whose time is not over"),
    "longer wait": Falsified(
        ABSENT, lambda f: f.change("SeatsClosed", until=later(f, 2)), "the game starts without seeds"
    ),
    "seed left out of the file": Falsified(
        ABSENT, lambda f: f.remove(f.versions("SeedRevealed")[0]), OF_SEATS
    ),
    "another fingerprint": Falsified(TEN, changed("GameStarted", fingerprint=OTHER), OF_SEATS),
    "no fingerprint": Falsified(TEN, changed("GameStarted", fingerprint=None), OF_SEATS),
    "fingerprint without a deal": Falsified(
        "without deal", changed("GameStarted", fingerprint=OTHER), OF_SEATS
    ),
    "other players": Falsified(TEN, changed("GameStarted", players=[BEN, ANN, CYD]), OF_SEATS),
    # Shuffles and reveals.
    "shuffled before the start": Falsified(
        TEN, lambda f: move_before(f, "DeckShuffled", "GameStarted"), f"DeckShuffled {NOT_DUE}"
    ),
    "left a shuffle out": Falsified(
        TEN, lambda f: f.remove(f.versions("DeckShuffled")[1]), "shuffle 2 comes where shuffle 1 is due"
    ),
    "shuffled twice under one number": Falsified(
        TEN, lambda f: repeat(f, "DeckShuffled", 1), "shuffle 1 comes where shuffle 2 is due"
    ),
    "shuffled too often": Falsified(TEN, shuffle_once_more, "a deck is shuffled too often, or not at all"),
    "revealed early": Falsified(
        TEN,
        lambda f: move_before(f, "DeckRevealed", "DeckShuffled"),
        "shuffle 0 is revealed again, or was never",
    ),
    "revealed twice": Falsified(TEN, lambda f: repeat(f, "DeckRevealed"), "shuffle 0 is revealed again"),
    "never revealed": Falsified(
        TEN,
        lambda f: f.remove(f.versions("DeckRevealed")[-1]),
        "the game is over, and a shuffle is not revealed",
    ),
    "revealed another order": Falsified(
        TEN,
        lambda f: f.change("DeckRevealed", order=swapped(f.record("DeckRevealed")["event"]["order"], 50, 51)),
        "shuffle 0 does not follow from seeds and link",
    ),
    "revealed another order, before deal/v1": Falsified(
        "without deal",
        lambda f: f.change("DeckRevealed", order=swapped(f.record("DeckRevealed")["event"]["order"], 50, 51)),
        "shuffle 0 is not the order that was committed to",
    ),
    "chose an order": Falsified(
        TEN,
        lambda f: replace_order(f, 0, swapped(f.record("DeckRevealed")["event"]["order"], 50, 51)),
        "shuffle 0 does not follow from seeds and link",
    ),
    "another salt": Falsified(TEN, changed("DeckRevealed", 1, salt=OTHER), "shuffle 1 is not the order"),
    "another commitment to a deck": Falsified(
        TEN, changed("DeckShuffled", 1, commitment=OTHER), "shuffle 1 is not the order that was committed to"
    ),
    "another link": Falsified(TEN, changed("DeckRevealed", 1, link=OTHER), "the link of shuffle 1 is false"),
    "no link": Falsified(TEN, changed("DeckRevealed", 1, link=None), "the link of shuffle 1 is false"),
    "link of another shuffle": Falsified(
        TEN,
        lambda f: f.change("DeckRevealed", 1, link=f.record("DeckRevealed", 2)["event"]["link"]),
        "the link of shuffle 1 is false",
    ),
    "link of another secret": Falsified(
        TEN,
        lambda f: f.change("DeckRevealed", 1, link=hmac.digest(b"another", b"secret", "sha256").hex()),
        "the link of shuffle 1 is false",
    ),
    # Decks, and the places of cards.
    "a card too few": Falsified(
        PRESIDENT, lambda f: derive_anew(f, 0, FRENCH_DECK[1:]), "shuffle 0 is not of the cards"
    ),
    "a card twice": Falsified(
        PRESIDENT,
        lambda f: derive_anew(f, 0, (*FRENCH_DECK[1:], FRENCH_DECK[1])),
        "shuffle 0 is not of the cards that the deck held",
    ),
    "a joker": Falsified(
        PRESIDENT,
        lambda f: derive_anew(f, 0, (*FRENCH_DECK[1:], Card.JOKER)),
        "shuffle 0 is not of the cards",
    ),
    "more cards than a deck": Falsified(
        OH_HELL,
        lambda f: derive_anew(f, 0, (*FRENCH_DECK, *FRENCH_DECK[:20])),
        "shuffle 0 is not of the cards that the deck held",
    ),
    "no cards": Falsified(
        PRESIDENT, lambda f: derive_anew(f, 0, ()), "shuffle 0 is not of the cards that the deck held"
    ),
    "another pile": Falsified(
        OH_HELL, lambda f: derive_anew(f, 1, FRENCH_DECK), "shuffle 1 is not of the cards that the deck held"
    ),
    "exchanged cards": Falsified(TEN, lambda f: swap_dealt(f, "HandDealt"), "is dealt where shuffle 0 has"),
    "exchanged hands": Falsified(
        PRESIDENT, lambda f: exchange(f, "HandDealt", 1, 2), "is dealt where shuffle 0 has"
    ),
    "exchanged draws": Falsified(
        TEN, lambda f: exchange(f, "CardsDrawn", 0, 1), "is dealt where shuffle 5 has"
    ),
    "exchanged blind hands": Falsified(
        OH_HELL, lambda f: exchange(f, "BlindHandDealt", 0, 3), "is dealt where shuffle 0 has"
    ),
    "another hand shown": Falsified(
        OH_HELL, lambda f: exchange(f, "HandShown", 0, 1), "is dealt where shuffle 0 has"
    ),
    "another hand in a late round": Falsified(
        OH_HELL, lambda f: swap_dealt(f, "HandDealt", 40), "is dealt where shuffle"
    ),
    "another turn-up": Falsified(
        OH_HELL, changed("TrumpTurned", 2, card="AH"), "AH is dealt where shuffle 0 has"
    ),
    "two turn-ups": Falsified(
        PRESIDENT,
        lambda f: insert_behind(f, "RoundDealt", {"type": "TrumpTurned", "card": "AH"}),
        "the number of cards is 1, not 0",
    ),
    "a card more": Falsified(
        TEN,
        changed("HandDealt", cards=["5H", "6H", "7H", "8H", "9H", "TH"]),
        "the number of cards is 6, not 5",
    ),
    "another seat's hand": Falsified(TEN, changed("HandDealt", seat=1), "is dealt where shuffle 0 has"),
    "another dealer": Falsified(OH_HELL, changed("RoundDealt", 3, dealer=3), BY_RULE),
    "another dealer in president": Falsified(PRESIDENT, changed("RoundDealt", dealer=1), BY_RULE),
    "other hands": Falsified(TEN, changed("RoundDealt", hands=[5, 4, 6]), BY_RULE),
    "a hand too few": Falsified(
        TEN, changed("RoundDealt", hands=[5, 5]), "the hands are not those of the seats"
    ),
    "another stock": Falsified(TEN, changed("RoundDealt", stock=37), BY_RULE),
    "dealt twice": Falsified(TEN, lambda f: repeat(f, "RoundDealt"), "a deck is shuffled too often, or not"),
    # Rounds, and the cards in hand.
    "a phantom round": Falsified(
        OH_HELL, lambda f: insert_behind(f, "DeckShuffled", PHANTOM), "round 0 is not due, or has other hands"
    ),
    "a phantom round in president": Falsified(
        PRESIDENT, lambda f: insert_before(f, "DeckShuffled", PHANTOM), "round 0 is not due, or has other"
    ),
    "a deal thrown away": Falsified(TEN, skip_a_deal, ROUND_ENDS),
    "a seat without hands": Falsified(TEN, without("HandDealt", seat=1), ROUND_ENDS),
    "no hands": Falsified(OH_HELL, without("HandDealt", "BlindHandDealt"), ROUND_ENDS),
    "no turn-ups": Falsified(OH_HELL, without("TrumpTurned"), ROUND_ENDS),
    "no deals": Falsified(PRESIDENT, without("RoundDealt", "HandDealt"), "no cards were dealt"),
    "a hand twice": Falsified(OH_HELL, lambda f: repeat(f, "HandDealt"), "is dealt a hand that is not due"),
    "a card that was not dealt": Falsified(
        OH_HELL, changed("CardPlayed", card="JOKER"), "JOKER is not in the hand of seat"
    ),
    "a card played twice": Falsified(
        OH_HELL, lambda f: repeat(f, "CardPlayed"), "is not in the hand of seat"
    ),
    "cards played twice": Falsified(
        PRESIDENT, lambda f: repeat(f, "CardsPlayed"), "is not in the hand of seat"
    ),
    "a second draw": Falsified(TEN, without("CardsDiscarded"), "another number of cards than it discarded"),
    "a machine that commits": Falsified(
        TEN, changed("PlayerJoined", 1, machine=True), "or a machine player commits to one"
    ),
    "hidden for ever": Falsified(TEN, changed("HandDealt", shuffle=99), "the cards are not from shuffle 99"),
}
