"""Games in memory and those who play them."""
