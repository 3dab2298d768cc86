"""A list of people from another program: read as it comes, understood column by column, held against who is here."""
