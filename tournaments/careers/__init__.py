"""What a player has done in all final tournaments: partners, opponents, the best and the worst. No database."""
