"""Free games to a target: reading and changing stored games, and the chart of the running score."""
