"""Scoring hands over HTTP for other programs: `score_hand` of docs/interchange.md §4."""
