"""The pages of accounts: coming in, one's own, and the club's list of them."""
