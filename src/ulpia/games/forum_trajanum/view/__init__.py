"""What one viewer knows of a game of Forum Trajanum, as typed values."""
