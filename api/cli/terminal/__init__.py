"""Terminal output of the command line: messages, cards and charts."""
