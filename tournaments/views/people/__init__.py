"""Pairs, players, teams, and the club's members."""
