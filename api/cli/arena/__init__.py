"""The command `kibitz arena`."""
