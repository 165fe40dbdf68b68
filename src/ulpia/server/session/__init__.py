"""Tables in memory: people and computers who play one game."""
