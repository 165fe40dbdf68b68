"""Search for every game: evaluation networks, one-step lookahead, Monte Carlo tree search, training by self-play."""
