"""Entries of players by themselves: the form, their own page, and the club's answers."""
