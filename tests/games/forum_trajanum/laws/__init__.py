"""Laws of Forum Trajanum."""
