"""Trajan (2011). The rulings T-01 to T-111 are in docs/rulings/trajan.md; the code cites them where it follows them."""
