"""A fourth game, added only by files in the packages' folders."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent

RULES = FOLDER / "highest_card.py"
MACHINE = FOLDER / "highest_card_machine.py"

# The paths of the added files.
RULES_FILE = Path("domain", "rules", "highest_card.py")
MACHINE_FILE = Path("domain", "machine", "highest_card.py")
