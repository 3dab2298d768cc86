"""The referee's pages of the ranking and its parts."""
