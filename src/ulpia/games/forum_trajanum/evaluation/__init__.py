"""How a position of Forum Trajanum is evaluated by search."""
