"""Tests of the motion of cards."""
