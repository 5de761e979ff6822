"""Verification of a server's log: signed checkpoints, proofs, records of games, and pins of all of them.

Formats are those of RFC 6962, of C2SP, and of `docs/log-v1.md`.
"""

from kibitz_client.transparency.checkpoints import (
    Checkpoint,
    LogProof,
    open_checkpoint,
    parse_proof,
    unsigned_checkpoint,
)
from kibitz_client.transparency.log_growth import LogCheck, LogRestored
from kibitz_client.transparency.log_watcher import GameCheck, LogWatcher
from kibitz_client.transparency.merkle_proofs import (
    InvalidProof,
    check_consistency,
    check_inclusion,
    leaf_hash,
    node_hash,
)
from kibitz_client.transparency.pins import CheckpointPins
from kibitz_client.transparency.records import GameHead, InvalidRecord, Record, head_of, read_record
from kibitz_client.transparency.signed_notes import InvalidNote, VerifierKey, open_note

__all__ = [
    "Checkpoint",
    "CheckpointPins",
    "GameCheck",
    "GameHead",
    "InvalidNote",
    "InvalidProof",
    "InvalidRecord",
    "LogCheck",
    "LogProof",
    "LogRestored",
    "LogWatcher",
    "Record",
    "VerifierKey",
    "check_consistency",
    "check_inclusion",
    "head_of",
    "leaf_hash",
    "node_hash",
    "open_checkpoint",
    "open_note",
    "parse_proof",
    "read_record",
    "unsigned_checkpoint",
]
