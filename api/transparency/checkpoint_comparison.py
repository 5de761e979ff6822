"""Comparison of signed checkpoints with the log that they are of."""

from __future__ import annotations

from collections.abc import Iterable

from application.audit.tree_audit import TreeAudit
from application.store.port import Store
from application.transparency.checkpoint_table import SignedCheckpoint
from kibitz_client.transparency import InvalidNote, VerifierKey, open_checkpoint
from projections.transparency.log_signing import LogSigning


def first_fault(
    signed: Iterable[SignedCheckpoint], tree: TreeAudit, own: VerifierKey | None = None
) -> str | None:
    """Return the fault of the smallest checkpoint that is not of the log's tree, None if there is none.

    `own` is the key of the present epoch, if it is known: no other key may have signed under its name.
    """
    for each in sorted(signed, key=lambda each: each.size):
        fault = _fault(each, tree, own)
        if fault is not None:
            when = f"{each.at:%Y-%m-%d %H:%M:%S} UTC"
            return f"the checkpoint of {each.size} events, signed as {each.origin} at {when}: {fault}"
    return None


async def own_key(store: Store, signing: LogSigning) -> VerifierKey:
    """Return the key that verifies the checkpoints of the present epoch."""
    return VerifierKey(signing.verifier_key(await store.identity()))


def _fault(signed: SignedCheckpoint, tree: TreeAudit, own: VerifierKey | None) -> str | None:
    try:
        key = VerifierKey(signed.verifier_key)
        opened = open_checkpoint(signed.note, key)
    except InvalidNote as error:
        return f"its note cannot be verified: {error}"
    if own is not None and own.name == key.name and own.text != key.text:
        return "another key than the log's has signed it"
    if (opened.origin, opened.size, opened.root) != (signed.origin, signed.size, signed.root):
        return "its note is of another checkpoint"
    root = tree.roots.get(signed.size)
    if root is None:
        return f"the log can be read up to event {tree.size} only"
    return None if root == signed.root else "the log has another root at this size, so it was changed"
