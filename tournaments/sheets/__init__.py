"""The printed sheets: from records to the bytes of an A4 PDF, in the active language.

They are black on white, except for the masthead, medals and letters, which a printer without colours also prints.
"""
