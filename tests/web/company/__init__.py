"""Tests of the company at a table: presence, talk, rematches and seeks, in a browser."""
