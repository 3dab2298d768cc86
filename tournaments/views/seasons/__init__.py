"""Seasons: the list of them, their rule, their ranking, and the files of it."""
