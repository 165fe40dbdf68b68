"""The evaluation of Forum Trajanum positions for search: features and trained weights."""
