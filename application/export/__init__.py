"""Exports: sheets with named columns, and the export of the log's events."""
