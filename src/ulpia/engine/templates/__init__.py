"""Sources that are compiled once for every game: `bind` gives them a game's rules."""
