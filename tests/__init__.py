"""Tests: one folder for each folder of the code, laws over all games, and tests of the repository."""
