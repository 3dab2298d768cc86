"""The money of an evening: fees, payments and prizes, on pages, on paper and as files."""
