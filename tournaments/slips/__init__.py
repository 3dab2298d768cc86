"""A table's slip: typed, counted from the cards, or written on phones."""
