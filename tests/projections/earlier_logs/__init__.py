"""Logs that earlier versions of the program wrote; never edited."""
