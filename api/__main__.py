"""Runs the command line: `python -m api` is `kibitz`."""

from api.cli import main

main()
