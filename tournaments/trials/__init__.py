"""Formats tried out by simulated evenings: the process that plays them, and what it reports."""
