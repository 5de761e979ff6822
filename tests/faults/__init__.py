"""What goes wrong at its worst: processes and databases killed, halted and cut off under load, disks full."""
