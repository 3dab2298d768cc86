"""A club's tournaments for other programs: the content of the players' pages as JSON (docs/api.md)."""
