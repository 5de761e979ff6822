"""Tests of the rules of the games for people, in the API and on the command line."""
