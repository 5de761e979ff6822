"""Targets of an export: a file, a directory with a file for each sheet, or the standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
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
from api.export.data_package import FILE_NAME, about, data_package
from api.export.provenance import Provenance
from api.export.text_formats import Writer, check_available, writer_of
from application.export.sheets import Parts, Sheet


class Output(Struct, frozen=True):
    """Opened files of an export."""

    open: Callable[[Sheet], BinaryIO]
    """Opens the file to which a sheet is written."""
    finish: Callable[[Sequence[Sheet], Provenance], None]
    """Describes the written files, where they are in a folder."""


class Target(Struct, frozen=True, kw_only=True):
    """The destination and the format of an export."""

    format: Format
    out: Path | None
    """None for the standard output."""
    folder: frozenset[str] = frozenset()
    """The names of the sheets in a directory; empty for a single file."""
    title: str = ""
    """The title of the exported data."""
    replace: bool = False
    """True if existing files may be replaced."""
    own: bool = False
    """True if only the owner may read the file."""

    def check(self) -> None:
        """Raise ExportFailed if a required package is not installed or no output is named."""
        check_available(self.format)
        if self.out is None and self.folder:
            raise ExportFailed("several views need a directory: name it with --out")
        if self.out is None and self.format is Format.PARQUET:
            raise ExportFailed("Parquet cannot be printed: name a file with --out")

    @contextmanager
    def opened(self) -> Iterator[Output]:
        """Yield the output; its files take their names at the end, or are removed after an error.

        Raises ExportFailed.
        """
        if self.out is None:
            with naming_errors("the standard output"):
                yield Output(lambda _: sys.stdout.buffer, _without_description)
                sys.stdout.buffer.flush()
        elif not self.folder:
            with atomic_file(self.out, replace=self.replace, mode=self._mode) as file:
                yield Output(lambda _: file, _without_description)
        else:
            known = {f"{sheet}.{each}" for sheet in self.folder for each in Format} | {FILE_NAME}
            with atomic_folder(self.out, replace=self.replace, known=known) as folder, ExitStack() as files:

                def opening(sheet: Sheet) -> BinaryIO:
                    files.close()
                    return files.enter_context(
                        synced_file(folder / f"{sheet.name}.{self.format}", self._mode)
                    )

                def finish(sheets: Sequence[Sheet], provenance: Provenance) -> None:
                    files.close()
                    package = data_package(folder, self.format, sheets, provenance, title=self.title)
                    with synced_file(folder / FILE_NAME, self._mode) as file:
                        file.write(package)

                yield Output(opening, finish)

    async def write(
        self, parts: Parts, output: Output, provenance: Provenance, shown: Callable[[int], None]
    ) -> int:
        """Write all parts and return the number of rows; `shown` is called with the progress."""
        rows, sheets = 0, list[Sheet]()
        writer: Writer | None = None
        async with aclosing(parts):
            # A writer is closed before its file, also after an error.
            with ExitStack() as writers:
                async for part in parts:
                    if writer is None or part.sheet != sheets[-1]:
                        writers.close()
                        sheets.append(part.sheet)
                        file = output.open(part.sheet)
                        writer = writer_of(self.format, part.sheet, file, about(provenance))
                        writers.callback(writer.close)
                    writer.write(part.page)
                    rows += len(part.page[0])
                    shown(part.done)
        output.finish(sheets, provenance)
        return rows

    @property
    def _mode(self) -> int:
        return OWNER_MODE if self.own else DEFAULT_MODE


def _without_description(_sheets: Sequence[Sheet], _provenance: Provenance) -> None:
    """Do nothing: a single file has no place beside it."""
