"""The command `python -m kibitz_client.generate`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kibitz_client.generate.package_writer import generate_modules

DEFAULT_FOLDER = Path(__file__).parents[1] / "schema"


def main() -> None:
    """Write the generated modules."""
    parser = argparse.ArgumentParser(prog="python -m kibitz_client.generate", description=main.__doc__)
    parser.add_argument("schema", type=Path, help="The schema, as `kibitz schema` prints it.")
    parser.add_argument(
        "errors", type=Path, help="The page of errors, as `kibitz schema --errors` prints it."
    )
    parser.add_argument("--into", type=Path, default=DEFAULT_FOLDER, help="The folder to write to.")
    arguments = parser.parse_args()
    sdl, errors = (path.read_text(encoding="utf-8") for path in (arguments.schema, arguments.errors))
    for name, text in generate_modules(sdl, errors).items():
        (arguments.into / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
