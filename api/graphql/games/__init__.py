"""Games in the schema: their types, the values behind them, and how these are read."""
