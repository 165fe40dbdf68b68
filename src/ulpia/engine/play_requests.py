"""Requests that the compiled `play` of a game takes instead of the number of an action."""

GO_ON = -1
"""Settle everything that leaves no choice, then list the options."""
LIST_ONLY = -2
"""List the options of a state that is already settled."""
DEAL = -3
"""Like GO_ON, but take the decisions of the set-up at random."""
