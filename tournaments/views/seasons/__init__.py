"""Seasons: their list, rules, rankings and files."""
