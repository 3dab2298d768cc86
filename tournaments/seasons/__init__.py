"""Several tournaments as one ranking: who is ranked, the value of a place, the results that count, and the order.

The code is pure: tournaments and the rule come in, the ranking comes out (docs/seasons.md).
"""
