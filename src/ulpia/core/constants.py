"""Numbers that every game shares."""

NONE = -1
"""No piece, no place, no seat."""
