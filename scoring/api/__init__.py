"""Scoring hands over HTTP: `score_hand` of docs/interchange.md §4, for other programs."""
