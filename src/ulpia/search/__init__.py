"""Thinking, compiled, without a game's name: evaluations, one step ahead, trees of imagined tables, learning."""
