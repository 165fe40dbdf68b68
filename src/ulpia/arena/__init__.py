"""Tournaments between agents: balanced seats, shared deals, results with confidence intervals."""
