"""A table's slip on the players' phones."""
