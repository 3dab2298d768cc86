"""The forms in which pairs, players and members are entered."""
