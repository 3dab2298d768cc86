"""Who stands where, and why: victory points, tie-breaks, standings of entrants and teams, the cross-table."""
