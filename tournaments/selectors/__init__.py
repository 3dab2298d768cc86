"""The reads: from the database to records, one module for each question."""
