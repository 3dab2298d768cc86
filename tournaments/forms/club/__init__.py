"""The forms of a tournament's settings."""
