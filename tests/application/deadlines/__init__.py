"""Tests of deadlines of games."""
