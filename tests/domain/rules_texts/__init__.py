"""Tests of the rules for people: each text beside a rules module says what the module does."""
