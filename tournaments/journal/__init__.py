"""The club's journal: who did what beside the tournaments' own evenings, told in sentences."""
