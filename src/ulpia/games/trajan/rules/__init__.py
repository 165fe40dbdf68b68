"""The rules of Trajan."""
