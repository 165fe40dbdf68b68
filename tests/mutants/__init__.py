"""Random mutants: small random changes to the code, each of which a test should notice."""
