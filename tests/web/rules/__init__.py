"""Tests of the pages with the rules of the games."""
