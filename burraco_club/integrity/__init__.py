"""Checks of the whole database. Each module checks one thing and yields a sentence for each fault."""
