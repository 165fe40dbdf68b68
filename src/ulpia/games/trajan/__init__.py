"""Trajan (2011). Rulings T-01 to T-111 are told in docs/rulings/trajan.md and cited where they are obeyed."""
