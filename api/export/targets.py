"""Targets of an export: a file, a directory with a file for each sheet, or the standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from api.export import ExportFailed, Format
from api.export.atomic_files import (
    DEFAULT_MODE,
    OWNER_MODE,
    atomic_file,
    atomic_folder,
    naming_errors,
    synced_file,
)
from api.export.text_formats import Writer, check_available, writer_of
from application.export.sheets import Parts, Sheet

OpenSheet = Callable[[Sheet], BinaryIO]
"""Opens the file to which a sheet is written."""


class Target(Struct, frozen=True, kw_only=True):
    """The destination and the format of an export."""

    format: Format
    out: Path | None
    """None for the standard output."""
    folder: tuple[str, ...] = ()
    """The names of all sheets that a directory can contain; empty for a single sheet."""
    replace: bool = False
    """True if existing files may be replaced."""
    own: bool = False
    """True if only the owner may read the file."""

    def check(self) -> None:
        """Raise ExportFailed if a required package is not installed or no output is named."""
        check_available(self.format)
        if self.out is None and self.folder:
            raise ExportFailed(
                "several tables need a directory: name it with --out, or one table with --table"
            )
        if self.out is None and self.format is Format.PARQUET:
            raise ExportFailed("Parquet cannot be printed: name a file with --out")

    @contextmanager
    def opened(self) -> Iterator[OpenSheet]:
        """Yield a function that opens files; they take their names at the end, or are removed after an error.

        Raises ExportFailed.
        """
        if self.out is None:
            with naming_errors("the standard output"):
                yield lambda _: sys.stdout.buffer
                sys.stdout.buffer.flush()
        elif not self.folder:
            with atomic_file(
                self.out, replace=self.replace, mode=OWNER_MODE if self.own else DEFAULT_MODE
            ) as file:
                yield lambda _: file
        else:
            known = {f"{sheet}.{each}" for sheet in self.folder for each in Format}
            with atomic_folder(self.out, replace=self.replace, known=known) as folder, ExitStack() as files:

                def opening(sheet: Sheet) -> BinaryIO:
                    files.close()
                    return files.enter_context(synced_file(folder / f"{sheet.name}.{self.format}"))

                yield opening
                files.close()

    async def write(self, parts: Parts, opening: OpenSheet, shown: Callable[[int], None]) -> int:
        """Write all parts and return the number of rows; `shown` is called with the progress."""
        rows, sheet = 0, None
        writer: Writer | None = None
        async with aclosing(parts):
            async for part in parts:
                if writer is None or part.sheet != sheet:
                    if writer is not None:
                        writer.close()
                    sheet, writer = part.sheet, writer_of(self.format, part.sheet, opening(part.sheet))
                writer.write(part.page)
                rows += len(part.page[0])
                shown(part.done)
        if writer is not None:
            writer.close()
        return rows
