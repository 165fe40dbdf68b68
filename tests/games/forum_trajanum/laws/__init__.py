"""Laws that only Forum Trajanum has."""
