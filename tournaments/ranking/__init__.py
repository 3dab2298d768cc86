"""The order of entrants and teams, and its reasons: victory points, tie-breaks, standings, brackets, cross-tables."""
