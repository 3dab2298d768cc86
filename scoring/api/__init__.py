"""Scoring hands over HTTP: `score_hand` of interchange.md, for other programs."""
