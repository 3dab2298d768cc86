"""Free games to a target: as they are stored and read, what is done to them, and the chart of the running score."""
