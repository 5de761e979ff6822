"""Tests of records of log/v1."""
