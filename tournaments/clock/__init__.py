"""The clock of a round: what is left of it, what the referee does to it, and which calls are made."""
