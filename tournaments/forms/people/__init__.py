"""The forms of pairs, players and members."""
