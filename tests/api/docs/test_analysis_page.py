"""docs/tutorials/analysis.md: its commands and code run unchanged, with the page's output."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from api.cli import app
from api.export import Format
from application.export.events import EVENTS
from domain.state import Stage
from projections.exports.games import GAMES
from projections.exports.view_sheets import sheets
from tests.pages import Block, blocks

PAGE = Path(__file__).parents[3] / "docs" / "tutorials" / "analysis.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = blocks(PAGE)


class Notebook:
    """Runs the page block by block."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.output = ""
        """The output of the last code block."""

    def run_block(self, block: Block) -> None:
        match block.language:
            case "sh":
                # Installs the packages, which the tests have.
                assert "uv pip install duckdb matplotlib" in block.text
            case "console":
                for line in block.text.splitlines():
                    kibitz(line)
            case "python":
                printed = io.StringIO()
                # So that a traceback names the line on the page.
                code = compile("\n" * block.line + block.text, str(PAGE), "exec")
                with redirect_stdout(printed):
                    exec(code, self.names)  # noqa: S102 - it is ours
                self.output = "".join(
                    f"{line.rstrip()}\n" for line in printed.getvalue().strip().splitlines()
                )
            case "text":
                assert self.output == block.text, self.output
                self.output = ""
            case _:
                raise AssertionError(f"no step runs {block.language}")


def kibitz(line: str) -> None:
    prompt, program, *arguments = shlex.split(line)
    assert (prompt, program) == ("$", "kibitz")
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    # Nothing is to be shown on a screen.
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


def test_page_runs_with_the_output_and_plots_that_it_shows(folder: Path) -> None:
    notebook = Notebook()
    for block in BLOCKS:
        try:
            notebook.run_block(block)
        except Exception as error:
            error.add_note(f"{PAGE.name}, line {block.line}")
            raise
        # What is printed is shown, so that nothing goes unread.
        following = BLOCKS[BLOCKS.index(block) + 1] if block is not BLOCKS[-1] else None
        assert not notebook.output or (following is not None and following.language == "text")
    drawn = re.findall(r'savefig\("(.*?)"\)', TEXT)
    assert len(drawn) == 3
    for name in drawn:
        with Image.open(folder / name) as image:
            image.load()
            assert image.format == "PNG"
            assert 600 <= image.width <= 800
            assert 350 <= image.height <= 400
            colours = image.convert("RGB").getcolors(maxcolors=image.width * image.height)
            # Paper and ink, and what is drawn in it is neither a speck nor a sheet of one colour.
            assert colours is not None
            paper = max(count for count, _ in colours)
            assert len(colours) > 10
            assert 0.01 < 1 - paper / (image.width * image.height) < 0.9
    written = re.findall(r"--out (\S+)", TEXT)
    assert all((folder / name).exists() for name in written)


def columns(section: str) -> list[str]:
    """Return the column names in a section's table."""
    [_, found] = TEXT.split(f"\n## {section}\n")
    lines = [line for line in found.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return [name for line in lines for name in re.findall(r"`(\w+)`", line.split(" | ")[0])]


def test_tables_list_the_existing_columns() -> None:
    assert columns("Events") == [column.name for column in EVENTS.columns]
    assert columns("Games") == [column.name for column in GAMES.columns]
    assert all(f"`{stage}`" in TEXT for stage in Stage)
    assert {*re.findall(r"`(v_\w+)`", TEXT)} <= {*sheets()}
    assert {*re.findall(r"--format (\w+)", TEXT)} == {*Format}


def test_links_resolve() -> None:
    links = re.findall(r"\]\(([^)#:]+)[^)]*\)", TEXT)
    assert links
    assert [each for each in links if not (PAGE.parent / each).exists()] == []
