"""Tests of invitation codes, on both databases."""
