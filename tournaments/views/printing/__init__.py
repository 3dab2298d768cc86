"""Sheets of paper, and files for other programs."""
