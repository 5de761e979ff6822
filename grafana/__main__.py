"""Command `python -m grafana`, which writes the dashboards as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grafana.dashboard import Dashboard
from grafana.hundred_and_ten import HUNDRED_AND_TEN
from grafana.oh_hell import OH_HELL
from grafana.operations import OPERATIONS
from grafana.overview import OVERVIEW
from grafana.president import PRESIDENT

FOLDER: Final = Path(__file__).with_name("dashboards")

DASHBOARDS: Final[dict[str, Dashboard]] = {
    "overview": OVERVIEW,
    "hundred-and-ten": HUNDRED_AND_TEN,
    "oh-hell": OH_HELL,
    "president": PRESIDENT,
    "operations": OPERATIONS,
}
"""The dashboards by the names of their files."""


def write(folder: Path = FOLDER) -> None:
    """Write every dashboard to a folder."""
    for name, dashboard in DASHBOARDS.items():
        (folder / f"{name}.json").write_text(dashboard.json(), encoding="utf-8")


if __name__ == "__main__":
    write()
