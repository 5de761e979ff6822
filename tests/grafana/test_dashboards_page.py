"""Tests of docs/how-to/run-dashboards.md: its dashboards, variables and example panel."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from ruamel.yaml import YAML

from grafana import panels
from tests.grafana.committed_dashboards import FILES, GRAFANA, Panel, dashboard, rows
from tests.grafana.conftest import Source
from tests.grafana.test_panels import EVER, KINDS
from tests.pages import blocks

ROOT: Final = GRAFANA.parent
PAGE: Final = ROOT / "docs" / "how-to" / "run-dashboards.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")


def test_page_lists_every_dashboard_with_its_questions() -> None:
    found = re.findall(r"^\| \*\*(.+)\*\* \| `(.+)` \| (.+) \|$", TEXT, re.MULTILINE)
    assert {title: name for title, name, _ in found} == {
        dashboard(path)["title"]: path.name for path in FILES
    }
    questions = {name: asked for _, name, asked in found if name != "operations.json"}
    assert questions == {
        path.name: " ".join(rows(dashboard(path))) for path in FILES if path.name in questions
    }


def _variables(heading: str) -> dict[str, str]:
    """Return the variables under a heading with their second column."""
    (section,) = re.findall(rf"^## {heading}\n(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL)
    return {
        name: second.strip("`")
        for name, second in re.findall(r"^\| `(\w+)` \| (\S*) ", section, re.MULTILINE)
    }


def test_page_lists_every_variable_with_its_default() -> None:
    services = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text())["services"]
    settings = json.dumps([services["grafana"], services["reader"]["environment"]["KIBITZ_READER_PASSWORD"]])
    defaults = dict(re.findall(r"(?<!\$)\$\{(\w+):-(\w*)\}", settings))
    assert _variables("With Docker") == {name: default or "none" for name, default in defaults.items()}


def test_page_lists_every_variable_of_the_data_source() -> None:
    source = (GRAFANA / "provisioning/datasources/kibitz.yaml").read_text(encoding="utf-8")
    assert _variables("With a Grafana of your own").keys() == set(re.findall(r"\$\{(\w+)\}", source))


def test_query_of_the_example_panel_runs(statistics: Source) -> None:
    (block,) = blocks(PAGE, "python")
    built: Any = eval(block.text, {"bars": panels.bars})  # noqa: S307 - a page of this repository
    document = json.loads(json.dumps(built.build(), cls=JSONEncoder))
    panel = Panel({"title": "docs/how-to/run-dashboards.md"}, document)
    answer = statistics.query(panel, {}, EVER)
    assert answer.rows
    KINDS[panel.kind](panel, answer)
