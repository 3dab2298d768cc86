"""Several tournaments as one ranking: who is ranked, what a place is worth, which results count, and who is first.

Pure: the tournaments as they were played and the rule come in, the ranking comes out (docs/seasons.md).
"""
