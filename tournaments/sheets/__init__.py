"""Everything printed: records in, the bytes of an A4 PDF out, in the active language.

Black on white but for the masthead, medals and letters, which a printer without colours prints as well.
"""
