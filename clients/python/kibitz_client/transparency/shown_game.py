"""A game as a server shows it: its records, and whether they are those that were kept and proven."""

from __future__ import annotations

from kibitz_client.errors import GameChanged
from kibitz_client.schema.types import GameProof
from kibitz_client.transparency.checkpoints import Checkpoint, parse_proof
from kibitz_client.transparency.log_growth import open_stated
from kibitz_client.transparency.merkle_proofs import InvalidProof
from kibitz_client.transparency.pins import CheckpointPins
from kibitz_client.transparency.records import GameHead, InvalidRecord, read_record
from kibitz_client.transparency.signed_notes import InvalidNote, VerifierKey


class ShownGame:
    """The records that a server has shown of a game, and their heads. All checks raise GameChanged."""

    def __init__(self, game: str, pins: CheckpointPins, url: str, key: str) -> None:
        """Note the head that is kept so far; the records have to be requested after that."""
        self.game = game
        self._pins, self._url, self._key = pins, url, key
        # Somebody who follows the game keeps heads of later events while the records are on their way.
        self._kept_before = self._kept(key)
        self._records: list[str] = []
        self._heads = [GameHead()]

    @property
    def head(self) -> GameHead:
        """The head of all records so far."""
        return self._heads[-1]

    def add(self, text: str) -> None:
        """Add the game's next record, and compare its head with the one that was kept."""
        self._records.append(text)
        try:
            self._heads.append(self.head.after(read_record(text), self.game))
        except InvalidRecord as error:
            raise self._changed(f"{error}") from error
        kept = self._kept(self._key)
        if kept is not None and kept.version == self.head.version and kept != self.head:
            raise self._changed(f"its first {kept.version} events are not the ones that it has shown before")

    def check_complete(self) -> None:
        """Check that no event is missing that the server has shown before."""
        kept = self._kept_before
        if kept is not None and kept.version > self.head.version:
            raise self._changed(f"it has shown {kept.version} events, and shows {self.head.version} now")

    def check_proof(self, proof: GameProof) -> Checkpoint | None:
        """Return the checkpoint in which the game is; None if the proof does not cover all records."""
        if proof.version > self.head.version:
            raise self._changed(f"it proves {proof.version} events, and shows {self.head.version}", proof)
        key = VerifierKey(self._key)
        try:
            checkpoint = parse_proof(proof.text).check(self._heads[proof.version].head, key)
            stated = open_stated(proof.checkpoint, key)
        except (InvalidNote, InvalidProof) as error:
            raise self._changed(
                f"its proof is not one of the events that it shows: {error}", proof
            ) from error
        if stated != checkpoint:
            raise self._changed("its proof leads to another checkpoint than the one beside it", proof)
        return checkpoint if proof.version == self.head.version else None

    def keep(self) -> None:
        """Keep the head of the game in the pins."""
        self._pins.keep_head(self._url, self._key, self.game, self.head)

    def changed_since(self) -> str | None:
        """Return the latest other origin under which the game had other events; None if there is none.

        A restored log may lack them honestly.
        """
        for key in reversed(self._pins.keys(self._url)):
            kept = None if key == self._key else self._kept(key)
            if kept is not None and kept not in self._heads:
                return VerifierKey(key).name
        return None

    def _kept(self, key: str) -> GameHead | None:
        return self._pins.head(self._url, key, self.game)

    def _changed(self, reason: str, proof: GameProof | None = None) -> GameChanged:
        pinned = self._pins.checkpoint(self._url, self._key)
        return GameChanged(
            f"The server contradicts itself about the game {self.game}: {reason}.",
            game=self.game,
            records=self._records,
            proof=None if proof is None else proof.text,
            pinned=None if pinned is None else pinned.note,
            shown=None if proof is None else proof.checkpoint.note,
        )
