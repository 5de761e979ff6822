"""Tests of the reviews that are kept."""
