"""Writes the goldens that are missing and names them."""

from __future__ import annotations

import sys

from tests.application.goldens import write_missing

for path in write_missing():
    sys.stdout.write(f"{path.name}\n")
