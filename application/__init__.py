"""Application layer: turns commands into events, appends them to the log and delivers the log."""
