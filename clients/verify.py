#!/usr/bin/env python3
"""Verifies a game of Kibitz offline: its deals follow from the players' seeds, its cards from the deals.

    python verify.py FILE [--seed HEX --player ID]

FILE is a game from `kibitz game export` or *Save the game* in a replay, or `-` for standard input. With a
seed, the program also answers whether the game used it. The exit status is 0 if all is right, 1 if something
is wrong, 2 if the file cannot be read, and 3 if all is right that can be checked. docs/deal-v1.md specifies
the file and each check; verify.mjs is the same program in JavaScript.
"""

from __future__ import annotations

import argparse
import hmac
import json
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import groupby
from math import isinf
from typing import Any

Json = dict[str, Any]
"""An object. That of a seat has its `player`, `commitment` and `seed`, the last two None if there is none."""

# The formulas of deal/v1. Hashes, links and seeds are texts in hexadecimal.

LINKS = 256
DECK = [*(rank + suit for suit in "HCSD" for rank in "A23456789TJQK"), "JOKER"]


def digest(text: str) -> str:
    """Return SHA-256 over a text."""
    return sha256(text.encode()).hexdigest()


def seed_commitment(deal: str, player: str, seed: str) -> str:
    """Return the commitment to a player's seed."""
    return digest(f"deal/v1 seed {deal} {player} {seed}")


def transcript(deal: str, seats: Sequence[Json]) -> str:
    """Return the text that decides all deals together with the links."""
    parts = (f"{seat['player']} {seat['commitment'] or '-'} {seat['seed'] or '-'}" for seat in seats)
    return "\n".join([f"deal/v1 {deal}", *(f"{number} {part}" for number, part in enumerate(parts)), ""])


def fingerprint(deal: str, seats: Sequence[Json]) -> str:
    """Return the hash of the transcript."""
    return digest(transcript(deal, seats))


def roll(deal: str, seats: Sequence[Json]) -> str:
    """Return the hash of the transcript without the seeds."""
    return fingerprint(deal, [{**seat, "seed": None} for seat in seats])


def shuffled_order(fingerprint: str, link: str, number: int, deck: Sequence[str]) -> list[str]:
    """Return the order of a shuffle: HKDF gives the index of a permutation of the sorted deck."""
    key = hmac.digest(bytes.fromhex(fingerprint), bytes.fromhex(link), "sha256")
    info = f"deal/v1 shuffle {number}".encode()
    first = hmac.digest(key, info + b"\x01", "sha256")
    index = int.from_bytes(first + hmac.digest(key, first + info + b"\x02", "sha256"))
    order = sorted(deck, key=DECK.index)
    for last in range(len(order) - 1, 0, -1):
        index, chosen = divmod(index, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


# The file. The JSON of a field that is read must match the pattern of its name.

FORMAT, MAX_BYTES, MAX_BRACKETS = "kibitz/game/v1", 64_000_000, 200
CARD, COUNT, HASH, NAME = '"(JOKER|[A2-9TJQK][HCSD])"', "[0-9]{1,9}", '"[0-9a-f]{64}"', r'"[!#-\[\]-~]+"'
OBJECT, TEXT, LIST = r"\{[\s\S]*\}", r'"[\s\S]*"', r"\[({0}(,{0}){{0,99}})?\]"
NAMES = {
    COUNT: "dealer first_dealer rules_version seat shuffle stock version",
    HASH: "commitment roll salt seed",
    f"null|{HASH}": "deal fingerprint link",
    CARD: "card",
    LIST.format(CARD): "order",
    f"null|{LIST.format(CARD)}": "open.cards",
    LIST.format(COUNT): "hands",
    NAME: "player variant",
    LIST.format(NAME): "players",
    OBJECT: "event options",
    f"null|{OBJECT}": "open",
    TEXT: "type",
    "[0-9]{1,16}": "at",
    '"(mid_deal|before_deal)"': "reshuffle",
    '"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"': "game",
    '"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{1,6})?Z"': "until",
}
PATTERNS = {name: pattern for pattern, names in NAMES.items() for name in names.split()}


class Unreadable(Exception):
    """The file is no game in this format."""


class Fields(Json):
    """An object in a line of the file, whose fields are checked when they are read."""

    def __init__(self, line: int, fields: Json) -> None:
        super().__init__(fields)
        self.line = line

    def __getitem__(self, name: str) -> Any:
        """Return a field, None where it may be missing; raises Unreadable."""
        value = self.get(name)
        if not re.fullmatch(PATTERNS[name], json.dumps(value, separators=(",", ":"))):
            raise Unreadable(f"line {self.line}: {name} is missing or malformed")
        return value


def read(text: str) -> list[Fields]:
    """Return the events, each with `at`, `game` and `version`, and `open.FIELD` for the fields in `open`."""
    if len(text) > MAX_BYTES:
        raise Unreadable("the file has more than 64 MB")
    events: list[Fields] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        entry = _parsed(line, number)
        if number == 1 and entry.get("format") != FORMAT:
            raise Unreadable(f"line 1: the format is not {FORMAT}")
        if number > 1 and ("event" in entry or "version" in entry):
            pairs = [(name, pair) for name, pair in (entry["open"] or {}).items() if isinstance(pair, list)]
            opened = {f"open.{name}": pair[1] for name, pair in pairs if len(pair) > 1}
            envelope = {name: entry[name] for name in ("at", "game", "version")}
            events.append(Fields(number, entry["event"] | opened | envelope))
            if (entry["game"], entry["version"]) != (events[0]["game"], len(events)):
                raise Unreadable(f"line {number}: version {len(events)} of the game is due here")
    if not events or events[0]["type"] != "GameCreated":
        raise Unreadable("line 2: a game begins with GameCreated")
    return events


def _parsed(line: str, number: int) -> Fields:
    try:
        # Numbers are read as in JavaScript; int() refuses NaN and Infinity.
        is_small = len(re.findall(r"[\[{]", line)) <= MAX_BRACKETS
        entry = (
            json.loads(line, parse_int=_number, parse_float=_number, parse_constant=int) if is_small else None
        )
    except ValueError:
        raise Unreadable(f"line {number}: this is not JSON, or it is cut") from None
    if not isinstance(entry, dict):
        raise Unreadable(f"line {number}: this is no object, or it has too many parts")
    return Fields(number, entry)


def _number(digits: str) -> float | int | None:
    value = float(digits)
    return None if isinf(value) else int(value) if value.is_integer() else value


# The checks.


class Deals:
    """The steps of deal/v1: seats, seeds, the start, shuffles and reveals."""

    def __init__(self, created: Fields) -> None:
        self.version, self.findings, self.unchecked = 0, list[Json](), list[str]()
        self.deal: str | None = created["deal"]
        self.seats: list[Json] = []
        self.until: str | None = None
        self.fingerprint: str | None = None
        self.is_started = self.is_over = False
        self.links = {0: self.deal}
        self.shuffles: dict[int, Json] = {}
        self.orders: dict[int, list[str]] = {}

    def require(self, right: bool, reason: str, shuffle: int | None = None) -> bool:
        """Note the reason unless a condition holds, also for the shuffle concerned; return the condition."""
        if not right:
            self.findings.append({"version": self.version, "reason": reason})
            if shuffle in self.shuffles and self.shuffles[shuffle]["verdict"] != "wrong":
                self.shuffles[shuffle] |= {"verdict": "wrong", "reason": reason}
        return right

    def take(self, event: Fields) -> None:
        """Check the next step."""
        kind, require, seats = event["type"], self.require, self.seats
        is_closed, number, player = self.until is not None or self.is_started, 0, ""
        if kind in ("PlayerJoined", "PlayerLeft", "SeedCommitted", "SeatsClosed"):
            require(not is_closed, f"{kind} comes after the seats have closed")
        if kind in ("PlayerJoined", "PlayerLeft", "SeedCommitted", "SeedRevealed"):
            number, player = event["seat"], event["player"]
            is_theirs = number < len(seats) and seats[number]["player"] == player
            if kind != "PlayerJoined" and not require(is_theirs, f"seat {number} is not that of {player}"):
                return
        match kind:
            case "GameCreated":
                require(event["version"] == 1, "the game is created again")
            case "PlayerJoined":
                is_next = number == len(seats) and all(seat["player"] != player for seat in seats)
                require(is_next, f"{player} has a seat, or takes one that is not the next")
                seats.append({"player": player, "commitment": None, "seed": None})
            case "PlayerLeft":
                del seats[number]
            case "SeedCommitted" if not is_closed:
                require(self.deal is not None, "the game takes no seeds")
                seats[number]["commitment"] = event["commitment"]
            case "SeatsClosed" if not is_closed:
                self.until = event["until"]
                require(any(seat["commitment"] for seat in seats), "the seats close without a commitment")
                is_rolled = self.deal is not None and event["roll"] == roll(self.deal, seats)
                require(is_rolled, "the roll is not that of the seats and their commitments")
            case "SeedRevealed":
                is_due = self.until is not None and not self.is_started
                require(is_due, "a seed is revealed before the seats close, or after the start")
                require(seats[number]["seed"] is None, f"{player} reveals a second seed")
                commitment = seed_commitment(self.deal or "", player, event["seed"])
                is_kept = commitment == seats[number]["commitment"]
                if require(is_kept, f"{player} reveals another seed than it committed to") and is_due:
                    seats[number]["seed"] = event["seed"]
            case "GameStarted" if require(not self.is_started, "the game starts again"):
                self.start(event)
            case "DeckShuffled":
                shuffle, due = event["shuffle"], len(self.shuffles)
                require(self.is_started, "a deck is shuffled before the start")
                require(shuffle == due, f"shuffle {shuffle} comes where shuffle {due} is due")
                made = {"number": shuffle, "commitment": event["commitment"]}
                self.shuffles.setdefault(shuffle, made | {"verdict": "sealed", "reason": "not revealed yet"})
            case "DeckRevealed":
                self.reveal(event, event["shuffle"])
            case "GameWon" | "GameClosed":
                self.is_over = True

    def start(self, event: Fields) -> None:
        """Check the players, the missing seeds and the fingerprint."""
        players = [seat["player"] for seat in self.seats]
        self.require(event["players"] == players, "the players are not those of the seats")
        if any(seat["commitment"] and not seat["seed"] for seat in self.seats):
            at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=event["at"])
            is_late = self.until is not None and at.isoformat(timespec="microseconds") >= self.until[:-1]
            self.require(is_late, "the game starts without seeds whose time is not over")
        self.is_started = True
        self.fingerprint = self.deal and fingerprint(self.deal, self.seats)
        self.require(event["fingerprint"] == self.fingerprint, "the fingerprint is not that of the seats")

    def reveal(self, event: Fields, number: int) -> None:
        """Check an order against its commitment, the chain of links and the seeds."""
        order, link, shuffle = event["order"], event["link"], self.shuffles.get(number)
        if shuffle is None or shuffle["verdict"] != "sealed":
            self.require(False, f"shuffle {number} is revealed again, or was never made", number)
            return
        shuffle |= {"verdict": "committed", "reason": "as committed; the server alone chose it"}
        if self.deal is not None and number < LINKS:
            shuffle |= {"verdict": "right", "reason": "it follows from the seeds and the server's link"}
            opens = link is not None and self.opens_chain(number + 1, link)
            if self.require(opens, f"the link of shuffle {number} is false", number) and self.fingerprint:
                follows = order == shuffled_order(self.fingerprint, link, number, order)
                self.require(follows, f"shuffle {number} does not follow from seeds and link", number)
        is_committed = digest(" ".join([*order, event["salt"]])) == shuffle["commitment"]
        if self.require(is_committed, f"shuffle {number} is not the order that was committed to", number):
            self.orders[number] = order

    def opens_chain(self, number: int, link: str) -> bool:
        """Return whether a link leads down to a known one; if so, keep it and those between."""
        chain: dict[int, str | None] = {number: link}
        while number not in self.links:
            number -= 1
            chain[number] = link = digest(f"deal/v1 link {number} {link}")
        if self.links[number] != link:
            return False
        self.links |= chain
        return True


Place = tuple[int, str | None]
"""A place in a deck: the number of the shuffle, and the card if it is known."""
DECK_SIZES = {("hundred-and-ten", 1): 53, ("oh-hell", 1): 52, ("president", 1): 52}
"""The number of cards by variant and version of its rules, where the places of the cards can be checked."""


class Cards:
    """The way of the cards from the decks to the seats, by the orders that are revealed in the end."""

    def __init__(self, deals: Deals, created: Fields) -> None:
        self.deals, self.require, self.variant = deals, deals.require, created["variant"]
        options, self.is_oh_hell = Fields(created.line, created["options"]), self.variant == "oh-hell"
        self.carries_over = self.is_oh_hell and options["reshuffle"] == "mid_deal"
        self.first_dealer = options["first_dealer"] if self.is_oh_hell else 0
        self.deck: list[str] = DECK[: DECK_SIZES[self.variant, created["rules_version"]]]
        self.stock, self.next_stock, self.turned_up = list[Place](), list[Place](), list[Place]()
        self.hands: dict[int, list[Place]] = {}
        self.round = self.shuffled = self.left = self.newest = 0

    def take(self, event: Fields) -> None:
        """Check an event that moves cards."""
        match event["type"]:
            case "DeckShuffled":
                self.shuffle(event["shuffle"])
            case "RoundDealt":
                self.deal(event["dealer"], event["hands"], event["stock"])
            case "HandDealt" | "BlindHandDealt" | "HandShown":
                self.compare(event["open.cards"], self.hands.get(event["seat"], []), event["shuffle"])
            case "TrumpTurned":
                self.compare([event["card"]], self.turned_up, self.newest)
            case "CardsDrawn":
                cards = event["open.cards"]
                self.compare(cards, self.stock[: len(cards or [])], event["shuffle"])
                # How many hidden cards are drawn is unknown, and therefore the places of the next ones.
                unknown: list[Place] = [(number, None) for number, _ in self.stock]
                self.stock = unknown if cards is None else self.stock[len(cards) :]

    def shuffle(self, number: int) -> None:
        """Check that the deck held the cards that are due; they lie below those that are kept."""
        kept = self.stock if self.carries_over else []
        order, others = self.deals.orders.get(number), {card for _, card in kept}
        if order is not None and None not in others:
            is_rest = sorted(order) == sorted({*self.deck} - others)
            self.require(is_rest, f"shuffle {number} is not of the cards that the deck held", number)
        unknown = (None,) * (len(self.deck) - len(kept))
        self.next_stock = [*kept, *((number, card) for card in order or unknown)]
        self.newest, self.shuffled = number, self.shuffled + 1

    def deal(self, dealer: int, hands: list[int], stock: int) -> None:
        """Assign the places in the deck: in runs of five, or one at a time from the dealer's left."""
        seats, count, in_runs = len(hands), sum(hands), self.variant == "hundred-and-ten"
        if not self.require(seats == len(self.deals.seats) > 0, "the hands are not those of the seats"):
            return
        by_rule = {*hands} == {5} if in_runs else dealer == (self.first_dealer + self.round) % seats
        self.require(by_rule, "the hands or the dealer are not as in the rules")
        # With one shuffle more, or one less, the server would have a choice.
        is_due = self.left < count + self.is_oh_hell
        self.require(self.shuffled == is_due, "a deck is shuffled too often, or not at all")
        cards, self.next_stock = self.next_stock or self.stock, []
        for seat in range(seats):
            run, singles = cards[5 * seat :][:5], cards[(seat - dealer - 1) % seats : count : seats]
            self.hands[seat] = run if in_runs else singles
        self.turned_up, self.stock = cards[count:][: self.is_oh_hell], cards[count + self.is_oh_hell :]
        self.require(len(self.stock) == stock, "the deck held another number of cards")
        self.round, self.shuffled, self.left = self.round + 1, 0, stock if self.is_oh_hell else 0

    def compare(self, cards: list[str] | None, places: list[Place], shuffle: int) -> None:
        """Check that cards are those of their places in the decks."""
        is_in_play = shuffle in (self.newest, *(number for number, _ in places[-1:]))
        self.require(is_in_play, f"the cards are not from shuffle {shuffle}")
        if cards is None:
            if shuffle in self.deals.orders:
                self.deals.unchecked.append(f"the cards of version {self.deals.version}, which are left out")
            return
        self.require(len(cards) == len(places), f"the number of cards is {len(cards)}, not {len(places)}")
        for card, (number, due) in zip(cards, places, strict=False):
            self.require(due in (None, card), f"{card} is dealt where shuffle {number} has {due}", number)


# The report.


def verify(text: str, *, seed: str | None = None, player: str | None = None) -> Json:
    """Return a report on a game, and on whether it used a player's seed; never raises."""
    report: Json = {"status": 2, "game": None, "seats": [], "fingerprint": None, "shuffles": []}
    try:
        events = read(text)
        deals = _checked(events)
        use = None if seed is None else _use_of_seed(deals, seed, player)
    except Unreadable as error:
        findings = [{"version": None, "reason": str(error)}]
        return report | {"findings": findings, "unchecked": [], "seed": None}
    is_wrong = deals.findings or (use and use["used"] is False)
    return {
        "status": 1 if is_wrong else 3 if deals.unchecked else 0,
        "game": events[0]["game"],
        "seats": [
            {"seat": k, "player": s["player"], "committed": bool(s["commitment"]), "opened": bool(s["seed"])}
            for k, s in enumerate(deals.seats)
        ],
        "fingerprint": deals.fingerprint,
        "shuffles": [*deals.shuffles.values()],
        "findings": sorted(deals.findings, key=lambda finding: int(finding["version"])),
        "unchecked": deals.unchecked,
        "seed": use,
    }


def _checked(events: list[Fields]) -> Deals:
    deals, variant = Deals(events[0]), (events[0]["variant"], events[0]["rules_version"])
    for event in events:
        deals.version = event["version"]
        deals.take(event)
    for number, shuffle in deals.shuffles.items():
        is_right = shuffle["verdict"] != "sealed" or not deals.is_over
        deals.require(is_right, f"the game is over, and shuffle {number} is not revealed", number)
    if variant in DECK_SIZES:
        cards = Cards(deals, events[0])
        for event in events:
            deals.version = event["version"]
            cards.take(event)
    verdicts, takes_seeds = {each["verdict"] for each in deals.shuffles.values()}, deals.deal is not None
    gaps = {
        "the deals, because the game has not started": not deals.is_started,
        "the shuffles that are not revealed yet": "sealed" in verdicts,
        "the origin of the orders, because the game takes no seeds": not takes_seeds,
        f"the origin of the orders from shuffle {LINKS} on": takes_seeds and "committed" in verdicts,
        "the places of the cards, because this program does not know the game": variant not in DECK_SIZES,
    }
    deals.unchecked += [gap for gap, is_there in gaps.items() if is_there]
    return deals


def _use_of_seed(deals: Deals, seed: str, player: str | None) -> Json:
    if not re.fullmatch("[0-9a-f]{64}", seed):
        raise Unreadable("the seed is not 64 hexadecimal digits in lower case")
    seat = next((seat for seat in deals.seats if seat["player"] == player), None)
    if deals.deal is None or seat is None:
        return {"used": False, "reason": "the player has no seat, or the game takes no seeds"}
    if seat["commitment"] != seed_commitment(deals.deal, seat["player"], seed):
        return {"used": False, "reason": "the player committed to another seed, or to none"}
    if not deals.is_started:
        return {"used": None, "reason": "the game has not started"}
    is_used = seat["seed"] is not None
    return {"used": is_used, "reason": f"the player {'revealed' if is_used else 'did not reveal'} it"}


def describe(report: Json) -> list[str]:
    """Return the lines of a report for a person."""
    lines = []
    for seat in report["seats"]:
        part = "committed to a seed and did not reveal it" if seat["committed"] else "added no seed"
        lines.append(f"Seat {seat['seat']}, {seat['player']}: {'added a seed' if seat['opened'] else part}")
    if report["fingerprint"]:
        lines.append(f"Fingerprint: {report['fingerprint']}")
    if report["fingerprint"] and not any(seat["opened"] for seat in report["seats"]):
        lines.append("No seat added a seed, so the server alone chose the orders")
    verdicts = groupby(report["shuffles"], lambda shuffle: (shuffle["verdict"], shuffle["reason"]))
    for (verdict, reason), alike in verdicts:
        numbers = [shuffle["number"] for shuffle in alike]
        name = f"Shuffle {numbers[0]}" if len(numbers) == 1 else f"Shuffles {numbers[0]} to {numbers[-1]}"
        lines.append(f"{name}: {verdict}: {reason}")
    for finding in report["findings"]:
        version = f"Version {finding['version']}: " if finding["version"] else ""
        lines.append(f"{version}{finding['reason']}")
    lines += [f"Not checked: {gap}" for gap in report["unchecked"]]
    if report["seed"]:
        lines.append(f"Seed used: {['no', 'yes'][bool(report['seed']['used'])]}: {report['seed']['reason']}")
    ends = "All is right.", "WRONG.", "The file cannot be read.", "All is right that can be checked."
    return [*lines, ends[report["status"]]]


def main() -> int:
    """Verify the file of the command line, and return its status."""
    parser = argparse.ArgumentParser(description="Verify a game of Kibitz.")
    parser.add_argument("file", metavar="FILE", help="the game; - is standard input")
    parser.add_argument("--seed", metavar="HEX", help="a seed")
    parser.add_argument("--player", metavar="ID", help="the player whose seed it is")
    options = parser.parse_args()
    if (options.seed is None) != (options.player is None):
        parser.error("--seed and --player belong together")
    try:
        with sys.stdin.buffer if options.file == "-" else open(options.file, "rb") as file:
            text = file.read(MAX_BYTES + 1).decode()
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"the file cannot be read: {error}")
    report = verify(text, seed=options.seed, player=options.player)
    sys.stdout.write("".join(f"{line}\n" for line in describe(report)))
    return int(report["status"])


if __name__ == "__main__":
    sys.exit(main())
