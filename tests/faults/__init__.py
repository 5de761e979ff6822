"""Fault injection: processes and databases killed, paused and cut off under load, full disks."""
