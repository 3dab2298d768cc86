"""Names as people write them, one by one or in a pasted list."""
