"""Tournaments between agents: seats balanced, deals shared, results with intervals."""
