"""The money of an evening: what it costs, who has paid, what is won, on pages, on paper and as files."""
