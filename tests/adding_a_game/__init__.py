"""A fourth game, added as a newcomer would: its files into the packages' folders, and nothing else."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent

RULES = FOLDER / "highest_card.py"
SUGGESTS = FOLDER / "highest_card_machine.py"

# Where a newcomer puts them.
RULES_FILE = Path("domain", "rules", "highest_card.py")
SUGGESTS_FILE = Path("domain", "machine", "highest_card.py")
