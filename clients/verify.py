#!/usr/bin/env python3
"""Verifies a game of Kibitz offline: deals follow from seeds, cards from deals, and heads from records.

    python verify.py FILE [--seed HEX --player ID]

FILE is a game from `kibitz game export` or *Save the game* in a replay, or `-` for standard input. With a
seed, the program also answers whether the game used it. The exit status is 0 if all deals are right, 1 if
something is wrong, 2 if the file cannot be read, and 3 if all deals that can be checked are right. Whether
play followed the rules is not judged. docs/deal-v1.md specifies the file and each check, docs/log-v1.md
records and proofs; verify.mjs is the same program in JavaScript.
"""

from __future__ import annotations

import argparse
import base64
import hmac
import json
import re
import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import groupby
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


def transcript(deal: str, seats: list[Json]) -> str:
    """Return the text that decides all deals together with the links."""
    parts = (f"{seat['player']} {seat['commitment'] or '-'} {seat['seed'] or '-'}" for seat in seats)
    return "\n".join([f"deal/v1 {deal}", *(f"{number} {part}" for number, part in enumerate(parts)), ""])


def fingerprint(deal: str, seats: list[Json]) -> str:
    """Return the hash of the transcript."""
    return digest(transcript(deal, seats))


def roll(deal: str, seats: list[Json]) -> str:
    """Return the hash of the transcript without the seeds."""
    return fingerprint(deal, [{**seat, "seed": None} for seat in seats])


def shuffled_order(fingerprint: str, link: str, number: int, deck: list[str]) -> list[str]:
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


# The formulas of log/v1. A head is a text in hexadecimal.

NO_HEAD = "0" * 64
MARKED = {
    "amount": "BidCommitted",
    "cards": "BlindHandDealt CardsDiscarded CardsDrawn HandDealt HandShown",
    "order": "DeckShuffled",
    "salt": "DeckShuffled",
    "secret": "GameCreated",
}
"""The types of events by a field that not everyone may read in them."""
BASE64, NUMBER = "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", "(0|[1-9][0-9]{0,14})"
PROOF = (
    rf"c2sp\.org/tlog-proof@v1\n(?:extra [^\n]+\n)?index {NUMBER}\n((?:{BASE64}\n)*)\n"
    rf"[^\n]+\n{NUMBER}\n({BASE64})\n(?:[^\n]+\n)*\n(?:\u2014 [^\n]+\n)+"
)
"""A tlog-proof: index, hashes, and the size and root of its checkpoint."""
TO_JSON = json.JSONEncoder(ensure_ascii=False).encode


def canonical(value: Any) -> str:
    """Return JSON in the form of RFC 8785, with NaN, which no JSON has, for what no record may contain."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return f"{{{','.join(f'{canonical(name)}:{canonical(value[name])}' for name in names)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    is_strange = re.search("[\ud800-\udfff]", value) if isinstance(value, str) else isinstance(value, float)
    is_strange = is_strange or (isinstance(value, int) and abs(value) >= 2**53)
    return "NaN" if is_strange else TO_JSON(value)


def commitment(salt: str, field: str, value: Any) -> str:
    """Return the commitment to the value of a marked field."""
    return digest(canonical([salt, field, value]))


def head_after(head: str, record: Json) -> str:
    """Return the head of a game after a record, given the head before it."""
    rest = canonical({name: value for name, value in record.items() if name != "open"})
    return sha256(b"\x02" + bytes.fromhex(head + digest(rest))).hexdigest()


def root_of(head: str, index: int, size: int, hashes: list[str]) -> str | None:
    """Return the root of a tree with a head at an index; None if the proof has another number of hashes.

    The root and the hashes of the proof are in Base64.
    """
    sides = list[bool]()
    while size > 1:
        split = 1 << (size - 1).bit_length() - 1
        sides.insert(0, index >= split)
        index, size = (index - split, size - split) if index >= split else (index, split)
    if (index, size, len(hashes)) != (0, 1, len(sides)):
        return None
    root = sha256(b"\x00" + bytes.fromhex(head)).digest()
    for is_right, sibling in zip(sides, map(base64.b64decode, hashes), strict=True):
        root = sha256(b"\x01" + (sibling + root if is_right else root + sibling)).digest()
    return base64.b64encode(root).decode()


# The file. A field is checked when it is read: its JSON must match the pattern for its name.

FORMAT, MAX_BYTES, MAX_BRACKETS, MAX_SEATS = "kibitz/game/v1", 64_000_000, 200, 100
COUNT, HASH, NAME = "[0-9]{1,9}", '"[0-9a-f]{64}"', r'"[!#-\[\]-~]+"'
CARD, LIST, OBJECT = '"(JOKER|[A2-9TJQK][HCSD])"', r"\[({0}(,{0}){{0,99}})?\]", r"\{.*\}"
NAMES = {
    COUNT: "dealer first_dealer round rules_version seat shuffle stock version",
    LIST.format(COUNT): "hands",
    "[0-9]{1,16}": "at",
    '"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{1,6})?Z"': "until",
    HASH: "commitment roll salt seed",
    f"null|{HASH}": "deal fingerprint link",
    CARD: "card",
    LIST.format(CARD): "cards order",
    rf"null|\[(null|{HASH}),{LIST.format(CARD)}\]": "open.cards",
    NAME: "game player reshuffle type variant",
    LIST.format(NAME): "players",
    "null|true|false": "machine",
    OBJECT: "event options",
    f"null|{OBJECT}": "open",
    rf"null|\{{({NAME}:{HASH}(,{NAME}:{HASH})*)?\}}": "sealed",
}
PATTERNS = {name: pattern for pattern, names in NAMES.items() for name in names.split()}


class Unreadable(Exception):
    """The file is no game in this format."""


class Fields(Json):
    """An object from outside, whose fields are checked when they are read."""

    def __init__(self, where: str, fields: Json, line: str = "") -> None:
        super().__init__(fields)
        self.where, self.line = where, line

    def __getitem__(self, name: str) -> Any:
        """Return a field, None where it may be missing; raises Unreadable."""
        value = self.get(name)
        if not re.fullmatch(PATTERNS[name], json.dumps(value, separators=(",", ":"))):
            raise Unreadable(f"{self.where}: {name} is missing or malformed")
        return value


class GameFile:
    """The contents of a file: each event has `at`, `game`, `version`, and `open.cards`, a salt with cards."""

    def __init__(self, text: str) -> None:
        self.events, self.records, self.proofs = list[Fields](), list[Fields](), list[Any]()
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            record = _parsed(line, f"line {number}")
            if number == 1 and (record.get("format") != FORMAT or len(text) > MAX_BYTES):
                raise Unreadable(f"line 1: the format is not {FORMAT}, or the file has more than 64 MB")
            if self.proofs:
                raise Unreadable(f"line {number}: a proof is the last line")
            if number > 1:
                self.add(record)
        if not self.events or self.events[0]["type"] != "GameCreated":
            raise Unreadable("line 2: a game begins with GameCreated")

    def add(self, record: Fields) -> None:
        """Add a record or a proof; pass over another object."""
        if "event" in record or "version" in record:
            members = {name: record[name] for name in ("at", "game", "version")}
            members["open.cards"] = (record["open"] or {}).get("cards")
            self.events.append(Fields(record.where, record["event"] | members))
            self.records.append(record)
            if (record["game"], record["version"]) != (self.events[0]["game"], len(self.events)):
                raise Unreadable(f"{record.where}: version {len(self.events)} of the game is due here")
        elif "proof" in record:
            self.proofs.append(record.get("proof"))


def _parsed(line: str, where: str) -> Fields:
    try:
        # NaN and Infinity are no JSON; int() refuses them.
        record = json.loads(line, parse_int=_number, parse_float=_number, parse_constant=int)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict) or line.count("[") + line.count("{") > MAX_BRACKETS:
        raise Unreadable(f"{where}: this is no JSON object, or it is cut or too large")
    return Fields(where, record, line)


def _number(digits: str) -> float:
    value = float(digits)
    return int(value) if value.is_integer() else value  # As in JavaScript, 1.0 is 1.


# The checks.

STEPS: dict[str, list[str]] = {
    "created": ["GameCreated"],
    "lobby": ["PlayerJoined", "PlayerLeft", "SeedCommitted", "SeatsClosed", "GameStarted"],
    "closed": ["SeedRevealed", "GameStarted"],
    "started": ["DeckShuffled", "DeckRevealed"],
}
"""The events of deal/v1, by the stage in which they may come."""
DECK_SIZES = {("hundred-and-ten", 1): 53, ("oh-hell", 1): 52, ("president", 1): 52}
"""The number of cards by variant and version of its rules, where the places of the cards can be checked."""
Place = tuple[int, str | None]
"""A place in a deck: the number of its shuffle, and the card if it is known."""


class Game:
    """A game. Once `take` has checked its steps, all orders are known, and `move` checks the cards."""

    def __init__(self, created: Fields) -> None:
        self.deal, self.stage, self.until, self.fingerprint = created["deal"] or "", "lobby", "", ""
        self.seats, self.shuffles, self.findings = list[Json](), list[Json](), list[Json]()
        self.orders, self.unchecked, self.unproven = dict[int, list[str]](), list[str](), list[str]()
        self.version, self.head = 0, ""
        self.variant = created["variant"], created["rules_version"]
        self.is_oh_hell, options = self.variant == ("oh-hell", 1), Fields(created.where, created["options"])
        self.keeps_stock = self.is_oh_hell and options["reshuffle"] == "mid_deal"
        self.dealer: int = options["first_dealer"] if self.is_oh_hell else 0
        self.stock, self.turned_up, self.hands = list[Place](), list[Place](), dict[int, list[Place]]()
        self.new_shuffles, self.newest, self.round = list[int](), 0, 0
        self.held, self.undealt, self.passed = dict[int, list[str] | None](), set[int](), set[int]()
        self.discarded: tuple[int, int] | None = None

    def require(self, right: bool, reason: str, number: int = -1) -> bool:
        """Note the reason unless a condition holds, also for a shuffle; return the condition."""
        if not right:
            self.findings.append({"version": self.version, "reason": reason})
            if number in range(len(self.shuffles)) and self.shuffles[number]["verdict"] != "wrong":
                self.shuffles[number] |= {"verdict": "wrong", "reason": reason}
        return right

    def take(self, event: Fields) -> None:
        """Check the next step of deal/v1."""
        kind, seats, require = event["type"], self.seats, self.require
        if kind not in STEPS[self.stage]:
            require(all(kind not in steps for steps in STEPS.values()), f"{kind} comes too early or too late")
        elif kind == "PlayerJoined":
            player, number, others = event["player"], event["seat"], [seat["player"] for seat in seats]
            is_possible = 0 <= number <= len(seats) and player not in others
            require(is_possible, f"{player} has a seat, or takes one behind the next")
            if len(seats) == MAX_SEATS:
                raise Unreadable(f"{event.where}: more than {MAX_SEATS} seats")
            joined = {"player": player, "commitment": None, "seed": None, "machine": event["machine"]}
            seats.insert(number, joined)
        elif kind in ("PlayerLeft", "SeedCommitted", "SeedRevealed"):
            self.change_seat(event, event["seat"], event["player"])
        elif kind == "SeatsClosed":
            self.stage, self.until = "closed", event["until"]
            require(any(seat["commitment"] for seat in seats), "the seats close without a commitment")
            require(event["roll"] == roll(self.deal, seats), "the roll is not that of the seats")
        elif kind == "GameStarted":
            at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=event["at"])
            is_late = self.stage == "closed" and at.isoformat(timespec="microseconds") >= self.until[:-1]
            is_complete = all(seat["seed"] or not seat["commitment"] for seat in seats)
            require(is_complete or is_late, "the game starts without seeds whose time is not over")
            self.stage, self.fingerprint = "started", fingerprint(self.deal, seats) if self.deal else ""
            is_theirs = event["players"] == [seat["player"] for seat in seats]
            is_theirs = is_theirs and (event["fingerprint"] or "") == self.fingerprint
            require(is_theirs, "the players or the fingerprint are not those of the seats")
        elif kind == "DeckShuffled":
            number, due = event["shuffle"], len(self.shuffles)
            if require(number == due, f"shuffle {number} comes where shuffle {due} is due"):
                shuffle = {"number": number, "commitment": event["commitment"]}
                self.shuffles.append(shuffle | {"verdict": "sealed", "reason": "not revealed yet"})
        elif kind == "DeckRevealed":
            self.reveal(event, event["shuffle"])

    def change_seat(self, event: Fields, number: int, player: str) -> None:
        """Check that a player leaves its own seat, or commits to a seed or reveals it there."""
        [seat] = self.seats[number:][:1] or [Json()]
        if not self.require(seat.get("player") == player, f"seat {number} is not that of {player}"):
            return
        if event["type"] == "PlayerLeft":
            del self.seats[number]
        elif event["type"] == "SeedCommitted":
            seat["commitment"] = event["commitment"]
            is_allowed = self.deal != "" and not seat["machine"]
            self.require(is_allowed, "the game takes no seeds, or a machine player commits to one")
        else:
            is_first, commitment = seat["seed"] is None, seed_commitment(self.deal, player, event["seed"])
            is_right = is_first and seat["commitment"] == commitment
            if self.require(is_right, f"{player} reveals a second seed, or another than it committed to"):
                seat["seed"] = event["seed"]

    def reveal(self, event: Fields, number: int) -> None:
        """Check an order against its commitment, the chain of links and the seeds."""
        order, link = event["order"], event["link"]
        is_sealed = number < len(self.shuffles) and self.shuffles[number]["verdict"] == "sealed"
        if not self.require(is_sealed, f"shuffle {number} is revealed again, or was never made", number):
            return
        shuffle = self.shuffles[number]
        shuffle |= {"verdict": "committed", "reason": "as committed; the server alone chose it"}
        if self.deal and number < LINKS:
            shuffle |= {"verdict": "right", "reason": "it follows from the seeds and the server's link"}
            foot = link
            for lower in range(number, -1, -1):
                foot = digest(f"deal/v1 link {lower} {foot}")
            if self.require(link and foot == self.deal, f"the link of shuffle {number} is false", number):
                follows = order == shuffled_order(self.fingerprint, link, number, order)
                self.require(follows, f"shuffle {number} does not follow from seeds and link", number)
        is_committed = digest(" ".join([*order, event["salt"]])) == shuffle["commitment"]
        if self.require(is_committed, f"shuffle {number} is not the order that was committed to", number):
            self.orders[number] = order

    def move(self, event: Fields) -> None:
        """Check an event that moves cards."""
        kind = event["type"]
        if kind == "DeckShuffled":
            self.newest = event["shuffle"]
            self.new_shuffles.append(self.newest)
        elif kind == "RoundDealt":
            self.end_round()
            self.deal_round(event["round"], event["dealer"], event["hands"], event["stock"])
        elif kind == "TrumpTurned":
            self.compare([event["card"]], self.turned_up, self.newest)
            self.turned_up = []
        elif kind in ("CardPlayed", "CardsPlayed"):
            self.take_from_hand(event["seat"], [event["card"]] if kind == "CardPlayed" else event["cards"])
        elif kind == "TurnPassed":
            self.passed.add(event["seat"])
        elif kind == "RoundPassedOut":
            self.require(self.passed == {*self.hands}, "a round is passed out without a pass of each seat")
            self.held = {}
        elif kind == "GameWon":
            self.end_round()
            self.require(self.round > 0, "the game is won, and no cards were dealt")
        elif kind in ("HandDealt", "BlindHandDealt", "HandShown", "CardsDiscarded", "CardsDrawn"):
            _, cards = event["open.cards"] or (None, None)
            self.move_cards(kind, event["seat"], cards, event["shuffle"])

    def move_cards(self, kind: str, seat: int, cards: list[str] | None, shuffle: int) -> None:
        """Check cards that only some readers know, and put them into a hand or take them from it."""
        held = self.held.get(seat, [])
        if kind == "CardsDiscarded":
            self.take_from_hand(seat, cards)
            self.discarded = None if cards is None else (seat, len(cards))
        elif kind == "CardsDrawn":
            is_due = cards is None or self.discarded == (seat, len(cards))
            self.require(is_due, f"seat {seat} draws another number of cards than it discarded")
            self.compare(cards, self.stock[: len(cards or [])], shuffle)
            # How many hidden cards are drawn is unknown, and therefore the places of the next ones.
            unknown: list[Place] = [(self.newest, None)] * len(self.stock)
            self.stock = unknown if cards is None else self.stock[len(cards) :]
            self.held[seat] = None if cards is None or held is None else [*held, *cards]
        else:
            self.compare(cards, self.hands.get(seat, []), shuffle)
            if kind != "HandShown":
                self.require(seat in self.undealt, f"seat {seat} is dealt a hand that is not due")
                self.undealt.discard(seat)
                self.held[seat] = None if cards is None else [*cards]

    def take_from_hand(self, seat: int, cards: list[str] | None) -> None:
        """Check that a seat holds the cards that it plays or discards; a hand may be unknown."""
        held = self.held.setdefault(seat, [])
        if held is None or cards is None:
            self.held[seat] = None
            return
        for card in cards:
            if self.require(card in held, f"{card} is not in the hand of seat {seat}"):
                held.remove(card)

    def end_round(self) -> None:
        """Check that all cards of a round are dealt and, but for those left in President, played."""
        is_played = self.variant == ("president", 1) or not any(self.held.values())
        is_over = is_played and not self.undealt and not self.turned_up
        self.require(is_over, "a round ends before all its cards are dealt and played")

    def deal_round(self, round_number: int, dealer: int, hands: list[int], stock: int) -> None:
        """Assign the places in the deck: in runs of five, or one at a time from the dealer's left."""
        seats, count, in_runs = len(hands), sum(hands), self.variant == ("hundred-and-ten", 1)
        if not self.require(seats == len(self.seats) > 0, "the hands are not those of the seats"):
            return
        is_due = not self.is_oh_hell or len(self.stock) <= count
        # With one shuffle more, or one less, the server would have a choice.
        self.require(len(self.new_shuffles) == is_due, "a deck is shuffled too often, or not at all")
        for number in self.new_shuffles:
            self.shuffle(number)
        self.hands, rest = {seat: [] for seat in range(seats)}, count + self.is_oh_hell
        for index, place in enumerate(self.stock[:count]):
            self.hands[(index // 5 if in_runs else index + dealer + 1) % seats].append(place)
        self.turned_up, self.stock = self.stock[count:rest], self.stock[rest:]
        by_rule = {*hands} == {5} if in_runs else dealer == self.dealer % seats
        size = 10 - abs(9 - round_number)
        is_size = {*hands} == {size} if self.is_oh_hell else in_runs or (count, round_number) == (52, 0)
        self.require(
            is_size and round_number == self.round, f"round {round_number} is not due, or has other hands"
        )
        by_rule = by_rule and [*map(len, self.hands.values())] == hands and len(self.stock) == stock
        self.require(by_rule, "the dealer, the hands or the rest of the deck are not as in the rules")
        self.new_shuffles, self.dealer, self.round = [], self.dealer + 1, self.round + 1
        self.undealt, self.held, self.passed, self.discarded = {*range(seats)}, {}, set(), None

    def shuffle(self, number: int) -> None:
        """Check that the deck held the cards that are due, and put them below those that are kept."""
        deck, kept = DECK[: DECK_SIZES[self.variant]], self.stock if self.keeps_stock else []
        order: list[Any] = [*self.orders.get(number, [None] * (len(deck) - len(kept)))]
        cards = [*(card for _, card in kept), *order]
        is_whole = None in cards or sorted(cards) == sorted(deck)
        self.require(is_whole, f"shuffle {number} is not of the cards that the deck held", number)
        self.stock = [*kept, *((number, card) for card in order)]

    def compare(self, cards: list[str] | None, places: list[Place], shuffle: int) -> None:
        """Check that cards are those of their places in the decks."""
        is_in_play = shuffle in (self.newest, *(number for number, _ in places[-1:]))
        self.require(is_in_play, f"the cards are not from shuffle {shuffle}")
        if cards is not None:
            is_all = len(cards) == len(places)
            self.require(is_all, f"the number of cards is {len(cards)}, not {len(places)}")
            for card, (number, due) in zip(cards, places, strict=False):
                self.require(due in (None, card), f"{card} is dealt where shuffle {number} has {due}", number)
        elif shuffle in self.orders:
            self.unchecked.append(f"the cards of version {self.version}, which are left out")

    def follow_log(self, file: GameFile) -> None:
        """Check records and the proof of log/v1; note in `unproven` what the program cannot check of them."""
        if not file.proofs and not any("sealed" in record for record in file.records):
            self.unproven.append("the records, which are of an earlier release")
            return
        self.head = NO_HEAD
        for event, record in zip(file.events, file.records, strict=True):
            self.version, self.head = record["version"], head_after(self.head, record)
            sealed, opened = record["sealed"] or {}, record["open"] or {}
            form = {name: each for name, each in record.items() if each or name not in ("open", "sealed")}
            self.require(canonical(form) == record.line, "the record is not in its canonical form")
            kind, names = event["type"], record["event"]
            is_clear = any(name in sealed or kind in MARKED.get(name, "").split() for name in names)
            self.require(not is_clear, "the event has a field that is sealed")
            is_right = all(_is_committed(name, pair, sealed) for name, pair in opened.items())
            self.require(is_right, "an opened field does not match its commitment")
        if not file.proofs:
            self.unproven.append("that the log has the game, because the file has no proof")
            return
        [proof] = file.proofs
        found = re.fullmatch(PROOF, proof) if isinstance(proof, str) else None
        if found is None:
            self.require(False, "the proof is cut or malformed")
            return
        index, hashes, size, root = found.groups()
        is_right = root_of(self.head, int(index), int(size), hashes.split()) == root
        if self.require(is_right, "the proof does not lead from the last record to the checkpoint"):
            self.unproven.append("the signature of the checkpoint, which `kibitz game verify` checks")


def _is_committed(name: str, pair: Any, sealed: Json) -> bool:
    """Return whether a pair is salt and value of a field's commitment."""
    is_pair = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
    return is_pair and commitment(pair[0], name, pair[1]) == sealed.get(name)


# The report.


def verify(text: str, *, seed: str | None = None, player: str | None = None) -> Json:
    """Return a report on a game, and on whether it used a player's seed; never raises."""
    report: Json = {"status": 2, "game": None, "seats": [], "fingerprint": None, "shuffles": [], "head": None}
    try:
        file = GameFile(text)
        game = Game(file.events[0])
        _check(game, file)
        question = Fields("the question", {"seed": seed, "player": player})
        use = None if seed is None else _use_of_seed(game, question["player"], question["seed"])
    except Unreadable as error:
        report |= {"findings": [{"version": None, "reason": str(error)}], "unchecked": [], "unproven": []}
        return report | {"seed": None}
    for number, seat in enumerate(game.seats):
        opened, part = seat["seed"] is not None, {"seat": number, "player": seat["player"]}
        report["seats"].append(part | {"committed": seat["commitment"] is not None, "opened": opened})
    report |= {"game": file.events[0]["game"], "fingerprint": game.fingerprint or None}
    report |= {"shuffles": game.shuffles, "head": game.head or None, "findings": game.findings}
    report |= {"unchecked": game.unchecked, "unproven": game.unproven, "seed": use}
    is_wrong = game.findings or (use and use["used"] is False)
    return report | {"status": 1 if is_wrong else 3 if game.unchecked else 0}


def _use_of_seed(game: Game, player: str, seed: str) -> Json:
    """Return whether a game used a player's seed: None before the start."""
    if game.stage != "started":
        return {"used": None, "reason": "the game has not started"}
    wanted = (player, seed_commitment(game.deal, player, seed))
    seat = next((seat for seat in game.seats if (seat["player"], seat["commitment"]) == wanted), None)
    if seat is None:
        return {"used": False, "reason": "the player has no seat, or did not commit to it"}
    used = seat["seed"] is not None
    return {"used": used, "reason": f"the player {'revealed' if used else 'did not reveal'} it"}


def _check(game: Game, file: GameFile) -> None:
    """Carry out all checks."""
    is_known, events = game.variant in DECK_SIZES, file.events
    for check in (game.take, game.move) if is_known else (game.take,):
        for event in events[1:]:
            game.version = event["version"]
            check(event)
    verdicts = [shuffle["verdict"] for shuffle in game.shuffles]
    is_over = any(event["type"] in ("GameWon", "GameClosed") for event in events)
    game.require(not is_over or "sealed" not in verdicts, "the game is over, and a shuffle is not revealed")
    gaps = {
        "the deals, because the game has not started": game.stage != "started",
        "the shuffles that are not revealed yet": "sealed" in verdicts,
        "the end of the game, which is not in the file": game.stage == "started" and not is_over,
        "the origin of the orders that the server alone chose": "committed" in verdicts,
        "the places of the cards, because this program does not know the game": not is_known,
    }
    game.unchecked += [gap for gap, is_there in gaps.items() if is_there]
    game.follow_log(file)
    game.findings.sort(key=lambda finding: int(finding["version"]))


def describe(report: Json) -> list[str]:
    """Return the lines of a report for a person."""
    parts = "added no seed", "committed to a seed and did not reveal it", "added a seed"
    seats = report["seats"]
    lines = [f"Seat {s['seat']}, {s['player']}: {parts[s['committed'] + s['opened']]}" for s in seats]
    if report["fingerprint"]:
        lines.append(f"Fingerprint: {report['fingerprint']}")
        if not any(seat["opened"] for seat in seats):
            lines.append("No seat added a seed, so the server alone chose the orders")
    for text, alike in groupby(report["shuffles"], lambda each: f"{each['verdict']}: {each['reason']}"):
        numbers = [shuffle["number"] for shuffle in alike]
        name = f"Shuffle {numbers[0]}" if len(numbers) == 1 else f"Shuffles {numbers[0]} to {numbers[-1]}"
        lines.append(f"{name}: {text}")
    if report["head"]:
        lines.append(f"Head: {report['head']}")
    for finding in report["findings"]:
        version = f"Version {finding['version']}: " if finding["version"] else ""
        lines.append(f"{version}{finding['reason']}")
    lines += [f"Not checked: {gap}" for gap in (*report["unchecked"], *report["unproven"])]
    if report["seed"]:
        lines.append(f"Seed used: {'yes' if report['seed']['used'] else 'no'}: {report['seed']['reason']}")
    checked = "All deals that can be checked are right."
    ends = "All deals are right.", "WRONG.", "The file cannot be read.", checked
    return [*lines, ends[report["status"]]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Verify a game of Kibitz.")
    parser.add_argument("file", metavar="FILE", help="the game; - is standard input")
    parser.add_argument("--seed", metavar="HEX", help="a seed")
    parser.add_argument("--player", metavar="ID", help="the player whose seed it is")
    options = parser.parse_args()
    if (options.seed is None) != (options.player is None):
        parser.error("--seed and --player go together: a seed is that of a player")
    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            result = verify(file.read(MAX_BYTES + 1).decode(), seed=options.seed, player=options.player)
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"the file cannot be read: {error}")
    sys.stdout.writelines(f"{line}\n" for line in describe(result))
    sys.exit(result["status"])
