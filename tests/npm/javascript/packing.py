"""The JavaScript package, packed as npm would publish it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.api.harness.server_processes import ROOT

PACKAGE: Final = ROOT / "clients" / "javascript"


def packed(folder: Path) -> Path:
    """Pack the package into a folder, and return the archive."""
    npm = shutil.which("npm")
    assert npm is not None, "it comes with Node"
    done = subprocess.run(
        [npm, "pack", "--json", "--pack-destination", str(folder)],
        cwd=PACKAGE,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    [archive] = answer if isinstance(answer, list) else answer.values()
    return folder / str(archive["filename"])
