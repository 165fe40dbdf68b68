"""The games. They are strangers to each other."""
