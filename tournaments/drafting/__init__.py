"""A draft in the referee's hands: how its seats are moved, and what each move would do."""
