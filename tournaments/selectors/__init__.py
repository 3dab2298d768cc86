"""Reading: from the database to records, one module for each thing that is asked for."""
