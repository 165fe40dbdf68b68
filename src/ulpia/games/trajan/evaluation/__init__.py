"""The evaluation of Trajan positions for search: features and trained weights."""
