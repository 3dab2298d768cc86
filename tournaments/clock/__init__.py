"""The clock of a round: the time left, the referee's actions, and the calls."""
