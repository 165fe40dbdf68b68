"""How long players may think: the clocks of games as plain values, and where the time comes from."""
