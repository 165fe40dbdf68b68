"""What one viewer knows of a game of Trajan, as typed values."""
