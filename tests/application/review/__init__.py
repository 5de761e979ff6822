"""Tests of the reviews of finished games."""
