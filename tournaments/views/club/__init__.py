"""The club's pages: its tournaments, and the settings of each."""
