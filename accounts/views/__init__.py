"""The pages for logging in, for one's own account, and for the accounts of the club."""
