"""The public side of a tournament: its ranking, its seats, and each pair's rounds."""
