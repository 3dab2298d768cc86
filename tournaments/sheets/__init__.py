"""Everything printed: records in, the bytes of an A4 PDF out, in the active language, black on white."""
