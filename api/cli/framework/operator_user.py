"""The operator on the command line: the user of the operating system."""

from __future__ import annotations

import os
from getpass import getuser

from application.moderation.audit_trail import COMMAND_LINE, Operator


def operator_user() -> Operator:
    """Return the operator who runs the command."""
    try:
        name = getuser()
    except (KeyError, OSError):
        # A container may have no entry for its user.
        name = f"user {os.getuid()}" if hasattr(os, "getuid") else "unknown user"
    return Operator(id=COMMAND_LINE, name=name)
