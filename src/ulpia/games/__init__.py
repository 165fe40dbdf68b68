"""One package for each game. Games do not import each other."""
