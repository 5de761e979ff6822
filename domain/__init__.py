"""What is true at a card table: pure values and functions, without I/O, clock or chance."""
