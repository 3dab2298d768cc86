"""What a player has done in all final tournaments: partners, opponents, the best and the worst (docs/seasons.md §7).

Pure: the tournaments as the player came out of them come in, the facts of the page come out.
"""
