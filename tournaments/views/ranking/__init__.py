"""The ranking and what it is made of, for the referee."""
