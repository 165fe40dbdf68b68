"""The compiled engine: state records, random numbers, event logs, search, batches; templates bound to each game."""
