"""The forms of the desk: the slip, and what the referee does for the hall."""
