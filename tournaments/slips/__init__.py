"""A table's slip: as it is typed, and as it is counted from the cards."""
