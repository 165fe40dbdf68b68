"""Games in a database."""
