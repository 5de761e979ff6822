"""Tests of the read model of the log's tree."""
