"""The forms of seasons: their rule, their file, their final."""
