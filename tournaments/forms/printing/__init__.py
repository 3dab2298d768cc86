"""The forms of sheets and files."""
