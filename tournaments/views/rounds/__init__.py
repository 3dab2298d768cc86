"""A round from the choice of a system to its close."""
