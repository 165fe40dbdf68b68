"""The rules of Forum Trajanum."""
