"""How a position of Trajan is evaluated by search."""
