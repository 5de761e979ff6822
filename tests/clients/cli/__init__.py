"""Tests of commands that use the client or custom players."""
