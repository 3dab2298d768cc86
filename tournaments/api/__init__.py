"""A club's tournaments for other programs: what the players' pages say, as JSON (docs/api.md)."""
